"""Kernels give the same results to the last bit whatever instructions they are compiled for:
nothing is fused or summed in another order.

Both sides use the C library and the BLAS of one machine, whose last bits are another matter.
"""

import hashlib
import json
import os
import subprocess
import sys

import pytest

import gudgeon as gd

CASES = {  # contact with friction, bushing, film, ideal joints; what each method compiles
    "four-bar": {"C": "clearance-friction"},
    "planar-slider-crank": {"C": "clearance-bushing"},
    "spatial-slider-crank": {},
}
METHODS = ("auto", "dop853", "radau")


def hashes() -> dict[str, str]:
    """Return a hash of final states, impacts and evaluations of every case with every method."""
    found = {}
    for name, fits in CASES.items():
        for method in METHODS:
            mechanism = gd.library(name, **fits)
            run = gd.simulate(mechanism, 0.02 * mechanism.duration, method=method, max_steps=20_000)
            digest = hashlib.sha256(str(run.statistics["evaluations"]).encode())
            digest.update(run.impacts.rows.tobytes())
            for body in mechanism.bodies:
                digest.update(
                    run.body(body.name).position.tobytes() + run.body(body.name).velocity.tobytes()
                )
            found[f"{name} {method}"] = digest.hexdigest()
    return found


@pytest.mark.skipif(
    "GUDGEON_TARGET" not in os.environ, reason="compares with another processor: make test-generic"
)
def test_results_do_not_depend_on_the_processor():
    """Here kernels are compiled for the processor that GUDGEON_TARGET says, in the other process
    for the oldest that is supported.
    """
    usual = {
        key: value
        for key, value in os.environ.items()
        if key not in ("GUDGEON_TARGET", "GUDGEON_CACHE_DIR")
    }
    command = [sys.executable, "-m", "tests.physics.test_same_bits"]
    other = subprocess.run(
        command, env=usual, capture_output=True, text=True, check=True, timeout=600
    )
    assert hashes() == json.loads(other.stdout)


if __name__ == "__main__":
    print(json.dumps(hashes()))
