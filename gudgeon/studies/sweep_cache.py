"""What a sweep has done already: one small file for each point, called after what it was
computed from.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from .._base.arguments import make_folder
from .._base.atomic_write import write_text
from .._base.description import Description
from .._base.errors import OutputError
from .._base.sources import core_stamp
from ..laws import Law
from ..results.crash_safe_file import in_use
from ..results.metrics import Measured
from .content import content

FORMAT = "gudgeon sweep 2"
OUTPUT_FAILED = "output failed"
# ends that the machine caused, not the point: it is run again
PASSING = (OUTPUT_FAILED, "interrupted", "running", "out of time")


class Store:
    """A folder of rows. Each is written at once, under a name that says what it was computed from,
    and is never changed.

    What it has, it has for good: rows of points that the machine kept from ending are not written.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = make_folder(folder, "out")

    def read(self, name: str) -> dict[str, Any] | None:
        """Return the row of a point, None if it was not computed yet or cannot be read."""
        try:
            row = json.loads((self.folder / f"{name}.json").read_text(encoding="utf-8"))
            row["values"] = {key: Measured(*value) for key, value in row["values"].items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None
        return row if {"ended", "message"} <= row.keys() else None

    def write(self, name: str, row: Mapping[str, Any], result: Path | None = None) -> None:
        """Write the row of a point, all of it or nothing, whatever happens meanwhile; before it
        the file of its result, if there is one.
        """
        if row["ended"] in PASSING:
            return
        try:
            if result is not None and result.exists():
                os.replace(result, self.result(name))
            for orphan in self.folder.glob(f"{name}.*.h5"):  # of runs that were killed
                if not in_use(orphan):
                    orphan.unlink(missing_ok=True)
        except OSError as error:
            raise OutputError(
                f"cannot write into '{self.folder}': {(error.strerror or str(error)).lower()}."
            ) from None
        write_text(self.folder / f"{name}.json", json.dumps(row, indent=1, ensure_ascii=False))

    def result(self, name: str) -> Path:
        """Return where the whole result of a point stands."""
        return self.folder / f"{name}.h5"


def fingerprint(*parts: Any) -> str:
    """Return a name that stands for everything from which a point is computed, the program
    included.
    """
    from .. import __version__

    text = json.dumps(
        [FORMAT, __version__, core_stamp(), [content(part) for part in parts]], sort_keys=True
    )
    return sha256(text.encode()).hexdigest()[:32]


def laws_of(part: Any) -> list[Any]:
    """Return the functions of the laws in a description that are not the package's own, and the
    classes of other descriptions: they may change while their names stay.
    """
    return [
        getattr(found, found.function) if issubclass(found, Law) else found
        for found in own_classes(part)
    ]


def own_classes(part: Any) -> list[type[Description]]:
    """Return the classes in a description that are the user's own: laws, joints, fits."""
    if isinstance(part, (tuple, list)):
        return list(dict.fromkeys(cls for each in part for cls in own_classes(each)))
    if not isinstance(part, Description):
        return []
    found: dict[type[Description], None] = {}
    if not type(part).__module__.startswith("gudgeon."):
        found[type(part)] = None
    fields = [getattr(part, field) for field in part.__dataclass_fields__]  # type: ignore[attr-defined]
    return list(found | dict.fromkeys(own_classes(fields)))
