"""When contacts begin and end: first touch, grazing, several at once, contact at t = 0, the
papers' rule, accumulation.
"""

import dataclasses
import time

import numpy as np
import pytest
from scipy.optimize import brentq

import gudgeon as gd
from tests.support.exact_impacts import Hertz

GAP, K, MASS = 0.5e-3, 1e9, 0.3
LAWS = [
    gd.Hertz(6.61e10), gd.LankaraniNikravesh(6.61e10, restitution=0.9), gd.Flores(1e9, restitution=0.3),
    gd.KelvinVoigt(1e8, restitution=0.5), gd.ModifiedKelvinVoigt(1e8, restitution=0.1, v_0=0.1),
]  # fmt: skip


def disc(contact, position=(0.0, 0.0), velocity=(0.0, 0.0), gravity=(0.0, 0.0), **fit):
    """Return a disc loose in a round hole of the ground, in the plane."""
    joint = gd.Revolute(
        "J", between=("ground", "disc"), local_points=((0, 0), (0, 0)), bearing_radius=0.01 + GAP, journal_radius=0.01,
        fit=gd.Clearance(contact=contact, start="as-described", **fit),
    )  # fmt: skip
    return gd.Mechanism(
        plane="xy",
        gravity=gravity,
        bodies=[gd.Body("disc", mass=MASS, inertia=1e-5, position=position, velocity=velocity)],
        joints=[joint],
    )


# -- first touch -----------------------------------------------------------------------------------


@pytest.mark.parametrize("law", LAWS, ids=lambda law: type(law).__name__)
def test_first_touch_does_not_know_the_contact_law(law):
    """T41: a parabola meets a circle; the quartic is solved by bracketing."""
    v, g = (0.05, 0.08), (0.0, -9.81)
    touch = brentq(
        lambda t: np.hypot(v[0] * t, v[1] * t - 9.81 / 2 * t * t) - GAP, 1e-4, 0.02, xtol=1e-16
    )
    result = gd.simulate(disc(law, velocity=v, gravity=g), 1.5 * touch, rtol=1e-10)
    assert result.impacts["start"][0] == pytest.approx(touch, abs=1e-12)
    x, y = v[0] * touch, v[1] * touch - 9.81 / 2 * touch**2
    speed = (x * v[0] + y * (v[1] - 9.81 * touch)) / GAP
    assert result.impacts["approach_speed"][0] == pytest.approx(speed, rel=1e-9)


@pytest.mark.parametrize(
    ("name", "joint"),
    [("four-bar", "C"), ("planar-slider-crank", "C"), ("revolute-slider-crank", "A")],
)
def test_first_touch_in_the_papers_mechanisms_does_not_know_the_contact_law(name, joint):
    duration = {"four-bar": 0.012, "planar-slider-crank": 3e-4, "revolute-slider-crank": 0.012}[
        name
    ]
    starts = []
    for contact in (
        gd.Hertz(1e10),
        gd.LankaraniNikravesh(6e10, restitution=0.9),
        gd.KelvinVoigt(1e8, restitution=0.4),
    ):
        fit = gd.Clearance(contact=contact, friction=gd.Threlfall(0.1, v_1=1e-3))
        result = gd.simulate(
            gd.library(name, **{joint: fit}), duration, rtol=1e-10, output_times=[0, duration]
        )
        starts.append((result.impacts["start"][0], result.impacts["approach_speed"][0]))
    np.testing.assert_allclose(starts[1:], [starts[0]] * 2, rtol=1e-9)


def test_no_contact_begins_while_it_parts():
    """After t = 0 a contact begins by approaching; with a loose tolerance too the table has no rows
    in which nothing happens.

    The motion is chaotic: by auto and by dop853 at ten tolerances from 1e-5 to 1e-12 it has 206 to
    339 contacts.
    """
    for rtol in (1e-6, 1e-7):
        table = gd.simulate(
            gd.library("planar-slider-crank", C="clearance"), 0.24, rtol=rtol
        ).impacts
        assert len(table) > 100
        assert np.all(table["approach_speed"] > 0), rtol
        assert np.all(table["peak_force"] > 0), rtol


# -- contact at t = 0, grazing, several at once ----------------------------------------------------


