"""Results: what can be asked of them, and what they say when asked for something else."""

import copy

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.kernels import records
from gudgeon.results.result import Result, SimulationError
from gudgeon.results.status import Status
from tests.support.synthetic_results import DAMPER, OMEGA, SPRING, plan, result, rows

EXACT = {"rtol": 0, "atol": 1e-14}  # a few roundings of numbers of order one


# -- parts -----------------------------------------------------------------------------------------------------


def test_a_body_gives_its_motion() -> None:
    run = result()
    assert run.body("block").position[:, 1] == pytest.approx(3 + 0.5 * run.t, abs=1e-14)
    assert np.all(run.body("block").velocity == (0, 0.5, 0))


def test_rotation_matrices_turn_the_body_axes() -> None:
    run = result([0, np.pi / 2 / OMEGA])  # no turn, then a quarter turn about z
    assert np.allclose(run.body("crank").rotation[0], np.eye(3), **EXACT)
    assert np.allclose(run.body("crank").rotation[1], [[0, -1, 0], [1, 0, 0], [0, 0, 1]], **EXACT)


def test_rotation_matrices_of_random_euler_parameters_are_proper_and_match_the_axis_angle_form() -> None:
    rng = np.random.default_rng(3)
    data = plan().split(rows(np.zeros(50)))
    axis = rng.normal(size=(50, 3))
    axis /= np.linalg.norm(axis, axis=1)[:, None]
    angle = rng.uniform(0, 2 * np.pi, 50)
    data["orientation"] = data["orientation"].copy()
    data["orientation"][:, 0] = np.column_stack([np.cos(angle / 2), np.sin(angle / 2)[:, None] * axis])
    matrices = Result(None, plan(), data, Status.COMPLETE).body("crank").rotation
    for a, n, A in zip(angle, axis, matrices, strict=True):
        cross = np.array([[0, -n[2], n[1]], [n[2], 0, -n[0]], [-n[1], n[0], 0]])
        assert np.allclose(A, np.eye(3) + np.sin(a) * cross + (1 - np.cos(a)) * cross @ cross, **EXACT)


def test_a_point_fixed_in_a_body_moves_with_it() -> None:
    run = result()
    tip = run.body("crank").at((1, 0, 0))
    assert np.allclose(tip, 2 * run.body("crank").position, **EXACT)


def test_a_point_needs_three_numbers() -> None:
    with pytest.raises(gd.InputError, match="three numbers"):
        result().body("crank").at((1, 2))


def test_a_joint_gives_reactions_coordinates_and_their_rates() -> None:
    run = result()
    assert np.all(run.joint("A").force == (3, 4, 0))
    assert np.array_equal(run.joint("A").angle, OMEGA * run.t)
    assert np.all(run.joint("D").displacement_rate == 0.5)


def test_a_driver_gives_its_force_and_power() -> None:
    run = result()
    assert np.all(run.driver("A").force == 5)
    assert np.all(run.driver("A").power == 5 * OMEGA)
    assert np.all(run.driver("pusher").power == 7 * 0.5)


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda run: run.body("cranc"), "no body 'cranc'. Did you mean 'crank'"),
        (lambda run: run.joint("Z"), "no joint 'Z'. Allowed: 'A', 'D'"),
        (lambda run: run.driver("pushr"), "Did you mean 'pusher'"),
        (lambda run: run.body("crank").postion, "body 'crank' has no 'postion'. Did you mean 'position'"),
        (
            lambda run: run.joint("A").displacement,
            "Allowed: 'force', 'torque', 'angle', 'angle_rate'",
        ),
        (lambda run: run.energy["lost:dashpot"], "Did you mean 'lost:dash pot'"),
    ],
)
def test_unknown_names_get_the_nearest_or_all_that_there_are(ask, words) -> None:
    with pytest.raises(gd.InputError, match=words):
        ask(result())


def test_a_missing_quantity_is_a_missing_attribute() -> None:
    assert not hasattr(result().joint("A"), "penetration")
    assert "angle_rate" in dir(result().joint("A"))
    assert copy.copy(result().joint("A")).quantities["angle"] == "rad"


# -- energy ----------------------------------------------------------------------------------------------------


def test_the_ledger_adds_up() -> None:
    run = result()
    energy, t = run.energy, run.t
    assert energy.kinetic == pytest.approx(10 + t)
    assert energy.potential == pytest.approx(3 * t**2 - 2 * t)
    assert energy.stored == pytest.approx(3 * t**2)
    assert energy.total == pytest.approx(10 - t + 3 * t**2)
    assert energy.lost == pytest.approx(t)
    assert energy.work == pytest.approx(3 * t**2)
    assert np.array_equal(energy[f"stored:{SPRING}"], energy.stored)
    assert np.array_equal(energy[f"lost:{DAMPER}"], energy.lost)


def test_the_balance_is_zero_and_starts_at_zero() -> None:
    assert np.max(np.abs(result().energy.balance)) < 1e-13  # energies reach 80 J: a few roundings


def test_the_balance_shows_what_is_missing() -> None:
    run = result()
    run.data["energy"][:, 3] += 0.25 * run.t  # the damper loses more than it should
    assert run.energy.balance == pytest.approx(0.25 * run.t, abs=1e-13)


