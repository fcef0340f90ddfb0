"""Joints and fits declare themselves: nobody else asks for a concrete one by its type or name."""

import gudgeon as gd
from tests.support.code_metrics import metrics


def test_nobody_tests_the_type_of_a_concrete_joint_or_fit():
    assert list(metrics.type_tests()) == []


def test_the_search_knows_every_joint_and_fit() -> None:
    """Read from their files, so that a new one is looked for, too; families are not among them."""
    known = metrics.concrete()
    joints = {name for name in gd.model.joints.__all__ if isinstance(getattr(gd, name, None), type)}
    fits = {name for name in gd.model.fits.__all__ if isinstance(getattr(gd, name, None), type)}
    assert {"Revolute", "Gear", "Mixed"} <= known & (joints | fits)
    assert not known & {"Joint", "Fit", "Coupling", "AlongAxis", "DryContact"}
