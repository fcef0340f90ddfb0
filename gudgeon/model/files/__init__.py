"""Model files: YAML one to one with the Python descriptions, driven by the fields of these. Files of
other programs are read by their endings.

``read(write(m)) == m`` for every mechanism; what has its default value is left out. A file never
runs code: laws of the user's own come from a Python file that the caller names.
"""

from collections.abc import Iterable
from pathlib import Path

from ..._base.arguments import listed, path_of
from ..._base.atomic_write import write_text
from ..._base.errors import InputError, brief
from .. import Mechanism
from ..exchange import ENDINGS, read_foreign
from . import yaml
from .overrides import apply, assign, keys_of, set_all, split_at_value, split_setting
from .serialize import from_tree, located, to_tree

__all__ = [
    "apply", "assign", "dumps", "from_tree", "keys_of", "load_laws", "loads", "loads_without_laws", "located", "read", "read_with_lines",
    "set_values", "split_at_value", "split_setting", "to_tree",
    "write",
]  # fmt: skip


def read(
    path: str | Path, laws: Iterable[str | Path] = (), settings: Iterable[str] = ()
) -> Mechanism:
    """Return the mechanism in a YAML file, after importing ``laws`` and making ``settings``
    (``"duration=2"``); or in a file of another program that :func:`~gudgeon.import_model` knows.
    """
    return read_with_lines(path, laws, settings)[0]


def read_with_lines(
    path: str | Path, laws: Iterable[str | Path] = (), settings: Iterable[str] = ()
) -> tuple[Mechanism, yaml.Lines]:
    """Return the mechanism in a YAML file and where each of its keys stands, for
    :func:`located`.
    """
    path = path_of(path)
    for file in listed(laws, "laws", "a list of Python files"):
        load_laws(file)
    if path.suffix.lower() in ENDINGS:
        changes = listed(settings, "settings", "settings such as 'duration=2'")
        return set_values(read_foreign(path), changes), {(): str(path)}
    return _loads(yaml.read_text(path), str(path), settings)


def loads(text: str, source: str = "", settings: Iterable[str] = ()) -> Mechanism:
    """Return the mechanism in a YAML text; ``source`` names the text in messages."""
    return _loads(text, source, settings)[0]


def loads_without_laws(text: str) -> tuple[Mechanism, list[str]]:
    """Return the mechanism in a YAML text whose laws need not be defined here, and the names of
    those that are not: it can be looked at, but not run.
    """
    missing: list[str] = []
    mechanism = from_tree(yaml.parse(text, "")[0], {}, missing)
    return mechanism, list(dict.fromkeys(missing))


def _loads(text: str, source: str, settings: Iterable[str]) -> tuple[Mechanism, yaml.Lines]:
    tree, lines = yaml.parse(text, source)
    if not isinstance(tree, dict):
        found = "it is empty" if tree is None else f"got {brief(tree)}"
        raise InputError(
            f"expected a mapping with keys such as 'bodies' and 'joints'; {found}.", location=source
        )
    lines[()] = source
    tree, lines = set_all(
        tree, listed(settings, "settings", "settings such as 'duration=2'"), lines
    )
    return from_tree(tree, lines), lines


def write(mechanism: Mechanism, path: str | Path) -> None:
    """Write a mechanism to a YAML file; a file of that name stays as it was if that fails."""
    if not isinstance(mechanism, Mechanism):
        raise InputError(f"expected a Mechanism, got {brief(mechanism)}.", ("mechanism",))
    write_text(path_of(path), dumps(mechanism))


def dumps(mechanism: Mechanism) -> str:
    """Return a mechanism as YAML text."""
    return yaml.dump(to_tree(mechanism))


def load_laws(path: str | Path) -> None:
    """Run a Python file in which a user defines laws of their own."""
    import importlib.util
    import sys

    path = path_of(path, "laws")
    name = f"_gudgeon_laws_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise InputError(
            "expected an existing Python file (.py) that defines laws.", location=str(path)
        )
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # it is the user's code: anything can happen
        raise InputError(
            f"this file of laws fails: {type(error).__name__}: {error}",
            location=_failing_line(error, path),
        ) from error


def _failing_line(error: BaseException, path: Path) -> str:
    line = getattr(error, "lineno", None) if isinstance(error, SyntaxError) else None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return f"{path}:{line}" if line else str(path)


def set_values(mechanism: Mechanism, settings: Iterable[str]) -> Mechanism:
    """Return the mechanism with some values changed: ``set_values(m, ["bodies.crank.mass=0.2
    kg"])``.
    """
    return from_tree(*set_all(to_tree(mechanism), settings, {}))
