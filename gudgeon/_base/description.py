"""What a number in a description is: its unit, shape and bounds, stated once, checked when the
object is made.
"""

import dataclasses
import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, dataclass_transform

from . import units as _units
from .errors import InputError, brief, suggestion
from .views import view

Shape = tuple[int, ...]  # -1 stands for any length
if (
    TYPE_CHECKING
):  # a field takes texts with units, lists and arrays, too, and makes numbers of them
    Number: TypeAlias = Any
    Numbers: TypeAlias = Any
else:
    Number, Numbers = float, tuple
# whose items look like numbers, but are bytes of whatever it is
RAW = (bytes, bytearray, memoryview)
_SIGNS: dict[str, Callable[[float, float], bool]] = {
    ">": lambda value, bound: value > bound,
    ">=": lambda value, bound: value >= bound,
    "<": lambda value, bound: value < bound,
    "<=": lambda value, bound: value <= bound,
}


@dataclasses.dataclass(frozen=True)
class Quantity:
    """Unit, allowed shapes and bounds of one field; ``symbol`` is its letter in an equation."""

    unit: str
    shapes: tuple[Shape, ...] = ((),)
    bounds: tuple[tuple[str, float], ...] = ()
    symbol: str = ""
    help: str = ""
    # reads what is no number with a unit but means one; None for a text that it does not know
    reader: Callable[[str], float | None] | None = None

    def coerce(self, value: Any) -> Any:
        """Return ``value`` as a float or nested tuples of floats in SI units, or raise
        InputError.
        """
        result = self._numbers(value)
        shape = _shape(result)
        if not any(_fits(shape, allowed) for allowed in self.shapes):
            allowed = " or ".join(_words(allowed_shape) for allowed_shape in self.shapes)
            raise InputError(
                f"expected {allowed} [{self.unit}], got {_words(shape)}: {brief(value)}."
            )
        for number in _flat(result):
            for sign, bound in self.bounds:
                if not _SIGNS[sign](number, bound):
                    raise InputError(f"must be {sign} {bound:g} [{self.unit}], got {number:g}.")
        return result

    def _numbers(self, value: Any) -> Any:
        if isinstance(value, str):
            read = self.reader(value) if self.reader is not None else None
            return self._finite(_units.parse(value, self.unit) if read is None else read, value)
        # NumPy scalars and arrays
        if hasattr(value, "tolist") and not isinstance(value, memoryview):
            value = value.tolist()
        if isinstance(value, (bool, dict, *RAW)) or value is None:
            raise InputError(f"expected a number [{self.unit}], got {brief(value)}.")
        if isinstance(value, (int, float)):
            return self._finite(value, value)
        try:
            items = list(value)
        except TypeError:
            raise InputError(f"expected a number [{self.unit}], got {brief(value)}.") from None
        return tuple(self._numbers(item) for item in items)

    def _finite(self, number: float, given: Any) -> float:
        try:
            number = float(number)
        except OverflowError:
            number = math.inf
        if not math.isfinite(number):
            raise InputError(f"must be a finite number [{self.unit}], got {brief(given)}.")
        return number


def quantity(
    unit: str,
    help: str = "",
    *,
    shape: Shape | None = None,
    shapes: tuple[Shape, ...] = ((),),
    default: Any = dataclasses.MISSING,
    symbol: str = "",
    kw_only: bool = True,
    reader: Callable[[str], float | None] | None = None,
    **bounds: float | None,
) -> Any:
    """Declare a number (or a vector, with ``shape``) of a description: unit, meaning, bounds
    (``gt``, ``ge``, ``lt``, ``le``).
    """
    shapes = shapes if shape is None else (shape,)
    spec = Quantity(unit, shapes, _signed(**bounds), symbol, help, reader)
    return dataclasses.field(default=default, metadata={"quantity": spec}, kw_only=kw_only)


def _signed(
    *,
    gt: float | None = None,
    ge: float | None = None,
    lt: float | None = None,
    le: float | None = None,
) -> tuple[tuple[str, float], ...]:
    """Return those bounds that are given, each with its sign."""
    given = ((">", gt), (">=", ge), ("<", lt), ("<=", le))
    return tuple((sign, bound) for sign, bound in given if bound is not None)


