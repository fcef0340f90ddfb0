"""An integrator and a command are one file each: put into a copy of the package, in which nothing
else is edited, they are there by their names.

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
