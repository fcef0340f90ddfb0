"""The coordinates of runs that do not say them."""

import pytest

import gudgeon as gd
from gudgeon.kernels.recursive.entry_points import EVALUATE_TREE
from gudgeon.simulation import coordinates
from gudgeon.simulation.compilation import units_of
from gudgeon.simulation.settings import run_settings


@pytest.mark.parametrize("default", coordinates.COORDINATES)
def test_those_that_are_not_said_are_the_default(monkeypatch, default):
    monkeypatch.setattr(coordinates, "DEFAULT", default)
    settings = run_settings(gd.library("four-bar"), 1.0, rtol=1e-8, atol=None, coordinates=None)
    assert settings.coordinates == default
    assert coordinates.chosen(None) == default
    assert (EVALUATE_TREE.unit in units_of("auto", None)) == (default == "joint")


def test_those_that_are_said_stay(monkeypatch):
    for chosen in coordinates.COORDINATES:
        assert coordinates.chosen(chosen) == chosen


def test_runs_that_do_not_project_are_cartesian(monkeypatch):
    monkeypatch.setattr(coordinates, "DEFAULT", "joint")
    assert coordinates.chosen(None, projects=False) == "cartesian"
    settings = run_settings(
        gd.library("four-bar"), 1.0, rtol=1e-8, atol=None, stabilisation=gd.Baumgarte(5.0, 5.0)
    )
    assert settings.coordinates == "cartesian"
