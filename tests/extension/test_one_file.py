"""An integrator and a command are one file each, a law and a result variable lines in one: put into
a copy of the package, in which nothing else is edited, they are there by their names.

Files of joints and fits: tests/unit/_base/test_discovery.py.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from gudgeon._base.sources import ROOT
from tests.support.integrator_cases import pendulum

HEUN = '''"""Heun's Runge-Kutta method of order 3 with fixed steps."""

from typing import NamedTuple

import numpy as np

from ..._base.descriptors import tables
from . import Size
from .common import runge_kutta
from .rk4 import estimate, interpolate

TABLEAU = (
    np.array([[0.0, 0.0], [1 / 3, 0.0], [0.0, 2 / 3]]),
    np.array([1 / 4, 0.0, 3 / 4]),
    np.array([0.0, 1 / 3, 2 / 3]),
)


@tables
class Heun(NamedTuple):
    f: np.ndarray
    y_new: np.ndarray
    f_new: np.ndarray
    error: np.ndarray
    stage: np.ndarray
    K: np.ndarray


def memory(size: Size) -> Heun:
    return runge_kutta.memory_of(Heun, size, 3)


runge_kutta.register(Heun, TABLEAU, None, estimate=estimate, interpolate=interpolate)
'''
MASSES = '''import click

from ..common import Model, echo, model_argument


@click.command()
@model_argument
def masses(model):
    """Print the mass of every body of MODEL."""
    for body in Model(model).mechanism.bodies:
        echo(f"{body.name}: {body.total_mass:g} kg")
'''

CUBIC = '''

@law
class Cubic(NormalLaw):
    """Elastic contact of the third power."""

    stiffness: Number = param("K", "N/m^3", "contact stiffness", gt=0)

    @staticmethod
    def force(delta, delta_dot, delta_dot_impact, K):
        """F = K δ³"""
        return K * delta * delta * delta

    @staticmethod
    def potential(delta, K):
        """U = K δ⁴/4"""
        return K * delta * delta * delta * delta / 4
'''
MOMENTUM = """    OutputVariable("momentum", "kg*m/s", ("body", "xyz"), "momentum, global"),
"""
WRITTEN = """            row[columns.momentum + 3 * k + c] = system.bodies[k + 1].mass * X[k + 1, V + c]
"""


@pytest.fixture
def package(tmp_path):
    """A copy of the package that may be added to."""
    ignored = shutil.ignore_patterns("__pycache__")
    return Path(shutil.copytree(ROOT, tmp_path / "gudgeon", ignore=ignored))


def run(package, script):
    """Run a script with a copy of the package; return what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=package.parent,
        env={**os.environ, "PYTHONPATH": str(package.parent)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_an_integrator_is_one_file(package):
    """Halving the step of a method of order 3 divides its error by 8, up to terms of the next order
    (a share of the step, here 3 %); the pendulum has a closed form.
    """
    (package / "kernels" / "integrators" / "heun.py").write_text(HEUN, encoding="utf-8")
    script = """
import gudgeon as gd
from gudgeon.cli.commands.run import run

assert "heun" in next(option for option in run.params if option.name == "method").type.choices
for step in (0.02, 0.01):
    result = gd.simulate(gd.library("pendulum"), 0.5, method="heun", step=step)
    print(*result.body(result.mechanism.bodies[0].name).position[-1][:2])
"""
    found = np.array(run(package, script).split(), float).reshape(2, 2)
    coarse, fine = np.linalg.norm(found - pendulum(0.5)[:2], axis=1)
    assert 7.5 < coarse / fine < 8.5


def test_a_command_is_one_file(package):
    (package / "cli" / "commands" / "masses.py").write_text(MASSES, encoding="utf-8")
    script = "from gudgeon.cli.main import main; main(['masses', 'four-bar'])"
    assert "crank:" in run(package, script)


def insert(path, place, text):
    """Put a text before a place that a file has once."""
    before, found, after = path.read_text(encoding="utf-8").partition(place)
    assert found and place not in after
    path.write_text(before + text + found + after, encoding="utf-8")


def test_a_law_is_lines_in_the_file_of_its_family(package):
    """A ball dropped by h into a socket with the law F = K d^3 comes to rest, for a moment, where
    K d^4/4 = m g (h + d): to the tolerance of the run.
    """
    contact = package / "laws" / "contact.py"
    insert(contact, '    "Flores",\n', '    "Cubic",\n')
    contact.write_text(contact.read_text(encoding="utf-8") + CUBIC, encoding="utf-8")
    script = """
import gudgeon as gd
from gudgeon.model.files import dumps, loads

fit = gd.Clearance(contact=gd.Cubic(1e12), start="as-described")
ball = gd.Mechanism(
    bodies=[gd.Body("ball", mass=2.0, inertia=(1e-3, 1e-3, 1e-3))],
    joints=[gd.Spherical("S", between=("ground", "ball"), point=(0, 0, 0), fit=fit,
        bearing_radius=0.011, journal_radius=0.010)],
    gravity=(0, 0, -9.81),
)
assert loads(dumps(ball)) == ball
result = gd.simulate(ball, 0.1, rtol=1e-10)
print(result.impacts["penetration"][0])
"""
    d = float(run(package, script))
    assert d**4 * 1e12 / 4 == pytest.approx(2.0 * 9.81 * (1e-3 + d), rel=1e-6)


@pytest.mark.slow
def test_a_result_variable_is_lines_in_one_file(package):
    """Slow: the columns of rows are known to all compiled units."""
    output_row = package / "kernels" / "output_row.py"
    insert(output_row, "    *LOAD_VARIABLES,\n", MOMENTUM)
    insert(output_row, "    reactions(system, work, row)\n    for c in range", WRITTEN)
    script = """
import gudgeon as gd

result = gd.simulate(gd.library("four-bar"), 0.01)
crank = result.body("crank")
assert result.channel("crank.momentum.x").unit == "kg*m/s"
print(abs(crank.momentum - result.mechanism.body("crank").total_mass * crank.velocity).max())
"""
    assert float(run(package, script)) < 1e-12
