"""Ensembles: members that fall freely have positions in closed form, so that means and bands are
known.
"""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.perturbation import speed_scale

GRAVITY, DURATION, STEP, SPREAD = 10.0, 0.2, 0.01, 1e-3


def falling() -> gd.Mechanism:
    """Return a body that slides down a vertical guide: z = v t - g t^2/2 exactly, however it is
    integrated.
    """
    return gd.Mechanism(
        name="lift",
        gravity=(0, 0, -GRAVITY),
        duration=DURATION,
        bodies=[gd.Body("cabin", mass=2.0, inertia=(1, 1, 1))],
        joints=[
            gd.Translational("D", between=("ground", "cabin"), point=(0, 0, 0), axis=(0, 0, 1))
        ],
    )


@pytest.fixture(scope="module")
def falls() -> gd.Ensemble:
    return gd.ensemble(falling(), 12, spread=SPREAD, output_step=STEP)


@pytest.fixture(scope="module")
def bars() -> gd.Ensemble:
    return gd.ensemble(
        gd.library("four-bar", C="clearance-friction"),
        3,
        spread=1e-3,
        duration=0.03,
        output_step=1e-3,
    )


def test_members_begin_with_the_spread_that_was_asked_for(falls):
    """The guide leaves one direction, so that every member is either a little faster or a little
    slower, by the same amount.
    """
    begin = falls.values("cabin.velocity.z")[:, 0]
    speed = SPREAD * speed_scale(gd.check_model(falling()), DURATION)
    assert np.abs(begin) == pytest.approx(speed, rel=1e-12)
    # of twelve the chance that all go one way is 1 in 2048
    assert {-1.0, 1.0} == set(np.sign(begin))


def test_members_move_apart_as_their_velocities_say(falls):
    begin = falls.values("cabin.velocity.z")[:, :1]
    expected = begin * falls.t - GRAVITY * falls.t**2 / 2
    # parabolas are integrated exactly
    assert falls.values("cabin.position.z") == pytest.approx(expected, abs=1e-13)
    assert falls.mean("cabin.position.z") == pytest.approx(expected.mean(axis=0), abs=1e-13)


def test_the_band_of_all_members_lies_between_the_slowest_and_the_fastest(falls):
    speed = SPREAD * speed_scale(gd.check_model(falling()), DURATION)
    lower, upper = falls.band("cabin.position.z", 0, 100)
    assert upper - lower == pytest.approx(2 * speed * falls.t, abs=1e-13)
    narrow = falls.band("cabin.position.z", 25, 75)
    assert np.all(narrow[0] >= lower)
    assert np.all(narrow[1] <= upper)


def test_vectors_keep_their_components(falls):
    assert falls.values("cabin.position").shape == (12, 21, 3)
    assert falls.mean("cabin.position").shape == (21, 3)


def test_seed_and_workers(falls):
    """The same seed gives the same numbers, bit by bit, however many threads there are; another
    seed does not.
    """
    again = gd.ensemble(falling(), 12, spread=SPREAD, output_step=STEP, workers=1)
    other = gd.ensemble(falling(), 12, spread=SPREAD, output_step=STEP, seed=1)
    assert np.array_equal(again.values("cabin.position"), falls.values("cabin.position"))
    assert not np.array_equal(other.values("cabin.position"), falls.values("cabin.position"))


def test_statistics_are_those_of_the_members(bars):
    for k, result in enumerate(bars.results):
        row = bars.table.row(k)
        assert bars.peaks("joint:C")[k] == result.peaks["joint:C"].value == row["peak_force of C"]
        rest = result.after_transient
        lost = rest.energy.gain("lost:C:friction")
        assert bars.losses()["friction"][k] == lost == row["lost by friction"]
        assert bars.impact_counts()[k] == len(rest.impacts) == row["impacts"]
        assert row["ended"] == "complete"
    assert len(set(bars.peaks("joint:C"))) == 3  # they differ at all
    assert np.array_equal(bars.impact_counts("C"), bars.impact_counts())


def test_a_perturbed_run_says_in_its_notes_what_was_moved(bars):
    assert all(
        any("perturbed: initial velocities moved" in note for note in result.notes)
        for result in bars.results
    )


def test_the_text_gives_mean_and_percentiles(bars):
    text = repr(bars)
    mean, low, high = bars.summary()["peak_force of C"]
    assert f"{mean:.5g}, {low:.5g} to {high:.5g} N" in text
    assert "3 members" in text
    assert "peak_force of C" in bars._repr_html_()


def test_members_that_end_early_have_no_values_after_their_end():
    """They stop at z = -0.1 m, each at its own time; rows there belong to no common time."""
    found = gd.ensemble(
        falling(), 6, spread=0.3, output_step=STEP, stop_when=gd.Crossing("D.displacement", -0.1)
    )
    values = found.values("cabin.position.z")
    begin = found.values("cabin.velocity.z")[:, :1]
    expected = begin * found.t - GRAVITY * found.t**2 / 2
    known = np.isfinite(values)
    assert np.isnan(values).any()
    assert values[known] == pytest.approx(expected[known], abs=1e-12)
    with pytest.raises(gd.InputError, match="ended early"):
        found.to_xarray()


def test_xarray_has_members_in_front(bars):
    data = bars.to_xarray()
    assert data.sizes["member"] == 3
    assert np.array_equal(
        data["position"].transpose("member", "t", "body", "xyz")[2],
        bars.results[2].data["position"],
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"members": 0}, "members: must be a whole number >= 1"),
        ({"spread": 0}, "spread: must be > 0"),
        ({"seed": -1}, "seed: must be a whole number >= 0"),
        ({"strict": True}, "strict: several runs are made"),
    ],
)
def test_what_is_wrong_with_the_call_is_said(arguments, message):
    with pytest.raises(gd.InputError, match=message):
        gd.ensemble(falling(), **arguments)


def test_a_motion_that_is_prescribed_has_no_ensemble():
    with pytest.raises(gd.InputError, match="prescribe the whole motion"):
        gd.ensemble("planar-slider-crank", 2, duration=0.01)


def test_unknown_channels_and_peaks_get_a_suggestion(falls):
    with pytest.raises(gd.InputError, match="Did you mean"):
        falls.mean("cabin.positon.z")
    with pytest.raises(gd.InputError, match="Did you mean 'body:cabin'"):
        falls.peaks("body:cabn")
    with pytest.raises(gd.InputError, match="low: must be >= 0"):
        falls.band("cabin.position.z", -1, 95)


def test_the_picture_shows_mean_and_band(falls, tmp_path):
    figure = falls.plot("cabin.position", tmp_path / "band.png")
    assert (tmp_path / "band.png").stat().st_size > 5000
    assert len(figure.axes) == 3
    band = figure.axes[2].collections[0].get_paths()[0].vertices
    assert band[:, 1].min() == pytest.approx(falls.band("cabin.position.z")[0].min())
