"""Co-simulation units of FMI 2.0, which PythonFMU wraps: another program steps the mechanism, sets
its inputs and reads its outputs.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ..._base.arguments import POSITIVE_TIME, among, listed, number, path_of
from ..._base.atomic_write import write_bytes
from ..._base.errors import InputError, brief, suggestion
from ...model import Mechanism
from ...model.changes import mechanism_of
from ...model.files import dumps, to_tree
from ..simulation import Simulation
from .plant import INTERFACE, MODEL

__all__ = ["NEEDS", "export_fmu"]

NEEDS = (
    "It needs, where it runs: 64-bit Linux or Windows, and a Python with gudgeon {version} whose "
    "library the program can load (PythonFMU itself is inside)."
)
STEP = 1e-3
NUMBERS = ("mass", "radial_clearance", "axial_clearance", "stiffness", "damping")

SCRIPT = '''"""A mechanism as a co-simulation unit of FMI 2.0."""

from functools import partial
from xml.etree.ElementTree import Element, SubElement

from pythonfmu import DefaultExperiment, Fmi2Causality, Fmi2Slave, Fmi2Variability, Real
from pythonfmu.enums import Fmi2Status

try:
    from gudgeon.simulation.coupling.plant import Plant
except ImportError as error:
    raise ImportError("this unit needs the Python package gudgeon: pip install gudgeon") from error


class {identifier}(Fmi2Slave):
    description = {description!r}
    version = {version!r}

    def __init__(self, **given):
        super().__init__(**given)
        self.plant = plant = Plant(given["resources"])
        self.default_experiment = DefaultExperiment(0.0, {stop!r}, {step!r}, {rtol!r})
        for name, value in plant.parameters.items():
            self._add(name, Fmi2Causality.parameter, Fmi2Variability.fixed,
                      partial(plant.parameters.__getitem__, name), partial(plant.set_parameter, name))
        for name in plant.inputs:
            self._add(name, Fmi2Causality.input, Fmi2Variability.continuous,
                      partial(plant.inputs.__getitem__, name), partial(plant.set_input, name))
        for name in plant.outputs:
            self._add(name, Fmi2Causality.output, Fmi2Variability.continuous,
                      partial(plant.output, name), None)

    def _add(self, name, causality, variability, getter, setter):
        self.register_variable(Real({quoted}[name], causality=causality, variability=variability,
                                    getter=getter, setter=setter))

    def to_xml(self, model_options=None):
        root = super().to_xml(model_options or {{}})
        outputs = root.findall("ModelStructure/Outputs/Unknown")
        if outputs:  # as calculated at the start
            initial = SubElement(root.find("ModelStructure"), "InitialUnknowns")
            for output in outputs:
                SubElement(initial, "Unknown", dict(output.attrib))
        units = self.plant.units
        if units:
            known = Element("UnitDefinitions")
            for unit in sorted(set(units.values())):
                SubElement(known, "Unit", {{"name": unit}})
            root.insert(1, known)
        quoted = {quoted}
        of = {{quoted[name]: unit for name, unit in units.items()}}
        for variable in root.findall("ModelVariables/ScalarVariable"):
            if variable.get("name") in of:
                variable.find("Real").set("unit", of[variable.get("name")])
        return root

    def setup_experiment(self, start_time, stop_time, tolerance):
        self.plant.set_up(start_time, stop_time, tolerance)

    def exit_initialization_mode(self):
        self.plant.simulation

    def do_step(self, current_time, step_size):
        try:
            self.plant.advance_to(current_time + step_size)
        except Exception as error:
            self.log(str(error), Fmi2Status.error)
            return False
        return True

    def _get_fmu_state(self):
        return {{"state": self.plant.state.hex()}}

    def _set_fmu_state(self, state):
        self.plant.state = bytes.fromhex(state["state"])
'''


def export_fmu(
    mechanism: Mechanism | str,
    path: str | Path,
    *,
    outputs: Iterable[str] = (),
    parameters: Iterable[str] = (),
    step: float = STEP,
    rtol: float = 1e-8,
    method: str = "auto",
    laws: Iterable[str | Path] = (),
) -> list[str]:
    """Write a mechanism as a co-simulation unit of FMI 2.0 and return the names of its variables.

    Its inputs are those of the mechanism (``gd.Input``); ``outputs`` are names of channels, by
    default coordinates of joints, their rates and forces, and positions of bodies; ``parameters``
    are paths of numbers, as ``joints.C.radial_clearance``, by default masses, clearances, stiffness
    and damping. ``step`` is the communication step that it suggests [s]; ``laws`` are Python files
    of the user's own that the model needs. Needs the package PythonFMU.
    """
    builder = _builder()
    mechanism, path = mechanism_of(mechanism), path_of(path)
    if path.suffix.lower() != ".fmu":
        raise InputError("the name of a co-simulation unit ends in .fmu.", location=str(path))
    step = number(step, "step", POSITIVE_TIME)
    law_files = [path_of(file, "laws") for file in listed(laws, "laws", "a list of Python files")]
    for file in law_files:
        if not file.is_file():
            raise InputError("expected an existing Python file (.py) that defines laws.", location=str(file))  # fmt: skip
    settings: dict[str, Any] = {"rtol": rtol, "method": method}
    simulation = Simulation(mechanism, **settings)
    chosen = _outputs(simulation, _names(outputs, "outputs", "names of channels"))
    numbers = _parameters(mechanism, _names(parameters, "parameters", "paths of numbers"))
    told = {
        "parameters": numbers,
        "outputs": chosen,
        "laws": [file.name for file in law_files],
        "settings": settings,
        "units": {name: simulation.unit(name) for name in chosen if simulation.unit(name)},
    }
    names = [*numbers, *mechanism.inputs, *chosen]
    if len(set(names)) < len(names):
        double = next(name for name in names if names.count(name) > 1)
        raise InputError(f"'{double}' is the name of an input and of an output; rename the input.")
    files = {MODEL: dumps(mechanism), INTERFACE: json.dumps(told)}
    identifier = _identifier(path.stem)
    script = SCRIPT.format(
        identifier=identifier, description=mechanism.name, version=_version(), step=step, rtol=rtol,
        stop=mechanism.duration or 1.0, quoted={name: structured(name) for name in names},
    )  # fmt: skip
    _build(builder, script, files, law_files, path)
    return names


def _names(given: Any, argument: str, what: str) -> list[str]:
    found = listed(given, argument, what)
    for name in found:
        if not isinstance(name, str):
            raise InputError(f"expected {what}, got {brief(name)}.", (argument,))
    return found


def _builder() -> Any:
    try:
        from pythonfmu import FmuBuilder
    except ImportError:
        raise InputError(
            "a co-simulation unit is wrapped by the package PythonFMU, which is not installed: pip "
            "install 'gudgeon[fmu]'."
        ) from None
    return FmuBuilder


def _build(builder: Any, script: str, files: dict[str, str], laws: list[Path], path: Path) -> None:
    """Let PythonFMU wrap the script in a folder of its own, and leave no trace of it here.

    Modules of several units meet in one process, so that each has a name of its own.
    """
    stamp = sha256("".join([script, *files.values()]).encode()).hexdigest()[:12]
    with TemporaryDirectory(prefix="gudgeon-fmu-") as name:
        folder, known = Path(name), list(sys.path)
        module = f"gudgeon_unit_{stamp}"
        (folder / f"{module}.py").write_text(script, encoding="utf-8")
        project = [*laws]
        for file, text in files.items():
            (folder / file).write_text(text, encoding="utf-8")
            project.append(folder / file)
        try:
            made = builder.build_FMU(
                folder / f"{module}.py", dest=folder / "made.fmu", project_files=project,
                canGetAndSetFMUstate=True, canSerializeFMUstate=True,
            )  # fmt: skip
        finally:
            sys.path[:] = known
            sys.modules.pop(module, None)
        write_bytes(path, Path(made).read_bytes())


def structured(name: str) -> str:
    """Return a name as FMI's structured names have it: words between dots, others in quotes."""
    words = (
        word if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", word) else _quoted(word)
        for word in name.split(".")
    )
    return ".".join(words)


