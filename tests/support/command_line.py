"""The command line run in this process, and a stand-in for the simulation."""

import numpy as np
from click.testing import CliRunner

import gudgeon as gd
from gudgeon.assembly.output_layout import Label, layout
from gudgeon.cli.main import main
from gudgeon.results.outcome import Outcome
from gudgeon.results.result import Result
from gudgeon.results.status import Status


def gudgeon(*arguments: object, code: int = 0):
    """Run the command line in this process and demand an exit code."""
    outcome = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert outcome.exit_code == code, (outcome.exit_code, outcome.output, outcome.exception)
    return outcome


def small_result(status: Status = Status.COMPLETE) -> Result:
    """Return three rows of a driven crank with forces 3-4-5 and a balance that is off by 2 J."""
    labels = {
        "body": ("crank",),
        "joint": ("A",),
        "coordinate": (Label("A.angle", "rad"),),
        "driver": (Label("motor", "rad"),),
        "entry": ("kinetic", "gravity", "driver:motor"),
    }
    columns = layout(labels)
    rows = np.zeros((3, columns.width))
    rows[:, columns["t"].columns] = [[0.0], [0.5], [1.0]]
    rows[1, columns["joint_force"].columns] = [3.0, 0.0, -4.0]
    rows[2, columns["joint_torque"].columns] = [0.0, 0.25, 0.0]
    rows[:, columns["driver_force"].columns] = [[-1.5], [0.0], [2.5]]
    rows[:, columns["energy"].columns] = [[10.0, 0.0, 0.0], [12.0, 0.0, 0.0], [20.0, 0.0, 10.0]]
    mechanism = gd.Mechanism(
        bodies=[gd.Body("crank", mass=1, inertia=(1, 1, 1))],
        joints=[gd.Revolute("A", between=("ground", "crank"), point=(0, 0, 0), axis=(0, 0, 1))],
        drivers=[gd.Driver("motor", joint="A", motion=gd.ConstantSpeed(1))],
    )
    statistics = {"steps": 12, "rejected": 3, "evaluations": 200, "wall_time": 0.25}
    return Result(mechanism, columns, columns.split(rows), Outcome(status, statistics))


def stand_in(monkeypatch, result: Result, compiling: bool = False) -> dict:
    """Let ``gudgeon run`` return ``result``; return the arguments with which the simulation was
    called.
    """
    called: dict = {}

    def simulate(mechanism, **options):
        called.update(options, mechanism=mechanism)
        return result

    monkeypatch.setattr("gudgeon.simulation.simulate.simulate", simulate)
    monkeypatch.setattr("gudgeon.simulation.compilation.needs_compiling", lambda *_: compiling)
    return called
