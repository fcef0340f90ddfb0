"""Hashes of what runs begin with: records, parameters of laws and initial states of all
mechanisms of the library.
"""

import json
import sys
from hashlib import sha256

import numpy as np

import gudgeon as gd
from gudgeon.assembly.assemble import Assembly, assemble
from gudgeon.assembly.elements.base import KINDS, records_in
from gudgeon.kernels.joints.bushings import BUSHING
from gudgeon.kernels.joints.films import FILM
from gudgeon.kernels.records import CONTACT, System

ADDRESSES = {  # of compiled code, others in each process
    "law", "damper", "layer", "layer_damper", "potential", "friction", "evaluate", "observe", "entry", "address"
}  # fmt: skip
RECORDS = {"contacts": CONTACT, "bushings": BUSHING, "films": FILM}


def tables(system: System) -> dict[str, np.ndarray]:
    """Return the tables of a system, with the words of its elements as the records that they
    are.
    """
    kinds = {KINDS[name].kernel.address: name for name in RECORDS}
    found = system._asdict()
    words, read = found.pop("records"), 0
    for element in system.elements:
        name = kinds[int(element["entry"])]
        records = records_in(words, int(element["begin"]), int(element["count"]), RECORDS[name])
        found[f"records of {name}"], read = records, read + records.nbytes
    assert read == words.nbytes
    return found


def hashes(assembly: Assembly) -> dict[str, str]:
    """Return the hash of every table of an assembly, and of its initial state."""
    found = {"state": sha256(assembly.y.tobytes()).hexdigest()[:12]}
    for name, array in tables(assembly.system).items():
        digest = sha256()
        for field in array.dtype.names or ("",):
            values = array[field] if field else array
            digest.update((values != 0 if field in ADDRESSES else values).tobytes())
        found[name] = digest.hexdigest()[:12]
    return found


def library_hashes(closed: bool) -> dict[str, str]:
    """Return the hashes of all mechanisms with all named fits: as described, or ``closed`` by
    compiled code onto their joints.
    """
    found = {}
    for name in gd.library_names():
        for fits in [
            {},
            *({joint: fit} for joint, named in gd.library_fits(name).items() for fit in named),
        ]:
            mechanism = gd.library(name, **fits)
            assembly = gd.check_model(mechanism).assembly if closed else assemble(mechanism)
            for table, value in hashes(assembly).items():
                found[" ".join((name, *fits, *fits.values(), table))] = value
    return found


if __name__ == "__main__":
    print(json.dumps(library_hashes(sys.argv[1] == "closed")))
