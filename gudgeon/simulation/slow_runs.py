"""Runs that take unusually long: when to say so, and what limits their steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ..kernels.integrators import registered
from ..laws import file_name
from ..results.contact_specs import contact_groups
from .progress import clock
from .settings import RunSettings

if TYPE_CHECKING:
    from ..model import Mechanism
    from ..results.impacts import Impacts

# [s] of work after which a run may be called slow for the first time, then whenever that has
# doubled
FIRST = 60.0
LEFT = 600.0  # [s] of work that it must still have before it
# of a contact: a mean step that is shorter is not made for the shape of its force. An explicit
# method takes some ten to a hundred steps through an impact.
SHORT_STEP = 1e-3
COUNTERS = ("steps", "rejected", "events", "relaxed")


class SlowRunWarning(UserWarning):
    """A run will take long; the text says how far it is and what limits its steps."""


class SlowRunMonitor:
    """How fast a run advances; ``check`` returns a sentence where it goes unusually slowly."""

    def __init__(self, duration: float, settings: RunSettings) -> None:
        self.duration, self.settings = duration, settings
        self.due, self.at = FIRST, 0.0
        self.counted = dict.fromkeys((*COUNTERS, "rows"), 0)

    def check(self, work: float, t: float, counters: Mapping[str, Any], stiff: bool) -> str:
        """Return what to say after ``work`` seconds at the time ``t``: mostly nothing."""
        if work < self.due:
            return ""
        new = {name: counters[name] - self.counted[name] for name in self.counted}
        passed, self.at = t - self.at, t
        self.due, self.counted = 2 * work, {name: counters[name] for name in self.counted}
        left = (self.duration - t) / t * work if t > 0 else float("inf")
        if left < LEFT:
            return ""
        more = f"it takes {clock(left)} more" if left < 1e9 else "it does not come to its end"
        trials = max(1, new["steps"] + new["rejected"])
        steps = (
            f"{trials:.3g} steps of late, {new['rejected'] / trials:.0%} of them rejected, went "
            f"{passed:.3g} s"
        )
        advice = "Ctrl-C keeps what was computed; max_steps and max_wall_time end such runs."
        return (
            f"after {clock(work)} the run is at t = {t:.6g} of {self.duration:g} s; at this pace "
            f"{more}. "
            f"{steps}; {self._limit(new, passed, stiff)}. {advice}"
        )

    def _limit(self, new: Mapping[str, int], passed: float, stiff: bool) -> str:
        """Return what limits the steps."""
        steps, longest = max(1, new["steps"]), self.settings.max_step
        if self.settings.step is not None:
            fixed = f"the fixed step of {self.settings.step:g} s"
            if passed / steps > 0.3 * self.settings.step:
                return f"{fixed} limits them"
            return (
                f"events cut {fixed} far shorter: it is probably too long for the forces, and the "
                "motion went astray; choose a shorter one, or method='auto'"
            )
        if longest is not None and passed / steps > 0.3 * longest:
            return f"max_step = {longest:g} s limits them"
        if new["rows"] > 2 * steps:
            return (
                f"output takes the time, {new['rows'] / steps:.0f} rows a step: a longer "
                "output_step helps"
            )
        if new["rejected"] > new["steps"]:
            return "they are limited by forces that are not smooth, or by numbers far too large"
        if new["events"] > 0.02 * steps:
            return f"they are limited by contacts that begin and end, {new['events']:.3g} times"
        if new["relaxed"] > 0.02 * steps:
            return "they are limited by a singular position"
        if stiff:
            return (
                "they are limited by a vibration or a damping far faster than the motion "
                "(method='radau' may help)"
            )
        return f"they are limited by the tolerance, rtol = {self.settings.rtol:g}"


def chattering_contact(
    mechanism: Mechanism, impacts: Impacts, method: str, steps: int, t: float
) -> Iterator[str]:
    """Look for contacts that were held between two branches of their law, which an explicit method
    that was asked for passes to and fro in short steps, in a run that came to ``t``.

    Beside a hold steps are longer: the mean over the whole run is a careful measure. The first such
    contact is named.
    """
    if not steps or method == "auto" or registered(method).implicit:
        return
    for group in contact_groups(mechanism, impacts):
        for touch in (touch for touch in group if np.isfinite(touch.law.turning_speed)):
            mine = impacts.for_contacts({touch.contact.label})
            lasting = np.where(np.isfinite(mine["end"]), mine["end"], t) - mine["start"]
            if len(mine) and t / steps < SHORT_STEP * float(lasting.mean()):
                yield (
                    f"joint '{touch.contact.joint}', {touch.contact.name}: {file_name(type(touch.law))} turns "
                    f"within {touch.law.turning_speed:.2g} {touch.contact.unit}/s, and a lasting load holds the "
                    f"contact between its branches: {method} took {steps:.3g} steps of "
                    f"{t / steps:.2g} s on average; method='auto' or 'radau' needs fewer"
                )
                return
