"""Whatever stands in the place of an argument, a call of Python ends in InputError or succeeds:
nothing else comes from inside.
"""

import inspect
import signal
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib
import numpy as np
import pytest

import gudgeon as gd
from gudgeon.plotting.laws import typical
from tests.support.worn_shafts import turning_shaft

matplotlib.use("Agg")


class Opaque:
    """Nothing that gudgeon could know."""

    def __repr__(self) -> str:
        return "Opaque()"


SINGLE: list[Any] = [
    None, True, "", "x", "\0", -1, 0, 3, 0.5, float("nan"), float("inf"), 10**400, b"x", Opaque(), np.array([1, 2]),
    np.array([1.0, 2.0, 3.0]), np.array("x"), np.array(None), 1j, "/no/folder\0/x.h5", "\ud800", "1e400", range(3),
]  # fmt: skip
WRONG = [
    *SINGLE,
    [],
    {},
    (),
    set(),
    *([value] for value in SINGLE),
    *({"x": value} for value in SINGLE),
    [[]],
    [[None, 1]],
    {1: 2},
    ["a"] * 3,
]
WRONG += ["abc", [1, 2, "x"], (1, 2, 3j), b"0.1", [1, 2, 10**400]]
# for calls that run or draw something
FEW = [*SINGLE, [], {}, (), [None], ["x"], [3], [np.array([1, 2])], {"x": None}, [[]]]
OUTCOMES = {  # what calls give back or raise; nobody makes them by hand
    "Comparison", "Ensemble", "Equilibrium", "Horizon", "InputError", "InputErrors", "LawError", "Identification", "Imported",
    "Linearization",    "Material", "NotUnderstoodWarning", "Optimum",
    "ModelCheck", "Result", "SimulationError", "MonteCarlo", "Sensitivity", "SlowRunWarning", "Status", "Sweep", "WearStudy",
}  # fmt: skip
# bases of users' laws
FAMILIES = {
    "BristleLaw",
    "Characteristic",
    "FilmLaw",
    "FrictionLaw",
    "Interaction",
    "NormalLaw",
    "Signal",
}
PATIENCE = 60  # [s] for all wrong values of one argument


class Call(NamedTuple):
    """A call that succeeds; ``takes`` are the arguments that are replaced, by default those of
    its signature.
    """

    function: Callable[..., Any]
    arguments: dict[str, Any]
    takes: tuple[str, ...] = ()

    def names(self) -> list[str]:
        """Return the arguments that can be given by name."""
        known = inspect.signature(self.function).parameters.values()
        return [
            *(
                parameter.name
                for parameter in known
                if parameter.kind not in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL)
            ),
            *self.takes,
        ]


CONTACT = gd.LankaraniNikravesh(1e8, 0.5)
PENDULUM = gd.library("pendulum")
BODY = {"mass": 1.0, "inertia": (1.0, 1.0, 1.0)}
ENDS: dict[str, Any] = {"name": "A", "between": ("ground", "b")}
AT: dict[str, Any] = {**ENDS, "point": (0, 0, 0), "axis": (0, 0, 1)}
GAP: dict[str, Any] = {"bearing_radius": 0.01, "journal_radius": 0.009}
RUN: dict[str, Any] = {"mechanism": PENDULUM, "duration": 1e-3}
OPTIONS = (
    "rtol",
    "method",
    "step",
    "output",
    "output_step",
    "output_times",
    "stabilisation",
    "stop_when",
    "max_steps",
    "max_wall_time",
)

