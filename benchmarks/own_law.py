"""What a law of the user's own costs: the first use ever, which compiles it, and later ones, in the
same process and in others.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from uuid import uuid4

from .table import Row

SCRIPT = '''
import json, sys
from time import process_time

import gudgeon as gd


@gd.law
class Foam(gd.NormalLaw):
    """A contact that hardens."""

    stiffness: float = gd.param("K", "N/m", "at small penetration", gt=0)

    @staticmethod
    def force(delta, delta_dot, delta_dot_impact, K):
        """F = K delta (1 + NUMBER delta) and some damping"""
        return K * delta * (1.0 + NUMBER * delta) * (1.0 + 1e-3 * delta_dot)


def seconds(law):
    """Return the processor time of a short run [s]."""
    mechanism = gd.library("four-bar", C=gd.Clearance(contact=law))
    begin = process_time()
    gd.simulate(mechanism, 1e-3)
    return process_time() - begin


shipped = seconds(gd.LankaraniNikravesh(stiffness=1e8, restitution=0.9))
times = [seconds(Foam(stiffness=k)) for k in (1e6, 2e6)]
print(json.dumps({"shipped": shipped, "own": times, "numba": "numba" in sys.modules}))
'''


def own_law() -> list[Row]:
    """Run a script with a law that nobody has used before, twice."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "foam.py"
        path.write_text(SCRIPT.replace("NUMBER", f"{uuid4().int % 10**9}.0"))
        first, later = (
            json.loads(
                subprocess.run(
                    [sys.executable, str(path)],
                    env={**os.environ, "PYTHONPATH": str(Path.cwd())},
                    check=True,
                    capture_output=True,
                    text=True,
                ).stdout
            )
            for _ in range(2)
        )
    rows = []
    for what, value in {
        "first use of an own law, compiled": first["own"][0],
        "the same law with other parameters": first["own"][1],
        "the same in another process": later["own"][0],
    }.items():
        rows.append(Row(f"{what} (processor time)", f"{value:.3f} s", "< 1 s", value < 1.0))
    kept = not later["numba"]
    what = "the compiler is imported by the second process"
    return [*rows, Row(what, "no" if kept else "yes", "no", kept)]
