"""One run as the page takes it: its channels come back as they are, its rows and sizes stay
within what is allowed.
"""

from typing import Any

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.report.encoding import CHANNEL_BITS, COARSEST_BITS, Blocks
from gudgeon.report.run_data import base_channels, fit_forces, run_of, soft_joints
from gudgeon.results.result import Result
from tests.support import clearance_results, compliant_results, synthetic_results
from tests.unit.report.test_encoding import unpacked


def shown(result: Result, **changes: Any) -> tuple[dict[str, Any], Blocks]:
    blocks = Blocks()
    options = {
        "rows": 10_000,
        "budget": 1e9,
        "shapes": {},
        "horizon": None,
        "command": "",
    } | changes
    return run_of(result, "run", blocks, **options), blocks


def test_a_run_names_its_parts() -> None:
    run, _ = shown(synthetic_results.result(11))
    assert (run["name"], run["rows"], run["of"]) == ("run", 11, 11)
    assert (run["bodies"], run["joints"]) == (["crank", "block"], ["A", "D"])
    assert run["entries"] == list(synthetic_results.labels()["entry"])
    assert (run["contacts"], run["impacts"]) == ([], None)


def test_every_channel_comes_back_to_the_quantum_of_its_range() -> None:
    result = synthetic_results.result(101)
    run, blocks = shown(result)
    for channel in run["channels"]:
        values = np.asarray(result.channel(channel["name"]).values, float).reshape(101, -1)
        again = unpacked(channel, blocks, 101)
        largest = max(np.abs(values).max(), 1e-300)
        assert np.abs(again - values).max() <= 2.0**-10 * largest, channel["name"]
        if channel["name"] != "energy.balance":
            assert np.abs(again - values).max() <= 2.0**-CHANNEL_BITS * largest, channel["name"]


def test_single_components_are_no_channels_of_their_own() -> None:
    names = list(base_channels(synthetic_results.result(3)))
    assert "crank.position" in names and "crank.position.x" not in names and "t" not in names
    assert len(names) == len(set(names))


def test_of_too_many_rows_the_ends_and_peaks_are_shown() -> None:
    result = synthetic_results.result(5001)
    result.data["joint_force"][1234, 0] = (0, 0, 5000)
    run, blocks = shown(result, rows=200)
    assert run["rows"] <= 200 < run["of"] == 5001
    force = next(channel for channel in run["channels"] if channel["name"] == "A.force")
    assert np.nanmax(unpacked(force, blocks, run["rows"])[:, 2]) == pytest.approx(5000, rel=1e-5)


def test_what_would_be_too_large_takes_coarser_numbers_down_to_the_coarsest() -> None:
    result = synthetic_results.result(500)
    result.data["joint_force"][:] = np.random.default_rng(3).normal(size=(500, 2, 3))
    fine, blocks = shown(result)
    middle, smaller = shown(result, budget=0.9 * blocks.size)
    coarse, _ = shown(result, budget=10.0)
    assert fine["bits"] == CHANNEL_BITS > middle["bits"] > coarse["bits"] == COARSEST_BITS
    assert smaller.size < blocks.size


def test_numbers_that_never_change_are_small_whatever_is_allowed() -> None:
    """All columns are constant: there is nothing that could be made coarser."""
    result = synthetic_results.result(50)
    for name in result.data:
        if name != "t":
            result.data[name][:] = 1.0
    run, _ = shown(result, budget=0.0)
    assert run["rows"] == 50


def test_contacts_are_told_with_their_joint_and_kind() -> None:
    run, _ = shown(clearance_results.result(51))
    assert [(contact["joint"], contact["name"]) for contact in run["contacts"]][-1] == ("C", "ball")
    assert {contact["angular"] for contact in run["contacts"]} == {False}
    assert (run["impacts"]["rows"], run["impacts"]["columns"][0]) == (6, "contact")


def test_the_page_is_told_which_variable_holds_the_force_of_a_fit() -> None:
    """A film has one; contacts, bushings and ideal joints have none besides what is known of all."""
    assert fit_forces(synthetic_results.result(5)) == {}
    assert fit_forces(clearance_results.result(5)) == {}
    assert fit_forces(compliant_results.result(5)) == {"F": "film_force"}
    run, _ = shown(compliant_results.result(5))
    assert run["fit_forces"] == {"F": "film_force"}


def test_only_joints_on_bushings_have_an_offset() -> None:
    assert soft_joints(clearance_results.result(5)) == {}
    assert soft_joints(synthetic_results.result(5)) == {}
    assert soft_joints(compliant_results.result(5))


@pytest.mark.parametrize("times", [[0.0, np.nan, 1.0], [0.0, 2.0, 1.0], [0.0, np.inf, np.inf]])
def test_times_that_are_damaged_are_refused(times) -> None:
    damaged = synthetic_results.result(3)
    damaged.data["t"][:] = times
    with pytest.raises(
        gd.InputError,
        match="the times of 'run' are not finite, or do not increase: its file is damaged",
    ):
        shown(damaged)


def test_a_run_whose_model_is_missing_has_no_scene_and_what_can_be_read() -> None:
    known = synthetic_results.result(5)
    bare = Result(None, known.layout, known.data, known.outcome)
    run, _ = shown(bare)
    assert run["scene"] is None
    assert "crank.position" in {channel["name"] for channel in run["channels"]}


def test_the_scene_reaches_as_far_as_a_slider_travels() -> None:
    """0.5 m/s for 5 s, and for twice as long."""
    short, long = (
        shown(synthetic_results.result(np.linspace(0, end, 11)))[0]["scene"] for end in (5.0, 10.0)
    )
    assert short["bodies"][0]["name"] == "ground"
    assert short["bodies"][0] != long["bodies"][0]  # where its rail is
    assert short["bodies"][1:] == long["bodies"][1:]
