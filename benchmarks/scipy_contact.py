"""SciPy on the right-hand side of a mechanism with contacts: its events begin and end them, as
SciPy keeps no memory of its own.
"""

from time import process_time
from typing import Any

import numpy as np

import gudgeon as gd
from gudgeon._base.descriptors import vector
from gudgeon._base.function_pointers import entry_signature
from gudgeon._base.jit import called
from gudgeon.assembly.initial_conditions import check_model
from gudgeon.kernels import records as rec
from gudgeon.kernels.tasks import ACCELERATIONS, SAMPLE

FIRST_STEP = 1e-6  # [s] after an event, so that no step goes through a whole contact unseen


def kernel(system: rec.System, work: rec.Work, name: str) -> Any:
    """Return f(t, y, task) of a compiled kernel of a mechanism: all that does not change from call to
    call is looked up before.
    """
    entry = called(int(system.setting[0][name]), entry_signature)
    places = system.address, work.address

    def ask(t: float, y: np.ndarray, task: int) -> np.ndarray:
        y = np.ascontiguousarray(y)
        out = np.empty_like(y)
        entry(*places, t, *vector(y), *vector(out), task)
        return out

    return ask


class Contacts:
    """A mechanism as SciPy sees it, and the memory of its contacts."""

    def __init__(self, mechanism: gd.Mechanism) -> None:
        assembly = check_model(mechanism).assembly
        self.system, self.work, self.start = assembly.system, assembly.work(), assembly.y.copy()
        self.system.setting["project"] = 1
        self.bodies = len(mechanism.bodies)
        self.memory, self.watch = self.work.contacts, self.system.contacts["watch"]
        evaluate, observe = (
            kernel(self.system, self.work, name) for name in ("evaluate", "observe")
        )
        self.f = lambda t, y: evaluate(t, y, ACCELERATIONS)
        self.observe = lambda t, y: observe(t, y, SAMPLE)

    def event(self, k: int) -> Any:
        """Return the event at which contact ``k`` begins or, if it is on, ends."""
        place = int(self.watch[k])

        def penetration(t: float, y: np.ndarray) -> float:
            self.observe(t, y)
            return float(self.work.watched[place, rec.SAMPLED])

        penetration.terminal = True  # type: ignore[attr-defined]
        penetration.direction = -1.0 if self.memory[k, rec.ON] else 1.0  # type: ignore[attr-defined]
        return penetration

    def switch(self, k: int, t: float, y: np.ndarray) -> None:
        """Let contact ``k`` begin, with the approach speed of this state, or end."""
        self.observe(t, y)
        self.memory[k, rec.ON] = 1.0 - self.memory[k, rec.ON]
        self.memory[k, rec.APPROACH] = max(0.0, self.work.watched[self.watch[k], rec.SAMPLED_SLOPE])

    def integrate(
        self, duration: float, rtol: float, times: np.ndarray | None = None
    ) -> tuple[list[np.ndarray], int, int]:
        """Return the states at these times after the start, or at all steps, and how many steps
        and evaluations it took.
        """
        from scipy.integrate import solve_ivp

        self.memory[:] = 0.0
        t, y, options, states, steps, evaluations = (
            0.0,
            self.start,
            {"method": "DOP853", "rtol": rtol, "atol": rtol},
            [],
            0,
            0,
        )
        while t < duration:
            options |= {
                "events": [self.event(k) for k in range(len(self.memory))],
                "t_eval": None if times is None else times[times > t],
            }
            part = solve_ivp(self.f, (t, duration), y, **options)
            states += list(np.transpose(part.y))
            steps, evaluations = steps + len(part.t) - 1, evaluations + part.nfev
            t = duration
            for k, met in enumerate(part.t_events):
                if len(met):
                    t, y = float(met[0]), part.y_events[k][0]
                    self.switch(k, t, y)
            options["first_step"] = min(FIRST_STEP, 0.5 * (duration - t)) or None
        return states, steps, evaluations

    def solve(
        self, times: np.ndarray, rtol: float
    ) -> tuple[float, np.ndarray, np.ndarray, int, int]:
        """Return processor time, the times, positions then (rows, bodies, 3), and how many steps
        and evaluations it took.

        The states at the times come from a second run, which is not timed: asking for them costs
        evaluations.
        """
        duration = float(times[-1])
        begin = process_time()
        _, steps, evaluations = self.integrate(duration, rtol)
        seconds = process_time() - begin
        states = np.array([self.start, *self.integrate(duration, rtol, times)[0]])
        positions = states[:, : 7 * self.bodies].reshape(len(times), self.bodies, 7)[:, :, :3]
        return seconds, times, positions, steps, evaluations
