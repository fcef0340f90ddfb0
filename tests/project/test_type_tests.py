"""Joints and fits declare themselves: nobody else asks for a concrete one by its type or name."""

import importlib.util
from pathlib import Path

ROOT = Path(__file__).parents[2]
OTHERS = {  # who still asks, and why
    "gudgeon/plotting/orbits.py": "projections of orbits are chosen by the kind of joint",
    "gudgeon/results/joints": "classes of results are chosen by the kind of fit",
    "gudgeon/results/metrics.py": "joints that are not ideal are looked for",
    "gudgeon/simulation/obstacles.py": "joints that are not ideal are looked for",
    "gudgeon/studies/compare.py": "joints that are not ideal are looked for",
}


def type_tests():
    """Return where the type of a concrete joint or fit is tested, as the tool counts it."""
    spec = importlib.util.spec_from_file_location("code_metrics", ROOT / "tools" / "code_metrics.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return list(module.type_tests())


def test_only_listed_files_test_the_type_of_a_concrete_joint_or_fit():
    assert [place for place in type_tests() if not place.startswith(tuple(OTHERS))] == []
