"""Numbers about the code that we keep an eye on: complexity, parameters, density, tests on types,
names that say nothing, tests by name.

python tools/code_metrics.py            the numbers
python tools/code_metrics.py --list     and what they count
"""

import ast
import statistics
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "gudgeon"
UNIT_TESTS = ROOT / "tests" / "unit"
Function = ast.FunctionDef | ast.AsyncFunctionDef
BRANCHES = (
    ast.If,
    ast.IfExp,
    ast.For,
    ast.While,
    ast.ExceptHandler,
    ast.Assert,
    ast.comprehension,
    ast.match_case,
)


def concrete() -> set[str]:
    """Return the classes of joints and fits from which no other is made."""
    made, bases = set(), set()
    for folder in ("joints", "fits"):
        for path in sorted((PACKAGE / "model" / folder).glob("*.py")):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef):
                    made.add(node.name)
                    bases |= {base.id for base in node.bases if isinstance(base, ast.Name)}
    return made - bases


NOT_OURS = {"node_modules", "build", "dist"}


def sources() -> Iterator[tuple[str, ast.Module]]:
    """Yield the path and the syntax tree of every file of the package."""
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def functions() -> Iterator[tuple[str, Function]]:
    """Yield every function with the place where it stands."""
    for path, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, Function):
                yield f"{path}:{node.lineno} {node.name}", node


def complexity(function: Function) -> int:
    """Return the cyclomatic complexity: one more than the number of branches."""
    count = 1
    for node in ast.walk(function):
        count += isinstance(node, BRANCHES)
        if isinstance(node, ast.BoolOp):
            count += len(node.values) - 1
        if isinstance(node, ast.comprehension):
            count += len(node.ifs)
    return count


def parameters(function: Function) -> int:
    """Return the number of parameters, without self and cls."""
    found = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    return len([argument for argument in found if argument.arg not in ("self", "cls")])


def density() -> list[int]:
    """Return the number of syntax nodes that begin on each line of code."""
    counts: list[int] = []
    for _, tree in sources():
        lines = Counter(node.lineno for node in ast.walk(tree) if hasattr(node, "lineno"))
        counts += lines.values()
    return counts


def type_tests() -> Iterator[str]:
    """Yield where a concrete joint or fit is asked for by type or by the name of its class,
    outside the files that define them.
    """
    known = concrete()
    for path, tree in sources():
        if path.startswith(("gudgeon/model/joints", "gudgeon/model/fits")):
            continue
        for node in ast.walk(tree):
            if found := _asked_for(node) & known:
                yield f"{path}:{node.lineno} {', '.join(sorted(found))}"  # type: ignore[attr-defined]


def _asked_for(node: ast.AST) -> set[str]:
    """Return the names that a test of isinstance, or a comparison, asks for."""
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("isinstance", "issubclass"):
        asked: list[ast.expr] = [node.args[1]]
    elif isinstance(node, ast.Compare):
        asked = [node.left, *node.comparators]
    else:
        return set()
    parts = [part for expression in asked for part in ast.walk(expression)]
    names = {part.id for part in parts if isinstance(part, ast.Name)}
    return names | {
        part.value
        for part in parts
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    }


def empty_names() -> Iterator[str]:
    """Yield where a variable or an argument is called ``one``, whatever it holds, in any file of
    the repository.
    """
    for path in sorted(ROOT.rglob("*.py")):
        place = path.relative_to(ROOT)
        if any(folder.startswith(".") or folder in NOT_OURS for folder in place.parts):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            stored = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
            if (stored and node.id == "one") or (isinstance(node, ast.arg) and node.arg == "one"):
                yield f"{place.as_posix()}:{node.lineno}"


def without_unit_test() -> Iterator[str]:
    """Yield the modules that have no unit test of their name."""
    for path in sorted(PACKAGE.rglob("*.py")):
        module = path.relative_to(PACKAGE)
        if (
            module.name != "__init__.py"
            and not (UNIT_TESTS / module.with_name(f"test_{module.name}")).exists()
        ):
            yield module.as_posix()


def report() -> Iterator[tuple[str, list[str]]]:
    """Yield each number as a sentence, with what it counts."""
    known = dict(functions())
    complex_ = [
        f"{name}: {count}"
        for name, function in known.items()
        if (count := complexity(function)) > 20
    ]
    wide = [
        f"{name}: {count}"
        for name, function in known.items()
        if (count := parameters(function)) > 10
    ]
    lines = sum(
        len((ROOT / path).read_text(encoding="utf-8").splitlines()) for path, _ in sources()
    )
    yield f"{lines} lines in {len(list(sources()))} files, {len(known)} functions", []
    yield f"{len(complex_)} functions above complexity 20", complex_
    yield f"{len(wide)} functions with more than ten parameters", wide
    yield (
        f"{statistics.median(density()):g} syntax nodes a line (median), "
        f"{statistics.mean(density()):.1f} (mean)",
        [],
    )
    asked = list(type_tests())
    yield f"{len(asked)} tests on the type of a concrete joint or fit outside its own files", asked
    empty = list(empty_names())
    yield f"{len(empty)} variables called one", empty
    untested = list(without_unit_test())
    yield f"{len(untested)} modules without a unit test of their name", untested


if __name__ == "__main__":
    for sentence, found in report():
        print(sentence)
        if "--list" in sys.argv[1:]:
            print(*(f"    {place}" for place in found), sep="\n")
