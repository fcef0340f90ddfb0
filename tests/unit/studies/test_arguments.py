"""Arguments that studies share."""

import pytest

import gudgeon as gd
from gudgeon.studies.arguments import check_options, duration_of, empty_result


def test_duration_is_that_of_the_mechanism_unless_given():
    mechanism = gd.Mechanism(duration=2.0, bodies=[gd.Body("ball", mass=1, inertia=(1, 1, 1))])
    assert duration_of(mechanism, None) == 2.0
    assert duration_of(mechanism, "5 ms") == pytest.approx(0.005, rel=1e-15)
    with pytest.raises(gd.InputError, match="duration: must be > 0"):
        duration_of(mechanism, 0.0)


def test_options_of_a_single_run_are_refused():
    check_options({"rtol": 1e-6})
    with pytest.raises(gd.InputError, match="out: several runs are made"):
        check_options({"rtol": 1e-6, "out": "x.h5"})


def test_empty_result_has_the_channels_of_a_run_and_no_rows():
    empty = empty_result(gd.library("four-bar"))
    assert empty.rows == 0
    assert empty.channel("A.angle").unit == "rad"
    assert empty.channel("A.angle").values.shape == (0,)