def _quoted(word: str) -> str:
    escaped = word.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _identifier(stem: str) -> str:
    word = re.sub(r"[^A-Za-z0-9_]", "_", stem)
    return word if word[:1].isalpha() else f"unit_{word}"


def _version() -> str:
    from ... import __version__

    return __version__


def _outputs(simulation: Simulation, wanted: list[str]) -> list[str]:
    """Return channels that are numbers; by default those of joints and positions of bodies."""
    known = simulation.outputs
    if not wanted:
        mechanism = simulation.mechanism
        ends = ("position.x", "position.y", "position.z")
        usual = [f"{body.name}.{end}" for body in mechanism.bodies for end in ends]
        for joint in mechanism.joints:
            for coordinate in joint.coordinates:
                usual += [f"{joint.name}.{coordinate}", f"{joint.name}.{coordinate}_rate"]
            usual.append(f"{joint.name}.force.magnitude")
        wanted = [name for name in usual if name in known]
    for name in wanted:
        if not among(name, known):
            raise InputError(f"there is no channel {brief(name)}.{suggestion(name, known)}", ("outputs",))  # fmt: skip
        if getattr(simulation[name], "ndim", 0):
            raise InputError(f"'{name}' has several components; name one of them.", ("outputs",))
    return list(dict.fromkeys(wanted))


def _parameters(mechanism: Mechanism, wanted: list[str]) -> dict[str, float]:
    """Return numbers of the model by their paths."""
    tree = to_tree(mechanism)
    found = dict(_numbers(tree, ()))
    if not wanted:
        return {path: x for path, x in found.items() if path.rpartition(".")[2] in NUMBERS}
    for path in wanted:
        if not among(path, found):
            raise InputError(
                f"there is no number at {brief(path)}.{suggestion(path, found)}", ("parameters",)
            )
    return {path: found[path] for path in wanted}


def _numbers(tree: Any, path: tuple[str, ...]) -> Iterable[tuple[str, float]]:
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from _numbers(value, (*path, str(key)))
    elif isinstance(tree, (int, float)) and not isinstance(tree, bool):
        yield ".".join(path), float(tree)
