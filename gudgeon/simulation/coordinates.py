"""The coordinates in which a run is computed."""

from typing import Any

COORDINATES = ("joint", "cartesian")
DEFAULT = "cartesian"


def chosen(coordinates: Any) -> Any:
    """Return the coordinates of a run, which may be left to us (None)."""
    return DEFAULT if coordinates is None else coordinates
