"""What enters a run is computed with the same bits everywhere: outside compiled code, whose
functions are replaced when it is compiled, nobody calls BLAS or the C library's functions.

Hashes of runs (tests/physics/test_same_bits.py) tell where it matters for the library's mechanisms;
this tells it of all.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import gudgeon

PACKAGE = Path(gudgeon.__file__).parent
PLAIN = ("_base", "assembly", "model", "simulation")  # Python that prepares a run
COMPILED = ("kernels", "laws")
# sqrt, which IEEE 754 fixes, is not among them
FUNCTIONS = {
    *("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "arcsin", "arccos", "arctan"),
    *("arctan2", "sinh", "cosh", "tanh", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p"),
    *("pow", "power", "float_power", "hypot", "cbrt"),
}
PRODUCTS = {"dot", "matmul", "inner", "vdot", "tensordot", "einsum", "linalg"}
# with the reason: no number of these enters a run
EXEMPT = {
    "assembly/rank.py": "decides a rank with a wide margin",
    "assembly/dead_centre.py": "describes an obstacle to the reader",
    "assembly/initial_conditions.py": "tries positions nearby, to decide a rank",
    "assembly/joint_frames.py": "an angle in a message",
    "assembly/assemble.py": "a length of three components, summed in order",
    "assembly/perturbation.py": "lengths of three components, summed in order",
    "model/bodies.py": "decides whether moments of inertia can be",
    "model/joints/base.py": "decides whether directions can be",
    "model/joints/universal.py": "an angle in a message",
    "simulation/check_summary.py": "a direction in a message",
    "laws/reynolds_table.py": "makes the tables that are in the package",
}
# they do enter a run that starts from an equilibrium, whose last digits depend on the machine, as
# docs/numba.md says
KNOWN = {
    "assembly/equilibrium.py": "Newton's method for positions at rest",
    "assembly/independent_motions.py": "a basis of the motions that constraints leave",
    "assembly/linearization.py": "stiffness, damping and modes",
    "assembly/settled_start.py": "motions that fits add; positions are rounded before they enter",
}


def forbidden(path: Path) -> Iterator[str]:
    """Yield what in a file computes with bits that depend on the machine."""
    functions = FUNCTIONS if path.relative_to(PACKAGE).parts[0] in PLAIN else set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
            yield "@"
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id == "np" and node.attr in functions | PRODUCTS:
                yield f"np.{node.attr}"
            elif node.value.id == "math" and node.attr in functions:
                yield f"math.{node.attr}"
        elif isinstance(node, ast.ImportFrom) and node.module == "math":
            yield from (f"math.{name.name}" for name in node.names if name.name in functions)


def found() -> dict[str, list[str]]:
    """Return what is found in which file."""
    files = (path for folder in (*PLAIN, *COMPILED) for path in (PACKAGE / folder).rglob("*.py"))
    by_file = {path.relative_to(PACKAGE).as_posix(): sorted(forbidden(path)) for path in files}
    return {name: calls for name, calls in by_file.items() if calls}


def test_what_enters_a_run_is_computed_with_the_same_bits_everywhere():
    assert {name: calls for name, calls in found().items() if name not in EXEMPT | KNOWN} == {}


def test_exemptions_are_needed():
    assert set(EXEMPT | KNOWN) - set(found()) == set()
