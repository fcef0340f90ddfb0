"""What commands share: what they announce and where errors are said to be."""

import io
import sys

import gudgeon as gd
from gudgeon._base import machine_code
from gudgeon.cli.common import announce_compiling
from gudgeon.model import files
from gudgeon.model.library import library
from tests.support.command_line import gudgeon, small_result, stand_in


def test_options_of_contacts_reach_the_simulation(monkeypatch):
    called = stand_in(monkeypatch, small_result())
    gudgeon(
        "run",
        "four-bar",
        "--set",
        "joints.C.fit=clearance",
        "--contact-start",
        "reject",
        "--penetration-tolerance",
        "1 um",
    )
    assert (called["contact_start"], called["penetration_tolerance"]) == ("reject", 1e-6)
    assert isinstance(called["mechanism"].joint("C").fit, gd.Clearance)


def test_compiling_is_announced_once_on_standard_error(monkeypatch):
    stand_in(monkeypatch, small_result(), compiling=True)
    assert gudgeon("run", "pendulum").stderr == "compiling, once (about half a minute)...\n"
    stand_in(monkeypatch, small_result(), compiling=False)
    assert gudgeon("run", "pendulum").stderr == ""


def test_an_error_of_the_assembly_is_told_with_the_line_of_the_joint(monkeypatch, tmp_path):
    path = tmp_path / "model.yaml"
    files.write(library("pendulum"), path)
    line = path.read_text().splitlines().index("  bar:") + 1

    def simulate(mechanism, **options):
        raise gd.InputError("cannot be closed.", ("joints", "bar"))

    monkeypatch.setattr("gudgeon.simulation.simulate.simulate", simulate)
    monkeypatch.setattr("gudgeon.simulation.compilation.needs_compiling", lambda *_: False)
    assert (
        f"Error: {path}:{line}: joints.bar: cannot be closed."
        in gudgeon("run", path, code=2).stderr
    )


def test_what_a_loose_mechanism_needs_is_announced_too(monkeypatch):
    """After a run with ideal joints there is still something to compile for one whose joints are
    not.
    """
    asked = []
    stand_in(monkeypatch, small_result())
    monkeypatch.setattr(
        "gudgeon.simulation.compilation.needs_compiling", lambda *about: asked.append(about) or True
    )
    command = ["run", "four-bar", "--set", "joints.C.fit=clearance-friction", "--method", "radau"]
    stderr = gudgeon(*command).stderr
    assert stderr == "compiling, once (about half a minute)...\n"
    gudgeon(*command, "--coordinates", "joint")
    found = [(method, mechanism.imperfect, where) for method, mechanism, where in asked]
    assert found == [("radau", True, None), ("radau", True, "joint")]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_in_a_terminal_a_bar_shows_what_is_compiled_before_the_run(monkeypatch):
    done = []

    def compile_core(method, mechanism, coordinates):
        done.append((method, mechanism, coordinates, machine_code.shown))
        machine_code._show(1, 2)
        machine_code._show(2, 2)

    monkeypatch.setattr("gudgeon.simulation.compilation.needs_compiling", lambda *_: True)
    monkeypatch.setattr("gudgeon.simulation.compilation.compile_core", compile_core)
    monkeypatch.setattr(machine_code, "shown", None)
    monkeypatch.setattr(sys, "stderr", Terminal())
    announce_compiling(False, "adams")
    assert done == [("adams", None, None, None)]
    half, whole = "#" * 15 + "." * 15, "#" * 30
    assert sys.stderr.getvalue() == (
        f"\rgudgeon compiles, once: [{half}] 1 of 2\rgudgeon compiles, once: [{whole}] 2 of 2\n"
    )
    announce_compiling(True, "adams")
    assert len(done) == 1  # a quiet command says nothing
