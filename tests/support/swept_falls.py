"""Bodies that fall or hang on a joint, for sweeps whose numbers are known, and Ctrl-C at a
chosen moment.
"""

import _thread
import threading
import time

import numpy as np

import gudgeon as gd
from gudgeon.studies import sweep_point as module

DURATION = 0.2
FALLS = {"gravity.2": [-10, -20.0], "bodies.cabin.mass": ["500 g", 1, "2 kg"]}


def falling() -> gd.Mechanism:
    """Return a body that slides down a vertical guide: z = -g t^2/2 exactly, however it is
    integrated.
    """
    return gd.Mechanism(
        name="lift",
        gravity=(0, 0, -10),
        duration=DURATION,
        bodies=[gd.Body("cabin", mass=2.0, inertia=(1, 1, 1))],
        joints=[
            gd.Translational("D", between=("ground", "cabin"), point=(0, 0, 0), axis=(0, 0, 1))
        ],
    )


def depth(result: gd.Result) -> float:
    return -float(result.body("cabin").position[-1, 2])


def swept_falls() -> gd.Sweep:
    """Sweep gravity and mass of a fall."""
    return gd.sweep(
        falling(),
        FALLS,
        measures={"depth": depth, "lowest": "min D.displacement", "hardest": "peak_acceleration"},
    )


@gd.law
class Brittle(gd.NormalLaw):
    """A contact that ends at a depth of 1 mm; ordinary inputs do not show it."""

    stiffness: float = gd.param("K", "N/m", gt=0)

    @staticmethod
    def force(delta, delta_dot, delta_dot_impact, K):
        """F_N = K δ"""
        return K * delta if delta < 1e-3 else np.inf


def hanging() -> gd.Mechanism:
    """Return a body of 2 kg that hangs on a stop at once: on a spring of stiffness K it goes 2 m
    g/K deep.
    """
    stop = gd.Stop(lower=0.0, contact=Brittle(1e6))
    guide = gd.Translational(
        "D", between=("ground", "cabin"), point=(0, 0, 0), axis=(0, 0, 1), stops=stop
    )
    return gd.Mechanism(
        name="hanging",
        gravity=(0, 0, -10),
        duration=0.1,
        bodies=[gd.Body("cabin", mass=2, inertia=(1, 1, 1))],
        joints=[guide],
    )


def runs(monkeypatch) -> list:
    """Count the simulations from here on."""
    made, usual = [], module.simulate

    def counted(mechanism, *arguments, **options):
        made.append(mechanism)
        return usual(mechanism, *arguments, **options)

    monkeypatch.setattr(module, "simulate", counted)
    return made


class Presser(threading.Thread):
    """Presses Ctrl-C when the run with 3 m/s^2 has begun; from then on that run lasts for ever."""

    def __init__(self, monkeypatch) -> None:
        super().__init__()
        self.begun, usual = threading.Event(), module.simulate

        def simulate(mechanism, *arguments, progress, **options):
            if mechanism.gravity[2] != -3.0:
                return usual(mechanism, *arguments, progress=progress, **options)
            self.begun.set()
            while True:
                progress(0.1, 1.0, {})
                time.sleep(1e-3)

        monkeypatch.setattr(module, "simulate", simulate)

    def run(self) -> None:
        self.begun.wait(60)
        _thread.interrupt_main()