def test_disc_at_rest_on_the_wall_stays_there():
    """Contact at t = 0, in equilibrium: K depth^1.5 is the weight."""
    depth = (MASS * 9.81 / K) ** (2 / 3)
    result = gd.simulate(
        disc(gd.LankaraniNikravesh(K, restitution=0.9), (0, -GAP - depth), gravity=(0, -9.81)), 0.1
    )
    np.testing.assert_allclose(result.body("disc").position[:, 1], -GAP - depth, rtol=0, atol=1e-12)
    np.testing.assert_allclose(result.contact("J.journal").normal_force, MASS * 9.81, rtol=1e-6)
    assert list(result.impacts["start"]) == [0.0]
    assert np.isnan(result.impacts["end"][0])


def test_contact_at_t_0_pushes_apart_as_hertz():
    """Pressed in by a depth and let go: it leaves with the stored energy after half the duration
    of an impact.
    """
    depth = 1e-5
    speed = np.sqrt(2 * 0.4 * K * depth**2.5 / MASS)
    result = gd.simulate(disc(gd.Hertz(K), (GAP + depth, 0)), 0.005, rtol=1e-10)
    assert result.contact("J.journal").normal_force[0] == pytest.approx(K * depth**1.5, rel=1e-9)
    assert result.impacts["start"][0] == 0.0
    assert result.impacts["end"][0] == pytest.approx(Hertz(K, MASS, speed).duration / 2, rel=1e-6)
    assert result.impacts["departure_speed"][0] == pytest.approx(speed, rel=1e-7)
    assert result.impacts["penetration"][0] == pytest.approx(depth, rel=1e-9)


@pytest.mark.parametrize("velocity", [(0.05, 0.02), (-0.05, 0.02)], ids=["inwards", "outwards"])
def test_touching_at_t_0_counts_by_where_it_goes(velocity):
    """Exactly on the wall, neither in nor out: a contact begins if it moves outwards, and only
    then.
    """
    result = gd.simulate(disc(gd.Hertz(K), (-GAP, 0.0), velocity), 2e-4, rtol=1e-10)
    if velocity[0] < 0:
        assert result.impacts["start"][0] == pytest.approx(0.0, abs=1e-12)
        assert result.impacts["approach_speed"][0] == pytest.approx(0.05, rel=1e-9)
    else:
        assert len(result.impacts) == 0


@pytest.mark.parametrize("miss", [1e-9, -1e-9, 1e-12, -1e-12])
@pytest.mark.parametrize("method", ["auto", "dop853"])
def test_grazing_contact_is_found_if_and_only_if_it_touches(miss, method):
    """A disc that oscillates on two springs and touches the wall of its slot by a nanometre, or
    misses it by as much.
    """
    amplitude, w = 1e-3, 50.0
    stiffness = w * w * MASS
    slot = gd.PointOnLine(
        "J", between=("ground", "disc"), local_points=((0, 0), (0, 0)), axis=(1, 0), radial_clearance=amplitude - miss,
        fit=gd.Clearance(contact=gd.Hertz(1e3), start="as-described"),
    )  # fmt: skip
    mechanism = gd.Mechanism(
        plane="xy",
        bodies=[
            gd.Body("disc", mass=MASS, inertia=1e-5, position=(0, 0), velocity=(0, amplitude * w))
        ],
        joints=[slot],
        forces=[
            gd.Spring(
                "spring",
                between=("ground", "disc"),
                points=((0, -1), (0, 0)),
                stiffness=stiffness,
                free_length=1.0,
            )
        ],
    )
    # not quite three quarters of a period: two summits
    result = gd.simulate(mechanism, 0.09, rtol=1e-13, method=method)
    if miss < 0:
        assert len(result.impacts) == 0
    else:
        # Half the time for which A sin(wt) exceeds A - miss: acos(1 - miss / A) / w.
        half = np.sqrt(2 * miss / amplitude) / w
        np.testing.assert_allclose(
            result.impacts["start"],
            np.array([0.5, 1.5])[: len(result.impacts)] * np.pi / w - half,
            rtol=0,
            atol=0.2 * half,
        )
        assert len(result.impacts) == 1 + (1.5 * np.pi / w < 0.09)


