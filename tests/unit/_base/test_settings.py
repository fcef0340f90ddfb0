"""What the environment says about compiling, read once by each process."""

import os
import subprocess
import sys

import pytest


def said(**environment: str) -> str:
    """Return the settings of a process with these variables."""
    names = ("NUMBA_DISABLE_JIT", "GUDGEON_CACHE", "GUDGEON_TARGET", "GUDGEON_MACHINE")
    others = {name: value for name, value in os.environ.items() if name not in names}
    command = "from gudgeon._base.settings import *; print(DISABLED, CACHED, TARGET)"
    return subprocess.run(
        [sys.executable, "-c", command],
        env={**others, **environment},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    ).stdout.strip()


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"GUDGEON_TARGET": "generic"}, "False True generic"),
        ({"GUDGEON_TARGET": "haswell", "GUDGEON_CACHE": "0"}, "False False haswell"),
        ({"GUDGEON_TARGET": "generic", "NUMBA_DISABLE_JIT": "1"}, "True True generic"),
        ({"GUDGEON_TARGET": "generic", "NUMBA_DISABLE_JIT": ""}, "False True generic"),
    ],
)
def test_variables_decide(environment, expected):
    assert said(**environment) == expected


def test_without_a_word_the_oldest_supported_processor_is_meant():
    assert said().split()[-1] in ("x86-64-v2", "generic")
    assert said(GUDGEON_TARGET="") == said()


def test_another_kind_of_computer_has_its_own_processors():
    assert said(GUDGEON_MACHINE="aarch64").split()[-1] == "generic"
    assert said(GUDGEON_MACHINE="x86_64").split()[-1] == "x86-64-v2"
