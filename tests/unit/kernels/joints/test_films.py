"""What a film is shown of the motion, and what it does to both bodies."""

from types import SimpleNamespace

import numpy as np
import pytest

from gudgeon.kernels import records as rec
from gudgeon.kernels.joints.films import FILM, across_of, apply_film, cover, directions, section
from tests.support.plain_kernels import fields, plain

E = np.array([3e-4, -2e-4, 1e-4])
V_I, V_J = np.array([0.1, 0.2, -0.3]), np.array([-0.4, 0.5, 0.6])
W_I, W_J = np.array([1.0, -2.0, 3.0]), np.array([0.5, 4.0, -1.0])


def film(**changes):
    record = fields(np.zeros(1, FILM))[0]
    given = {"kind": rec.BALL, "gap": 1e-3, "radius": 0.01, "length": 0.02, "share": 1.0}
    for name, value in {**given, "e_0": 1e-4, "e_1": 1e-4, **changes}.items():
        record[name] = value
    return record


def parts(e=E):
    """Return the system and the work tables of two bodies, the second off by ``e``, without
    rotation.
    """
    joint = fields(np.zeros(1, rec.JOINT))
    joint[0].i, joint[0].j = 0, 1
    joint.axes_i[0] = joint.axes_j[0] = np.eye(3)
    X = np.zeros((2, rec.BODY_COLUMNS))
    X[:, rec.A : rec.A + 9] = np.eye(3).ravel()
    X[1, rec.R : rec.R + 3] = e
    X[0, rec.V : rec.V + 3], X[1, rec.V : rec.V + 3] = V_I, V_J
    X[0, rec.W : rec.W + 3], X[1, rec.W : rec.W + 3] = W_I, W_J
    work = SimpleNamespace(
        bodies=X, power=np.full(1, np.nan), memory=np.full(3, np.nan), wrench=np.zeros((1, 6))
    )
    return SimpleNamespace(joints=joint, parameters=np.zeros(1)), work


@pytest.mark.parametrize(
    ("s", "middle", "length"),
    [(0.0, 0.0, 2.0), (1.0, 0.0, 2.0), (2.5, -0.75, 0.5), (-2.5, 0.75, 0.5), (4.0, None, 0.0)],
)
def test_a_sliding_film_is_where_bearing_and_journal_cover_each_other(s, middle, length):
    """A journal of 2 in a bearing of 4; at 2.5 it covers [-1, -0.5] of its own axis."""
    found = plain(cover)(film(sliding=1, bearing_length=4.0, journal_length=2.0), s)
    assert found[1] == length
    assert middle is None or found[0] == middle


def test_a_film_that_does_not_slide_keeps_its_length():
    assert plain(cover)(film(), 5.0) == (0.0, 0.02)


def test_the_velocity_is_seen_by_an_observer_with_the_mean_rotation():
    """v = e_dot - (w_i + w_j)/2 x e, midway between the centres [Flores2004]."""
    system, work = parts()
    x, e, v, length = plain(section)(system.joints[0], work.bodies, film())
    np.testing.assert_allclose(x, E / 2, rtol=1e-15)
    np.testing.assert_allclose(e, E, rtol=1e-15)
    np.testing.assert_allclose(v, V_J - V_I - np.cross((W_I + W_J) / 2, E), rtol=1e-14)
    assert length == 0.02


def test_a_journal_is_off_only_across_the_bearing():
    system, work = parts()
    e = plain(section)(system.joints[0], work.bodies, film(kind=rec.RADIAL))[1]
    np.testing.assert_allclose(e, (E[0], E[1], 0.0), atol=1e-19)


@pytest.mark.parametrize("v", [(1.0, 2.0, 3.0), (0.0, 0.0, 5.0), (0.0, 0.0, 0.0)])
@pytest.mark.parametrize("b", [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (0.6, 0.0, 0.8)])
def test_a_direction_across_the_axis_is_found_whatever_moves(v, b):
    u = plain(across_of)(v, b)
    np.testing.assert_allclose((np.dot(u, u), np.dot(u, b)), (1.0, 0.0), atol=1e-15)
    left = np.asarray(v) - np.dot(v, b) * np.asarray(b)
    assert np.dot(u, left) == pytest.approx(np.linalg.norm(left), abs=1e-15)


