"""Runs that were cut and went on are the same, to the last bit, as runs that were not."""

from itertools import cycle

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.kernels.integrators import METHODS
from tools.fingerprints import cases

SHARE, STEPS = 0.01, 600  # of a mechanism's own duration; of rk4, whose step is fixed
TURNS = cycle(("auto", *METHODS))
FRAMES = cycle(("cartesian", "joint", "cartesian"))
CASES = [
    (name, fits, method, frame)
    for (name, fits), method, frame in zip(cases(), TURNS, FRAMES, strict=False)
]


def same(first: gd.Result, second: gd.Result) -> bool:
    """Whether rows, contact periods, peaks and counts are the same to the last bit."""
    rows = all(
        np.asarray(first.data[variable.name][:]).tobytes()
        == np.asarray(second.data[variable.name][:]).tobytes()
        for variable in first.layout.variables
    )
    counts = [(run.statistics["steps"], run.statistics["rejected"]) for run in (first, second)]
    periods = first.impacts.rows.tobytes() == second.impacts.rows.tobytes()
    return rows and periods and first.peaks == second.peaks and counts[0] == counts[1]


def settings(duration: float, method: str, frame: str) -> dict:
    return {
        "method": method,
        "coordinates": frame,
        "step": duration / STEPS if method == "rk4" else None,
        "output_step": duration / 300,  # so many that there is room for rows at all contacts
        "output": "motion",
    }


def runs(mechanism: gd.Mechanism, method: str, frame: str, duration: float, **files) -> None:
    """Compare one run with one in three parts, and with one that met limits of steps twice."""
    given = settings(duration, method, frame)
    whole = gd.simulate(mechanism, duration, **given)
    part = gd.simulate(mechanism, duration / 3, **given, out=files.get("parts"))
    part = gd.resume(files.get("parts", part), 2 * duration / 3)
    part = gd.resume(files.get("parts", part), duration)
    assert same(part, whole)
    steps = whole.statistics["steps"] + whole.statistics["rejected"]
    limits = [max(1, int(share * steps)) for share in (0.31, 0.73)]
    cut = gd.simulate(
        mechanism, duration, **given, max_steps=limits[0], strict=False, out=files.get("cut")
    )
    assert cut.status is gd.Status.TOO_MANY_STEPS
    cut = gd.resume(files.get("cut", cut), max_steps=limits[1], strict=False)
    cut = gd.resume(files.get("cut", cut))
    assert cut.status is gd.Status.COMPLETE and same(cut, whole)


@pytest.mark.parametrize(
    ("name", "fits", "method", "frame"), CASES, ids=[f"{n}-{f}-{m}-{c}" for n, f, m, c in CASES]
)
def test_every_fit_of_the_library_goes_on(name, fits, method, frame) -> None:
    mechanism = gd.library(name, **fits)
    runs(mechanism, method, frame, SHARE * float(mechanism.duration or 1.0))


@pytest.mark.parametrize("frame", ["cartesian", "joint"])
@pytest.mark.parametrize("method", ["auto", *METHODS])
def test_all_methods_go_on_through_impacts_from_files(tmp_path, method, frame) -> None:
    """The loose four-bar hits its socket several times in a tenth of a second."""
    mechanism = gd.library("four-bar", C="clearance-friction")
    files = {"parts": tmp_path / "parts.h5", "cut": tmp_path / "cut.h5"}
    runs(mechanism, method, frame, 0.03, **files)
    assert len(gd.load(files["cut"]).impacts) > 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cut.h5", "parts.h5"]


