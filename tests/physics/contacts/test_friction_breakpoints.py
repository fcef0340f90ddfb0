"""Steps end where a friction law is not smooth; Kelvin-Voigt, whose force turns as the motion
does, carries a lasting load.
"""

import dataclasses

import numpy as np
import pytest

import gudgeon as gd

MASS, G, GAP = 0.3, 9.81, 0.5e-3
# and how many breakpoints lie between the sliding speed at the start, 20 mm/s, and that at the end
LAWS = {
    "coulomb": (gd.Coulomb(0.2, v_1=5e-3), 1),
    "ambrosio": (gd.Ambrosio(0.2, v_0=2e-3, v_1=1e-2), 1),
    "piecewise-linear": (gd.PiecewiseLinear(0.1, mu_s=0.2, v_0=2e-3, v_1=1e-2), 2),
    "bengisu-akay": (gd.BengisuAkay(0.1, mu_s=0.2, v_0=5e-3, xi=100.0), 1),
}


def spinning(friction, contact=None):
    """Return a disc that lies in its bearing and spins at 2 rad/s: friction slows it down."""
    joint = gd.Revolute(
        "J", between=("ground", "disc"), local_points=((0, 0), (0, 0)), bearing_radius=0.01 + GAP, journal_radius=0.01,
        fit=gd.Clearance(contact=contact or gd.LankaraniNikravesh(1e7, restitution=0.5), friction=friction, start="as-described"),
    )  # fmt: skip
    disc = gd.Body("disc", mass=MASS, inertia=1e-5, position=(0, -GAP - 3e-6), angular_velocity=2.0)
    return gd.Mechanism(plane="xy", gravity=(0, -G), bodies=[disc], joints=[joint])


def slowed(friction, rtol, method):
    """Return the spin after 6 ms and the run."""
    run = gd.simulate(spinning(friction), 0.006, rtol=rtol, method=method, output_times=[0, 0.006])
    return run.body("disc").angular_velocity[-1, 2], run


@pytest.mark.parametrize("method", ["dop853", "tsit5", "radau", "auto"])
@pytest.mark.parametrize("name", LAWS)
def test_steps_end_where_a_friction_law_is_not_smooth(name, method):
    """At 1e-9 the spin is good to 1.3 tolerances with dop853; integrated across the breakpoints,
    to 100 with Coulomb and 19 with lines.
    """
    friction, breakpoints = LAWS[name]
    exact = slowed(friction, 1e-12, "dop853")[0]
    spin, run = slowed(friction, 1e-9, method)
    assert len(run.impacts) == 1
    assert run.statistics["events"] == breakpoints
    assert spin == pytest.approx(exact, abs=2 * (15 if method == "dop853" else 60) * 1e-9)


def test_a_law_without_breakpoints_has_no_events():
    assert slowed(gd.Threlfall(0.2, v_1=5e-3), 1e-9, "dop853")[1].statistics["events"] == 0


def test_a_breakpoint_of_an_unknown_quantity_is_refused(monkeypatch):
    monkeypatch.setattr(gd.Coulomb, "breakpoints", lambda self: {"speed": (1.0,)})
    with pytest.raises(
        gd.InputError,
        match=r"Coulomb.breakpoints: unknown input 'speed'; a friction law has v and F_N",
    ):
        slowed(gd.Coulomb(0.1), 1e-6, "dop853")


@pytest.mark.parametrize("restitution", [0.5, 0.9])
def test_kelvin_voigt_carries_a_lasting_load(restitution):
    """At rest the force is c_e K depth = m g. It was 225 000 evaluations and more as long as the
    force jumped with every change of sign.
    """
    K = 1e7
    start = MASS * G / K  # the load while approaching
    joint = gd.Revolute(
        "J", between=("ground", "disc"), local_points=((0, 0), (0, 0)), bearing_radius=0.01 + GAP, journal_radius=0.01,
        fit=gd.Clearance(contact=gd.KelvinVoigt(K, restitution=restitution), start="as-described"),
    )  # fmt: skip
    disc = gd.Body("disc", mass=MASS, inertia=1e-5, position=(0, -GAP + 1e-6))
    mechanism = gd.Mechanism(plane="xy", gravity=(0, -G), bodies=[disc], joints=[joint])
    run = gd.simulate(mechanism, 0.2, output_step=1e-3)
    assert run.statistics["evaluations"] - len(run.t) < 20_000
    assert run.contact("J.journal").normal_force[-1] == pytest.approx(MASS * G, rel=1e-6)
    assert start <= run.contact("J.journal").penetration[-1] <= start / restitution * (1 + 1e-6)