DESCRIPTIONS: dict[str, dict[str, Any]] = {
    "Body": {"name": "b", **BODY}, "Box": {"size": (1, 1, 1)}, "Cylinder": {"radius": 1, "length": 1}, "Rod": {"length": 1, "radius": 0.1},
    "Normal": {"mean": 0.0, "std": 1.0}, "Uniform": {"low": 0.0, "high": 1.0},
    "Sphere": {"radius": 1}, "Bushing": {"radial": 1e5, "torsion": 10.0}, "Clearance": {"contact": CONTACT}, "Compliance": {"force": 1e5},
    "CustomForce": {"name": "f", "between": ("ground", "b"), "points": ((0, 0, 0), (0, 0, 0)), "law": None},
    "Cylindrical": {**AT, **GAP}, "Distance": {**ENDS, "points": ((0, 0, 0), (1, 0, 0))}, "Planar": AT, "PointOnLine": {**AT, **GAP},
    "Gear": {**ENDS, "wheels": ("A.angle", "B.angle"), "ratio": -2.0},
    "Rack": {**ENDS, "rack": "A.displacement", "pinion": "B.angle", "radius": 0.1},
    "Screw": {**ENDS, "nut": "A.displacement", "screw": "B.angle", "lead": 0.01},
    "Revolute": {**AT, **GAP}, "Rigid": AT, "Spherical": {**AT, **GAP}, "Translational": {**AT, **GAP},
    "Universal": {**ENDS, "point": (0, 0, 0), "axes": ((1, 0, 0), (0, 1, 0))}, "Ideal": {},
    "Driver": {"name": "d", "joint": "A", "motion": gd.ConstantSpeed(1.0)}, "Force": {"name": "f", "body": "b", "force": (1, 0, 0)},
    "Torque": {"name": "f", "body": "b", "torque": (1, 0, 0)}, "JointSpring": {"name": "f", "joint": "A", "stiffness": 1.0},
    "Spring": {"name": "f", "between": ("ground", "b"), "points": ((0, 0, 0), (1, 0, 0)), "stiffness": 1.0},
    "Lubricated": {"film": gd.ShortBearing(0.1)}, "Mixed": {"radial": gd.Play(1e-4, contact=CONTACT)},
    "Play": {"clearance": 1e-4, "contact": CONTACT}, "Stop": {"coordinate": "angle", "upper": 1.0, "contact": CONTACT},
    "Mechanism": {"name": "m", "bodies": PENDULUM.bodies, "joints": PENDULUM.joints}, "Baumgarte": {"alpha": 5.0, "beta": 5.0},
    "Crossing": {"coordinate": "A.angle", "value": 1.0}, "IsoFit": {"size": 0.025, "hole": "H7", "shaft": "f7"},
    "JointForce": {"name": "f", "joint": "A", "magnitude": gd.Constant(1.0)},
}  # fmt: skip


def push(t, r, v, p, w):
    """Return no force."""
    return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0


@gd.law
class Push(gd.Interaction):
    """A force of one's own."""

    force = push


ARM = """<robot name="arm"><link name="base"/><link name="arm"><inertial><mass value="1"/>
<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
<joint name="A" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/></joint></robot>"""


@cache
def outcome(kind: str) -> Any:
    """Return the outcome of a short run, or of several."""
    made: dict[str, Callable[[], Any]] = {
        "Result": lambda: gd.simulate(
            gd.library("planar-slider-crank", C="clearance"), 1e-3, output_step=1e-4
        ),
        "Sweep": lambda: gd.sweep(
            "pendulum", {"bodies.ball.mass": [1.0, 2.0]}, duration=1e-3, keep=True
        ),
        "Comparison": lambda: gd.compare(
            "planar-slider-crank", "C", ["ideal", "clearance"], duration=1e-3
        ),
        "Ensemble": lambda: gd.ensemble("pendulum", 2, duration=1e-3),
        "Horizon": lambda: gd.horizon("pendulum", 1e-3),
    }
    return made[kind]()