def test_contacts_that_begin_at_once_all_count():
    """A square slider between two walls that move in as one: both corners of a face, and in four
    joints alike.
    """
    joints, bodies = [], []
    for k in range(4):
        bodies.append(
            gd.Body(f"slider{k}", mass=MASS, inertia=1e-4, position=(0, k), velocity=(0, 0.1))
        )
        joints.append(
            gd.Translational(
                f"J{k}", between=("ground", f"slider{k}"), point=(0, k), axis=(1, 0), journal_radius=0.02, radial_clearance=GAP,
                journal_length=0.05, fit=gd.Clearance(contact=gd.Hertz(K), start="as-described"),
            )
        )  # fmt: skip
    result = gd.simulate(gd.Mechanism(plane="xy", bodies=bodies, joints=joints), 0.01, rtol=1e-10)
    exact = Hertz(2 * K, MASS, 0.1)  # two corners bear together
    assert len(result.impacts) == 8
    np.testing.assert_allclose(result.impacts["start"], GAP / 0.1, rtol=0, atol=1e-11)
    np.testing.assert_allclose(
        result.impacts["end"], GAP / 0.1 + exact.duration, rtol=0, atol=1e-6 * exact.duration
    )
    np.testing.assert_allclose(result.impacts["peak_force"], exact.force / 2, rtol=1e-5)


# -- the papers' rule ------------------------------------------------------------------------------


@pytest.mark.parametrize("tolerance", [1e-7, 1e-9])
def test_rejected_steps_begin_a_contact_within_the_penetration_tolerance(tolerance):
    """The first step in contact may be this deep, no deeper: the start is late by as long as that
    takes, and the approach speed the one at that depth.
    """
    speed = 0.05
    mechanism = disc(gd.LankaraniNikravesh(K, restitution=0.9), velocity=(speed, 0))
    exact = gd.simulate(mechanism, 0.015, rtol=1e-10)
    result = gd.simulate(
        mechanism, 0.015, rtol=1e-10, contact_start="reject", penetration_tolerance=tolerance
    )
    late = result.impacts["start"][0] - GAP / speed
    assert 0 <= late <= tolerance / speed * (1 + 1e-9)
    assert result.impacts["departure_speed"][0] == pytest.approx(
        exact.impacts["departure_speed"][0], rel=tolerance / 1e-7 * 1e-2
    )


def test_papers_rule_agrees_with_location_in_the_four_bar():
    """The error of the rule is of the order of the tolerance over the speed, and each impact
    multiplies it by some ten.
    """
    mechanism = gd.library("four-bar", C="clearance")
    located = gd.simulate(mechanism, 0.03, rtol=1e-10)
    rejected = gd.simulate(
        mechanism, 0.03, rtol=1e-10, contact_start="reject", penetration_tolerance=1e-10
    )
    assert len(located.impacts) == len(rejected.impacts) >= 4
    np.testing.assert_allclose(
        rejected.impacts["start"], located.impacts["start"], rtol=0, atol=1e-6
    )


def test_unknown_contact_start_is_refused():
    with pytest.raises(gd.InputError, match="contact_start"):
        gd.simulate(disc(gd.Hertz(K)), 0.01, contact_start="loacte")
    with pytest.raises(gd.InputError, match="penetration_tolerance"):
        gd.simulate(disc(gd.Hertz(K)), 0.01, contact_start="reject", penetration_tolerance=-1.0)


# -- accumulation ----------------------------------------------------------------------------------


@gd.law
class Jumping(gd.NormalLaw):
    """A force that jumps where it touches, and to a part of it where it turns [AmbrosioPombo]."""

    push: float = gd.param("P", "N", "force while approaching", gt=0)
    restitution: float = gd.param("c_e", "1", "part of it while parting", ge=0, le=1)

    @staticmethod
    def force(delta, delta_dot, delta_dot_impact, P, c_e):
        """F_N = P, c_e P"""
        return P if delta_dot > 0 else c_e * P


@pytest.mark.parametrize("method", ["auto", "dop853", "radau"])
@pytest.mark.parametrize("duration", [0.1, 10.0])
def test_chattering_law_ends_with_a_status(method, duration):
    """A disc falls onto a wall whose force, more than its weight, jumps where it touches:
    infinitely many bounces in 25 ms.
    """
    begin = time.process_time()
    result = gd.simulate(
        disc(Jumping(20.0, 0.25), gravity=(0, -9.81)), duration, strict=False, method=method
    )
    assert result.status.failed
    assert 0.01 <= result.t[-1] < 0.05
    assert np.all(np.isfinite(result.body("disc").position))
    # where to look, what to try
    assert "force" in result.message or "contact" in result.message or "method" in result.message
    # a second of work; endless bounces would take for ever
    assert time.process_time() - begin < 60


