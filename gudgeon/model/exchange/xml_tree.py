"""XML files as trees whose elements know their lines. Hostile input ends in an InputError.

Document type declarations are refused, and with them entities, which could multiply a small file
into a large one or name other files.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isfinite
from xml.parsers import expat

from ..._base.errors import InputError, brief

__all__ = ["Element", "parse_xml"]

MAX_ELEMENTS = 500_000
MAX_DEPTH = 300


@dataclass
class Element:
    """An element: its name, its attributes, what is inside it, and where it stands."""

    tag: str
    attributes: dict[str, str]
    line: int
    source: str
    children: list["Element"] = field(default_factory=list)

    def error(self, message: str) -> InputError:
        """Return the error that something in this element is wrong."""
        name = self.attributes.get("name")
        shown = f"<{self.tag}> {brief(name)}" if name else f"<{self.tag}>"
        return InputError(f"{shown} {message}", location=f"{self.source}:{self.line}")

    def all(self, tag: str) -> list["Element"]:
        """Return the elements of a name right inside this one."""
        return [child for child in self.children if child.tag == tag]

    def first(self, tag: str) -> "Element | None":
        """Return the first element of a name right inside this one, or None."""
        return next((child for child in self.children if child.tag == tag), None)

    def only(self, tag: str) -> "Element":
        """Return the first element of a name right inside this one."""
        found = self.first(tag)
        if found is None:
            raise self.error(f"has no <{tag}>.")
        return found

    def get(self, attribute: str, default: str = "") -> str:
        """Return an attribute as a text."""
        return self.attributes.get(attribute, default)

    def text(self, attribute: str) -> str:
        """Return an attribute that must be there."""
        found = self.attributes.get(attribute)
        if found is None or not found.strip():
            raise self.error(f"has no {attribute}.")
        return found

    def number(self, attribute: str, default: float | None = None) -> float:
        """Return an attribute as a number."""
        (value,) = self.numbers(attribute, 1, None if default is None else (default,))
        return value

    def numbers(
        self, attribute: str, count: int, default: tuple[float, ...] | None = None
    ) -> tuple[float, ...]:
        """Return an attribute as so many numbers."""
        if default is not None and attribute not in self.attributes:
            return default
        words = self.text(attribute).split()
        try:
            values = tuple(float(word) for word in words)
        except ValueError:
            values = ()
        if len(values) != count or not all(map(isfinite, values)):
            wanted = "a number" if count == 1 else f"{count} numbers"
            raise self.error(f"{attribute} must be {wanted}, got {brief(self.get(attribute))}.")
        return values

    def walk(self) -> Iterator["Element"]:
        """Yield this element and everything inside it."""
        yield self
        for child in self.children:
            yield from child.walk()


def parse_xml(text: str, source: str) -> Element:
    """Return the root of an XML text."""
    root: list[Element] = []
    stack: list[Element] = []
    count = 0

    def begin(tag: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if count > MAX_ELEMENTS or len(stack) >= MAX_DEPTH:
            raise InputError("is too large or too deeply nested to be a model.", location=source)
        element = Element(tag, attributes, parser.CurrentLineNumber, source)
        (stack[-1].children if stack else root).append(element)
        stack.append(element)

    def declared(*_: object) -> None:
        raise InputError(
            "declares a document type, which a model does not need and may do harm; delete it.",
            location=f"{source}:{parser.CurrentLineNumber}",
        )

    parser = expat.ParserCreate(encoding="utf-8")
    parser.StartElementHandler = begin
    parser.EndElementHandler = lambda _: stack.pop()
    parser.StartDoctypeDeclHandler = declared
    parser.EntityDeclHandler = declared
    try:
        parser.Parse(text.encode("utf-8", "surrogatepass"), True)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        raise InputError(
            f"is not valid XML: {reason}.", location=f"{source}:{error.lineno}"
        ) from None
    if not root:
        raise InputError("is empty.", location=source)
    return root[0]
