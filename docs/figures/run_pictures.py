"""Pictures of pages that speak of runs and studies, made by running them."""

import re

import numpy as np
from figure_axes import AMBER, BLUE, DOCS, GREEN, GREY, RED, axes_of
from matplotlib.figure import Figure

import gudgeon as gd


def getting_started() -> Figure:
    """What the motor of a slider-crank has to do."""
    result = gd.simulate(gd.read(DOCS.parent / "examples" / "slider-crank.yaml"), 2.0)
    figure, (place, moment) = axes_of(
        ("time [s]", "slider position x [mm]"), ("time [s]", "moment of the motor [N m]")
    )
    place.plot(result.t, 1e3 * result.body("slider").position[:, 0], color=BLUE)
    (motor,) = (driver.name for driver in result.mechanism.drivers)
    moment.plot(result.t, result.driver(motor).force, color=RED)
    return figure


def running() -> Figure:
    """One contact as equal intervals show it, and as rows that follow the motion do."""
    mechanism = gd.library("four-bar", C="clearance")
    runs = {name: gd.simulate(mechanism, 0.1, output=name) for name in ("grid", "motion")}
    hardest = runs["motion"].impacts[np.argmax(runs["motion"].impacts["peak_force"])]
    figure, (ax,) = axes_of(("time [ms]", "normal force in C [N]"))
    for (name, run), colour, mark in zip(runs.items(), (GREY, RED), ("s", "o"), strict=True):
        ax.plot(
            1e3 * run.t,
            run.joint("C").normal_force,
            color=colour,
            marker=mark,
            ms=3.5,
            lw=1.1,
            label={"grid": 'output="grid"', "motion": "rows that follow the motion"}[name],
        )
    middle = 1e3 * hardest.peak_time
    ax.set_xlim(middle - 0.6, middle + 0.6)
    ax.set_ylim(-4, 1.15 * hardest.peak_force)
    ax.annotate(
        f"peak {hardest.peak_force:.4g} N",
        (middle, hardest.peak_force),
        (8, -2),
        textcoords="offset points",
    )
    ax.legend(frameon=False, loc="upper left", fontsize=8)
    return figure


def impacts() -> Figure:
    """Where the journal goes, and how hard it hits."""
    run = gd.simulate(gd.library("planar-slider-crank", C="clearance"), 0.024)
    figure, (path, force) = axes_of(
        ("x [mm]", "y [mm]"), ("time [ms]", "normal force in C [kN]"), high=3.3
    )
    joint = run.joint("C")
    gap = 0.5
    for k, (mode, colour) in enumerate(zip(joint.modes, (BLUE, RED, AMBER), strict=False)):
        moved = np.where((joint.mode == k)[:, None], 1e3 * joint.eccentricity, np.nan)
        path.plot(moved[:, 0], moved[:, 1], color=colour, lw=0.9, label=mode)
    angle = np.linspace(0, 2 * np.pi, 200)
    path.plot(gap * np.cos(angle), gap * np.sin(angle), color="k", lw=0.8)
    path.set_aspect("equal")
    path.legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    force.plot(1e3 * run.t, joint.normal_force / 1e3, color=GREY, lw=0.8)
    found = run.impacts
    force.plot(
        1e3 * found["peak_time"], found["peak_force"] / 1e3, "o", color=RED, ms=3, mfc="none"
    )
    return figure


def compare() -> Figure:
    """The motion and the force in a joint with four fits."""
    fits = ["ideal", "clearance", "clearance-friction", "lubricated"]
    found = gd.compare("four-bar", joint="C", fits=fits, duration=0.1)
    figure, (way, force) = axes_of(
        ("time [ms]", "velocity of the rocker [mm/s]"), ("", "largest force in C [N]")
    )
    for name, colour in zip(fits, (GREY, RED, BLUE, GREEN), strict=True):
        run = found[name]
        speed = np.linalg.norm(run.body("rocker").velocity, axis=1)
        way.plot(1e3 * run.t, 1e3 * speed, color=colour, lw=1.2, label=name)
        force.bar(name, run.peaks["joint:C"].value, color=colour)
    way.legend(frameon=False, fontsize=8)
    force.set_yscale("log")
    force.tick_params(axis="x", labelrotation=20, labelsize=8)
    return figure


def sweep() -> Figure:
    """The peak force over the clearance, for two coefficients of friction."""
    gaps = [0.05, 0.1, 0.2, 0.3, 0.4]
    study = gd.sweep(
        "four-bar",
        {
            "joints.C.fit": ["clearance-friction"],
            "joints.C.radial_clearance": [f"{gap} mm" for gap in gaps],
            "joints.C.fit.friction.mu_k": [0.05, 0.2],
        },
        duration=0.05,
    )
    figure, (ax,) = axes_of(("radial clearance [mm]", "peak force in C [N]"))
    for row, mu, colour in zip(
        study["peak_force of C"].reshape(len(gaps), 2).T, (0.05, 0.2), (BLUE, RED), strict=True
    ):
        ax.plot(gaps, row, "o-", color=colour, label=f"µ = {mu}")
    ax.set_ylim(bottom=0)
    ax.legend(frameon=False)
    return figure


