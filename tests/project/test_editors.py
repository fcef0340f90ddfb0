"""What editors and type checkers see of the package."""

import inspect
import pydoc
import subprocess
import sys
from pathlib import Path

import pytest

import gudgeon as gd
from gudgeon._base.description import Description
from tools import public_names

# as a user would write it: numbers with units, lists, names of mechanisms
SCRIPT = """
import gudgeon as gd
from gudgeon.plotting import plot

steel = gd.LankaraniNikravesh.from_materials(material="steel", restitution=0.9)
bar = gd.Body("bar", mass="2 kg", inertia="0.01 kg*m^2", position=[0, "10 mm"])
pin = gd.Revolute(
    "A",
    between=("ground", "bar"),
    point=(0, 0),
    radial_clearance="25 H7/f7",
    fit=gd.Clearance(contact=steel, friction=gd.Threlfall(mu_k=0.1, v_1="1 mm/s")),
    stops=gd.Stop(upper="90 deg", contact=gd.Hertz(stiffness=1e5)),
)
mechanism = gd.Mechanism(name="pendulum", plane="xy", gravity=[0, -9.81], bodies=[bar], joints=[pin])
result = gd.simulate(mechanism, 0.1, rtol=1e-8, stop_when=gd.Crossing("A.angle", 1.0))
print(result.peaks["joint:A"].value + 1.0, result["A.angle"].max(), len(result.impacts))
result.save("result.h5")
again: gd.Result = gd.load("result.h5")
plot(again, "A.angle", "angle.png").savefig("again.png")
comparison = gd.compare("four-bar", "C", ["ideal", "clearance"], duration=0.1)
comparison.plot("comparison.png")
sweep = gd.sweep("four-bar", {"joints.C.radial_clearance": ["10 um", "20 um"]}, rtol=1e-6)
print(sweep.table, gd.iso_fit("25 H7/f7").clearances()[0] + 1.0)
rest = gd.equilibrium(mechanism)
print(gd.linearize(rest).frequencies, gd.resume(result, 0.2).status)
"""
REVEALED = {
    "gd.simulate('four-bar')": "gudgeon.results.result.Result",
    "gd.simulate('four-bar')['C.force.x']": "numpy.ndarray",
    "gd.simulate('four-bar').joint('C')": "gudgeon.results.joints.base.JointResult",
    "gd.simulate('four-bar').impacts": "gudgeon.results.impacts.Impacts",
    "gd.library('four-bar').with_fit('C', gd.Ideal())": "gudgeon.model.mechanism.Mechanism",
    "gd.library()": "dict[str, str]",
    "gd.Clearance(contact=gd.Hertz(1e9))": "gudgeon.model.fits.clearance.Clearance",
    "gd.compare('four-bar')": "gudgeon.studies.comparison.Comparison",
    "gd.sweep('four-bar', {})": "gudgeon.studies.sweep_result.Sweep",
    "gd.equilibrium('four-bar')": "gudgeon.studies.equilibrium.Equilibrium",
    "gd.iso_fit('25 H7/f7').clearances()": "tuple[float, float, float]",
}
MISTAKES = {
    "gd.simulate('four-bar', rtoll=1e-8)": 'Unexpected keyword argument "rtoll"',
    "gd.sweep('four-bar', {}, rtoll=1e-8)": 'Unexpected keyword argument "rtoll"',
    "gd.compare('four-bar', method=5)": 'expected "str"',
    "gd.monte_carlo('four-bar', {}, workerss=2)": 'Unexpected keyword argument "workerss"',
    "gd.simulate('four-bar').report('a.html', idel=True)": 'Unexpected keyword argument "idel"',
    "gd.Body('a', masss=3)": 'Unexpected keyword argument "masss"',
    "gd.Clearance(contact=gd.Coulomb(mu_k=0.1))": 'expected "NormalLaw"',
    "gd.Clearance()": 'argument "contact" in call to "Clearance"',
    "gd.simulat('four-bar')": 'Module has no attribute "simulat"',
    "gd.simulate('four-bar').peeks": '"Result" has no attribute "peeks"',
    "gd.library('four-bar').with_fit('C')": "Missing positional argument",
}