def option(
    help: str = "",
    *,
    choices: tuple[str, ...] = (),
    default: Any = dataclasses.MISSING,
    kw_only: bool = True,
    number: Quantity | None = None,
    stands_for: Callable[[Any], "Description"] | None = None,
) -> Any:
    """Declare a field that is not a number: a name, a choice, another description.

    Where ``number`` may be written instead of a description, ``stands_for`` makes the description
    that it means; ``choices`` are then words that may stand there too.
    """
    metadata = {"help": help, "choices": choices, "number": number, "stands_for": stands_for}
    return dataclasses.field(default=default, metadata=metadata, kw_only=kw_only)


class Description:
    """Base of everything a user writes: frozen, checked when made, compared by value."""

    section: ClassVar[str] = ""  # where objects with a name live in a file: bodies, joints, ...

    def __post_init__(self) -> None:
        texts: dict[str, Any] = {}
        object.__setattr__(self, "_texts", texts)
        for field in dataclasses.fields(self):  # type: ignore[arg-type]
            value = getattr(self, field.name)
            if "|" in getattr(
                field.metadata.get("quantity") or field.metadata.get("number"), "unit", ""
            ) and (given := list(_texts_in(value))):
                texts[field.name] = given
            try:
                object.__setattr__(self, field.name, _checked(field, value))
            except InputError as error:
                raise error.under(*self.path(), field.name) from None
        self.check()

    def __setattr__(self, name: str, value: Any) -> None:
        """Set what a new object is made of; once it is checked, it does not change."""
        if "_texts" in self.__dict__:
            raise self._refusal(name, brief(value))
        object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        raise self._refusal(name, "...")

    def _refusal(self, name: str, given: str) -> dataclasses.FrozenInstanceError:
        """Return what says how to get a changed copy of what does not change itself."""
        where = ".".join((*self.path(), name))
        whole = f", or mechanism.with_values({{'{where}': {given}}})" if self.path() else ""
        return dataclasses.FrozenInstanceError(
            f"a {type(self).__name__} does not change; make another one: "
            f"dataclasses.replace(it, {name}={given}){whole}."
        )

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, field.name) for field in dataclasses.fields(self))  # type: ignore[arg-type]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Description) or type(other) is not type(self):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        names = (field.name for field in dataclasses.fields(self))  # type: ignore[arg-type]
        told = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({told})"

    def check(self) -> None:
        """Check what involves several fields; overridden by subclasses."""

    def path(self) -> tuple[str, ...]:
        """Return where this object stands in a description, as far as it knows."""
        name = getattr(self, "name", None)
        return (self.section, str(name)) if self.section and name is not None else ()

    def in_units(self, **units: str) -> None:
        """Reject numbers whose unit, one of several that their fields know, is not that which is
        meant here.
        """
        for field, unit in units.items():
            for text in self._texts.get(field, ()):  # type: ignore[attr-defined]
                try:
                    _units.parse(text, unit)
                except InputError as error:
                    raise error.under(*self.path(), field) from None

    def expect(self, field: str, kinds: type | tuple[type, ...], wanted: str) -> None:
        """Reject a field that is not of these kinds; None is allowed where it is the default."""
        value, default = getattr(self, field), self.__dataclass_fields__[field].default  # type: ignore[attr-defined]
        if not isinstance(value, kinds) and not (value is None and default is None):
            raise self.error(f"expected {wanted}, got {brief(value)}.", field)

    def _repr_html_(self) -> str:
        return view("HTML of a description")(self)

    def error(self, message: str, *path: str) -> InputError:
        """Return an InputError that names this object and the field ``path``."""
        return InputError(message, (*self.path(), *path))


