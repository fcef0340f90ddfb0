"""One picture for each page of the documentation, made from what the page speaks of: a function
named after the page returns it.
"""

import re
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

import gudgeon as gd

DOCS = Path(__file__).parents[1]
sys.path.insert(0, str(DOCS / "_ext"))
import joint_pages  # noqa: E402
import sketches  # noqa: E402

BLUE, RED, GREY, GREEN, AMBER = "#0072b2", "#d55e00", "#8a939c", "#009e73", "#e69f00"
OUTCOMES = {"holds": GREEN, "holds in part": AMBER, "does not hold": RED, "not counted": GREY}


def axes_of(*labels: tuple[str, str], high: float = 2.9) -> tuple[Figure, list[Axes]]:
    """Return a figure with a panel for each pair of labels."""
    figure = Figure(
        figsize=(4.2 * len(labels) if len(labels) > 1 else 6.2, high), layout="constrained"
    )
    axes = [figure.add_subplot(1, len(labels), k + 1) for k in range(len(labels))]
    for panel, (x, y) in zip(axes, labels, strict=True):
        panel.set(xlabel=x, ylabel=y)
        panel.spines[["top", "right"]].set_visible(False)
        panel.grid(color="#e4e8ec", lw=0.7)
        panel.set_axisbelow(True)
    return figure, axes


# -- pictures of runs ------------------------------------------------------------------------------


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


# -- pictures of tables ----------------------------------------------------------------------------


def table_rows(page: str, head: str) -> list[list[str]]:
    """Return the rows of the first table of a page whose head begins so."""
    lines = iter((DOCS / f"{page}.md").read_text(encoding="utf-8").splitlines())
    for line in lines:
        if line.startswith(head):
            next(lines)
            break
    rows = []
    for line in lines:
        if not line.startswith("|"):
            break
        rows.append([cell.strip().strip("`") for cell in line.strip("|").split("|")])
    return rows


def choosing() -> Figure:
    """The error of methods over their evaluations, as the page's first table has them."""
    figure, (ax,) = axes_of(("evaluations", "error [m]"))
    found: dict[str, list[tuple[float, float]]] = {}
    name = ""
    for method, _, error, _, evaluations in table_rows("choosing", "| | `rtol` | error [m] |"):
        name = method.split("`")[0] or name
        found.setdefault(name, []).append((float(evaluations), float(error)))
    for (name, points), mark in zip(found.items(), "os^Dvx", strict=True):
        ax.loglog(*zip(*points, strict=True), f"{mark}-", label=name, ms=5)
    ax.legend(frameon=False, fontsize=8)
    return figure


