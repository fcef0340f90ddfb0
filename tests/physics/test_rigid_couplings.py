"""Rigid gears, racks, screws and cams: exact ratios, reactions and energies in closed form.

All mechanisms here have one degree of freedom whose acceleration is known; with constant
acceleration every method integrates it to rounding, so that 1e-9 of the angle is generous, and the
ratio, a constraint, is held to the tolerance of projection.
"""

from typing import Any

import numpy as np
import pytest

import gudgeon as gd

COORDINATES = ("cartesian", "joint")
J_A, J_B, MASS, TORQUE, G = 0.02, 0.3, 2.0, 0.7, 9.81


def wheels(ratio: float, planar: bool, **more: Any) -> gd.Mechanism:
    """Return two wheels on hinges that a rigid gear ties; the first is driven by a moment."""

    def place(x: float) -> Any:
        return (x, 0) if planar else (x, 0, 0)

    axis = {} if planar else {"axis": (0, 0, 1)}
    return gd.Mechanism(
        "wheels",
        plane="xy" if planar else None,
        bodies=[
            gd.Body(
                name,
                mass=1.0,
                inertia=inertia if planar else (inertia,) * 3,
                position=place(x),
            )
            for name, inertia, x in (("a", J_A, 0.0), ("b", J_B, 1.0))
        ],
        joints=[
            gd.Revolute("A", between=("ground", "a"), point=place(0.0), **axis),
            gd.Revolute("B", between=("ground", "b"), point=place(1.0), **axis),
            gd.Gear(
                "G", between=("a", "b"), wheels=("A.angle", "B.angle"), ratio=ratio, rigid=True
            ),
        ],
        forces=[gd.JointForce("motor", joint="A", magnitude=gd.Constant(TORQUE))],
        **more,
    )


@pytest.mark.parametrize("coordinates", COORDINATES)
@pytest.mark.parametrize("planar", [True, False])
@pytest.mark.parametrize("ratio", [-2.5, 1.0, np.pi])
def test_wheels_turn_by_their_ratio(ratio: float, planar: bool, coordinates: str) -> None:
    model = wheels(ratio, planar)
    assert gd.check_model(model).dof == 1
    result = gd.simulate(model, 3.0, rtol=1e-9, method="dop853", coordinates=coordinates)
    acceleration = TORQUE / (J_A + J_B / ratio**2)
    a, b = result.joint("A").angle, result.joint("B").angle
    assert np.abs(a - acceleration * result.t**2 / 2).max() < 1e-9 * a[-1]
    assert np.abs(a - ratio * b).max() < 1e-11 * a[-1]
    assert np.abs(result.joint("G").twist).max() < 1e-11 * a[-1]
    # the mesh turns the second wheel: its reaction on it
    assert result.joint("G").torque[-1, 2] == pytest.approx(J_B * acceleration / ratio, rel=1e-9)
    assert np.abs(result.energy.balance).max() < 1e-9 * result.energy.kinetic[-1]


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_a_ratio_is_kept_over_hundreds_of_turns(coordinates: str) -> None:
    """Angles of thousands of radians are known to eps times that: 1e-12."""
    model = wheels(-np.sqrt(2.0), False)
    result = gd.simulate(model, 26.0, rtol=1e-8, method="dop853", coordinates=coordinates)
    a, b = result.joint("A").angle, result.joint("B").angle
    assert a[-1] > 200 * 2 * np.pi
    assert np.abs(a + np.sqrt(2.0) * b).max() < 1e-11 * a[-1]


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_a_nut_falls_along_its_screw(coordinates: str) -> None:
    """One Cylindrical joint: m z'' + J phi'' 2 pi / lead = -m g, phi = 2 pi z / lead."""
    lead = 0.2
    model = gd.Mechanism(
        "screw",
        gravity=(0, 0, -G),
        bodies=[gd.Body("nut", mass=MASS, inertia=(0.01, 0.01, 0.015))],
        joints=[
            gd.Cylindrical("C", between=("ground", "nut"), point=(0, 0, 0), axis=(0, 0, 1)),
            gd.Screw(
                "S",
                between=("ground", "nut"),
                nut="C.displacement",
                screw="C.angle",
                lead=lead,
                rigid=True,
            ),
        ],
    )
    result = gd.simulate(model, 1.0, rtol=1e-9, method="dop853", coordinates=coordinates)
    turns = 2 * np.pi / lead
    z = -G / (1 + 0.015 * turns**2 / MASS) * result.t**2 / 2
    assert np.abs(result.joint("C").displacement - z).max() < 1e-9
    assert np.abs(result.joint("C").angle - turns * z).max() < 1e-8
    assert np.abs(result.energy.balance).max() < 1e-9 * result.energy.kinetic[-1]


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_a_rack_takes_its_pinion_along(coordinates: str) -> None:
    radius = 0.05
    model = gd.Mechanism(
        "rack",
        bodies=[
            gd.Body("rack", mass=MASS, inertia=(0.1, 0.1, 0.1)),
            gd.Body("pinion", mass=1.0, inertia=(J_A,) * 3, position=(0, radius, 0)),
        ],
        joints=[
            gd.Translational("S", between=("ground", "rack"), point=(0, 0, 0), axis=(1, 0, 0)),
            gd.Revolute("P", between=("ground", "pinion"), point=(0, radius, 0), axis=(0, 0, 1)),
            gd.Rack(
                "R",
                between=("rack", "pinion"),
                rack="S.displacement",
                pinion="P.angle",
                radius=radius,
                rigid=True,
            ),
        ],
        forces=[gd.Force("pull", body="rack", force=(5.0, 0, 0))],
    )
    result = gd.simulate(model, 1.0, rtol=1e-9, method="dop853", coordinates=coordinates)
    acceleration = 5.0 / (MASS + J_A / radius**2)
    x = acceleration * result.t**2 / 2
    assert np.abs(result.joint("S").displacement - x).max() < 1e-9
    assert np.abs(result.joint("P").angle - x / radius).max() < 1e-8
    assert result.joint("R").torque[-1, 2] == pytest.approx(J_A * acceleration / radius, rel=1e-9)