def functions(folder: Path) -> dict[str, Call]:
    """Return a valid call of every public function."""
    several: dict[str, Any] = {**RUN, "workers": 1}
    model = folder / "model.yaml"
    gd.write(PENDULUM, model)
    arm = folder / "arm.urdf"
    arm.write_text(ARM, encoding="utf-8")
    result = outcome("Result")
    saved = result.save(folder / "run.h5")
    return {
        "equivalent_modulus": Call(gd.equivalent_modulus, {"E": (2e11, 2e11), "nu": (0.3, 0.3)}),
        "hertz_stiffness": Call(
            gd.hertz_stiffness, {"E": (2e11, 2e11), "nu": (0.3, 0.3), "bearing_radius": 0.01, "journal_radius": 0.009}
        ),
        "viscosity": Call(gd.viscosity, {"grade": "ISO VG 32", "temperature": "40 degC"}),
        "viscosity_from_table": Call(gd.viscosity_from_table, {"temperatures": (40, 100), "viscosities": (0.1, 0.01), "temperature": 60}),
        "helper": Call(gd.helper, {"function": lambda x: x}),
        "law": Call(gd.law, {"cls": type("Fresh", (gd.Interaction,), {"force": push, "__module__": __name__})}),
        "param": Call(gd.param, {"symbol": "k", "unit": "N/m"}),
        "simulate": Call(gd.simulate, RUN),
        "Simulation": Call(gd.Simulation, {"mechanism": PENDULUM}),
        "import_model": Call(gd.import_model, {"path": arm}),
        "export_fmu": Call(gd.export_fmu, {"mechanism": "pendulum", "path": folder / "own.fmu"}),
        "check_model": Call(gd.check_model, {"mechanism": PENDULUM}),
        "load": Call(gd.load, {"path": saved}),
        "library": Call(gd.library, {"name": "four-bar"}, ("C",)),
        "library_names": Call(gd.library_names, {}),
        "library_fits": Call(gd.library_fits, {"name": "four-bar"}),
        "read": Call(gd.read, {"path": model}),
        "write": Call(gd.write, {"mechanism": PENDULUM, "path": folder / "written.yaml"}),
        "compare": Call(
            gd.compare, {"mechanism": "planar-slider-crank", "joint": "C", "fits": ["ideal"], "duration": 1e-3, "workers": 1}, OPTIONS
        ),
        "plot_law": Call(gd.plot_law, {"law": CONTACT}, ("speeds", "mass")),
        "plot_fit": Call(gd.plot_fit, {"mechanism": gd.library("planar-slider-crank", C="clearance"), "joint": "C"}),
        "horizon": Call(gd.horizon, {**several, "members": 1}, OPTIONS),
        "ensemble": Call(gd.ensemble, {**several, "members": 1}, OPTIONS),
        "sweep": Call(gd.sweep, {**several, "mechanism": "pendulum", "parameters": {"bodies.ball.mass": [1.0]}}, ("duration", *OPTIONS)),
        "monte_carlo": Call(
            gd.monte_carlo,
            {**several, "mechanism": "pendulum", "parameters": {"bodies.ball.mass": gd.Uniform(1, 2)}, "samples": 2},
            ("duration", *OPTIONS),
        ),
        "sensitivity": Call(
            gd.sensitivity,
            {
                **several, "mechanism": "pendulum", "indices": "morris", "samples": 2,
                "parameters": {"bodies.ball.mass": gd.Uniform(1, 2), "gravity.2": gd.Normal(-9.81, 0.1)},
            },
            ("duration", *OPTIONS),
        ),
        "wear_study": Call(
            gd.wear_study,
            {"mechanism": turning_shaft(), "joint": "J", "coefficients": 1e-15, "cycles": 1.0, "cycle": 1e-3, "settle": 0},
            ("duration", "keep", *OPTIONS),
        ),
        "optimize": Call(
            gd.optimize,
            {
                **several, "mechanism": "pendulum", "parameters": {"bodies.ball.mass": (1.0, 2.0)}, "objective": "impacts",
                "population": 5, "generations": 1,
            },
            ("duration", *OPTIONS),
        ),
        "identify": Call(
            gd.identify,
            {
                "mechanism": "pendulum", "parameters": {"gravity.2": (-10.0, -9.0)}, "iterations": 1, "workers": 1,
                "measured": {"ball.position.z": ([1e-4, 1e-3], [0.0, 0.0])},
            },
            ("duration", *OPTIONS),
        ),
        "iso_tolerance": Call(gd.iso_tolerance, {"fit": "25 H7/f7"}),
        "poincare": Call(gd.poincare, {"result": result, "channels": "A.angle", "section": 1e-4}),
        "phase_portrait": Call(gd.phase_portrait, {"result": result, "x": "A.angle", "y": "A.angle_rate"}),
        "bifurcation": Call(
            gd.bifurcation,
            {
                "mechanism": "pendulum", "path": "bodies.ball.mass", "values": [1.0], "channel": "ball.position.x", "period": 1e-3,
                "transient": 1, "last": 1, "workers": 1,
            },
            OPTIONS,
        ),
        "material": Call(gd.material, {"name": "steel"}),
        "iso_fit": Call(gd.iso_fit, {"text": "25 H7/f7"}),
        "resume": Call(gd.resume, {"run": saved, "duration": 2e-3, "out": folder / "longer.h5"}),
        "export_model": Call(gd.export_model, {"mechanism": PENDULUM, "path": folder / "x.xml"}),
        "export_glb": Call(gd.export_glb, {"result": result, "path": folder / "x.glb", "frames": 3}),
        "equilibrium": Call(gd.equilibrium, {"mechanism": PENDULUM}),
        "linearize": Call(gd.linearize, {"mechanism": PENDULUM}),
        "lyapunov": Call(gd.lyapunov, {**RUN, "mechanism": "pendulum", "interval": 5e-4}, OPTIONS),
    }  # fmt: skip


