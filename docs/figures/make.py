"""Make the pictures of the README and the documentation: a slider-crank whose gudgeon pin is loose,
beside the ideal one, in motion; the shaper of the tutorial, with fits by ISO 286; one picture for each
page; and, where Chromium is, what it shows of a report and of the home page of the built site.

Names of pictures make only these.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import matplotlib.pyplot as plt
import pages

import gudgeon as gd
from gudgeon.report.animation import animate

here = Path(__file__).parent
REVOLUTION = 60 / 5000  # of the slider-crank [s]
TURN = 0.5  # of the shaper [s]
FITS = ("25 H7/g6", "25 H7/f7", "25 H8/e8", "25 H9/d9", "25 H11/c11")
ALLOWED = 6.5  # in the pin of the shaper [kN]


def slider_crank() -> Path:
    """Two turns of the slider-crank."""
    loose = gd.simulate(gd.library("planar-slider-crank", C="clearance"), 2.0 * REVOLUTION)
    ideal = gd.simulate(gd.library("planar-slider-crank"), 2.0 * REVOLUTION)
    runs = {"0.5 mm of clearance in the gudgeon pin": loose, "ideal joints": ideal}
    return animate(runs, here / "slider-crank.gif", seconds=8.0, rate=18, size=(800, 500))


def shaper() -> Path:
    """Force in the pin over the second turn, and the hardest impact in it for each fit."""
    model = here.parents[1] / "examples" / "shaper.yaml"
    figure, (force, peaks) = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
    found = []
    for fit in FITS:
        clearance = f"joints.C.radial_clearance={fit} greatest"
        run = gd.simulate(gd.read(model, settings=[clearance]), 2 * TURN)
        in_second = run.impacts["peak_time"] > TURN
        radial = gd.iso_fit(fit).radial("greatest") * 1e6
        found.append((radial, run.impacts["peak_force"][in_second].max() / 1e3))
        peaks.annotate(fit, found[-1], textcoords="offset points", xytext=(9, -1))
        if fit == "25 H7/f7":
            draw_turn(force, run, TURN, label=f"{fit}, {radial:.0f} µm", color="C0")
    draw_turn(
        force, gd.simulate(gd.read(model).with_fit("C", gd.Ideal()), TURN), 0.0, "ideal", "C7"
    )
    force.set(xlabel="crank angle [deg]", ylabel="force in the pin C [kN]", xlim=(0, 360))
    force.set_xticks(range(0, 361, 90))
    force.legend(loc="upper right")
    peaks.plot(*zip(*found, strict=True), "o-", color="C0")
    peaks.axhline(ALLOWED, color="C3", linestyle="--")
    peaks.annotate("allowed", (215, ALLOWED), color="C3", va="bottom", ha="right")
    peaks.set(xlabel="radial clearance [µm]", ylabel="hardest impact [kN]")
    peaks.set(xlim=(0, 250), ylim=(0, 16))
    path = here / "shaper.png"
    figure.savefig(path, dpi=110)
    return path


def monte_carlo() -> Path:
    """How the peak force of the slider-crank scatters with clearance and mass."""
    parameters = {
        "joints.C.radial_clearance": gd.Normal("0.25 mm", "0.02 mm", "0.19 mm", "0.31 mm"),
        "bodies.slider.mass": gd.Uniform("0.13 kg", "0.15 kg"),
    }
    study = gd.monte_carlo(
        gd.library("planar-slider-crank", C="clearance"),
        parameters,
        128,
        duration=REVOLUTION,
        measures=["peak_force of C"],
    )
    path = here / "monte-carlo.png"
    study.plot("peak_force of C").savefig(path, dpi=70)
    return path


def wear() -> Path:
    """Wear of the gudgeon pin over one turn of the slider-crank."""
    run = gd.simulate(gd.library("planar-slider-crank", C="clearance"), 2 * REVOLUTION)
    found = run.joint("C").wear(1e-15, 1e-16, length=0.02, start=REVOLUTION)
    path = here / "wear.png"
    found.plot().savefig(path, dpi=90)
    return path


def identification() -> Path:
    """The speed of a wheel that coasts down, with noise, and the fit of its friction."""
    import numpy as np

    friction = gd.Ideal(friction=gd.Coulomb(0.15, 1e-3))
    wheel = gd.Body("wheel", mass=2.0, inertia=(0.01, 0.01, 0.02), angular_velocity=(0, 0, 30))
    place = {"point": (0, 0, 0), "axis": (0, 0, 1), "journal_radius": 0.01}
    hinge = gd.Revolute("A", between=("ground", "wheel"), fit=friction, **place)
    coasting = gd.Mechanism(bodies=[wheel], joints=[hinge], gravity=(0, -9.81, 0))
    t = np.linspace(0.05, 1.0, 20)
    true = gd.simulate(coasting, 1.0, output_times=t)["A.angle_rate"]
    noisy = true + 0.3 * np.random.default_rng(0).standard_normal(20)
    found = gd.identify(
        coasting, {"joints.A.fit.friction.mu_k": (0.05, 0.5)}, {"A.angle_rate": (t, noisy)}
    )
    (mu,) = found.parameters.values()
    figure, axes = plt.subplots(figsize=(6.2, 2.9), layout="constrained")
    fitted = gd.simulate(found.mechanism, 1.0)
    axes.plot(fitted.t, fitted["A.angle_rate"], label=f"fit: friction {mu}")
    axes.plot(t, noisy, "o", color="black", markersize=3.5, label="measured")
    axes.set(xlabel="time [s]", ylabel="speed of the wheel [rad/s]")
    axes.legend()
    path = here / "identification.png"
    figure.savefig(path, dpi=90)
    return path


def draw_turn(axes: plt.Axes, run: gd.Result, begin: float, label: str, color: str) -> None:
    """Draw the force in the pin over one turn."""
    rows = run.t >= begin
    angle = (run.t[rows] - begin) / TURN * 360
    axes.plot(angle, run["C.force.magnitude"][rows] / 1e3, label=label, color=color, linewidth=1)


def pictured(page: Path, name: str, script: str, size: tuple[int, int]) -> Path | None:
    """Open a page in Chromium, do something in it, and keep what is seen as a small PNG."""
    from PIL import Image

    sys.path.insert(0, str(here.parents[1]))
    from tests.support import chromium

    if chromium.PATH is None or not page.exists():
        print(f"{name} is left as it is: no Chromium here, or no {page.name} (make docs)")
        return None
    path = here / name
    with tempfile.TemporaryDirectory() as folder:
        browser = chromium.Browser(Path(folder))
        tab = browser.open(page, width=size[0], height=size[1], wait=script)
        tab.screenshot(path)
        browser.close()
    with Image.open(path) as whole:
        whole.convert("RGB").quantize(160).save(path, optimize=True)
    return path


def report() -> Path | None:
    """The page of the README's run at its hardest contact."""
    run = gd.simulate(gd.library("planar-slider-crank", C="clearance"), 0.03)
    click = (
        "document.documentElement?.dataset.ready === 'true' && "
        "(document.querySelector('.figures button').click(), true)"
    )
    with tempfile.TemporaryDirectory() as folder:
        return pictured(run.report(Path(folder) / "run.html"), "report.png", click, (1440, 900))


def home() -> Path | None:
    """The home page of the documentation as it was built last."""
    built = here.parent / "_build" / "html" / "index.html"
    shown = (
        "document.querySelector('iframe.live')?.contentDocument?.documentElement.dataset.ready "
        "=== 'true' || location.protocol === 'file:' && performance.now() > 8000"
    )
    return pictured(built, "home.png", shown, (1440, 1600))


PICTURES: dict[str, Callable[[], Path | None]] = {
    "slider-crank": slider_crank, "shaper": shaper, "monte-carlo": monte_carlo, "wear": wear,
    "identification": identification,
    "report": report, "home": home,
}  # fmt: skip

if __name__ == "__main__":
    given = sys.argv[1:]
    for name, make in PICTURES.items():
        if not given or name in given:
            print(make())
    of_pages = [name for name in given if name not in PICTURES]
    if of_pages or not given:
        print(*pages.make(here, of_pages), sep="\n")