# -- cams ------------------------------------------------------------------------------------------

LIFT, SPEED = 0.01, 20.0
ANGLES = tuple(np.linspace(0, 2 * np.pi, 25))
PROFILES = {
    "harmonic": gd.Harmonic(LIFT, 1 / (2 * np.pi), over="C.angle"),
    "table": gd.SignalTable(
        ANGLES,
        tuple(LIFT * np.sin(a) ** 2 for a in ANGLES[:-1]) + (0.0,),
        interpolation="smooth",
        period=2 * np.pi,
        over="C.angle",
    ),
}


def cam(profile: Any, speed: float = SPEED, stiffness: float = 0.0, **how: Any) -> gd.Mechanism:
    """Return a cam at constant speed and its follower, which a spring presses down."""
    spring = gd.JointSpring("valve", joint="F", stiffness=stiffness, free_position=-0.05)
    return gd.Mechanism(
        "cam",
        bodies=[
            gd.Body("cam", mass=1.0, inertia=(J_A,) * 3),
            gd.Body("follower", mass=MASS, inertia=(0.1,) * 3, position=(0, 0.1, 0)),
        ],
        joints=[
            gd.Revolute("C", between=("ground", "cam"), point=(0, 0, 0), axis=(0, 0, 1)),
            gd.Translational(
                "F", between=("ground", "follower"), point=(0, 0.1, 0), axis=(0, 1, 0)
            ),
            gd.Cam(
                "K", between=("follower", "cam"), follower="F.displacement", profile=profile, **how
            ),
        ],
        drivers=[gd.Driver("motor", joint="C", motion=gd.ConstantSpeed(speed))],
        forces=[spring] if stiffness else [],
    )


