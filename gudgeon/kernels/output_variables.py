"""How an output variable is declared: name, unit, dimensions, meaning and who writes it; the
columns of contact periods.

What every row holds is declared beside the kernel that writes it (``VARIABLES`` in output_row.py),
what elements in joints add beside theirs (``VARIABLES`` in joints/contacts.py and others), and more
by :func:`~gudgeon.kernels.output_writers.output_variable` outside the package. The layout of a row,
the offsets that kernels write to, the metadata of files and the quantities of results follow from
these declarations.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class OutputVariable:
    """One quantity of every output row, or of every contact period.

    Its first dimension says to what it belongs (``body``, ``joint``, ``coordinate``, ``driver``,
    ``contact`` ...), a second one has its components (``xyz``). What belongs to a rotation, such as
    a stop on an angle, has ``angular_unit`` instead of ``unit``.
    """

    name: str
    unit: str
    dims: tuple[str, ...]  # besides time
    help: str
    angular_unit: str = ""
    # entry point that fills its columns; None for those that the kernels of the package fill
    writer: Any = None


def columns_type(variables: Iterable[OutputVariable]) -> np.dtype:
    """Return the record of the first column of every variable, by its name."""
    return np.dtype([(variable.name, "i8") for variable in variables], align=True)


REGISTERED: dict[str, OutputVariable] = {}
"""Variables from outside the package, which every run assembled from then on has; each with its
own writer.
"""

IMPACT_VARIABLES = (
    OutputVariable("contact", "1", (), "place of the contact among the labels"),
    OutputVariable("start", "s", (), "time of touching"),
    OutputVariable("turn", "s", (), "time of the first greatest penetration"),
    OutputVariable("end", "s", (), "time of parting"),
    OutputVariable("approach_speed", "m/s", (), "rate of penetration at the start", "rad/s"),
    OutputVariable("departure_speed", "m/s", (), "speed of parting at the end", "rad/s"),
    OutputVariable("penetration", "m", (), "greatest penetration", "rad"),
    OutputVariable(
        "peak_force", "N", (), "greatest normal force, at a stop on an angle a moment", "N*m"
    ),
    OutputVariable("peak_time", "s", (), "time of the greatest normal force"),
    OutputVariable("energy_lost", "J", (), "energy lost in the contact"),
)
"""What is known of a contact period when it has ended."""
IMPACT_COLUMNS = tuple(variable.name for variable in IMPACT_VARIABLES)


def impact_rows(periods: np.ndarray) -> np.ndarray:
    """Return records of contact periods as rows of numbers in the order of IMPACT_COLUMNS,
    without a copy.
    """
    return np.asarray(periods).view(np.float64).reshape(len(periods), len(IMPACT_COLUMNS))
