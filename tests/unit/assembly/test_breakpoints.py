"""Events at which steps end: at every corner of the laws of springs, bushings and contacts, and
nowhere else.
"""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.assemble import assemble
from gudgeon.assembly.elements import records_in
from gudgeon.kernels import records as rec
from gudgeon.kernels.joints.bushings import BUSHING

PLACE = {"between": ("ground", "a"), "point": (0, 0, 0)}
X = {"axis": (1, 0, 0)}
TABLE = gd.Table((-0.2, 0.1, 0.3), (-5, 1, 9))


def events(joint, *forces):
    """Return the events of one body on a joint: watched quantity from the first behind the
    joint's coordinates, and value.
    """
    assembly = assemble(
        gd.Mechanism(
            bodies=[gd.Body("a", mass=1, inertia=(1, 1, 1))], joints=[joint], forces=forces
        )
    )
    return assembly.system, [
        (int(event["watch"]), float(event["value"])) for event in assembly.system.events
    ]


def slider(**more):
    return gd.Translational("D", **PLACE, **X, **more)


def ball(fit, **sizes):
    return gd.Spherical("D", **PLACE, **{"radial_clearance": 1e-4} | sizes, fit=fit)


# -- springs and bushings --------------------------------------------------------------------------


def test_a_smooth_spring_needs_none():
    system, found = events(
        slider(), gd.JointSpring("s", joint="D", stiffness=gd.Polynomial((1, 2, 3)), damping=4.0)
    )
    assert found == [] and system.forces[0]["watch"] == -1


def test_knots_of_a_spring_and_of_its_damper_are_watched_apart():
    system, found = events(
        slider(),
        gd.JointSpring("s", joint="D", stiffness=TABLE, damping=gd.Table((-1, 0, 2), (-1, 0, 5))),
    )
    first = int(system.forces[0]["watch"])
    deflections = sorted(value for watch, value in found if watch == first + rec.DEFLECTION)
    rates = sorted(value for watch, value in found if watch == first + rec.DEFLECTION_RATE)
    assert deflections == sorted(TABLE.breakpoints())
    assert rates == sorted(gd.Table((-1, 0, 2), (-1, 0, 5)).breakpoints())
    assert len(found) == len(deflections) + len(rates)


def test_two_springs_are_watched_in_places_of_their_own():
    system, _ = events(
        slider(), *(gd.JointSpring(name, joint="D", stiffness=TABLE) for name in "st")
    )
    assert abs(int(system.forces["watch"][1]) - int(system.forces["watch"][0])) == rec.SOFT_INPUTS


@pytest.mark.parametrize(
    ("compliance", "jumps", "pushes"),
    [
        (gd.Compliance(1e3), 0, 0),
        (gd.Compliance(1e3, unilateral=True), 0, 0),  # its force is zero at the centre anyway
        (gd.Compliance(1e3, 2.0, unilateral=True), 1, 1),
        (gd.Compliance(1e3, preload=5.0, unilateral=True), 1, 1),
    ],
)
def test_a_bushing_that_never_pulls_is_watched_where_it_begins_to_push(compliance, jumps, pushes):
    system, found = events(slider(fit=gd.Bushing(axial=compliance)))
    first = int(records_in(system.records, 0, 1, BUSHING)[0]["watch"])
    assert [
        int(event["jump"]) for event in system.events if event["watch"] == first + rec.DEFLECTION
    ] == [1] * jumps
    assert [value for watch, value in found if watch == first + rec.PUSH_BACK] == [0.0] * pushes
    assert len(found) == jumps + pushes


# -- contacts --------------------------------------------------------------------------------------


def depths(system, found):
    return sorted(value for watch, value in found if watch == int(system.contacts[0]["watch"]))


def inputs(system, found, which):
    first = int(system.contacts[0]["law_watch"])
    return sorted(value for watch, value in found if first >= 0 and watch == first + which)


