"""Runs give the same results to the last bit on every machine: those in fingerprints.txt, whatever
processor kernels are compiled for, and whatever NumPy, its linear algebra and the C library see.

The values in the file hold for this machine, too, so that comparing it with itself in several
disguises compares it with all others.
"""

import math
import os
import subprocess
import sys
from pathlib import Path

import pytest
from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__

from tools import fingerprints

ROOT = Path(__file__).parents[2]
UNFUSED = {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX512F"}
UNVECTORED = {
    "NPY_DISABLE_CPU_FEATURES": ",".join(
        name for name in __cpu_dispatch__ if __cpu_features__.get(name)
    )
}
OLD = {"OPENBLAS_CORETYPE": "Nehalem"}
LIBRARIES = {  # what else computes in a process
    "linear algebra of Nehalem": OLD,
    "linear algebra of Haswell": {"OPENBLAS_CORETYPE": "Haswell"},
    "linear algebra of Skylake": {"OPENBLAS_CORETYPE": "SkylakeX"},
    "C library without fused operations": UNFUSED,
    "NumPy without vectors": UNVECTORED,
}


def elsewhere(command: list[str], environment: dict[str, str], timeout: float) -> str:
    """Return what a command prints in another environment."""
    done = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        timeout=timeout,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def test_all_runs_are_those_in_the_file():
    """Every mechanism, fit and method. Whoever changes results on purpose writes the file again
    (make fingerprints) and says why.
    """
    assert fingerprints.differences(fingerprints.fingerprints(), whole=True) == []


def test_libraries_do_not_change_results():
    """All of them at once, every fit with one method."""
    elsewhere(["tools/fingerprints.py", "--short"], {**OLD, **UNFUSED, **UNVECTORED}, 300)


@pytest.mark.skipif(
    not __cpu_features__.get("FMA3"), reason="the C library has no fused operations to leave out"
)
def test_the_disguise_of_the_c_library_works():
    """Sines of the C library are others without fused operations: the test above tests
    something.
    """
    code = "import math; print([math.sin(0.001 * k) for k in range(10_000)])"
    here = str([math.sin(0.001 * k) for k in range(10_000)])
    assert elsewhere(["-c", code], UNFUSED, 60).strip() != here


@pytest.mark.slow
@pytest.mark.parametrize("library", LIBRARIES)
def test_no_library_changes_results(library):
    elsewhere(["tools/fingerprints.py"], LIBRARIES[library], 600)


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="names of x86-64 processors")
@pytest.mark.parametrize("target", ["generic", "x86-64-v2", "haswell", "native"])
def test_no_processor_changes_results(target):
    """Kernels are compiled again for each, once."""
    if target == "native":
        import llvmlite.binding as llvm

        target = llvm.get_host_cpu_name()
    elsewhere(["tools/fingerprints.py"], {"GUDGEON_TARGET": target}, 1800)
