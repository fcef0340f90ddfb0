"""Fingerprints of runs: every mechanism of the library, every named fit, three methods, as hashes
of what must not change.

    python tools/fingerprints.py before.json          in one checkout
    python tools/fingerprints.py after.json before.json    in the other: tells which runs differ

A fingerprint is the SHA-256 of the final state, of the impact table and of the number of
evaluations. A change that moves code and means to leave the physics alone must leave every one of
them as it is, to the last bit.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import gudgeon as gd

METHODS = ("auto", "dop853", "radau")
SHARE = 0.02  # of a mechanism's own duration
STEPS = 20_000  # of a single run at most


def cases() -> Iterator[tuple[str, dict[str, str]]]:
    """Yield every mechanism of the library with ideal joints and with each of its named fits."""
    for name in gd.library_names():
        yield name, {}
        yield from (
            (name, {joint: fit}) for joint, named in gd.library_fits(name).items() for fit in named
        )


def fingerprint(name: str, chosen: dict[str, str], method: str) -> dict[str, str | int]:
    """Run one case and return its hashes."""
    mechanism = gd.library(name, **chosen)
    result = gd.simulate(
        mechanism,
        SHARE * mechanism.duration,
        method=method,
        output_step=0.001 * mechanism.duration,
        max_steps=STEPS,
    )
    bodies = [result.body(body.name) for body in mechanism.bodies]
    state = b"".join(
        values[-1].tobytes()
        for body in bodies
        for values in (body.position, body.orientation, body.velocity)
    )
    return {
        "state": hashlib.sha256(state).hexdigest()[:16],
        "impacts": hashlib.sha256(result.impacts.rows.tobytes()).hexdigest()[:16],
        "contacts": len(result.impacts),
        "evaluations": int(result.statistics["evaluations"]),
    }


def main(out: str, before: str | None = None) -> int:
    """Write the fingerprints; with those of another checkout, tell the differences and return
    their number.
    """
    found = {}
    for name, chosen in cases():
        for method in METHODS:
            key = " ".join([name, *(f"{joint}={fit}" for joint, fit in chosen.items()), method])
            found[key] = fingerprint(name, chosen, method)
    Path(out).write_text(json.dumps(found, indent=1, sort_keys=True), encoding="utf-8")
    known = json.loads(Path(before).read_text(encoding="utf-8")) if before else found
    different = sorted(
        key for key in found.keys() | known.keys() if found.get(key) != known.get(key)
    )
    for key in different:
        print(f"{key}: {known.get(key)} became {found.get(key)}")
    print(f"{len(found)} runs, {len(different)} different")
    return min(len(different), 1)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