# -- channels --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "unit", "last"),
    [
        ("t", "s", 5),
        ("block.position.y", "m", 5.5),
        ("block.position.magnitude", "m", 5.5),
        ("crank.orientation.e3", "1", np.sin(5)),
        ("A.force.magnitude", "N", 5),
        ("joints.A.force.y", "N", 4),
        ("drivers.A.force", "N*m", 5),
        ("A.power", "W", 10),
        ("pusher.force", "N", 7),
        ("A.angle", "rad", 10),
        ("A.angle_rate", "rad/s", 2),
        ("D.displacement", "m", 2.5),
        ("D.displacement_rate", "m/s", 0.5),
        ("energy.kinetic", "J", 15),
        ("energy.driver:pusher", "J", -10),
        (f"energy.lost:{DAMPER}", "J", 5),
    ],
)
def test_a_text_finds_its_numbers(name, unit, last) -> None:
    channel = result().channel(name)
    assert channel.unit == unit
    assert channel.values.shape == (101,)
    assert channel.values[-1] == pytest.approx(last)


def test_a_vector_channel_has_named_components() -> None:
    channel = result().channel("A.force")
    assert channel.components == ("x", "y", "z")
    assert np.all(channel.values == (3, 4, 0))


def test_every_channel_that_is_listed_can_be_read_and_none_twice() -> None:
    run = result(3)
    names = run.channels()
    assert len(set(names)) == len(names)
    assert {"A.force", "drivers.A.force", "A.force.magnitude", "energy.balance"} <= set(names)
    for name in names:
        assert len(run.channel(name).values) == 3


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("blok.position", "Did you mean 'block'"),
        ("block.positon.x", "Did you mean 'position'"),
        ("block.position.w", "no component 'w'. Allowed: 'x', 'y', 'z', 'magnitude'"),
        ("block.position.x.y", "no component"),
        ("block", "say which quantity of 'block'"),
        ("energy.balence", "Did you mean 'balance'"),
        ("energy", "there is no energy ''"),
        ("", "no body, joint or driver ''"),
        ("...", "cannot find the channel"),
        ("joints.A", "cannot find the channel"),
    ],
)
def test_an_unknown_channel_says_what_is_wrong_with_it(name, words) -> None:
    with pytest.raises(gd.InputError, match=words):
        result().channel(name)


# -- as a whole ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [0, 1])
def test_a_result_without_or_with_one_row_answers_everything(count) -> None:
    run = result(np.zeros(count))
    assert len(run.t) == run.rows == count
    assert run.body("crank").rotation.shape == (count, 3, 3)
    assert run.body("crank").at((0, 0, 1)).shape == (count, 3)
    assert np.array_equal(run.energy.balance, np.zeros(count))
    for name in run.channels():
        assert len(run.channel(name).values) == count
    assert f"{count} rows" in repr(run)


def test_an_array_of_the_wrong_size_is_refused() -> None:
    data = plan().split(rows(np.zeros(4)))
    data["position"] = data["position"][:3]
    with pytest.raises(ValueError, match="position has the shape"):
        Result(None, plan(), data, Status.COMPLETE)


def test_a_result_introduces_itself() -> None:
    run = result(statistics={"method": "<dop853>"})
    assert "crank and block" in repr(run)
    assert "t = 0 to 5 s" in repr(run)
    assert "&lt;dop853&gt;</td>" in run._repr_html_()


def test_a_result_whose_mechanism_is_unknown_still_gives_its_numbers() -> None:
    run = Result(None, plan(), plan().split(rows(np.zeros(2))), Status.COMPLETE)
    assert run.channel("pusher.force").unit == "N or N*m"
    with pytest.raises(gd.InputError, match="description of the mechanism"):
        run.driver("pusher").power
    assert "could not be read" in repr(run)


# -- how it ended ----------------------------------------------------------------------------------------------


def test_the_codes_of_the_statuses_never_change() -> None:
    """Kernels and files of earlier versions rely on the order: append only."""
    order = "RUNNING COMPLETE STOPPED INTERRUPTED STEP_TOO_SMALL NOT_FINITE CANNOT_PROJECT NEWTON_FAILED TOO_MANY_STEPS OUTPUT_FAILED"
    assert [status.name for status in Status][: len(order.split())] == order.split()
    assert all(Status.from_code(status.code) is status for status in Status)
    assert all(getattr(records, status.name) == status.code for status in Status)


@pytest.mark.parametrize("status", Status)
def test_every_status_is_a_sentence_with_the_time(status) -> None:
    sentence = status.sentence(1.25)
    assert "t = 1.25 s" in sentence
    assert sentence[0].isupper() and sentence.endswith(".")


def test_only_failures_count_as_failed() -> None:
    assert not any(Status[name].failed for name in ("RUNNING", "COMPLETE", "STOPPED", "INTERRUPTED"))
    assert Status.NOT_FINITE.failed and Status.OUTPUT_FAILED.failed


def test_a_simulation_error_carries_the_partial_result() -> None:
    run = result(7, status=Status.NOT_FINITE)
    error = SimulationError(run.message, run)
    assert error.result is run
    assert "not finite at t = 5 s" in str(error)
