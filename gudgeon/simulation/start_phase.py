"""Which part of a run is its start: peaks are kept apart, before and after.

Loose parts start centred, where they would never be: they fall, strike, and rebound. That belongs
to the start, not to the machine. So, unless a transient was given, peaks are marked when each loose
joint has gone through its first contact, and after the first cycle of the drivers; which of the
marks counts is chosen at the end: the cycle if the run has two, else the last first contact in the
first half of the run. Marks do not depend on how long the run is, so a run that continues later has
the same.

Marks change nothing in the motion: the loop returns to Python between two steps.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..kernels import records as rec
from ..model import Mechanism
from ..model.transients import period_of
from ..results.contact_modes import IMPACT_SPAN

if TYPE_CHECKING:
    from .runner import Runner

GIVEN, CYCLE, FALL = "given", "cycle", "fall"


class Mark(NamedTuple):
    """A time at which a part of the start ended [s], of which kind, what it was in words, and the
    greatest values until then, each with its time.
    """

    time: float
    kind: str
    words: str
    greatest: list[list[float]]


class Chosen(NamedTuple):
    """The start of a run: its end [s], what it was, the greatest values in it and after it."""

    time: float
    words: str
    before: np.ndarray | None
    after: np.ndarray


class StartMonitor:
    """Marks the parts of the start of a run."""

    def __init__(self, runner: Runner) -> None:
        self.runner = runner
        self.marks: list[Mark] = []
        self.falling: dict[str, list[int]] = {}  # contacts of joints that have not struck yet
        self.given, self.cycle = runner.settings.transient, 0.0
        mechanism = runner.model_check.mechanism
        if self.given is None:
            self.falling = _loose(mechanism, runner)
            if self.falling:
                self.cycle = max(
                    (period_of(driver, mechanism) for driver in mechanism.drivers), default=0.0
                )
        self.schedule()

    @property
    def count(self) -> int:
        """How many greatest values are of the run, not of single contacts."""
        return len(self.runner.work.peaks) - len(self.runner.work.contacts)

    @property
    def facts(self) -> dict[str, Any]:
        """What a checkpoint keeps."""
        return {"marks": [list(mark) for mark in self.marks], "falling": list(self.falling)}

    def restore(self, facts: dict[str, Any]) -> None:
        """Go on from what a checkpoint has."""
        self.marks = [Mark(*mark) for mark in facts["marks"]]
        self.falling = {
            name: contacts for name, contacts in self.falling.items() if name in facts["falling"]
        }
        self.schedule()

    def stop(self) -> None:
        """Mark nothing: who asks for single rows has no key figures."""
        self.given, self.cycle, self.falling = None, 0.0, {}
        self.schedule()

    def schedule(self) -> None:
        """Tell the loop when to return."""
        run = self.runner.run_record[0]
        kinds = {mark.kind for mark in self.marks}
        times = [self._over(contacts) for contacts in self.falling.values()]
        if self.given and GIVEN not in kinds:
            times.append(self.given)
        if self.cycle and CYCLE not in kinds:
            times.append(self.cycle)
        run["t_pause"] = min(times, default=inf)
        run["pause"] = (2 if self.falling else 1) if times else 0

    def observe(self) -> None:
        """Mark what has ended in the last step."""
        t, kinds = self.runner.t, {mark.kind for mark in self.marks}
        if self.given and t >= self.given and GIVEN not in kinds:
            self._mark(self.given, GIVEN, f"the first {self.given:g} s")
        for name in [name for name, contacts in self.falling.items() if self._over(contacts) <= t]:
            del self.falling[name]
            self._mark(t, FALL, f"the first fall of joint '{name}'")
        if self.cycle and t >= self.cycle and CYCLE not in kinds:
            self._mark(self.cycle, CYCLE, "the first cycle of the drivers")
            self.falling.clear()
        self.schedule()

    def _over(self, contacts: list[int]) -> float:
        """Return when the first contact in a joint is over, as far as is known [s]: infinite before
        it, the time reached while it goes deeper.
        """
        memory, t = self.runner.work.contacts[contacts], self.runner.t
        touched = (memory[:, rec.ON] == 1.0) | (memory[:, rec.AGE] > 0.0)
        if not touched.any():
            return inf
        if (touched & (memory[:, rec.ON] == 0.0)).any():
            return t
        begun, turned = memory[touched, rec.START], memory[touched, rec.TURN]
        over = begun + IMPACT_SPAN * (turned - begun)
        return float(np.nanmin(np.where(np.isnan(over), np.nextafter(t, inf), over)))

    def _mark(self, time: float, kind: str, words: str) -> None:
        peaks, count = self.runner.work.peaks, self.count
        greatest = self.runner.greatest()[:count]
        self.marks.append(Mark(time, kind, words, greatest.tolist()))
        peaks[:count, rec.GREATEST], peaks[:count, rec.WHEN] = 0.0, self.runner.t

    def chosen(self) -> Chosen:
        """Return the start of the run as it is by now."""
        greatest = self.runner.greatest()[: self.count]
        end, place = self.runner.t, 0
        for k, mark in enumerate(self.marks, 1):
            share = {GIVEN: 1.0, CYCLE: 0.5, FALL: 0.5}[mark.kind]
            if mark.time <= share * end * (1.0 + 1e-9):  # two cycles are enough
                place = k
        tables = [np.array(mark.greatest) for mark in self.marks] + [greatest]
        before, after = tables[:place], tables[place:]
        if not before:
            return Chosen(0.0, "", None, self._named(after))
        last = self.marks[place - 1]
        words = last.words
        falls = [mark.words for mark in self.marks[:place]]
        if last.kind == FALL and len(falls) > 1:
            names = " and ".join(word.rpartition(" ")[2] for word in falls)
            words = f"the first falls of joints {names}"
        return Chosen(last.time, words, self._named(before), self._named(after))

    def _named(self, tables: list[np.ndarray]) -> np.ndarray:
        """Return the greatest of all tables, of what has a name in results: no moments of joints."""
        return _larger(tables)[: self.count - len(self.runner.system.joints)]


def facts_are_valid(facts: Any, count: int | None = None) -> bool:
    """Return whether what a checkpoint tells of the start can be true, with ``count`` greatest
    values if that is known.
    """
    if not isinstance(facts, dict) or set(facts) != {"marks", "falling"}:
        return False
    if not all(isinstance(facts[key], list) for key in facts):
        return False
    return all(isinstance(name, str) for name in facts["falling"]) and all(
        _is_mark(mark, count) for mark in facts["marks"]
    )


def _is_mark(mark: Any, count: int | None) -> bool:
    if not isinstance(mark, list) or len(mark) != len(Mark._fields):
        return False
    time, kind, words, greatest = mark
    try:
        table = np.array(greatest, float)
    except (TypeError, ValueError):
        return False
    return (
        type(time) is float
        and 0.0 <= time < inf
        and kind in (GIVEN, CYCLE, FALL)
        and isinstance(words, str)
        and table.ndim == 2
        and table.shape[1] == 2
        and count in (None, len(table))
    )


def _larger(tables: list[np.ndarray]) -> np.ndarray:
    """Return the largest of each row, with its time."""
    found = tables[0]
    for table in tables[1:]:
        found = np.where(table[:, :1] > found[:, :1], table, found)
    return found


def _loose(mechanism: Mechanism, runner: Runner) -> dict[str, list[int]]:
    """Return the joints whose parts start in the middle of a dry gap, each with its contacts."""
    found: dict[str, list[int]] = {}
    for k, contact in enumerate(runner.layout.contacts):
        fit = mechanism.joint(contact.joint).fit
        centred = fit.has_play and getattr(fit, "start", "") == "closed"
        dry = "films" not in fit.elements()
        if centred and dry and not contact.hard and contact.kind != "stop":
            found.setdefault(contact.joint, []).append(k)
    on = runner.work.contacts[:, rec.ON] == 1.0
    return {name: contacts for name, contacts in found.items() if not on[contacts].any()}
