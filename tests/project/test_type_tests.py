"""Joints and fits declare themselves: nobody else asks for a concrete one by its type or name."""

from tests.support.code_metrics import metrics


def test_nobody_tests_the_type_of_a_concrete_joint_or_fit():
    assert list(metrics.type_tests()) == []
