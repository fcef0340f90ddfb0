"""Contacts that a run holds on their walls: whether it may, how often it did, and what it says of
it (kernels/joints/held_contacts.py).
"""

from typing import Any

from ..kernels import records as rec
from ..kernels.joints.contacts import CONTACTS


def may_hold(system: rec.System, work: rec.Work) -> bool:
    """Return whether a mechanism has contacts that may be held; kernels then know which of its
    elements they are. Coupled coordinates move more than the two bodies of a contact: none may.
    """
    if (system.coordinates["kind"] == rec.COUPLED).any():
        return False
    for k, element in enumerate(system.elements):
        if element["entry"] == CONTACTS.address:
            work.count[rec.HOLDER] = k + 1
            return True
    return False


def counts_of(run: Any) -> dict[str, Any]:
    """Return how often contacts were held, in how many steps, and for how long [s]."""
    return {
        "holds": int(run["holds"]),
        "held_steps": int(run["held_steps"]),
        "held_time": float(run["held_time"]),
    }


def notes_of(run: Any) -> list[str]:
    """Return what a user should know of it, in a sentence."""
    if not run["holds"]:
        return []
    times = "once" if run["holds"] == 1 else f"{run['holds']} times"
    return [
        f"{times} a contact at rest was held on its wall, for {run['held_time']:.3g} s altogether: "
        "its vibration was not followed, with an estimated error below the tolerance"
    ]