# -- bristles --------------------------------------------------------------------------------------

APPROACH = 0.05  # [m/s]
# [m/s] what rtol is a part of: that of a point at the radius of gyration, which spins at 4 rad/s
SPEED = 4.0 * (1e-3 / MASS) ** 0.5
BRISTLES = {
    "dahl": gd.Dahl(0.1, sigma_0=1e4),
    "lugre": gd.LuGre(0.1, mu_s=0.2, v_s=1e-2, sigma_0=1e4, sigma_1=300.0),
    "elasto-plastic": gd.ElastoPlastic(0.1, mu_s=0.2, v_s=1e-2, sigma_0=1e4, sigma_1=30.0),
    # of long steps the end of the contact leaves most
    "high floor": gd.LuGre(0.1, mu_s=0.2, v_s=1e-2, sigma_0=1e4, g_min=0.5),
}


def bounced(friction, rtol, method):
    """Return what a disc that hits its bearing while it spins does after 8 ms, as speeds, and
    the run.
    """
    fallen = spinning(friction, gd.LankaraniNikravesh(1e7, restitution=0.8))
    disc = gd.Body(
        "disc",
        mass=MASS,
        inertia=1e-3,
        position=(0, -GAP + 1e-6),
        velocity=(0, -APPROACH),
        angular_velocity=4.0,
    )
    run = gd.simulate(
        dataclasses.replace(fallen, bodies=[disc]),
        0.008,
        rtol=rtol,
        method=method,
        output_times=[0, 0.008],
    )
    return np.append(
        run.body("disc").velocity[-1, :2], 0.01 * run.body("disc").angular_velocity[-1, 2]
    ), run


@pytest.mark.parametrize("method", ["dop853", "tsit5", "radau", "auto"])
@pytest.mark.parametrize("name", BRISTLES)
def test_steps_end_where_bristles_reach_their_limit(name, method):
    """They begin beyond it, leave it as the normal force grows, and come back to it as that
    vanishes: two events besides start and end.

    The error is at most ten tolerances of the speed that they are part of, one or two for each of
    the five parts of the motion, and stays so at smaller tolerances (with auto the end of a contact
    with a high floor leaves 7 at 1e-11). Integrated across the limit and across a floor max(g,
    g_min) it was 26 at 1e-9 with dop853, 270 with tsit5 and 67 with auto.
    """
    exact, _ = bounced(BRISTLES[name], 1e-13, "dop853")
    for rtol in (1e-8, 1e-9, 1e-10, 1e-11):
        found, run = bounced(BRISTLES[name], rtol, method)
        assert len(run.impacts) == 1
        # a step that ends short of the limit crosses it once more
        assert 4 <= run.statistics["events"] <= (4 if rtol == 1e-9 else 5)
        np.testing.assert_allclose(
            found, exact, rtol=0, atol=10 * rtol * SPEED, err_msg=f"rtol {rtol:g}"
        )


@pytest.mark.parametrize("name", ["dahl", "lugre"])
def test_bristles_that_slide_steadily_hardly_cross_their_limit(name):
    """With mu_s = mu_k what they carry tends to the limit, and is on either side of it by the error
    of the method; only where the load turns, as the disc vibrates on its bearing, do they cross it:
    42 times, in 5400 steps.
    """
    friction = (
        gd.Dahl(0.1, sigma_0=1e4)
        if name == "dahl"
        else gd.LuGre(0.1, mu_s=0.1, v_s=1e-2, sigma_0=1e4, sigma_1=30.0)
    )
    disc = gd.Body(
        "disc",
        mass=MASS,
        inertia=1.0,
        position=(0, -GAP - (MASS * G / 1e7) ** (2 / 3)),
        angular_velocity=20.0,
    )
    run = gd.simulate(dataclasses.replace(spinning(friction), bodies=[disc]), 0.5)
    contact = run.contact("J.journal")
    assert np.linalg.norm(contact.friction[-1]) == pytest.approx(
        0.1 * contact.normal_force[-1], rel=1e-3
    )
    turns = np.count_nonzero(np.diff(np.sign(np.diff(contact.normal_force))))
    assert 0 < run.statistics["events"] <= 2 * turns < 0.02 * run.statistics["steps"]
