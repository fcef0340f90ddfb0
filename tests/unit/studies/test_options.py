"""Options that studies hand on have the names of the functions that take them."""

import inspect
from typing import get_type_hints

import pytest

import gudgeon as gd
from gudgeon.studies import options
from gudgeon.studies.lyapunov import OPTIONS

OF = {
    gd.bifurcation: options.PeriodOptions,
    gd.compare: options.RunOptions,
    gd.ensemble: options.MemberOptions,
    gd.horizon: options.StartOptions,
    gd.identify: options.FitOptions,
    gd.lyapunov: options.PairOptions,
    gd.monte_carlo: options.SweepOptions,
    gd.optimize: options.SearchOptions,
    gd.sensitivity: options.SweepOptions,
    gd.sweep: options.PointOptions,
    gd.wear_study: options.WearOptions,
}


def named(function) -> set[str]:
    return set(inspect.signature(function).parameters)


def test_a_run_in_a_study_has_all_options_of_a_run_but_those_of_one_alone() -> None:
    of_one = {"mechanism", "out", "progress", "strict"}
    assert set(get_type_hints(options.RunOptions)) == named(gd.simulate) - of_one


def test_points_of_a_study_have_the_options_of_a_sweep() -> None:
    told = set(get_type_hints(options.SweepOptions)) - set(get_type_hints(options.PointOptions))
    assert told == named(gd.sweep) - {"mechanism", "parameters", "paired", "options"}


def test_a_motion_and_one_beside_it_have_those_that_are_checked() -> None:
    assert set(get_type_hints(options.PairOptions)) == set(OPTIONS)


@pytest.mark.parametrize("study", OF, ids=lambda study: study.__name__)
def test_a_study_tells_which_options_it_takes(study) -> None:
    """By the annotation of its options, of which none is an argument of its own."""
    given = inspect.signature(study).parameters["options"]
    assert given.kind is inspect.Parameter.VAR_KEYWORD
    assert given.annotation == f"Unpack[{OF[study].__name__}]"
    assert not set(get_type_hints(OF[study])) & named(study)
