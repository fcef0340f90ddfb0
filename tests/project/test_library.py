"""The shared library that a wheel brings along: it needs no other."""

import json
import shutil

import pytest

from gudgeon._base.elementary import FUNCTIONS
from gudgeon._base.machine_code import PREFIX
from gudgeon.simulation.compilation import all_units
from tests.support.elf_symbols import undefined
from tools import build_library

pytestmark = pytest.mark.skipif(
    not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="no linker here"
)


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("library")
    build_library.main(folder, grouped=False)  # make test-wheel has a grouped one
    return folder


def test_no_symbol_is_left_undefined_but_memset(library):
    """What the system computes would differ from machine to machine."""
    assert undefined((library / "core.so").read_bytes()) == {"memset"}


def test_it_has_all_units(library):
    manifest = json.loads((library / "units.json").read_text(encoding="utf-8"))
    assert manifest["units"].keys() == {unit.name for unit in all_units()}


def test_units_call_elementary_functions_of_our_own():
    needed = set()
    for unit in all_units():
        needed |= undefined(build_library.compiled(unit))
    assert needed <= {"memset", *(PREFIX + name for name in FUNCTIONS)}
    assert {PREFIX + name for name in ("sin", "cos", "pow")} <= needed
