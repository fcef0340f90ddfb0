"""How a run ended, with the sentence that says it."""

from __future__ import annotations

import enum


class Status(enum.Enum):
    """How a run ended; the value says it in a sentence with advice. Kernels use the position in
    this list: append only.
    """

    RUNNING = "The run has not ended, or was killed; everything up to t = {t:.6g} s was written."
    COMPLETE = "Complete at t = {t:.6g} s."
    STOPPED = "Stopped at t = {t:.6g} s, where a stop condition was met."
    INTERRUPTED = "Interrupted at t = {t:.6g} s; what was computed until then is kept."
    STEP_TOO_SMALL = (
        "The step size fell below what numbers can resolve at t = {t:.6g} s; look there for a "
        "force that is not smooth or "
        "far too stiff, try another method (radau for stiff forces), or loosen rtol."
    )
    NOT_FINITE = (
        "A force or acceleration was not finite at t = {t:.6g} s; look for a law that divides by "
        "zero or a table that is "
        "left, and for parameters in the wrong unit."
    )
    CANNOT_PROJECT = (
        "The joints could not be closed any more at t = {t:.6g} s; the mechanism probably reached "
        "a position that it cannot "
        "pass (a dead centre or a driver that pulls too far). Check the drivers' range, or reduce "
        "max_step."
    )
    NEWTON_FAILED = (
        "The iteration of the implicit method did not converge at t = {t:.6g} s; try a tighter "
        "rtol, a smaller max_step, "
        "or an explicit method (dop853, tsit5)."
    )
    TOO_MANY_STEPS = (
        "The limit of steps was reached at t = {t:.6g} s; the mechanism may be stiff (try "
        "method='radau'), or the duration "
        "is much longer than its fastest motion."
    )
    OUTPUT_FAILED = (
        "The result could not be written beyond t = {t:.6g} s; free space on the disk or choose "
        "another folder."
    )
    ACCUMULATED = (
        "Contacts began and ended without limit at t = {t:.6g} s, where the run cannot pass; look "
        "there for a contact law whose force "
        "jumps where it touches (damping without penetration), or for bodies that are pressed and "
        "pulled at once."
    )
    DEAD_CENTRE = (
        "A driver reached a dead centre at t = {t:.6g} s, from which its coordinate can only turn "
        "back; let its motion turn back before, "
        "or drive another joint."
    )
    RANK_LOST = (
        "The implicit method found fewer directions of motion than degrees of freedom at t = "
        "{t:.6g} s; the mechanism has probably left a "
        "position in which it is more mobile than elsewhere. Start it from another one, or unset "
        "GUDGEON_CHECK to continue regardless."
    )
    OUT_OF_TIME = (
        "The limit of wall time was reached at t = {t:.6g} s; what was computed until then is kept."
    )

    @property
    def code(self) -> int:
        """The integer by which kernels know this status."""
        return list(Status).index(self)

    @classmethod
    def from_code(cls, code: int) -> Status:
        """Return the status that a kernel means by ``code``."""
        return list(cls)[code]

    @property
    def failed(self) -> bool:
        """Whether the run ended against the user's will."""
        return self.code > Status.INTERRUPTED.code

    def message(self, t: float) -> str:
        """Return the sentence for a run that got as far as ``t`` [s]."""
        return self.value.format(t=t)