def test_inelastic_bounces_pile_up_and_come_to_rest():
    """Impacts at ever shorter intervals, but of ever slower approach: the v- rule makes them
    elastic springs in the end.
    """
    mechanism = disc(gd.Flores(K, restitution=0.2), gravity=(0, -9.81))
    result = gd.simulate(mechanism, 0.3)
    assert result.status is gd.Status.COMPLETE
    depth = (MASS * 9.81 / K) ** (2 / 3)
    assert result.body("disc").position[-1, 1] == pytest.approx(-GAP - depth, abs=0.1 * depth)


def test_contact_that_damps_without_penetration_cannot_hang():
    """A damper alone, F = c delta_dot: it never leaves the wall by itself, and no energy is
    stored.
    """
    mechanism = disc(Damper(50.0), velocity=(0.1, 0.0))
    result = gd.simulate(mechanism, 0.2, strict=False)
    assert result.status is not gd.Status.RUNNING
    assert abs(result.body("disc").velocity[-1, 0]) < 0.1


@gd.law
class Damper(gd.NormalLaw):
    """A dashpot from the first touch on [AmbrosioPombo]."""

    damping: float = gd.param("c", "N*s/m", "damping", gt=0)

    @staticmethod
    def force(delta, delta_dot, delta_dot_impact, c):
        """F_N = c d_dot"""
        return c * delta_dot


# -- ideal limit of rest ---------------------------------------------------------------------------


def test_every_method_takes_the_first_impact_of_the_papers():
    """The step after the first touch may overshoot by any measure; a state that is not finite
    must never be accepted.
    """
    mechanism = gd.library("revolute-slider-crank", A="clearance")
    counts = {}
    for method in ("tsit5", "dop853", "adams", "radau", "bdf"):
        result = gd.simulate(mechanism, 0.02, method=method, rtol=1e-9)
        counts[method] = len(result.impacts)
        assert np.all(np.isfinite(result.data["position"]))
        assert np.max(np.abs(result.joint("A").eccentricity)) < 0.6e-3
    assert len(set(counts.values())) == 1, counts


@pytest.mark.parametrize("method", ["auto", "tsit5", "dop853", "adams", "radau", "bdf"])
def test_what_is_asked_for_as_output_does_not_change_the_motion(method):
    """Impacts, then a ball that follows its wall, where "auto" goes on implicitly: the same
    contacts to the last digit.
    """
    mechanism = gd.library("four-bar", C="clearance-friction")
    few, many = (
        gd.simulate(
            mechanism, 0.2, method=method, rtol=1e-4, output_times=np.linspace(0, 0.2, rows)
        )
        for rows in (2, 501)
    )
    assert method != "auto" or "radau" in few.statistics["method"]
    np.testing.assert_array_equal(few.impacts.rows, many.impacts.rows)
    np.testing.assert_array_equal(few.data["position"][-1], many.data["position"][-1])


def test_output_between_steps_is_dense_output_also_where_a_contact_ended_the_step():
    """Rows just before a contact come from a step that was cut short there."""
    mechanism = dataclasses.replace(gd.library("four-bar", C="clearance"))
    coarse = gd.simulate(mechanism, 0.06, method="dop853", rtol=1e-9, output_step=1e-4)
    fine = gd.simulate(mechanism, 0.06, method="dop853", rtol=1e-9, max_step=1e-4, output_step=1e-4)
    for name in ("crank", "coupler", "rocker"):
        np.testing.assert_allclose(
            coarse.body(name).velocity, fine.body(name).velocity, rtol=0, atol=1e-4
        )


def test_no_tolerance_lets_a_step_through_that_turned_too_far():
    """The first step into a contact is much too long; its end is nowhere, and looks like a
    singular position.
    """
    result = gd.simulate(
        gd.library("four-bar", C="clearance"),
        0.05,
        rtol=1e-11,
        method="dop853",
        output_times=[0.05],
    )
    assert result.status is gd.Status.COMPLETE
    assert result.statistics["relaxed"] == 0