def test_a_run_that_changes_its_method_goes_on_in_any_of_its_phases() -> None:
    """A mass on a stiff spring and a stiff damper: auto begins with adams and goes on with radau."""
    mechanism = gd.Mechanism(
        name="stiff",
        bodies=[gd.Body("mass", mass=1, inertia=(1, 1, 1), position=(1, 0, 0), velocity=(1, 0.2, 0))],
        forces=[
            gd.Spring("soft", between=("ground", "mass"), points=((0, 0, 0), (1, 0, 0)), stiffness=10.0, damping=1e6),
        ],
    )  # fmt: skip
    whole = gd.simulate(mechanism, 2.0, output_step=0.05)
    assert "radau" in whole.statistics["method"]
    steps = whole.statistics["steps"] + whole.statistics["rejected"]
    for limit in range(1, steps, max(1, steps // 12)):
        part = gd.simulate(mechanism, 2.0, output_step=0.05, max_steps=limit, strict=False)
        assert same(gd.resume(part), whole)


LOOSE = gd.library("planar-slider-crank", C="clearance-friction")
EQUAL = {"output_step": 2e-5, "output": "motion"}


@pytest.mark.parametrize("frame", ["cartesian", "joint"])
@pytest.mark.parametrize("method", ["auto", *(name for name in METHODS if name != "rk4")])
def test_how_long_a_run_was_asked_for_does_not_matter(method, frame) -> None:
    """Contacts that begin where a step starts are reached in the shortest step that there is."""
    given = {**EQUAL, "method": method, "coordinates": frame}
    whole = gd.simulate(LOOSE, 0.006, **given)
    for share in (0.3, 0.45, 0.8):
        assert same(gd.resume(gd.simulate(LOOSE, share * 0.006, **given), 0.006), whole)


@pytest.mark.parametrize("frame", ["cartesian", "joint"])
@pytest.mark.parametrize("method", ["auto", *(name for name in METHODS if name != "rk4")])
def test_a_run_that_was_stopped_goes_on_as_if_it_had_not_been(method, frame) -> None:
    given = {**EQUAL, "method": method, "coordinates": frame}
    whole = gd.simulate(LOOSE, 0.006, **given)
    for share in (0.21, 0.5, 0.77):
        angle = share * whole["A.angle"][-1] + (1 - share) * whole["A.angle"][0]
        part = gd.simulate(LOOSE, 0.006, **given, stop_when=gd.Crossing("A.angle", float(angle)))
        assert part.status is gd.Status.STOPPED and part.end < 0.0055
        assert same(gd.resume(part), whole)


def test_what_begins_at_rest_does_not_know_how_long_it_will_be() -> None:
    """A mass under a force that begins as a sine: nothing tells at t = 0 how long steps may be."""
    mechanism = gd.Mechanism(
        plane="xy",
        gravity=(0, 0),
        bodies=[gd.Body("mass", mass=1, inertia=1, position=(0, 0))],
        forces=[
            gd.Force(
                "push", body="mass", force=(1, 0), magnitude=gd.Harmonic(1.0, frequency="1 Hz")
            )
        ],
    )
    given = {"output_step": 0.01, "output": "motion"}
    whole = gd.simulate(mechanism, 3.0, **given)
    assert np.ptp(whole["mass.position"][:, 0]) > 0.1
    assert same(gd.resume(gd.simulate(mechanism, 0.2, **given), 3.0), whole)


def test_rows_at_contacts_do_not_depend_on_how_many_are_to_come() -> None:
    """A ball that hops some thousand times a second, with a row each tenth of a second and room for
    fifty others in that.
    """
    ball = gd.Mechanism(
        plane="xy",
        gravity=(0, -9.81),
        bodies=[gd.Body("ball", mass=1, inertia=1, position=(0, 0))],
        joints=[
            gd.Translational(
                "A", between=("ground", "ball"), point=(0, 0), axis=(0, 1),
                stops=[gd.Stop(lower=-2e-6, contact=gd.Hertz(1e8, exponent=1.0))],
            )
        ],
    )  # fmt: skip
    given = {"output_step": 0.1, "output": "motion"}
    whole = gd.simulate(ball, 3.0, **given)
    assert len(whole.impacts) > 50 * 30
    assert same(gd.resume(gd.simulate(ball, 1.0, **given), 3.0), whole)
