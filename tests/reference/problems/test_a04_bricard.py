"""A04: Bricard's mechanism, mobile although redundantly constrained."""

import numpy as np
import pytest

import gudgeon as gd
from tests.support.error_measures import energy_drift


@pytest.fixture(scope="module")
def result():
    return gd.simulate(gd.library("bricard"), rtol=1e-10, output_step=0.01)


def test_bricard_has_one_degree_of_freedom_where_the_formula_counts_none():
    found = gd.check_model(gd.library("bricard"))
    assert (found.dof_gruebler, found.dof) == (0, 1)
    assert found.redundant


def test_energy_is_kept_over_ten_seconds(result):
    assert result.status is gd.Status.COMPLETE
    assert np.ptp(result.energy.kinetic) > 1  # it does move
    assert energy_drift(result) < 1e-8


def test_joints_stay_closed(result):
    assert result.statistics["constraint_residual"] < 1e-11


def test_every_second_hinge_turns_alike(result):
    """A threefold-symmetric Bricard loop with right angles: sin A + sin B + sin A sin B = 0, and
    C, E follow A, D, F follow B.
    """
    A, B, C, D, E, F = (result.joint(name).angle for name in "ABCDEF")
    for first, second in ((A, C), (A, E), (B, D), (B, F)):
        np.testing.assert_allclose(first, second, rtol=0, atol=1e-8)
    np.testing.assert_allclose(np.sin(A) + np.sin(B) + np.sin(A) * np.sin(B), 0, rtol=0, atol=1e-9)


def chain(A, B):
    """Return centre and rotation matrix of each rod from the two angles; a complex argument
    yields derivatives along.
    """
    point, turn, rods = np.zeros(3), np.eye(3), []
    for axis, angle, leg in zip(
        "yzxyz",
        (A, B, A, B, A),
        ((1, 0, 0), (0, -1, 0), (0, 0, 1), (-1, 0, 0), (0, 1, 0)),
        strict=True,
    ):
        c, s = np.cos(angle), np.sin(angle)
        turn = turn @ np.array(
            {
                "x": [[1, 0, 0], [0, c, -s], [0, s, c]],
                "y": [[c, 0, s], [0, 1, 0], [-s, 0, c]],
                "z": [[c, -s, 0], [s, c, 0], [0, 0, 1]],
            }[axis]
        )
        rods.append((point + turn @ leg / 2, turn, leg))
        point = point + turn @ leg
    return rods


def test_rods_stand_where_two_angles_put_them(result):
    for k in range(0, result.rows, 50):
        for number, (centre, turn, _) in enumerate(
            chain(result.joint("A").angle[k], result.joint("B").angle[k]), start=1
        ):
            np.testing.assert_allclose(
                result.body(f"rod{number}").position[k], centre, rtol=0, atol=1e-8
            )
            np.testing.assert_allclose(
                result.body(f"rod{number}").rotation[k], turn, rtol=0, atol=1e-8
            )


def test_energy_computed_from_two_angles_and_their_rates_is_constant(result):
    """Speeds are checked by kinematics of the test's own; the loop starts at rest with its
    weights at heights 0, -0.5, -1.
    """
    A, B = result.joint("A"), result.joint("B")
    for k in range(0, result.rows, 50):
        kinetic, potential = 0.0, 9.81 * 3  # heights at the start add up to -3
        for centre, turn, leg in chain(
            A.angle[k] + 1e-30j * A.angle_rate[k], B.angle[k] + 1e-30j * B.angle_rate[k]
        ):
            velocity, spin = centre.imag * 1e30, turn.real.T @ turn.imag * 1e30
            w = np.array([spin[2, 1], spin[0, 2], spin[1, 0]])
            inertia = np.where(np.abs(leg) == 1, 0.02 / 12, 1.01 / 12)
            kinetic += 0.5 * velocity @ velocity + 0.5 * w @ (inertia * w)
            potential += 9.81 * centre[1].real
        assert kinetic + potential == pytest.approx(0, abs=1e-7)


def test_reactions_and_weights_move_the_centre_of_mass(result):
    """The forces at the two ground joints and the weights give the acceleration of the centre of
    mass.
    """
    total = sum(result.body(f"rod{k}").acceleration for k in range(1, 6))
    force = result.joint("A").force - result.joint("F").force + np.array([0, -5 * 9.81, 0])
    np.testing.assert_allclose(force, total, rtol=0, atol=1e-9 * np.max(np.abs(total)))
