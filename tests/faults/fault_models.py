"""Models that somebody mistyped: values of a wrong kind or size, keys that are missing, misspelt or
given twice, vectors of no direction.

A mutated model is refused in a sentence, by the reader, the check or the run, or it runs; nothing
else may happen.
"""

import copy
import math
import random
import signal
import time
import warnings
from functools import cache
from pathlib import Path
from typing import Any

import gudgeon as gd
from gudgeon.model import files
from gudgeon.model.files import yaml
from gudgeon.model.library import NAMES, fits
from gudgeon.results import summary
from gudgeon.simulation import check_summary
from tests.faults.campaign import Fault

EXAMPLES = Path(__file__).parents[2] / "examples"
SPAN = 1e-3  # [s] simulated, if it can be done in
PATIENCE = 0.3  # [s]
STUCK = 20.0  # [s] of the processor for everything together: longer is a failure
JUNK: list[Any] = [
    None, True, False, "", " ", "abc", "ground", "nan", "1e400", "3 mm", "-5 deg", "1 kg", "1/0", math.nan, math.inf, -math.inf, 0, 0.0,
    -0.0, 1, -1, 0.5, 1e308, -1e308, 1e200, 1e155, 1e-308, 5e-324, 1e-160, 1e-12, 1e12, 10**400, 2**63, [], {}, [[]], [0, 0, 0], [0, 0],
    [1, 0, 0], [1, 1, 1], [1e-200, 0, 0], [1e200, 0, 0], [[0, 0, 0], [0, 0, 0]], [[1, 0, 0], [0, 1, 0]], [math.nan] * 3, [1, "a", 0],
    {"law": "hertz"}, {"type": "ideal"}, {"a": {"b": 1}}, "\x1b[31m", "\ud83d\ude00", "a" * 300, ["ground", "ground"], "ideal", "clearance",
]  # fmt: skip


@cache
def bases() -> list[dict[str, Any]]:
    """Return the trees of the library, with all fits by name, and of the examples."""
    made = [gd.library(name) for name in NAMES]
    made += [
        gd.library(name, **{joint: fit})
        for name in NAMES
        for joint, known in fits(name).items()
        for fit in known
    ]
    made += [gd.read(path) for path in sorted(EXAMPLES.glob("*.yaml"))]
    # compiles everything, which belongs to no trial
    gd.simulate(gd.library("four-bar", C="clearance"), 1e-5, method="dop853")
    return [files.to_tree(model) for model in made]


def places(tree: Any) -> list[tuple[Any, Any]]:
    """Return all places of a tree, each as a mapping or list and the key in it."""
    keys = tree if isinstance(tree, dict) else range(len(tree)) if isinstance(tree, list) else ()
    return [found for key in keys for found in ((tree, key), *places(tree[key]))]


def mutate(tree: dict[str, Any], rng: random.Random) -> None:
    """Change one place."""
    known = places(tree)
    part, key = rng.choice(known)
    value, (other, other_key) = part[key], rng.choice(known)
    kind = rng.choice(["junk", "junk", "scale", "drop", "rename", "copy", "zero", "add", "swap"])
    if kind == "scale" and isinstance(value, (int, float)) and not isinstance(value, bool):
        part[key] = value * rng.choice([-1, 1]) * 10.0 ** rng.randint(-30, 30)
    elif kind == "drop":
        del part[key]
    elif kind == "rename" and isinstance(part, dict):
        part[rng.choice([key.upper(), key[:-1], key + "s", "x", str(other_key)])] = part.pop(key)
    elif kind == "copy":
        part[key] = copy.deepcopy(other[other_key])
    elif kind == "zero" and isinstance(value, list):
        part[key] = [0 if isinstance(item, (int, float)) else item for item in value]
    elif kind == "add" and isinstance(part, list):
        part.insert(key, rng.choice(JUNK))
    elif kind == "swap" and type(other) is type(part):
        part[key], other[other_key] = copy.deepcopy(other[other_key]), copy.deepcopy(value)
    else:
        part[key] = copy.deepcopy(rng.choice(JUNK))


def text_of(tree: dict[str, Any], rng: random.Random) -> str:
    """Return the YAML text, of which one line is sometimes doubled, lost or indented otherwise."""
    lines = yaml.dump(tree).splitlines()
    if rng.random() < 0.1:
        k = rng.randrange(len(lines))
        lines[k : k + 1] = rng.choice(
            [[lines[k], lines[k]], [], [" " + lines[k]], [lines[k][: len(lines[k]) // 2]]]
        )
    return "\n".join(lines) + "\n"


def mutated_model(rng: random.Random, folder: Path) -> None:
    """Read, check and run a model with one to three changes."""
    tree = copy.deepcopy(rng.choice(bases()))
    for _ in range(rng.choice([1, 1, 2, 3])):
        mutate(tree, rng)
    text = text_of(tree, rng)
    begin = time.process_time()
    try:
        run(files.loads(text, "model.yaml"))
    except gd.InputError as error:
        assert str(error).strip(), "a refusal without words"
    except Exception as error:
        error.add_note(text)
        raise
    spent = time.process_time() - begin
    assert spent < STUCK, f"took {spent:.0f} s:\n{text}"


def run(mechanism: gd.Mechanism) -> None:
    """Write a mechanism and read it again, check it, simulate it for a while, and tell about it."""
    assert files.loads(files.dumps(mechanism)) == mechanism, (
        "written and read again, the mechanism is another"
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model_check = gd.check_model(mechanism)
        check_summary.of_model_check(model_check)
        end = time.monotonic() + PATIENCE

        def until(t: float, duration: float, statistics: Any) -> None:
            if time.monotonic() > end:
                signal.raise_signal(signal.SIGINT)

        result = gd.simulate(
            model_check, SPAN, output_step=SPAN / 5, method="dop853", progress=until, strict=False
        )
        summary.of_result(result)
        assert result.rows or result.status.failed or result.status is gd.Status.INTERRUPTED


FAULTS = [Fault("a mutated model", mutated_model, short=60, long=5000)]