METHODS: dict[str, dict[str, Any]] = {
    "Result.body": {"name": "rod"}, "Result.joint": {"name": "C"}, "Result.driver": {"name": "motor"},
    "Result.contact": {"label": "C.journal"},
    "Result.channel": {"name": "A.angle"}, "Result.save": {"path": "x.h5"}, "Result.report": {"path": "x.html"},
    "Sweep.point": {"k": 0}, "Sweep.__getitem__": {"name": "ended"}, "Sweep.result": {"k": 0}, "Sweep.to_csv": {"path": "x.csv"},
    "Sweep.plot": {"measure": "impacts"}, "Comparison.__getitem__": {"label": "ideal"}, "Comparison.common": {"label": "ideal"},
    "Comparison.plot": {}, "Comparison.report": {"path": "x.html"}, "Ensemble.channel": {"name": "ball.position.x"},
    "Ensemble.values": {"channel": "ball.position.x"}, "Ensemble.mean": {"channel": "ball.position.x"},
    "Ensemble.band": {"channel": "ball.position.x"}, "Ensemble.peaks": {"label": "body:ball"}, "Ensemble.impact_counts": {},
    "Ensemble.summary": {}, "Ensemble.plot": {"channel": "ball.position.x"}, "Horizon.plot": {},
}  # fmt: skip
PARTS: dict[str, tuple[Callable[[], Any], dict[str, Any]]] = {
    "Mechanism.body": (lambda: PENDULUM.body, {"name": "ball"}),
    "Mechanism.joint": (lambda: PENDULUM.joint, {"name": "bar"}),
    "Mechanism.with_fit": (lambda: PENDULUM.with_fit, {"joint": "bar", "fit": gd.Ideal()}),
    "body.at": (lambda: outcome("Result").body("rod").at, {"local_point": (0, 0, 0)}),
    "body.components": (lambda: outcome("Result").body("rod").components, {"quantity": "position"}),
    "joint.components": (lambda: outcome("Result").joint("C").components, {"quantity": "force"}),
    "energy": (lambda: outcome("Result").energy.__getitem__, {"entry": "kinetic"}),
    "impacts": (lambda: outcome("Result").impacts.__getitem__, {"key": "start"}),
    "impacts.for_joint": (lambda: outcome("Result").impacts.for_joint, {"name": "C"}),
    "table": (lambda: outcome("Sweep").table.__getitem__, {"name": "ended"}),
    "table.row": (lambda: outcome("Sweep").table.row, {"label": "0"}),
    "Comparison.table": (lambda: outcome("Comparison").table.__getitem__, {"name": "ended"}),
    "Comparison.table.row": (lambda: outcome("Comparison").table.row, {"label": "ideal"}),
}


@contextmanager
def limited(seconds: int) -> Iterator[None]:
    """Fail where a call takes forever: so much time of the processor, whatever else the machine
    does, or ten times as long by the clock (a call that waits uses no processor).
    """

    def late(number: int, _: Any) -> None:
        waited = number == signal.SIGALRM
        raise TimeoutError(f"waited {10 * seconds} s" if waited else f"computed {seconds} s")

    before = {number: signal.signal(number, late) for number in (signal.SIGPROF, signal.SIGALRM)}
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, 10 * seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in before.items():
            signal.signal(number, handler)


