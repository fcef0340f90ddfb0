"""Fingerprints of runs: every mechanism of the library, every named fit, every method, as hashes of
what must not change.

    python tools/fingerprints.py                     tells which runs differ from those in the file
    python tools/fingerprints.py --short             the same of every fit with one method, in turns
    python tools/fingerprints.py --write             writes the file again

The file (tests/physics/fingerprints.txt) has a line for what each mechanism begins with (records,
parameters of laws, initial state), and one for each method: hashes of the final state and of the
table of impacts, the number of impacts and that of evaluations. The same follows in joint
coordinates ("joint start", "joint radau") for mechanisms that have them. They are the same to the
last bit on every machine. A change that moves code and means to leave the physics alone must leave
every line as it is. One that changes the physics, or the order of operations, writes the file
again, and says why.
"""

import sys
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np

import gudgeon as gd
from gudgeon.assembly.assemble import Assembly
from gudgeon.assembly.elements.base import KINDS, records_in
from gudgeon.assembly.kinematic_tree import on_tree
from gudgeon.kernels.integrators import METHODS
from gudgeon.kernels.joints.bushings import BUSHING
from gudgeon.kernels.joints.films import FILM
from gudgeon.kernels.records import CONTACT, System

FILE = Path(__file__).parents[1] / "tests" / "physics" / "fingerprints.txt"
SHARE = 0.01  # of a mechanism's own duration
STEPS = 3000  # of rk4, whose step is fixed
# of compiled code, others in each process
ADDRESSES = {"law", "damper", "layer", "layer_damper", "potential", "friction", "evaluate"}
ADDRESSES |= {"observe", "entry", "address"}
RECORDS = {"contacts": CONTACT, "bushings": BUSHING, "films": FILM}

Case = tuple[str, dict[str, str]]


def cases() -> Iterator[Case]:
    """Yield every mechanism of the library with ideal joints and with each of its named fits."""
    for name in gd.library_names():
        yield name, {}
        yield from (
            (name, {joint: fit}) for joint, named in gd.library_fits(name).items() for fit in named
        )


def short(digest: Any) -> str:
    """Return the beginning of a hash."""
    return str(digest.hexdigest()[:12])


# -- what a run begins with ------------------------------------------------------------------------


def tables(system: System) -> Iterator[np.ndarray]:
    """Yield the tables of a system, with the words of its elements as the records that they are."""
    kinds = {KINDS[name].kernel.address: dtype for name, dtype in RECORDS.items()}
    found = system._asdict()
    words, read = found.pop("records"), 0
    del found["columns"]  # where output stands is no physics
    yield from found.values()
    for element in system.elements:
        dtype = kinds[int(element["entry"])]
        records = records_in(words, int(element["begin"]), int(element["count"]), dtype)
        read += records.nbytes
        yield records
    assert read == words.nbytes


def beginning(assembly: Assembly) -> str:
    """Return a hash of all records of an assembly and of its initial state; of addresses only
    whether there is one.
    """
    digest = sha256(assembly.y.tobytes())
    for table in tables(assembly.system):
        for field in (name for name in table.dtype.names or ("",) if name != "columns"):
            values = table[field] if field else table
            digest.update((values != 0 if field in ADDRESSES else values).tobytes())
    return short(digest)


# -- what it ends with -----------------------------------------------------------------------------


def ending(mechanism: gd.Mechanism, method: str, coordinates: str = "cartesian") -> str:
    """Run a mechanism and return hashes of its last state and of its impacts, and both counts."""
    duration = SHARE * float(mechanism.duration or 1.0)
    result = gd.simulate(
        mechanism,
        duration,
        method=method,
        coordinates=coordinates,
        step=duration / STEPS if method == "rk4" else None,
        output_step=0.1 * duration,
        transient=0,  # evaluations that look for peaks are counted, too
        progress=False,
    )
    state = sha256()
    for name in (body.name for body in mechanism.bodies):
        body = result.body(name)
        for values in (body.position, body.orientation, body.velocity, body.angular_velocity):
            state.update(values[-1].tobytes())
    impacts = sha256(result.impacts.rows.tobytes())
    counts = f"{len(result.impacts)} {result.statistics['evaluations']}"
    return f"{short(state)} {short(impacts)} {counts}"


def fingerprints(every_method: bool = True) -> dict[str, str]:
    """Return the fingerprints of all cases with every method, or with one each, in turns; in both
    kinds of coordinates.
    """
    found, turn = {}, cycle(METHODS)
    for name, fits in cases():
        key = " ".join((name, *(f"{joint}={fit}" for joint, fit in fits.items())))
        mechanism = gd.library(name, **fits)
        check = gd.check_model(mechanism)
        methods = METHODS if every_method else (next(turn),)
        found[f"{key}: start"] = beginning(check.assembly)
        for method in methods:
            found[f"{key}: {method}"] = ending(mechanism, method)
        found[f"{key}: joint start"] = beginning(on_tree(check.assembly))
        for method in methods:
            found[f"{key}: joint {method}"] = ending(mechanism, method, "joint")
    return found


# -- the file --------------------------------------------------------------------------------------


def kept() -> dict[str, str]:
    """Return the fingerprints in the file."""
    found = {}
    for line in FILE.read_text(encoding="utf-8").splitlines() if FILE.is_file() else ():
        case, _, rest = line.partition(": ")
        words = rest.split(" ")
        split = 1 + (words[0] == "joint")
        found[f"{case}: {' '.join(words[:split])}"] = " ".join(words[split:])
    return found


def write(found: dict[str, str]) -> None:
    """Write fingerprints to the file."""
    text = "".join(f"{key} {value}\n" for key, value in found.items())
    FILE.write_text(text, encoding="utf-8")


def differences(found: dict[str, str], whole: bool) -> list[str]:
    """Return what is other than in the file; if all was computed, what is missing, too."""
    known = kept()
    keys: Iterable[str] = dict.fromkeys((*found, *known)) if whole else found
    return [
        f"{key}: {known.get(key)} became {found.get(key)}"
        for key in keys
        if found.get(key) != known.get(key)
    ]


def main(*words: str) -> int:
    """Compare with the file, or write it; return whether something differs."""
    found = fingerprints("--short" not in words)
    different = differences(found, "--short" not in words)
    print("\n".join([*different, f"{len(found)} fingerprints, {len(different)} differ"]))
    if "--write" in words:
        write(found)
        return 0
    return min(len(different), 1)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