def checked(folder: Path, *lines: str) -> list[str]:
    """Return what mypy --strict says of a script."""
    (folder / "script.py").write_text("\n".join(lines), encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(folder), "script.py"]
    told = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return (told.stdout + told.stderr).splitlines()


def test_a_script_of_a_user_has_types(tmp_path: Path) -> None:
    """A script in the words of the documentation is right; what its names are is known; mistakes
    are found.
    """
    head = [*SCRIPT.splitlines()]
    told = checked(
        tmp_path,
        *head,
        *(f"reveal_type({text})" for text in REVEALED),
        *(text for text in MISTAKES),
    )
    first = len(head) + 1
    by_line: dict[int, str] = {}
    for line in told[:-1]:
        number = int(line.split(":")[1])
        by_line[number] = by_line.get(number, "") + line
    assert min(by_line) >= first, by_line[min(by_line)]
    for number, expected in enumerate([*REVEALED.values(), *MISTAKES.values()], first):
        assert expected in by_line.get(number, ""), (number, by_line.get(number))
    assert f"Found {len(MISTAKES)} errors in 1 file" in told[-1]


def completions(text: str) -> set[str]:
    jedi = pytest.importorskip("jedi", reason="make test installs it")
    script = jedi.Script(f"import gudgeon as gd\n{text}")
    return {found.name for found in script.complete() if not found.name.startswith("_")}


def test_an_editor_offers_public_names_and_layers_only() -> None:
    offered = completions("gd.")
    assert set(gd.__all__) <= offered
    layers = {path.name for path in Path(gd.__file__).parent.iterdir() if path.is_dir()}
    assert offered - set(gd.__all__) <= layers | {"Any", "TYPE_CHECKING"}


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("gd.simulate('four-bar').", {"peaks", "impacts", "joint", "save", "report", "to_pandas"}),
        ("gd.simulate('four-bar').joint('C').", {"force", "mode_fractions"}),
        ("gd.resume('a.h5').", {"peaks", "status"}),
        ("gd.load('a.h5').", {"peaks", "status"}),
        ("gd.library('four-bar').", {"with_fit", "with_values", "joints"}),
        ("gd.compare('four-bar').", {"plot", "report", "table"}),
        ("gd.sweep('four-bar', {}).", {"plot", "to_csv", "table"}),
        ("gd.equilibrium('four-bar').", {"linearize", "stable"}),
        ("gd.linearize('four-bar').", {"frequencies", "modes"}),
        ("gd.iso_fit('25 H7/f7').", {"clearances", "radial"}),
        ("gd.simulate(", {"rtol=", "method=", "stop_when=", "hold="}),
        ("gd.Clearance(", {"contact=", "friction=", "bushing="}),
        ("gd.Revolute('A', ", {"between=", "radial_clearance=", "fit="}),
        ("gd.Flores.from_materials(", {"material=", "E=", "bearing_radius=", "restitution="}),
    ],
)
def test_an_editor_completes(text: str, offered: set[str]) -> None:
    assert offered <= completions(text)


def test_public_names_are_where_editors_look_for_them() -> None:
    assert public_names.FILE.read_text(encoding="utf-8") == public_names.text(), "say make names"
    assert {*public_names.homes(), "InputError", "InputErrors"} == set(gd.__all__)


@pytest.mark.parametrize("name", gd.__all__)
def test_help_tells_units(name: str) -> None:
    """Of every number that a description takes; what a function does is told, too."""
    thing = getattr(gd, name)
    if not inspect.isclass(thing) or not issubclass(thing, Description):
        assert inspect.getdoc(thing) or not callable(thing)
        return
    text = pydoc.plain(pydoc.render_doc(thing))
    for field in getattr(thing, "__dataclass_fields__", {}).values():
        if (quantity := field.metadata.get("quantity")) is not None:
            assert f"{field.name} [{quantity.unit}]: {quantity.help}"[:60] in text