def peers() -> Figure:
    """How many times as long other programs take, as the tables of the page say."""
    text = (DOCS / "peers.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    figure, (ax,) = axes_of(("time of the other program, gudgeon = 1", ""), high=2.8)
    colours = {"EXUDYN": RED, "MuJoCo": AMBER, "SciPy": GREEN}
    names, case = [], ""
    for row in reversed([row for row in rows if len(row) >= 3]):
        program = next((name for name in colours if name in row[-3]), None)
        if program:
            names.append((float(row[-1]), program))
        elif "gudgeon:" in row[-3]:
            case = row[0].replace("`", "")
            for factor, other in names:
                ax.barh(f"{case}: {other}", factor, color=colours[other])
                ax.text(factor * 1.05, f"{case}: {other}", f"{factor:g}", va="center", fontsize=8)
            names = []
    ax.set_xscale("log")
    ax.set_xlim(1, 300)
    ax.tick_params(axis="y", labelsize=8)
    return figure


def verdicts() -> Figure:
    """How many claims of each paper came out how."""
    text = (DOCS / "verdicts.md").read_text(encoding="utf-8")
    papers = re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    figure, (ax,) = axes_of(("claims", ""), high=2.4)
    for paper, body in reversed(papers):
        left = 0
        for outcome, colour in OUTCOMES.items():
            count = len(re.findall(rf"\| {outcome} \|", body))
            ax.barh(
                paper,
                count,
                left=left,
                color=colour,
                label=outcome if paper == papers[0][0] else None,
            )
            if count:
                ax.text(
                    left + count / 2,
                    paper,
                    str(count),
                    ha="center",
                    va="center",
                    color="w",
                    fontsize=8,
                )
            left += count
    ax.grid(False)
    ax.legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return figure


def misprints() -> Figure:
    """The rebound that the law of Lankarani and Nikravesh gives, over the one it is asked for."""
    asked = np.linspace(0.02, 1.0, 50)
    got = [gd.LankaraniNikravesh(stiffness=1e10, restitution=e).rebound() for e in asked]
    figure, (ax,) = axes_of(("restitution asked for", "rebound"))
    ax.plot(asked, got, color=RED, label="Lankarani–Nikravesh")
    ax.plot(asked, asked, color=GREY, ls="--", label="as asked for")
    ax.plot([0.5], [gd.LankaraniNikravesh(1e10, 0.5).rebound()], "o", color=RED)
    ax.legend(frameon=False)
    return figure


# -- drawings --------------------------------------------------------------------------------------


def describing() -> Figure:
    """All joints."""
    return sketches.all_joints(joint_pages.JOINTS)


def machine_elements() -> Figure:
    """A gear."""
    return sketches.joint_sketch(gd.Gear)


def fits() -> Figure:
    """All fits."""
    return sketches.all_fits()


def boxes(
    figure: Figure, words: list[tuple[float, float, str, str]], ways: list[tuple[int, int, str]]
) -> Figure:
    """Draw boxes with words at places, and arrows between them."""
    ax = figure.add_axes((0, 0, 1, 1))
    ax.axis("off")
    ax.set(xlim=(0, 1), ylim=(0, 1))
    for x, y, text, colour in words:
        wide, high = 0.155, 0.26
        ax.add_patch(
            FancyBboxPatch(
                (x - wide / 2, y - high / 2),
                wide,
                high,
                boxstyle="round,pad=0.006",
                fc=colour,
                ec="#1b2430",
                lw=1,
            )
        )
        ax.text(x, y, text, ha="center", va="center", fontsize=8.5)
    for start, end, text in ways:
        (xa, ya, *_), (xb, yb, *_) = words[start], words[end]
        reach = 0.088 if abs(xb - xa) > 0.05 else 0
        lift = 0 if reach else 0.15 * np.sign(yb - ya)
        a = (xa + reach * np.sign(xb - xa), ya + lift)
        b = (xb - reach * np.sign(xb - xa), yb - lift)
        ax.annotate("", b, a, arrowprops={"arrowstyle": "-|>", "color": "#1b2430", "lw": 1.1})
        ax.text(
            (a[0] + b[0]) / 2,
            (a[1] + b[1]) / 2,
            text,
            ha="center",
            va="center",
            fontsize=7.5,
            color=BLUE,
            bbox={"fc": "white", "ec": "none", "pad": 1},
        )
    return figure


def files() -> Figure:
    """Which command makes which file of which."""
    paper, made, seen = "#f3ead2", "#dbe8f5", "#e3efe2"
    words = [
        (0.10, 0.72, "model\n.yaml", paper),
        (0.10, 0.26, "library", paper),
        (0.42, 0.5, "result\n.h5", made),
        (0.74, 0.84, "page\n.html", seen),
        (0.74, 0.5, "picture\n.png .gif .mp4", seen),
        (0.74, 0.16, "numbers\n.csv .mat .parquet", seen),
    ]
    ways = [
        (0, 2, "gudgeon run"),
        (1, 2, "gudgeon run"),
        (2, 3, "gudgeon view"),
        (2, 4, "plot, animate"),
        (2, 5, "gudgeon export"),
    ]
    return boxes(Figure(figsize=(7.4, 2.7)), words, ways)


def exchange() -> Figure:
    """Models of other programs become models here."""
    paper, made, seen = "#f3ead2", "#dbe8f5", "#e3efe2"
    words = [
        (0.10, 0.84, "Adams\n.adm", paper),
        (0.10, 0.5, "URDF", paper),
        (0.10, 0.16, "MuJoCo\n.xml", paper),
        (0.45, 0.5, "model\n.yaml, Mechanism", made),
        (0.82, 0.5, "run\n.h5", seen),
    ]
    ways = [
        (0, 3, "gudgeon import"),
        (1, 3, "gudgeon import"),
        (2, 3, "gudgeon import"),
        (3, 4, "gudgeon run"),
    ]
    return boxes(Figure(figsize=(7.4, 2.7)), words, ways)


def numba() -> Figure:
    """From sources to code that runs."""
    paper, made, seen = "#f3ead2", "#dbe8f5", "#e3efe2"
    words = [
        (0.10, 0.5, "kernels, laws\n(plain Python)", paper),
        (0.38, 0.5, "units\n(object files)", made),
        (0.66, 0.78, "cache\nof this user", seen),
        (0.66, 0.22, "library\nin the wheel", seen),
        (0.91, 0.5, "run", "#ffffff"),
    ]
    ways = [(0, 1, "Numba, once"), (1, 2, "stamped"), (1, 3, "make wheel"), (2, 4, ""), (3, 4, "")]
    return boxes(Figure(figsize=(7.4, 2.3)), words, ways)


def theory() -> Figure:
    """Two bodies and the vectors of a joint between them."""
    figure, (ax,) = sketches.sheet(1, 6.0, 3.2)
    for centre, angle, first in (((1.4, 0.9), 0.35, True), ((4.2, 1.3), -0.5, False)):
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        shape = np.array(
            [(-1.1, -0.35), (1.1, -0.3), (1.35, 0.1), (1.0, 0.4), (-1.0, 0.35), (-1.3, 0)]
        )
        sketches.body(ax, shape @ turn.T + centre, first, hatch="", alpha=0.8)
        for axis in turn.T:
            sketches.arrow(ax, centre, centre + 0.45 * axis, "-|>", "#1b2430", 1.0)
    joint, origin = np.array([2.95, 1.62]), np.array([0.0, 0.0])
    for tip, text, at in (((1.4, 0.9), "$r_1$", (0.6, 0.62)), ((4.2, 1.3), "$r_2$", (2.4, 0.55))):
        sketches.arrow(ax, origin, tip, "-|>", BLUE, 1.4)
        sketches.label(ax, *at, text, color=BLUE, fontsize=11)
    for start, text, at in (((1.4, 0.9), "$s_1$", (2.1, 1.5)), ((4.2, 1.3), "$s_2$", (3.7, 1.65))):
        sketches.arrow(ax, start, joint, "-|>", RED, 1.4)
        sketches.label(ax, *at, text, color=RED, fontsize=11)
    sketches.disc(ax, tuple(joint), 0.07, fc="white", zorder=9)
    sketches.label(ax, 2.0, 2.55, "$\\Phi = r_2 + s_2 - r_1 - s_1 = 0$", fontsize=10)
    for axis, name in (((0.6, 0), "x"), ((0, 0.6), "y")):
        sketches.arrow(ax, origin, axis, "-|>", "#1b2430", 1.2)
        sketches.label(ax, axis[0] * 1.2, axis[1] * 1.2, name)
    sketches.frame(ax, (-0.4, 5.8), (-0.35, 2.75))
    return figure


def contacts() -> Figure:
    """Eccentricity, normal and penetration of a journal in its bearing."""
    figure, (ax,) = sketches.sheet(1, 5.2, 3.6)
    sketches.ring(ax, 1.5, 1.2)
    way = np.array([np.cos(-0.7), np.sin(-0.7)])
    centre = 0.42 * way
    sketches.disc(ax, tuple(centre), 0.9, alpha=0.75)
    sketches.arrow(ax, (0, 0), tuple(centre), "-|>", BLUE, 1.6)
    sketches.label(ax, -0.05, -0.3, "$e$", color=BLUE, fontsize=11)
    sketches.arrow(ax, tuple(1.32 * way), tuple(1.95 * way), "-|>", RED, 1.6)
    sketches.label(ax, *(2.1 * way), "$n$", color=RED, fontsize=11)
    sketches.arrow(ax, tuple(1.2 * way), tuple(1.32 * way), "<|-|>", "#1b2430", 0.9)
    ax.plot([1.26 * way[0], 1.9], [1.26 * way[1], -0.2], color="#1b2430", lw=0.5, zorder=9)
    sketches.label(ax, 2.15, -0.15, r"$\delta = |e| - c$", fontsize=10)
    sketches.radius(ax, (0, 0), 1.2, 150, "$R_i$")
    sketches.radius(ax, tuple(centre), 0.9, 60, "$R_j$")
    sketches.label(ax, -1.4, -1.5, "$c = R_i - R_j$", fontsize=10)
    sketches.arrow(ax, tuple(1.2 * way), tuple(0.45 * way + 0.12), "-|>", "#1b2430", 1.6)
    sketches.label(ax, 0.75, 0.05, "$F_N$", fontsize=10)
    sketches.frame(ax, (-2.1, 2.7), (-1.75, 1.6))
    return figure


def notation() -> Figure:
    """The sizes of a joint."""
    return sketches.joint_sketch(gd.Revolute)


PAGES: dict[str, Callable[[], Figure]] = {
    made.__name__.replace("_", "-"): made
    for made in (
        getting_started,
        stepping,
        exchange,
        optimization,
        machine_elements,
        peers,
        running,
        impacts,
        compare,
        sweep,
        chaos,
        statics,
        laws,
        extending,
        limits,
        verification,
        choosing,
        verdicts,
        misprints,
        describing,
        fits,
        files,
        numba,
        theory,
        contacts,
        notation,
    )
}


def make(folder: Path, names: list[str]) -> list[Path]:
    """Draw the pictures of some pages, or of all, as small PNG files."""
    import io

    from PIL import Image

    made = []
    for name in names or PAGES:
        stream = io.BytesIO()
        sketches.save(PAGES[name](), stream)
        path = folder / f"{name}.png"
        Image.open(stream).convert("RGB").quantize(128).save(path, optimize=True)
        made.append(path)
    return made
