"""Bodies that fall or hang on a joint, for comparisons whose deviations are known, and Ctrl-C at
a chosen moment.
"""

import _thread
import threading
import time

import gudgeon as gd
from gudgeon.studies import compare as module

DURATION, STEP = 0.2, 0.01


def falling(gravity: float = 10.0, **joint) -> gd.Mechanism:
    """Return a body that slides down a vertical guide: z = -g t^2/2 exactly, however it is
    integrated.
    """
    return gd.Mechanism(
        name="lift",
        gravity=(0, 0, -gravity),
        duration=DURATION,
        bodies=[gd.Body("cabin", mass=2.0, inertia=(1, 1, 1))],
        joints=[
            gd.Translational(
                "D", between=("ground", "cabin"), point=(0, 0, 0), axis=(0, 0, 1), **joint
            )
        ],
    )


def hanging(**joint) -> gd.Mechanism:
    """Return a pendulum that hangs still on a pin, in a plane; its weight is 20 N."""
    pin = gd.Revolute(
        "A",
        between=("ground", "bar"),
        point=(0, 0),
        bearing_radius=0.01,
        radial_clearance=0.0,
        **joint,
    )
    bar = gd.Body("bar", mass=2.0, inertia=0.01, position=(0, -0.1))
    return gd.Mechanism(
        name="hanging bar", plane="xy", gravity=(0, -10), duration=0.1, bodies=[bar], joints=[pin]
    )


def compared_falls() -> gd.Comparison:
    """Compare free falls under 10, 12 and 20 m/s^2."""
    fits = {"slow": falling(10.0), "a bit faster": falling(12.0), "fast": falling(20.0)}
    return gd.compare(falling(), fits=fits, output_step=STEP, channels="D.displacement")


def compared_bars() -> gd.Comparison:
    """Compare a small mechanism with three fits that the library knows of its joint C, for a
    moment.
    """
    return gd.compare(
        "four-bar",
        fits=["ideal", "clearance", "clearance-friction"],
        joint="C",
        duration=0.05,
        output_step=1e-3,
    )


class Stage:
    """A stand-in for the simulation: 'fast' ends at once, all others go on until they are told
    to end.
    """

    def __init__(self, monkeypatch, result) -> None:
        self.result, self.ended = result, threading.Event()
        monkeypatch.setattr(module, "simulate", self.simulate)

    def simulate(self, mechanism, progress, **options):
        """Return the result of a fast run; otherwise report progress for ever."""
        if mechanism.gravity[2] == -20.0:
            self.ended.set()
            return self.result
        while True:
            progress(0.1, 1.0, {})
            time.sleep(1e-3)

    def interrupt(self) -> None:
        """Press Ctrl-C when the fast run has ended; the runs have begun by then."""
        self.ended.wait(60)
        _thread.interrupt_main()

    def __enter__(self) -> None:
        self.presser = threading.Thread(target=self.interrupt)
        self.presser.start()

    def __exit__(self, *exception: object) -> None:
        self.presser.join()
