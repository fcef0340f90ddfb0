"""What belongs to the start of a run and not to its key figures: a time, turns or cycles of a
driver.
"""

import re
from collections.abc import Sequence
from math import inf, pi
from typing import TYPE_CHECKING, Any, NamedTuple

from .._base.description import Quantity
from .._base.errors import InputError, brief, suggestion
from ..laws import ConstantSpeed, Harmonic
from .drivers import Driver
from .motions import COORDINATES

if TYPE_CHECKING:
    from .mechanism import Mechanism

TURN = 2 * pi
SAMPLES = 2000  # of the motion of a driver whose turns are counted
_COUNTED = re.compile(r"\s*([-+.\deE]+)\s*(turn|rev|cycle)s?(?:\s+of\s+(.+?))?\s*$")
_TIME = Quantity("s", bounds=((">=", 0.0),))


class Transient(NamedTuple):
    """So many seconds [s], turns or cycles, of some driver."""

    amount: float
    unit: str = "s"
    driver: str | None = None

    def check(self, mechanism: "Mechanism") -> None:
        """Raise InputError if the mechanism has no driver that turns, or comes again."""
        if self.unit != "s" and self.amount > 0.0:
            _drivers(self, mechanism)

    def seconds(self, mechanism: "Mechanism", duration: float) -> float:
        """Return how long it is in a run of a mechanism, or raise InputError if the run is not
        longer.
        """
        time = self.amount
        if self.unit != "s" and self.amount > 0.0:
            count = _turns if self.unit == "turn" else _cycles
            drivers = _drivers(self, mechanism)
            time = max(count(driver, self.amount, duration) for driver in drivers)
        if time < duration:
            return time
        told = f"{self.words()} take longer than" if time == inf else f"{time:g} s is not within"
        raise InputError(
            f"nothing would be left of the run: {told} its duration of {duration:g} s; make the run "
            "longer or the transient shorter.",
            ("transient",),
        )

    def words(self) -> str:
        """Return what it is: the first 0.5 s, the first 2 turns of motor."""
        amount = "" if self.amount == 1.0 and self.unit != "s" else f"{self.amount:g} "
        several = "s" if self.unit != "s" and self.amount != 1.0 else ""
        of = f" of {self.driver}" if self.driver else ""
        return f"the first {amount}{self.unit}{several}{of}"


def parse_transient(value: Any) -> Transient:
    """Return what a number [s] or a text says: "20 ms", "1 turn", "2 cycles of motor"."""
    found = _COUNTED.match(value) if isinstance(value, str) else None
    try:
        if found is None:
            return Transient(float(_TIME.coerce(value)))
        amount = float(found[1])
        if not 0.0 <= amount < inf:
            raise InputError(f"must be >= 0, got {brief(value)}.")
    except ValueError as error:
        told = error.message if isinstance(error, InputError) else f"got {brief(value)}."
        raise InputError(
            f"expected a time, or turns or cycles of a driver, such as '20 ms', '1 turn' or "
            f"'2 cycles of motor'; {told}",
            ("transient",),
        ) from None
    return Transient(amount, "cycle" if found[2] == "cycle" else "turn", found[3])


def period_of(driver: Driver, mechanism: "Mechanism") -> float:
    """Return after what time the motion of a driver comes again, a whole turn counting as such
    [s]; 0 if it does not.
    """
    motion = driver.motion
    if isinstance(motion, ConstantSpeed):
        return TURN / abs(motion.speed) if motion.speed and _turns_about(driver, mechanism) else 0.0
    if isinstance(motion, Harmonic):
        return 1.0 / motion.frequency if motion.amplitude else 0.0
    return float(motion.repeats())


def _turns_about(driver: Driver, mechanism: "Mechanism") -> bool:
    return bool(COORDINATES[mechanism.coordinate(driver)].angular)


def _drivers(transient: Transient, mechanism: "Mechanism") -> Sequence[Driver]:
    """Return the drivers whose turns or cycles are meant: that which is named, or all."""
    drivers = list(mechanism.drivers)
    if transient.driver is not None:
        drivers = [driver for driver in drivers if driver.name == transient.driver]
        if not drivers:
            known = [driver.name for driver in mechanism.drivers]
            raise InputError(
                f"there is no driver {brief(transient.driver)}."
                f"{suggestion(transient.driver, known)}",
                ("transient",),
            )
    if transient.unit == "turn":
        found = [driver for driver in drivers if _turns_about(driver, mechanism)]
    else:
        found = [driver for driver in drivers if period_of(driver, mechanism) > 0.0]
    if not found:
        does = "turns" if transient.unit == "turn" else "comes back to where it was"
        who = "no driver" if transient.driver is None else f"no driver '{transient.driver}'"
        raise InputError(
            f"{transient.unit}s cannot be counted: there is {who} that {does}; give the transient "
            "as a time.",
            ("transient",),
        )
    return found


def _cycles(driver: Driver, amount: float, duration: float) -> float:
    motion = driver.motion
    if isinstance(motion, ConstantSpeed):
        return _turns(driver, amount, duration)
    period = 1.0 / motion.frequency if isinstance(motion, Harmonic) else motion.repeats()
    return float(amount * period)


def _turns(driver: Driver, amount: float, duration: float) -> float:
    """Return when a driver has turned so often for the first time [s]; infinite if it does not
    within the run.
    """
    motion, angle = driver.motion, amount * TURN
    if isinstance(motion, ConstantSpeed):
        return float(angle / abs(motion.speed)) if motion.speed else inf
    start, before = float(motion(0.0)[0]), 0.0
    for k in range(1, SAMPLES + 1):
        t = duration * k / SAMPLES
        if abs(float(motion(t)[0]) - start) >= angle:
            for _ in range(60):
                middle = 0.5 * (before + t)
                if abs(float(motion(middle)[0]) - start) >= angle:
                    t = middle
                else:
                    before = middle
            return t
        before = t
    return inf