def optimization() -> Figure:
    """What an optimization looks into: the peak force over the clearance."""
    gaps = np.linspace(0.05, 0.5, 28)
    figure, (ax,) = axes_of(("radial clearance [mm]", "peak force in C, 6 ms [kN]"))
    parameters = {"joints.C.radial_clearance": [f"{gap} mm" for gap in gaps]}
    loose = gd.library("planar-slider-crank", C="clearance")
    study = gd.sweep(loose, parameters, duration=6e-3)
    force = np.ravel(study["peak_force of C"]) / 1e3
    ax.plot(gaps, force, "o-", color=BLUE, ms=3)
    best = int(np.argmin(force))
    ax.plot(gaps[best], force[best], "o", color=RED)
    ax.annotate("least", (gaps[best], force[best]), (6, -10), textcoords="offset points")
    return figure


def chaos() -> Figure:
    """Two runs that begin almost alike, without friction and with it."""
    figure, (ax,) = axes_of(("time [s]", "deviation of the rocker [m]"))
    for fit, colour in (("clearance", RED), ("clearance-friction", BLUE)):
        a, b = (
            gd.simulate(gd.library("four-bar", C=fit), 0.5, rtol=rtol, output_step=1e-3)
            for rtol in (1e-11, 1e-10)
        )
        apart = np.linalg.norm(a.body("rocker").position - b.body("rocker").position, axis=1)
        ax.semilogy(a.t, np.maximum(apart, 1e-16), color=colour, lw=1, label=fit)
    ax.axhline(2e-4, color=GREY, ls="--", lw=1)
    ax.annotate(
        "the clearance", (0.0, 2e-4), (2, 3), textcoords="offset points", color=GREY, fontsize=8
    )
    ax.legend(frameon=False, loc="lower right", fontsize=8)
    return figure


def statics() -> Figure:
    """Eigenvalues of a mechanism about its rest."""
    modes = gd.linearize(gd.equilibrium(gd.library("four-bar", C="clearance-bushing"))).modes
    figure, (ax,) = axes_of(("real part [1/s]: decays to the left", "imaginary part [rad/s]"))
    values = np.array([mode.eigenvalue for mode in modes])
    ax.plot(values.real, values.imag, "o", color=BLUE)
    ax.plot(values.real, -values.imag, "o", color=BLUE, mfc="none")
    ax.axvline(0, color=GREY, lw=1)
    ax.set_xscale("symlog", linthresh=1)
    ax.set_yscale("symlog", linthresh=1)
    for mode, value in zip(modes, values, strict=True):
        if value.imag > 0:
            ax.annotate(
                f"{mode.frequency:.4g} Hz",
                (value.real, value.imag),
                (7, 3),
                textcoords="offset points",
                fontsize=8,
            )
    return figure


def laws() -> Figure:
    """Loops of a free impact, and friction over the sliding speed."""
    figure, (contact, friction) = axes_of(
        ("penetration [µm]", "normal force [N]"),
        ("sliding speed [mm/s]", "friction / normal force [1]"),
    )
    for restitution, colour in ((0.9, BLUE), (0.6, AMBER), (0.3, RED)):
        law = gd.LankaraniNikravesh(stiffness=1e10, restitution=restitution)
        depth, rate, step, path = 0.0, 0.5, 2e-8, []
        while depth >= 0.0:  # a mass of 0.2 kg that strikes with 0.5 m/s, by small steps
            force = law(depth, rate, 0.5)
            path.append((depth, force))
            rate -= force / 0.2 * step
            depth += rate * step
        contact.plot(
            *(np.array(path).T * [[1e6], [1.0]]), color=colour, label=f"restitution {restitution}"
        )
    contact.legend(frameon=False, fontsize=8)
    speeds = np.linspace(0, 0.02, 400)
    for law, colour in (
        (gd.Threlfall(0.1, 1e-3), BLUE),
        (gd.Stribeck(mu_k=0.1, mu_s=0.16, v_s=2e-3), RED),
    ):
        friction.plot(
            1e3 * speeds, [law(v, 1.0) for v in speeds], color=colour, label=type(law).__name__
        )
    friction.legend(frameon=False, fontsize=8)
    return figure