@dataclass_transform(frozen_default=True, field_specifiers=(quantity, option))
def description(cls: type) -> type:
    """Class decorator: a dataclass whose numbers are checked, and which does not change.

    What all of them have alike, that they do not change included, stands in Description: to
    generate it for each takes a third of the time in which the package is imported.
    """
    made: Any = dataclasses.dataclass(repr=False, eq=False)(cls)
    made.__init__.__doc__ = "\n".join(map(_meaning, dataclasses.fields(made)))  # for help()
    kind: type = made
    return kind


def _meaning(field: dataclasses.Field) -> str:
    """Return what a field is, with its unit, in one line."""
    spec = field.metadata.get("quantity")
    if spec is None:
        return f"{field.name}: {field.metadata.get('help', 'what it is called')}"
    return f"{field.name} [{spec.unit}]: {spec.help}"


def _texts_in(value: Any) -> Iterator[str]:
    """Return the texts among numbers and lists of them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _texts_in(item)


def _checked(field: dataclasses.Field, value: Any) -> Any:
    spec = field.metadata.get("quantity")
    if spec is not None:
        return None if value is None and field.default is None else spec.coerce(value)
    choices, stands_for = field.metadata.get("choices"), field.metadata.get("stands_for")
    # no number with a unit
    word = stands_for is None or (
        isinstance(value, str) and not any(letter.isdigit() for letter in value)
    )
    if choices and word:
        return _chosen(value, choices, value is None and field.default is None)
    if field.name == "name":
        return checked_name(value)
    if (
        stands_for is not None
        and not isinstance(value, Description)
        and not (value is None and field.default is None)
    ):
        return stands_for(field.metadata["number"].coerce(value))
    value = tuple(value) if isinstance(value, list) else value
    _check_words(field, value)
    return value


def _chosen(value: Any, choices: tuple[Any, ...], left_out: bool) -> Any:
    if getattr(value, "ndim", 1) == 0:  # a NumPy scalar
        value = value.tolist()
    if not left_out and not (isinstance(value, (str, int, float)) and value in choices):
        raise InputError(f"unknown choice {brief(value)}.{suggestion(value, choices)}")
    return value


def _check_words(field: dataclasses.Field, value: Any) -> None:
    """Reject what is not a text or a list of texts in a field that holds names."""
    if (
        field.type in (str, str | None)
        and not isinstance(value, str)
        and not (value is None and field.default is None)
    ):
        raise InputError(f"expected a text, got {brief(value)}.")
    if field.type is bool and not isinstance(value, bool):
        raise InputError(f"expected true or false, got {brief(value)}.")
    if field.type in (tuple[str, str], tuple[str, ...]):
        if not isinstance(value, tuple) or not all(isinstance(item, str) for item in value):
            raise InputError(f"expected a list of names, got {brief(value)}.")
        if field.type == tuple[str, str] and len(value) != 2:
            raise InputError(f"expected two names, got {len(value)}: {brief(value)}.")


def checked_name(value: Any) -> str:
    """Return ``value`` if it can name a body or a joint."""
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"a name must be a non-empty text, got {brief(value)}.")
    if "." in value or "/" in value or not value.isprintable() or len(value) > 200:
        raise InputError(
            "a name may not contain '.', '/' or unprintable characters, nor be longer than 200: "
            f"{brief(value)}."
        )
    return value


def _shape(value: Any) -> Shape:
    if isinstance(value, float):
        return ()
    inner = {_shape(item) for item in value}
    if len(inner) > 1:
        raise InputError(f"the rows of a list of numbers differ in length: {brief(value)}.")
    return (len(value), *(inner.pop() if inner else ()))


def _fits(shape: Shape, allowed: Shape) -> bool:
    return len(shape) == len(allowed) and all(
        a in (-1, s) for s, a in zip(shape, allowed, strict=True)
    )


def _words(shape: Shape) -> str:
    if shape == ():
        return "one number"
    if len(shape) == 1:
        return "a list of numbers" if shape[0] == -1 else f"{shape[0]} numbers"
    return " x ".join("n" if n == -1 else str(n) for n in shape) + " numbers"


def _flat(value: Any) -> list[float]:
    return (
        [value]
        if isinstance(value, float)
        else [number for item in value for number in _flat(item)]
    )
