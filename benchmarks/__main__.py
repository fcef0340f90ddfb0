"""Print the table: medians and ratios from one interleaved run. Name sections to run only these."""

import sys
from collections.abc import Callable

from . import (
    alone,
    chain_peers,
    clearance,
    contact_cost,
    coordinates,
    films,
    own_law,
    peers,
    start_up,
    stepping,
    strictness,
    studies,
)
from .table import Row

SECTIONS: dict[str, Callable[[], list[Row]]] = {
    "evaluation": alone.evaluation,
    "chain": alone.growth,
    "chain-peers": chain_peers.chains,
    "coordinates": coordinates.evaluations,
    "coordinates-runs": coordinates.runs,
    "strictness": strictness.strictness,
    "scipy": alone.scipy_dop853,
    "four-bar": lambda: peers.measure("four-bar"),
    "slider-crank": lambda: peers.measure("spatial-slider-crank"),
    "contact": contact_cost.contact_cost,
    "contact-scipy": clearance.scipy_dop853,
    "contact-exudyn": clearance.exudyn,
    "contact-start": clearance.contact_start,
    "own-law": own_law.own_law,
    "film": films.film_cost,
    "film-stiff": films.stiff_film,
    "stepping": stepping.overhead,
    "sweep": studies.sweep_threads,
    "studies": studies.cluster,
    "start-up": start_up.start_up,
    "start-up-clearance": start_up.clearance,
}


def main(names: list[str]) -> int:
    """Run the sections, print their rows, and return the number of targets missed."""
    unknown = [name for name in names if name not in SECTIONS]
    if unknown:
        print(f"there is no section {unknown[0]!r}; there are: {', '.join(SECTIONS)}")
        return 1
    missed = 0
    for name in names or SECTIONS:
        for row in SECTIONS[name]():
            print(row, flush=True)
            missed += row.met is False
    print(f"{missed} targets missed" if missed else "all targets met")
    return missed


sys.exit(main(sys.argv[1:]))
