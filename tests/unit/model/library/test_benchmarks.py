"""The problems of the benchmark library: data that close, and what their sources print."""

import math

import pytest

import gudgeon as gd
from gudgeon.model.library import andrews_squeezer, four_bar_windows

# Degrees of freedom: counted by the formula, and true. The ball of the pendulum turns freely; in a
# row of windows and in Bricard's loop the formula is as the benchmark says.
FREEDOM = {
    "pendulum": (5, 5), "four-bar-windows": (1, 1), "andrews-squeezer": (1, 1), "bricard": (0, 1), "governor": (4, 4),
    "translational-slider-crank": (1, 1),
}  # fmt: skip


@pytest.mark.parametrize("name", FREEDOM)
def test_initial_conditions_close_without_moving_anything(name):
    found = gd.check_model(gd.library(name))
    assert (found.dof_gruebler, found.dof) == FREEDOM[name]
    assert found.position_residual < 1e-12 and found.velocity_residual < 1e-10
    assert found.moved == ()


def test_couplers_of_the_governor_start_at_their_free_length():
    for spring in gd.library("governor").forces:
        assert math.dist(*spring.points) == pytest.approx(0.5, abs=1e-15)


def test_closure_angles_of_the_squeezer_are_those_published():
    """FEB 2.088, FEG 2.341, EGA 1.792 rad, and at H 1.348, the supplement; printed to 2e-3 of
    what the lengths give.
    """
    points = {joint.name: joint.point for joint in gd.library("andrews-squeezer").joints}
    E, F, B, G, A, H = (points[name] for name in ("E1", "F", "B", "G", "A1", "H"))

    def angle(P, Q, R):
        first, second = (math.atan2(S[1] - Q[1], S[0] - Q[0]) for S in (P, R))
        return abs(math.remainder(first - second, math.tau))

    found = [angle(F, E, B), angle(F, E, G), angle(E, G, A), math.pi - angle(E, H, A)]
    assert found == pytest.approx([2.088, 2.341, 1.792, 1.348], abs=2e-3)


def test_the_free_slider_crank_starts_as_the_ideal_one():
    """Stretched: the rod turns at -l_1/l_2 = -1/2 of the speed of the crank, as the benchmark
    prints (150 and -75 rad/s).
    """
    mechanism = gd.library("translational-slider-crank")
    assert mechanism.body("crank").angular_velocity == 150
    assert mechanism.body("rod").angular_velocity == pytest.approx(-75, rel=1e-15)


def test_the_loose_slider_first_touches_where_a_double_pendulum_would_carry_it():
    """Until then crank, rod and slider are a double pendulum with a point mass at its end, whose
    slider does not turn.
    """
    import numpy as np
    from scipy.integrate import solve_ivp

    l_1, l_2, m_1, m_2, m_3, J_1, J_2 = 0.153, 0.306, 0.038, 0.038, 0.076, 7.4e-5, 5.9e-4

    def rates(t, state):
        a, b, u, v = state
        coupling = (m_2 / 2 + m_3) * l_1 * l_2
        mass = [
            [J_1 + (m_1 / 4 + m_2 + m_3) * l_1**2, coupling * np.cos(a - b)],
            [coupling * np.cos(a - b), J_2 + (m_2 / 4 + m_3) * l_2**2],
        ]
        first = -coupling * np.sin(a - b) * v**2 - 9.81 * (m_1 / 2 + m_2 + m_3) * l_1 * np.cos(a)
        second = coupling * np.sin(a - b) * u**2 - 9.81 * (m_2 / 2 + m_3) * l_2 * np.cos(b)
        return [u, v, *np.linalg.solve(mass, [first, second])]

    def gap(t, state):
        return 1e-3 - abs(l_1 * np.sin(state[0]) + l_2 * np.sin(state[1]))

    gap.terminal = True
    free = solve_ivp(
        rates, (0, 0.05), [0, 0, 150, -75], method="DOP853", rtol=1e-12, atol=1e-13, events=gap
    )
    run = gd.simulate(gd.library("translational-slider-crank", D="clearance"), duration=0.01)
    # begins are located to 1e-12 s on a trajectory with rtol 1e-8; the gap closes with 0.84 m/s,
    # positions are good to 1e-9 m
    assert run.impacts["start"][0] == pytest.approx(free.t_events[0][0], abs=5e-9)


def test_the_loose_slider_has_the_printed_sizes():
    made = gd.library("translational-slider-crank").joint("D")
    assert made.radii() == pytest.approx((26e-3, 25e-3), rel=1e-12)
    assert made.journal_length == 0.1


@pytest.mark.parametrize("n", [1, 2, 5])
def test_a_row_of_windows_has_a_post_more_than_bars_and_moves_as_one(n):
    """All tops move at 1 m/s with the posts, which turn at 1 rad/s: kinetic energy (n + 1) 1/6 +
    n 1/2 J.
    """
    made = four_bar_windows(n)
    assert (len(made.bodies), len(made.joints)) == (2 * n + 1, 3 * n + 1)
    energy = sum(
        0.5 * (body.mass * sum(v * v for v in body.velocity) + body.inertia * _spin(body) ** 2)
        for body in made.bodies
    )
    assert energy == pytest.approx((n + 1) / 6 + n / 2, rel=1e-14)
    assert gd.check_model(made).moved == ()


def _spin(body):
    return body.angular_velocity if isinstance(body.angular_velocity, float) else 0.0


@pytest.mark.parametrize("beta", [-0.0620, 0.5, 2.5])
def test_the_squeezer_closes_with_the_lengths_of_its_rods_at_any_angle_of_the_crank(beta):
    points = {joint.name: joint.point for joint in andrews_squeezer(beta).joints}
    lengths = {
        "OF": 0.007,
        "FE1": 0.028,
        "BE1": 0.035,
        "E1G": 0.02,
        "A1G": 0.04,
        "A1H": 0.04,
        "E1H": 0.02,
    }
    for ends, length in lengths.items():
        first, second = (ends[:2], ends[2:]) if ends[:2] in points else (ends[:1], ends[1:])
        assert math.dist(points[first], points[second]) == pytest.approx(length, rel=1e-12), ends


def test_the_loop_of_bricard_has_six_rods_of_a_metre_with_the_ground():
    made = gd.library("bricard")
    corners = [joint.point for joint in made.joints]
    assert [
        math.dist(P, Q) for P, Q in zip(corners, [*corners[1:], corners[0]], strict=True)
    ] == pytest.approx([1.0] * 6, rel=1e-15)
    assert all(
        sum(a * b for a, b in zip(P.axis, Q.axis, strict=True)) == 0
        for P, Q in zip(made.joints, made.joints[1:], strict=False)
    )