def extending() -> Figure:
    """The first law of the page beside a straight spring."""
    text = (DOCS / "extending.md").read_text(encoding="utf-8")
    block = re.search(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert block
    found: dict[str, object] = {}
    exec(block[1], found)
    k, g = 100.0, 0.01
    figure, (force, energy) = axes_of(
        ("deflection [mm]", "force [N]"), ("deflection [mm]", "energy [mJ]")
    )
    x = np.linspace(-0.02, 0.02, 200)
    both = np.array([found["Hardening"].force(value, k, g) for value in x])  # type: ignore[attr-defined]
    for ax, own, straight in (
        (force, both[:, 0], k * x),
        (energy, 1e3 * both[:, 1], 500 * k * x**2),
    ):
        ax.plot(1e3 * x, own, color=BLUE, label="Hardening(k, g)")
        ax.plot(1e3 * x, straight, color=GREY, ls="--", label="Linear(k)")
    force.legend(frameon=False, fontsize=8)
    return figure


def limits() -> Figure:
    """A block that friction should hold: a law over speed creeps, bristles hold."""
    figure, (ax,) = axes_of(("time [s]", "the block has moved [µm]"))
    laws = {
        "Threlfall": (gd.Threlfall(mu_k=0.3, v_1=1e-3), RED),
        "LuGre": (gd.LuGre(mu_k=0.3, mu_s=0.35, v_s=1e-3, sigma_0=1e5), BLUE),
        "ElastoPlastic": (gd.ElastoPlastic(mu_k=0.3, mu_s=0.35, v_s=1e-3, sigma_0=1e5), GREEN),
    }
    for name, (law, colour) in laws.items():
        slope = np.radians(10.0)
        block = gd.Body("block", mass=1.0, inertia=1e-3, position=(0, 0))
        guide = gd.Translational(
            "D", between=("ground", "block"), point=(0, 0), axis=(1, 0), fit=gd.Ideal(friction=law)
        )
        pull = 9.81 * np.array([np.sin(slope), -np.cos(slope)])
        run = gd.simulate(
            gd.Mechanism(plane="xy", gravity=tuple(pull), bodies=[block], joints=[guide]), 1.0
        )
        ax.plot(run.t, 1e6 * run.joint("D").displacement, color=colour, label=name)
    ax.legend(frameon=False)
    return figure


def stepping() -> Figure:
    """An arm that a controller, called every millisecond, lifts to half a radian."""
    arm = gd.Mechanism(
        name="arm",
        plane="xy",
        gravity=(0, -9.81),
        bodies=[gd.Body("arm", mass=1.0, inertia=0.02, position=(0.25, 0))],
        joints=[gd.Revolute("A", between=("ground", "arm"), point=(0, 0))],
        forces=[gd.JointForce("motor", joint="A", magnitude=gd.Input("torque"))],
    )
    sim = gd.Simulation(arm)
    seen = []
    for _ in range(800):
        torque = 2.45 + 20.0 * (0.5 - sim["A.angle"]) - 2.0 * sim["A.angle_rate"]
        sim["torque"] = torque
        seen.append((sim.t, sim["A.angle"], torque))
        sim.advance("1 ms")
    t, angle, torque = np.array(seen).T
    figure, (left, right) = axes_of(("time [s]", "angle [rad]"), ("time [s]", "torque [N m]"))
    left.plot(t, angle, color=BLUE)
    left.axhline(0.5, color=GREY, ls="--", lw=1)
    right.step(t, torque, color=RED, where="post")
    return figure


def verification() -> Figure:
    """The pendulum against Jacobi's elliptic functions."""
    from scipy.special import ellipj, ellipk

    figure, (ax,) = axes_of(("relative tolerance rtol", "largest error of the angle [rad]"))
    body = gd.Body("bar", mass=1.0, inertia=0.5, position=(1.0, 0.0))
    joint = gd.Revolute("A", between=("ground", "bar"), point=(0, 0))
    pendulum = gd.Mechanism(plane="xy", gravity=(0, -9.81), bodies=[body], joints=[joint])
    m, rate = 0.5, np.sqrt(9.81 / 1.5)  # released from the horizontal: sin²(45°)
    rtols = 10.0 ** np.arange(-4, -11, -1)
    for method, colour in (("dop853", BLUE), ("adams", RED), ("radau", GREEN)):
        errors = []
        for rtol in rtols:
            run = gd.simulate(pendulum, 10.0, method=method, rtol=rtol, output_step=0.01)
            sn = ellipj(ellipk(m) - rate * run.t, m)[0]
            exact = np.pi / 2 - 2 * np.arcsin(np.sqrt(m) * sn)
            errors.append(np.abs(np.abs(run.joint("A").angle) - exact).max())
        ax.loglog(rtols, errors, "o-", color=colour, ms=4, label=method)
    ax.invert_xaxis()
    ax.legend(frameon=False)
    return figure


PICTURES = (
    getting_started,
    running,
    impacts,
    compare,
    sweep,
    optimization,
    chaos,
    statics,
    laws,
    extending,
    limits,
    stepping,
    verification,
)