def faults_of(call: Call, wrong: list[Any] = WRONG) -> list[str]:
    """Return what comes from inside, for every argument and every wrong value."""
    import matplotlib.pyplot as plt

    found = []
    for name in call.names():
        with limited(PATIENCE), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for value in wrong:
                try:
                    call.function(**{**call.arguments, name: value})
                except gd.InputError as error:
                    if not str(error).strip().endswith((".", "?", "...")):
                        found.append(f"{name}={value!r}"[:60] + f": no sentence: {error}")
                except gd.SimulationError:  # it is a run that can fail
                    pass
                except BaseException as error:
                    found.append(
                        f"{name}={value!r}"[:60] + f": {type(error).__name__}: {error}"[:150]
                    )
                    if isinstance(error, TimeoutError):
                        break
        plt.close("all")
    return found


def laws() -> dict[str, Call]:
    """Return a valid call of every law."""
    made = {}
    for (family, name), cls in gd.REGISTRY.items():
        if cls.__module__.startswith("gudgeon."):
            example, _ = typical(f"{family}.{name}", {})
            names = [field.name for field in fields(example) if field.name != "over"]
            made[cls.__name__] = Call(cls, {name: getattr(example, name) for name in names})
    return made


def descriptions() -> dict[str, Call]:
    """Return a valid call of every other description."""
    return {
        name: Call(getattr(gd, name), {**given, **({"law": Push()} if "law" in given else {})})
        for name, given in DESCRIPTIONS.items()
    }


FUNCTIONS = [
    name for name in gd.__all__ if inspect.isfunction(getattr(gd, name)) or name == "Simulation"
]


def test_every_public_name_is_tried() -> None:
    bases = {
        name
        for name in gd.__all__
        if name in ("CylinderLaw", "Fit", "Joint", "Law", "Load", "Solid")
    }
    known = {*laws(), *descriptions(), *FUNCTIONS, *OUTCOMES, *FAMILIES, *bases, "REGISTRY"}
    assert set(gd.__all__) == known & set(gd.__all__)


@pytest.mark.parametrize("name", sorted({**laws(), **descriptions()}))
def test_a_description_made_of_anything(name: str) -> None:
    call = {**laws(), **descriptions()}[name]
    call.function(**call.arguments)
    assert not faults_of(call)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_called_with_anything(name: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    call = functions(tmp_path)[name]
    call.function(**call.arguments)
    assert not faults_of(call, FEW)


@pytest.mark.parametrize("name", METHODS)
def test_an_outcome_asked_for_anything(name: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    kind, method = name.split(".", 1)
    call = Call(getattr(outcome(kind), method), METHODS[name])
    assert not faults_of(call, FEW)


@pytest.mark.parametrize("name", PARTS)
def test_a_part_asked_for_anything(name: str) -> None:
    function, arguments = PARTS[name]
    assert not faults_of(Call(function(), arguments))


RAW = [kind(b"0.1") for kind in (bytes, bytearray, memoryview, np.bytes_)]


@pytest.mark.parametrize("raw", RAW, ids=lambda raw: type(raw).__name__)
def test_bytes_are_no_numbers(raw: Any) -> None:
    calls: list[Callable[[], Any]] = [
        lambda: gd.Revolute("A", between=("ground", "b"), point=raw, axis=(0, 0, 1)),
        lambda: gd.Box(raw),
        lambda: gd.Polynomial(coefficients=raw),
        lambda: gd.sweep("pendulum", {"bodies.ball.mass": raw}, duration=1e-3),
        lambda: gd.sweep("pendulum", {"bodies.ball.mass": [raw]}, duration=1e-3),
        lambda: gd.simulate(PENDULUM, raw),
    ]
    for call in calls:
        with pytest.raises(gd.InputError):
            call()


def test_a_long_text_is_cut_in_a_message() -> None:
    for text in ("x" * 100_000, "1 " + "x" * 100_000, "1 m" + "*m" * 50_000, "1 " + "?" * 100_000):
        with pytest.raises(gd.InputError) as caught:
            gd.simulate(PENDULUM, text)
        assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    "progress", [int, lambda: None, lambda t: None], ids=["type", "no arguments", "one argument"]
)
def test_a_listener_that_cannot_be_called_is_refused_before_the_run(progress: Any) -> None:
    with pytest.raises(gd.InputError, match="function of t, duration and statistics"):
        gd.simulate(PENDULUM, 1e-3, progress=progress)
