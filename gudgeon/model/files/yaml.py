"""YAML text to plain trees with line numbers, and back. Hostile input ends in an InputError,
nothing else.

The tree is built here from ruamel's nodes rather than by its constructors: only plain types can
arise, every key knows its line, and an alias cannot multiply a small file into a large tree.
"""

from io import StringIO
from pathlib import Path
from typing import Any

from ..._base.arguments import path_of
from ..._base.errors import InputError
from ..._base.text import read_model_file

MAX_BYTES = 4_000_000
MAX_REPEATED = 10_000  # nodes that aliases may add to those that are written out
Lines = dict[tuple[str, ...], str]  # path in the tree -> "model.yaml:12"

_PREFIX = "tag:yaml.org,2002:"
_WORDS = {"true": True, "false": False}


def read_text(path: str | Path) -> str:
    """Return the text of a model file, or raise InputError if it cannot be one."""
    path = path_of(path)
    data = read_model_file(path, MAX_BYTES)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise InputError(
            "is not a text file in UTF-8; save it with that encoding.", location=f"{path}:{line}"
        ) from None


def parse(text: str, source: str = "") -> tuple[Any, Lines]:
    """Return the tree of a YAML text and the location of every key; ``source`` names the text in
    messages.
    """
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    reader = _Reader(source)
    try:
        root = YAML(typ="safe", pure=True).compose(text)
        if root is None:
            return None, {}
        reader.refuse_bombs(root)
        return reader.tree(root, ()), reader.lines
    except InputError:
        raise
    except RecursionError:
        raise InputError("is nested too deeply to be a model.", location=source) from None
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        tabs = " Indent with spaces, not with tabs." if "\\t" in str(error.problem) else ""
        raise InputError(
            f"is not valid YAML: {error.problem}.{tabs}", location=reader.at(mark)
        ) from None
    except YAMLError as error:
        raise InputError(
            f"is not valid YAML: {str(error).splitlines()[0]}.", location=source
        ) from None
    except Exception as error:  # the parser itself fails on some random input
        raise InputError(
            f"is not valid YAML: {type(error).__name__} while reading it.", location=source
        ) from None


def dump(tree: Any) -> str:
    """Return the YAML text of a tree of mappings, lists, numbers and texts."""
    from ruamel.yaml import YAML
    from ruamel.yaml.representer import SafeRepresenter

    class Representer(SafeRepresenter):
        """Lists of numbers on one line, nothing shared."""

        def ignore_aliases(self, data: Any) -> bool:
            return True

        def represent_list(self, data: Any) -> Any:
            return self.represent_sequence(
                f"{_PREFIX}seq", data, flow_style=not any(isinstance(item, dict) for item in data)
            )

    Representer.add_representer(list, Representer.represent_list)
    writer = YAML(typ="safe", pure=True)
    writer.Representer = Representer
    writer.default_flow_style = None
    writer.sort_base_mapping_type_on_output = False  # type: ignore[assignment]
    writer.width = 140
    writer.allow_unicode = True
    stream = StringIO()
    writer.dump(tree, stream)
    return stream.getvalue()


class _Reader:
    """Walk ruamel's nodes."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.lines: Lines = {}

    def at(self, mark: Any) -> str:
        """Return where a mark of the parser is, as ``file:line``."""
        if mark is None:
            return self.source
        return f"{self.source}:{mark.line + 1}" if self.source else f"line {mark.line + 1}"

    def refuse_bombs(self, root: Any) -> None:
        """Reject aliases that contain themselves or repeat more than a model ever would."""
        sizes: dict[int, int] = {}  # 0 while a node is being counted

        def size(node: Any) -> int:
            known = sizes.get(id(node))
            if known == 0:
                raise InputError("an alias contains itself.", location=self.at(node.start_mark))
            if known is None:
                sizes[id(node)] = 0
                known = sizes[id(node)] = 1 + sum(size(child) for child in _children(node))
            return known

        if size(root) > len(sizes) + MAX_REPEATED:
            raise InputError(
                f"its aliases repeat more than {MAX_REPEATED} entries; write them out.",
                location=self.source,
            )

    def tree(self, node: Any, path: tuple[str, ...]) -> Any:
        """Return the plain value of a node and note where its keys are."""
        kind = type(node).__name__
        if kind == "ScalarNode":
            return self._scalar(node, path)
        if node.tag not in (f"{_PREFIX}map", f"{_PREFIX}seq"):
            raise self._unknown_tag(node, path)
        if kind == "SequenceNode":
            return [self._item(child, path, k) for k, child in enumerate(node.value)]
        result: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key = self._key(key_node, path)
            here = (*path, key)
            if key in result:
                raise InputError(
                    f"is given twice; first at {self.lines[here]}.",
                    here,
                    location=self.at(key_node.start_mark),
                )
            self.lines[here] = self.at(key_node.start_mark)
            result[key] = self.tree(value_node, here)
        return result

    def _item(self, node: Any, path: tuple[str, ...], index: int) -> Any:
        """Return an item of a list; only mappings have keys that need a place."""
        if type(node).__name__ == "MappingNode":
            path = (*path, str(index))
            self.lines[path] = self.at(node.start_mark)
        return self.tree(node, path)

    def _key(self, node: Any, path: tuple[str, ...]) -> str:
        key = self._scalar(node, path) if type(node).__name__ == "ScalarNode" else None
        if not isinstance(key, str):
            shown = f"write '{node.value}' in quotes" if key is not None else "this one is not"
            raise InputError(
                f"a key must be text; {shown}.", path, location=self.at(node.start_mark)
            )
        return key

    def _scalar(self, node: Any, path: tuple[str, ...]) -> Any:
        kind, text = node.tag.removeprefix(_PREFIX), node.value
        try:
            if kind == "int":
                return _integer(text)
            if kind == "float":
                return float(
                    text.lower().replace("_", "").replace(".inf", "inf").replace(".nan", "nan")
                )
            if kind == "bool":
                return _WORDS[text.lower()]
        except (ValueError, KeyError):
            raise InputError(
                f"cannot read {text[:40]!r} as a {kind}.", path, location=self.at(node.start_mark)
            ) from None
        if kind == "null":
            return None
        if kind in ("str", "timestamp", "merge", "value"):
            return text
        raise self._unknown_tag(node, path)

    def _unknown_tag(self, node: Any, path: tuple[str, ...]) -> InputError:
        name = str(node.tag).replace(_PREFIX, "!!")
        return InputError(
            f"the tag '{name}' is not allowed; a model has only plain values.",
            path,
            location=self.at(node.start_mark),
        )


def _children(node: Any) -> list[Any]:
    if isinstance(node.value, str):
        return []
    return [
        child for item in node.value for child in (item if isinstance(item, tuple) else (item,))
    ]


def _integer(text: str) -> int:
    digits = text.replace("_", "")
    return int(digits, 0) if digits.lstrip("+-")[:2].lower() in ("0x", "0o", "0b") else int(digits)