def test_a_contact_law_without_corners_needs_none():
    system, found = events(ball(gd.Clearance(contact=gd.Hertz(1e9))))
    assert found == [] and system.contacts[0]["law_watch"] == -1


def test_the_corners_of_clipped_damping_are_at_plus_and_minus_the_approach_speed():
    law = gd.LankaraniNikravesh(1e9, 0.8, rate_ratio="clipped")
    system, found = events(ball(gd.Clearance(contact=law)))
    assert inputs(system, found, rec.RATE_RATIO) == sorted(law.breakpoints()["rate_ratio"])
    assert {-1.0, 1.0} <= set(inputs(system, found, rec.RATE_RATIO))


def test_friction_is_watched_at_its_speeds():
    rubbing = gd.PiecewiseLinear(0.1, mu_s=0.15, v_0=1e-4, v_1=1e-3)
    system, found = events(
        ball(gd.Clearance(contact=gd.Hertz(1e9), friction=rubbing), bearing_radius=0.01)
    )
    assert inputs(system, found, rec.SLIDING) == sorted(
        value for value in rubbing.breakpoints()["v"] if value > 0
    )
    assert inputs(system, found, rec.OVERLOAD) == []


def test_bristles_are_watched_where_they_are_overloaded():
    system, found = events(
        ball(
            gd.Clearance(contact=gd.Hertz(1e9), friction=gd.Dahl(0.1, sigma_0=1e5)),
            bearing_radius=0.01,
        )
    )
    assert inputs(system, found, rec.OVERLOAD) == [0.0]


def test_a_layer_is_watched_at_its_knots_and_where_hard_contact_has_taken_over():
    """The thickness itself is where another contact begins; full damping at a hundredth of it."""
    layer = gd.Compliance(gd.Table((-1, 0, 2e-5, 1e-4), (-1, 0, 3, 30)), damping=5.0)
    fit = gd.Clearance(contact=gd.Hertz(1e11), bushing=layer, thickness=5e-5, blend=1e-6)
    system, found = events(ball(fit))
    expected = {value for value in layer.force.breakpoints() if value > 0} | {5e-5 / 100}
    found_depths = set(depths(system, found))
    assert expected <= found_depths
    rest = found_depths - expected
    hard = gd.Hertz(1e11)(1e-6, 0.0, 1.0)
    assert rest == ({5e-5 + 1e-6} if hard > layer.force(5e-5)[0] else set())
    assert 5e-5 not in found_depths
    assert inputs(system, found, rec.PULL) == [0.0]


def test_a_law_of_ones_own_says_where_its_corners_are_and_of_what(monkeypatch):
    @gd.law
    class Kinked(gd.NormalLaw):
        """A contact that stiffens suddenly."""

        stiffness: float = gd.param("K", "N/m", "stiffness", gt=0)

        @staticmethod
        def force(delta, delta_dot, delta_dot_impact, K):
            """F = K max(δ, 2 δ − 1e-5)"""
            return K * max(delta, 2.0 * delta - 1e-5)

        def breakpoints(self):
            return {"delta": (1e-5,)}

    system, found = events(ball(gd.Clearance(contact=Kinked(1e7))))
    assert depths(system, found) == [1e-5]

    monkeypatch.setattr(Kinked, "breakpoints", lambda self: {"temperature": (300.0,)})
    with pytest.raises(
        gd.LawError,
        match=r"Kinked\.breakpoints: unknown input 'temperature'; a contact law has delta and rate_ratio",
    ):
        events(ball(gd.Clearance(contact=Kinked(1e7))))


def test_every_event_is_near_enough_to_be_met_and_watches_something_that_is_there():
    made = assemble(gd.library("planar-slider-crank", C="clearance-bushing"))
    watched = len(made.work().last_watched)
    for event in made.system.events:
        assert 0 <= event["watch"] < watched
        assert event["near"] >= 0 and np.isfinite(event["value"])
