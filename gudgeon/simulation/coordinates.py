"""The coordinates in which a run is computed."""

from typing import Any

COORDINATES = ("joint", "cartesian")
DEFAULT = "cartesian"


def chosen(coordinates: Any, projects: bool = True) -> Any:
    """Return the coordinates of a run, which may be left to us (None): only Cartesian ones have
    constraints of all joints, which a run that does not project needs (Baumgarte).
    """
    if coordinates is None:
        return DEFAULT if projects else "cartesian"
    return coordinates
