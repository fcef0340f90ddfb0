"""Balls and points against planes, spheres and cylinders outside of any joint."""

from typing import Any

import numpy as np
import pytest

import gudgeon as gd

COORDINATES = ("cartesian", "joint")
R, BALL, MASS = 0.2, 0.05, 1.0
LAW = gd.HuntCrossley(1e8, restitution=0.6)


def ball(
    name: str = "ball", at: Any = (0, 0, 0), velocity: Any = (0, 0, 0), **more: Any
) -> gd.Body:
    return gd.Body(
        name,
        mass=MASS,
        inertia=(0.4 * MASS * BALL**2,) * 3,
        position=at,
        velocity=velocity,
        **more,
    )


def against(surface: str, first: Any, second: Any, fit: Any, **more: Any) -> gd.BallContact:
    """Return the contact of a ball with a surface fixed to the ground."""
    size = {} if surface == "plane" else {"surface_radius": R}
    given = {"between": ("ground", "ball"), "points": (first, second), **size, **more}
    return gd.BallContact("K", surface=surface, ball_radius=BALL, fit=fit, **given)


@pytest.mark.parametrize("coordinates", COORDINATES)
@pytest.mark.parametrize("surface", ["plane", "sphere", "cylinder"])
def test_a_straight_impact_is_that_of_a_stop(surface: str, coordinates: str) -> None:
    """The same law on the same way, once as a stop of a slider: the tables agree to the tolerance,
    at 1e-10 to 1e-7 of each number.
    """
    away = {"plane": BALL, "sphere": R + BALL, "cylinder": R + BALL}[surface]
    at, axis = (0, 0, away + 0.001), {"plane": (0, 0, 1), "sphere": None, "cylinder": (0, 1, 0)}
    fit = gd.Clearance(contact=LAW)
    free = gd.Mechanism(
        "free",
        bodies=[ball(at=at, velocity=(0, 0, -0.5))],
        joints=[against(surface, (0, 0, 0), at, fit, axis=axis[surface])],
    )
    stop = gd.Stop(lower=-0.001, contact=LAW)
    slider = gd.Mechanism(
        "slider",
        bodies=[ball(at=at, velocity=(0, 0, -0.5))],
        joints=[
            gd.Translational("K", between=("ground", "ball"), point=at, axis=(0, 0, 1), stops=stop)
        ],
    )
    given: dict[str, Any] = {"rtol": 1e-10, "coordinates": coordinates}
    touched, stopped = (gd.simulate(model, 0.006, **given) for model in (free, slider))
    assert len(touched.impacts) == len(stopped.impacts) == 1
    for column in (
        "start",
        "end",
        "approach_speed",
        "departure_speed",
        "penetration",
        "peak_force",
    ):
        assert touched.impacts[column][0] == pytest.approx(stopped.impacts[column][0], rel=1e-7)
    assert touched.layout.contacts[0].label == f"K.{surface}"


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_a_sliding_ball_begins_to_roll_at_five_sevenths_of_its_speed(coordinates: str) -> None:
    """Whatever the friction, angular momentum about the floor is kept [a classic]. The ball sinks in
    by d = (m g/K)^(2/3), whose half is missing in its lever, and creeps at the speed at which
    friction is regularised: both are below 1e-3.
    """
    K, v_0 = 1e8, 1.0
    sunk = (MASS * 9.81 / K) ** (2 / 3)
    at = (0, 0, BALL - sunk)
    fit = gd.Clearance(
        contact=gd.HuntCrossley(K, restitution=0.5),
        friction=gd.Threlfall(0.3, 1e-4),
        start="as-described",
    )
    model = gd.Mechanism(
        "bowling",
        gravity=(0, 0, -9.81),
        bodies=[ball(at=at, velocity=(v_0, 0, 0))],
        joints=[against("plane", (0, 0, 0), at, fit, axis=(0, 0, 1))],
    )
    slides = 2 * v_0 / (7 * 0.3 * 9.81)
    result = gd.simulate(model, 1.5 * slides, coordinates=coordinates)
    assert result.body("ball").velocity[-1, 0] == pytest.approx(5 / 7 * v_0, rel=1e-3)
    assert result.body("ball").angular_velocity[-1, 1] == pytest.approx(
        5 / 7 * v_0 / BALL, rel=1e-3
    )
    assert np.abs(result.energy.balance).max() < 1e-6 * v_0**2
    lost = result.energy["lost:K:friction"][-1]
    assert lost == pytest.approx(MASS * v_0**2 / 7, rel=2e-3)  # two sevenths of m v^2/2


