"""One line of the table that ``make bench`` prints."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    what: str
    value: str
    target: str = ""
    met: bool | None = None

    def __str__(self) -> str:
        verdict = {None: "", True: "ok", False: "MISSED"}[self.met]
        return f"{self.what:<100} {self.value:>14} {self.target:>10} {verdict}"
