"""Limits of the numbers that tools/code_metrics.py counts."""

import statistics

from tests.support.code_metrics import metrics


def test_no_function_is_above_complexity_20() -> None:
    assert [name for name, made in metrics.functions() if metrics.complexity(made) > 20] == []


def test_at_most_four_functions_have_more_than_ten_parameters() -> None:
    assert len([name for name, made in metrics.functions() if metrics.parameters(made) > 10]) <= 4


def test_lines_carry_few_syntax_nodes() -> None:
    assert statistics.median(metrics.density()) <= 7


def test_variables_say_what_they_hold() -> None:
    assert list(metrics.empty_names()) == []