@pytest.mark.parametrize("coordinates", COORDINATES)
@pytest.mark.parametrize("surface", ["plane", "sphere", "cylinder"])
def test_two_free_bodies_keep_momentum_and_angular_momentum(surface: str, coordinates: str) -> None:
    """A ball against a body that is free as well, obliquely and with friction."""
    start = (0.02, 0.01, 0.3)
    fit = gd.Clearance(contact=LAW, friction=gd.Threlfall(0.2, 1e-3))
    body = gd.Body(
        "target", mass=2.0, inertia=(0.02, 0.03, 0.04), angular_velocity=(0.3, -0.2, 0.5)
    )
    model = gd.Mechanism(
        "free",
        bodies=[body, ball(at=start, velocity=(0.1, 0.05, -1.0), angular_velocity=(3.0, 1.0, 2.0))],
        joints=[
            against(
                surface,
                (0, 0, 0),
                start,
                fit,
                between=("target", "ball"),
                axis={"plane": (0, 0, 1), "sphere": None, "cylinder": (0, 1, 0)}[surface],
            )
        ],
    )
    result = gd.simulate(model, 0.35, rtol=1e-9, coordinates=coordinates)
    assert len(result.impacts) == 1
    momentum = angular = np.zeros(3)
    for part, mass in ((result.body("target"), 2.0), (result.body("ball"), MASS)):
        momentum = momentum + mass * part.velocity
        angular = angular + mass * np.cross(part.position, part.velocity)
    angular = angular + np.array(
        [spin(result, "target", (0.02, 0.03, 0.04)), spin(result, "ball", (0.001,) * 3)]
    ).sum(axis=0)
    assert np.abs(momentum - momentum[0]).max() < 1e-8
    assert np.abs(angular - angular[0]).max() < 1e-8
    assert np.abs(result.energy.balance).max() < 1e-7


def spin(result: gd.Result, name: str, inertia: Any) -> np.ndarray:
    """Return the angular momentum of a body about its centre of mass, global, over time."""
    e0, e1, e2, e3 = result.body(name).orientation.T
    A = np.array(
        [
            [1 - 2 * (e2 * e2 + e3 * e3), 2 * (e1 * e2 - e0 * e3), 2 * (e1 * e3 + e0 * e2)],
            [2 * (e1 * e2 + e0 * e3), 1 - 2 * (e1 * e1 + e3 * e3), 2 * (e2 * e3 - e0 * e1)],
            [2 * (e1 * e3 - e0 * e2), 2 * (e2 * e3 + e0 * e1), 1 - 2 * (e1 * e1 + e2 * e2)],
        ]
    )
    w = result.body(name).angular_velocity
    return np.einsum("ijt,j,kjt,tk->ti", A, np.array(inertia), A, w)


def test_in_a_plane_a_disc_meets_a_line_and_a_circle() -> None:
    """The same numbers as in space, where nothing leaves the plane."""
    for surface in ("plane", "sphere"):
        away = BALL if surface == "plane" else R + BALL
        found = []
        for planar in (True, False):
            at = (0.0, away + 0.001) if planar else (0.0, away + 0.001, 0.0)
            body = gd.Body(
                "ball",
                mass=MASS,
                inertia=0.001 if planar else (0.001,) * 3,
                position=at,
                velocity=(0.2, -0.5) if planar else (0.2, -0.5, 0.0),
            )
            joint = against(
                surface,
                (0.0,) * len(at),
                at,
                gd.Clearance(contact=LAW, friction=gd.Threlfall(0.2, 1e-3)),
                axis=(0.0, 1.0, 0.0)[: len(at)] if surface == "plane" else None,
            )
            model = gd.Mechanism(
                "disc", plane="xy" if planar else None, bodies=[body], joints=[joint]
            )
            result = gd.simulate(model, 0.006, rtol=1e-9)
            found.append([result.impacts[name][0] for name in ("start", "end", "peak_force")])
        assert found[0] == pytest.approx(found[1], rel=1e-6)
