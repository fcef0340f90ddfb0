"""Steps end where a friction law is not smooth; Kelvin-Voigt, whose force turns as the motion does, carries a lasting load."""

import pytest

import gudgeon as gd

MASS, G, GAP = 0.3, 9.81, 0.5e-3
LAWS = {  # and how many breakpoints lie between the sliding speed at the start, 20 mm/s, and that at the end
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
    """At 1e-9 the spin is good to 1.3 tolerances with dop853; integrated across the breakpoints, to 100 with Coulomb and 19 with lines."""
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
    with pytest.raises(gd.InputError, match=r"Coulomb.breakpoints: unknown input 'speed'; a friction law has v and F_N"):
        slowed(gd.Coulomb(0.1), 1e-6, "dop853")


@pytest.mark.parametrize("restitution", [0.5, 0.9])
def test_kelvin_voigt_carries_a_lasting_load(restitution):
    """At rest the force is c_e K depth = m g. It was 225 000 evaluations and more as long as the force jumped with every change of sign."""
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