def test_directions_of_a_journal_are_a_right_handed_triad():
    system, work = parts((3e-4, 4e-4, 0.0))
    n, t, b, spin = plain(directions)(
        system.joints[0], work.bodies, film(kind=rec.RADIAL), (3e-4, 4e-4, 0.0), 5e-4, V_J
    )
    np.testing.assert_allclose((n, t, b), ((0.6, 0.8, 0), (-0.8, 0.6, 0), (0, 0, 1)), atol=1e-15)
    assert spin == pytest.approx(W_J[2] - W_I[2], rel=1e-15)


def pushed(e=E, law=lambda *_: (-3.0, 2.0, -0.5), **changes):
    system, work = parts(e)
    plain(apply_film, film=law)(system, work, film(**changes), 0)
    return work


def test_both_bodies_are_pushed_apart_with_equal_forces_and_moments():
    """Forces sum to zero, and so do moments about the point midway between the centres."""
    work = pushed()
    F = work.bodies[:, rec.F : rec.F + 3]
    np.testing.assert_allclose(F[0] + F[1], 0.0, atol=1e-15)
    T = work.bodies[:, rec.T : rec.T + 3]
    np.testing.assert_allclose(T[0] + T[1] + np.cross(E, F[1]), 0.0, atol=1e-15)
    assert np.linalg.norm(F[1]) == pytest.approx(np.hypot(3.0, 2.0), rel=1e-14)
    np.testing.assert_array_equal(work.memory, F[1])
    np.testing.assert_array_equal(work.wrench[0, :3], F[1])
    np.testing.assert_allclose(work.wrench[0, 3:], T[1], rtol=1e-15)


def test_the_power_lost_is_what_the_bodies_lose():
    work = pushed()
    X = work.bodies
    done = sum(
        np.dot(X[k, rec.F : rec.F + 3], X[k, rec.V : rec.V + 3])
        + np.dot(X[k, rec.T : rec.T + 3], X[k, rec.W : rec.W + 3])
        for k in range(2)
    )
    assert work.power[0] == pytest.approx(-done, rel=1e-13)


@pytest.mark.parametrize(("beyond", "weight"), [(-1e-5, 1.0), (2.5e-5, 0.75), (7.5e-5, 0.25)])
def test_it_fades_out_where_dry_contact_takes_over(beyond, weight):
    """Linearly, from the clearance of 1 mm to 0.1 mm beyond."""
    whole, part = pushed((5e-4, 0, 0)), pushed((1e-3 + beyond, 0, 0))
    size = np.linalg.norm(part.memory) / np.linalg.norm(whole.memory)
    assert size == pytest.approx(weight, rel=1e-11)  # of differences of lengths of 1 mm


def test_beyond_the_hand_over_it_does_nothing():
    work = pushed((1.2e-3, 0, 0))
    assert np.all(work.bodies[:, rec.F : rec.T + 3] == 0)
    assert np.all(work.memory == 0) and work.power[0] == 0


def test_the_law_is_told_ratio_velocities_and_sizes():
    asked = []

    def law(address, inputs, parameters, offset):
        asked.append(inputs)
        return 0.0, 0.0, 0.0

    pushed(law=law)
    eps, v_r, v_t, _, reach, radius, length = asked[0]
    v = V_J - V_I - np.cross((W_I + W_J) / 2, E)
    assert eps == pytest.approx(np.linalg.norm(E) / 1.1e-3, rel=1e-14)
    assert v_r == pytest.approx(np.dot(v, E) / np.linalg.norm(E), rel=1e-13)
    assert np.hypot(v_r, v_t) == pytest.approx(np.linalg.norm(v), rel=1e-13)
    assert (reach, radius, length) == (pytest.approx(1.1e-3), 0.01, 0.02)
