"""What a run begins with is the same to the last bit, whatever processor NumPy, its linear
algebra and the C library see.
"""

import json
import os
import subprocess
import sys

import pytest
from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__

from tests.support.assembled_hash import library_hashes

PLAIN = {
    "NPY_DISABLE_CPU_FEATURES": ",".join(
        name for name in __cpu_dispatch__ if __cpu_features__.get(name)
    )
}


@pytest.mark.parametrize(
    ("kind", "processor"),
    [
        ("closed", {"OPENBLAS_CORETYPE": "Nehalem", **PLAIN}),
        ("closed", {"OPENBLAS_CORETYPE": "Haswell"}),
        # compiled code still calls the C library: only what has been described is compared
        (
            "described",
            {
                "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX512F",
                "OPENBLAS_CORETYPE": "SkylakeX",
            },
        ),
    ],
    ids=["without vectors", "haswell", "without fused operations"],
)
def test_records_and_initial_states_do_not_depend_on_the_processor(kind, processor):
    command = [sys.executable, "-m", "tests.support.assembled_hash", kind]
    done = subprocess.run(
        command,
        env={**os.environ, **processor},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    there, here = json.loads(done.stdout), library_hashes(kind == "closed")
    assert [name for name in here if here[name] != there[name]] == []
