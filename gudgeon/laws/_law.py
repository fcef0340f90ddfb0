"""What a law is: a frozen dataclass of named parameters and one plain function.

Writing the class is the registration. ``@law`` makes it a frozen dataclass, checks that the function's arguments
are the family's inputs followed by the symbols of the fields, in order, and files it under its name. A family
(:class:`Signal`, :class:`Characteristic`, ...) fixes the inputs, the number of outputs and the function's name.

Numba is imported when a law is compiled, not before.
"""

import inspect
import re
from functools import cache
from typing import Any, ClassVar, dataclass_transform

from .._errors import InputError, suggestion
from .._fields import Description, description, quantity

REGISTRY: dict[tuple[str, str], type["Law"]] = {}  # (family, name in files) -> law


class LawError(InputError, TypeError):
    """A law is not written as its family requires, or cannot be compiled."""


def param(symbol: str, unit: str, help: str = "", **rules: Any) -> Any:
    """Declare a law parameter: its symbol in the equation, its SI unit, its bounds (``gt``, ``ge``, ``lt``, ``le``)."""
    return quantity(unit, help, symbol=symbol, kw_only=False, **rules)


class Law(Description):
    """Base of all families."""

    family: ClassVar[str] = ""
    inputs: ClassVar[tuple[tuple[str, int], ...]] = ()  # name and number of components
    outputs: ClassVar[tuple[str, ...]] = ()
    function: ClassVar[str] = ""  # name of the static method that holds the equation
    raw: ClassVar[bool] = False  # the function reads a parameter array ``p`` of any length (tables)

    @classmethod
    def symbols(cls) -> tuple[str, ...]:
        """Return the letters of the parameters in the equation, in order."""
        return tuple(field.metadata["quantity"].symbol for field in cls._fields())

    @classmethod
    def _fields(cls) -> tuple[Any, ...]:
        return tuple(cls.__dataclass_fields__.values())  # type: ignore[attr-defined]

    @classmethod
    def equation(cls) -> str:
        """Return the first line of the function's docstring: the equation as printed."""
        return (inspect.getdoc(getattr(cls, cls.function)) or "").partition("\n")[0]

    def parameters(self) -> tuple[float, ...]:
        """Return the values in the order of the symbols, as the compiled law reads them."""
        return tuple(float(getattr(self, field.name)) for field in self._fields())

    def __call__(self, *inputs: Any) -> Any:
        """Evaluate the law in plain Python."""
        function = getattr(type(self), self.function)
        values = self.parameters()
        return function(*inputs, values) if self.raw else function(*inputs, *values)

    @classmethod
    @cache
    def _callback(cls) -> Any:
        from .. import _jit, _pointer

        names, arguments = [], []
        for name, size in cls.inputs:
            parts = [name] if size == 1 else [f"{name}_{k}" for k in range(size)]
            names += parts
            arguments.append(name if size == 1 else f"({', '.join(parts)})")
        arguments += ["p"] if cls.raw else [f"p[{k}]" for k in range(len(cls.symbols()))]
        outputs = ", ".join(f"out[{k}]" for k in range(len(cls.outputs)))
        source = f"def wrapper({', '.join(names)}, p, out):\n    {outputs} = law({', '.join(arguments)})\n"
        namespace = {"law": _jit.jit_law(getattr(cls, cls.function))}
        exec(source, namespace)
        try:
            return _jit.callback(_pointer.c_signature(len(names)), namespace["wrapper"])
        except Exception as error:  # Numba passes on NameError, AttributeError, its own errors
            wanted = f"It must return ({', '.join(cls.outputs)}), computed from plain numbers."
            raise LawError(f"Numba cannot compile {cls.__name__}.{cls.function}: {_gist(error)}. {wanted}") from error

    @classmethod
    def address(cls) -> int:
        """Return the address of the compiled law in this process. Never store it."""
        from .. import _jit, _pointer

        if _jit.DISABLED:
            _pointer.python_laws[id(cls)] = cls._plain
            return id(cls)
        return int(cls._callback().address)

    @classmethod
    def _plain(cls, inputs: tuple[float, ...], parameters: Any) -> Any:
        """Call the plain function as the kernels do; used only when Numba is disabled."""
        grouped, position = [], 0
        for _, size in cls.inputs:
            part = tuple(inputs[position : position + size])
            grouped.append(part[0] if size == 1 else part)
            position += size
        function = getattr(cls, cls.function)
        return function(*grouped, parameters) if cls.raw else function(*grouped, *parameters[: len(cls.symbols())])


@dataclass_transform(frozen_default=True, field_specifiers=(param,))
def law(cls: type) -> Any:
    """Class decorator: frozen dataclass + signature check + registration."""
    cls = description(cls)
    if not issubclass(cls, Law) or not cls.family:
        raise LawError(f"{cls.__name__} must inherit from a family of laws such as Signal or Characteristic.")
    if cls.function not in vars(cls):
        raise LawError(f"{cls.__name__} has no static method '{cls.function}', which holds its equation.")
    last = ("p",) if cls.raw else cls.symbols()
    expected = (*(name for name, _ in cls.inputs), *last)
    actual = tuple(inspect.signature(getattr(cls, cls.function)).parameters)
    if actual != expected:
        raise LawError(
            f"{cls.__name__}.{cls.function} must take ({', '.join(expected)}): the inputs of its family, then the "
            f"symbols of its parameters in order; it takes ({', '.join(actual)})."
        )
    REGISTRY[cls.family, file_name(cls)] = cls
    return cls


def file_name(cls: type) -> str:
    """Return the name of a law or a joint type in files: ``ConstantSpeed`` is ``constant-speed``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", cls.__name__).lower()


def find(family: str, name: object) -> type[Law]:
    """Return the law of a family by its name in files."""
    found = REGISTRY.get((family, str(name)))
    if found is None:
        names = [key for one, key in REGISTRY if one == family]
        raise InputError(f"unknown law '{name}'.{suggestion(name, names)}")
    return found


def _gist(error: Exception) -> str:
    """Return the sentence of a Numba error that a user can act on: the first that is not about Numba's own pipeline."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip() and not line.startswith("Failed in nopython mode")]
    if not lines:
        return repr(error)
    return (f"{lines[0]} {lines[1]}" if lines[0].endswith(":") and len(lines) > 1 else lines[0]).rstrip(".")