@pytest.mark.parametrize("coordinates", COORDINATES)
@pytest.mark.parametrize("name", PROFILES)
def test_a_follower_has_the_motion_of_its_profile(name: str, coordinates: str) -> None:
    """The motor gives what the follower takes: M w = m h'' w^2 h' w."""
    profile = PROFILES[name]
    result = gd.simulate(
        cam(profile, rigid=True), 0.4, rtol=1e-9, method="dop853", coordinates=coordinates
    )
    h = np.array([profile(SPEED * t) for t in result.t])
    lift = h[:, 0] - profile(0.0)[0]
    # the projection leaves 1e-13 of the mechanism's size and its angle to rounding
    assert np.abs(result.joint("F").displacement - lift).max() < 1e-10
    assert np.abs(result.joint("F").displacement_rate - h[:, 1] * SPEED).max() < 1e-9
    moment = MASS * h[:, 2] * SPEED**2 * h[:, 1]
    # the second derivative of a smooth table jumps at its knots: a row there may have either
    away = np.abs(SPEED * result.t[:, None] % (2 * np.pi) - np.array(ANGLES)).min(axis=1) > 1e-9
    assert away.sum() > 900
    assert np.abs(result["motor.force"] - moment)[away].max() < 1e-7 * np.abs(moment).max()


@pytest.mark.parametrize("coordinates", COORDINATES)
@pytest.mark.parametrize(("share", "lifts"), [(0.8, False), (1.3, True)])
def test_a_follower_lifts_off_beyond_its_speed(share: float, lifts: bool, coordinates: str) -> None:
    """A harmonic follower stays on its cam while m w^2 H is less than the spring's force at the
    top, k (x_0 + H): at 0.8 of that speed it touches always, once it rests after the strike that
    sets it moving, at 1.3 it flies and lands in every turn.
    """
    stiffness = 4000.0
    critical = np.sqrt(stiffness * (0.05 + LIFT) / (MASS * LIFT))
    flank = gd.Stop(lower=0.0, contact=gd.HuntCrossley(1e8, restitution=0.7))
    model = cam(PROFILES["harmonic"], share * critical, stiffness, stops=flank)
    turns = 12
    result = gd.simulate(model, turns * 2 * np.pi / (share * critical), coordinates=coordinates)
    gap, half = result.joint("K").gap, result.t[-1] / 2
    late = result.t > half
    assert (gap[late].max() > 1e-5) == lifts
    landings = (result.impacts["start"] > half).sum()
    assert landings >= turns // 4 if lifts else landings == 0
    assert {str(contact.label) for contact in result.layout.contacts} == {"K.stop gap lower"}


def test_what_cannot_be_tied_is_refused() -> None:
    with pytest.raises(gd.InputError, match="no play; leave one of them out"):
        gd.Gear(
            "G",
            between=("a", "b"),
            wheels=("A.angle", "B.angle"),
            ratio=2.0,
            rigid=True,
            stops=gd.Stop(lower=-0.1, upper=0.1, contact=gd.Hertz(1e5)),
        )
    with pytest.raises(gd.InputError, match="has corners"):
        cam(gd.SignalTable((0.0, 1.0, 2.0), (0.0, 0.01, 0.0), over="C.angle"))
    with pytest.raises(gd.InputError, match="expected a joint coordinate"):
        cam(gd.Harmonic(0.01, 1.0))
    with pytest.raises(gd.InputError, match="one signal"):
        cam(PROFILES["harmonic"] + PROFILES["harmonic"])
    bodies = [gd.Body(name, mass=1.0, inertia=(1, 1, 1)) for name in ("arm", "a", "b")]
    hinge = {"point": (0, 0, 0), "axis": (0, 0, 1)}
    with pytest.raises(gd.InputError, match="against 'arm', which moves"):
        gd.Mechanism(
            "planet",
            bodies=bodies,
            joints=[
                gd.Revolute("R", between=("ground", "arm"), **hinge),
                gd.Revolute("A", between=("arm", "a"), **hinge),
                gd.Revolute("B", between=("arm", "b"), **hinge),
                gd.Gear(
                    "G", between=("a", "b"), wheels=("A.angle", "B.angle"), ratio=2.0, rigid=True
                ),
            ],
        )
