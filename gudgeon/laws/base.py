"""What a law is: a frozen dataclass of named parameters and one plain function.

Writing the class is the registration. ``@law`` makes it a frozen dataclass, checks that the
function's arguments are the family's inputs followed by the symbols of the fields, in order, and
files it under its name. A family (:class:`Signal`, :class:`Characteristic`, ...) fixes the inputs,
the number of outputs and the function's name; it may offer a second function, ``potential``, that a
law need not have. Base classes with different functions may share the name of a family.

Numba is imported when a law is compiled, not before.
"""

import dataclasses
import inspect
import math
import re
import threading
from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar, dataclass_transform

from .._base.compile_units import PACKAGE, Compiled, Unit, symbol
from .._base.decorators import LAW, jitable
from .._base.description import Description, description, option, quantity
from .._base.errors import InputError, brief, suggestion
from .._base.numba_errors import gist
from .._base.settings import DISABLED
from .._base.text import summary_of

__all__ = ["REGISTRY", "Law", "LawError", "helper", "law", "param"]

Inputs = tuple[tuple[str, int], ...]  # name and number of components

REGISTRY: dict[tuple[str, str], type["Law"]] = {}  # (family, name in files) -> law
# of two threads that compile one law, one would be left with an address that nothing keeps alive
_COMPILING = threading.RLock()


class LawError(InputError, TypeError):
    """A law is not written as its family requires, or cannot be compiled."""


def param(symbol: str, unit: str, help: str = "", **rules: Any) -> Any:
    """Declare a law parameter: its symbol in the equation, its SI unit, its bounds (``gt``,
    ``ge``, ``lt``, ``le``).
    """
    if not isinstance(symbol, str) or not symbol.isidentifier():
        raise LawError(
            "the symbol of a parameter must be a name as Python has them, such as mu_k; got "
            f"{brief(symbol)}."
        )
    if not isinstance(unit, str) or not isinstance(help, str):
        raise LawError(
            f"parameter {symbol} needs a unit and a meaning, which are texts; got {brief(unit)} "
            f"and {brief(help)}."
        )
    return quantity(unit, help, symbol=symbol, kw_only=False, **rules)


def helper(function: Callable) -> Any:
    """Let laws call a plain function, in plain Python and compiled: what several equations
    share.
    """
    if not inspect.isfunction(function):  # it would spoil every law that is compiled from now on
        raise LawError(f"a helper must be a function written in Python, got {brief(function)}.")
    return jitable(function)


class Law(Description):
    """Base of all families."""

    family: ClassVar[str] = ""
    named: ClassVar[str] = ""  # name in files, where it does not follow from that of the class
    inputs: ClassVar[Inputs] = ()
    outputs: ClassVar[tuple[str, ...]] = ()
    function: ClassVar[str] = ""  # name of the static method that holds the equation
    # of the optional static method ``potential``; empty where a family has none
    potential_inputs: ClassVar[Inputs] = ()
    # ordinary inputs, for which a law must return finite numbers
    trials: ClassVar[tuple[tuple[Any, ...], ...]] = ()
    composed: ClassVar[bool] = False  # made of other laws: nothing of it is compiled
    beside: ClassVar[tuple[str, ...]] = ()  # fields that are no parameters of the equation
    raw: ClassVar[bool] = False  # the function reads a parameter array ``p`` of any length (tables)

    @classmethod
    def symbols(cls) -> tuple[str, ...]:
        """Return the letters of the parameters in the equation, in order; a choice has its own
        name.
        """
        specs = [(field.name, field.metadata.get("quantity")) for field in cls._fields()]
        return tuple(spec.symbol if spec else name for name, spec in specs)

    @classmethod
    def _fields(cls) -> tuple[Any, ...]:
        fields = dataclasses.fields(cls)  # type: ignore[arg-type]
        return tuple(field for field in fields if field.name not in cls.beside)

    @classmethod
    def equation(cls) -> str:
        """Return the first paragraph of the function's docstring: the equation as printed."""
        return summary_of(getattr(cls, cls.function))

    def parameters(self) -> tuple[float, ...]:
        """Return the values in the order of the symbols, as the compiled law reads them; a
        choice is the number of its place from 0.
        """
        pairs = [
            (getattr(self, field.name), field.metadata.get("choices")) for field in self._fields()
        ]
        return tuple(float(choices.index(value) if choices else value) for value, choices in pairs)

    def __call__(self, *inputs: Any) -> Any:
        """Evaluate the law in plain Python; what overflows is infinite, as in compiled code."""
        function = getattr(type(self), self.function)
        values: tuple = self.parameters()
        try:
            return function(*inputs, values) if self.raw else function(*inputs, *values)
        except OverflowError:
            import numpy as np

            values, inputs = (
                tuple(map(np.float64, values)),
                tuple(np.float64(value) if np.ndim(value) == 0 else value for value in inputs),
            )
            with np.errstate(all="ignore"):
                return function(*inputs, values) if self.raw else function(*inputs, *values)

    def validate(self) -> None:
        """Raise LawError if the law fails, or returns what is not a finite number, for ordinary
        inputs.
        """
        for inputs in self.trials:
            given = ", ".join(
                f"{name} = {value:g}" for (name, _), value in zip(self.inputs, inputs, strict=True)
            )
            where = f"{type(self).__name__}.{self.function}"
            try:
                values = self(*inputs)
                finite = all(map(math.isfinite, values if isinstance(values, tuple) else (values,)))
            except Exception as error:
                raise LawError(f"{where} fails for {given}: {error!r}.") from error
            if not finite:
                raise LawError(
                    f"{where} returns {values} for {given}; a law must return finite numbers."
                )

    @classmethod
    def address(cls) -> int:
        """Return the address of the compiled law in this process. Never store it."""
        return cls._address(cls.function, cls.inputs, cls.outputs)

    @classmethod
    def potential_address(cls) -> int:
        """Return the address of the compiled potential in this process, 0 when the law has none.
        Never store it.
        """
        return (
            cls._address("potential", cls.potential_inputs, ("energy",))
            if cls.has_potential()
            else 0
        )

    @classmethod
    def has_potential(cls) -> bool:
        """Whether the law states the energy that it can give back."""
        return bool(cls.potential_inputs) and hasattr(cls, "potential")

    @classmethod
    def compiled(cls, function: str, law: Callable) -> Compiled:
        """Return one of its functions as what is compiled: a C function that reads parameters
        and writes outputs; it calls ``law``.
        """
        from .._base import function_pointers

        inputs, outputs = cls.functions()[function]
        names, arguments = [], []
        for name, size in inputs:
            parts = [name] if size == 1 else [f"{name}_{k}" for k in range(size)]
            names += parts
            arguments.append(name if size == 1 else f"({', '.join(parts)})")
        arguments += ["p"] if cls.raw else [f"p[{k}]" for k in range(len(cls.symbols()))]
        results = ", ".join(f"out[{k}]" for k in range(len(outputs)))
        source = (
            f"def wrapper({', '.join(names)}, p, out):\n    {results} = "
            f"law({', '.join(arguments)})\n"
        )
        namespace: dict[str, Any] = {"law": law}
        exec(source, namespace)
        return Compiled(namespace["wrapper"], function_pointers.law_arguments(len(names)), "", LAW)

    @classmethod
    def functions(cls) -> dict[str, tuple[Inputs, tuple[str, ...]]]:
        """Return inputs and outputs of its functions by their names."""
        potential = (
            {"potential": (cls.potential_inputs, ("energy",))} if cls.has_potential() else {}
        )
        own = {} if cls.composed else {cls.function: (cls.inputs, cls.outputs)}
        return {**own, **potential}

    @classmethod
    def symbol(cls, function: str) -> str:
        """Return the name of one of its functions in compiled code."""
        return symbol(f"law_{cls.__module__.rpartition('.')[2]}_{cls.__name__}_{function}")

    @classmethod
    @cache
    def _own_unit(cls, function: str) -> Any:
        """Return what is compiled of a law from outside the package."""
        plain, name = getattr(cls, function), cls.symbol(function)

        def functions() -> dict[str, Compiled]:
            from .._base.compiler import in_this_process

            return {name: cls.compiled(function, in_this_process(plain, LAW))}

        told = repr((cls.functions()[function], cls.raw, cls.symbols()))
        return Unit(name, (), (cls.__module__,), functions, (plain, told))

    @classmethod
    def _address(cls, function: str, inputs: Inputs, outputs: tuple[str, ...]) -> int:
        from .._base import function_pointers, machine_code

        if DISABLED:
            plain = cls._plain(function, inputs)
            function_pointers.python_laws[id(plain)] = plain
            return id(plain)
        if cls.__module__.startswith(PACKAGE):
            unit = CONTACT_LAWS if cls.__module__ in CONTACT_LAWS.sources else LAWS
            return int(machine_code.address(unit, cls.symbol(function)))
        with _COMPILING:
            try:
                return int(machine_code.address(cls._own_unit(function), cls.symbol(function)))
            except Exception as error:  # Numba passes on NameError, AttributeError, its own errors
                wanted = f"It must return ({', '.join(outputs)}), computed from plain numbers."
                raise LawError(
                    f"Numba cannot compile {cls.__name__}.{function}: {gist(error)}. {wanted}"
                ) from error

    @classmethod
    @cache
    def _plain(cls, function: str, inputs: Inputs) -> Callable:
        """Return a function that is called as the kernels call a compiled one; used only when
        Numba is disabled.
        """
        equation, count = getattr(cls, function), len(cls.symbols())

        def call(values: tuple[float, ...], parameters: Any) -> Any:
            grouped, position = [], 0
            for _, size in inputs:
                part = tuple(values[position : position + size])
                grouped.append(part[0] if size == 1 else part)
                position += size
            return (
                equation(*grouped, parameters)
                if cls.raw
                else equation(*grouped, *parameters[:count])
            )

        return call


def _unit(name: str, *modules: str) -> Unit:
    """Return the laws in some modules of this package as one unit of compiled code."""
    sources = tuple(f"{__package__}.{module}" for module in modules)

    def functions() -> dict[str, Compiled]:
        return {
            law.symbol(name): law.compiled(name, jitable(getattr(law, name)))
            for law in REGISTRY.values()
            if law.__module__ in sources
            for name in law.functions()
        }

    return Unit(name, (__package__,), sources, functions)


LAWS = _unit("laws", "signals", "signal_table", "inputs", "characteristics")
"""The laws of this package that any mechanism may have, compiled."""

CONTACT_LAWS = _unit("contact_laws", "contact", "cylindrical_contact", "friction", "film")
"""The laws of this package that act only where joints are imperfect, compiled."""


@dataclass_transform(frozen_default=True, field_specifiers=(param, option))
def law(cls: type) -> Any:
    """Class decorator: frozen dataclass + signature check + registration."""
    if not isinstance(cls, type) or not issubclass(cls, Law) or not cls.family:
        name = getattr(cls, "__name__", brief(cls))
        raise LawError(
            f"{name} must inherit from a family of laws such as Signal or Characteristic."
        )
    if "__dataclass_fields__" in vars(cls):
        raise LawError(f"{cls.__name__} is a law already; decorate it once.")
    cls = description(cls)
    assert issubclass(cls, Law)
    if cls.function not in vars(cls):
        raise LawError(
            f"{cls.__name__} has no static method '{cls.function}', which holds its equation."
        )
    if not cls.composed:
        _check_arguments(cls, cls.function, cls.inputs)
    if cls.has_potential():
        _check_arguments(cls, "potential", cls.potential_inputs)
    known = REGISTRY.get((cls.family, file_name(cls)))
    if (
        known is not None
        and known.__module__.startswith(PACKAGE)
        and not cls.__module__.startswith(PACKAGE)
    ):
        raise LawError(
            f"{cls.__name__} would replace the {cls.family} law '{file_name(cls)}' of gudgeon; give "
            "it another name, or another one in files: named = 'my-...'."
        )
    REGISTRY[cls.family, file_name(cls)] = cls
    return cls


def absent(family: type[Law], name: str) -> Law:
    """Return what stands in a description for a law that is not defined in this program: it has
    its place, but neither parameters nor an equation.
    """

    def missing(*_: Any) -> Any:
        """(not defined here)"""
        raise LawError(
            f"the law '{name}' is not defined here; import the module that defines it, on the "
            "command line by --laws."
        )

    title = "".join(word.capitalize() for word in name.split("-"))
    parts = {"__doc__": f"The law '{name}', which is not defined here.", "named": name}
    parts |= {family.function: staticmethod(missing), "address": staticmethod(missing)}  # type: ignore[dict-item]
    return description(type(title, (family,), parts))()  # type: ignore[no-any-return]


def _check_arguments(cls: type[Law], function: str, inputs: Inputs) -> None:
    """Reject a function whose arguments are not the inputs and then the symbols."""
    expected = (*(name for name, _ in inputs), *(("p",) if cls.raw else cls.symbols()))
    actual = tuple(inspect.signature(getattr(cls, function)).parameters)
    if actual != expected:
        raise LawError(
            f"{cls.__name__}.{function} must take ({', '.join(expected)}): the inputs of its "
            "family, then the "
            f"symbols of its parameters in order; it takes ({', '.join(actual)})."
        )


def file_name(cls: type) -> str:
    """Return the name of a law or a joint type in files: ``ConstantSpeed`` is
    ``constant-speed``, unless ``named`` otherwise.
    """
    return vars(cls).get("named") or re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", cls.__name__).lower()


def find(family: str, name: object) -> type[Law]:
    """Return the law of a family by its name in files."""
    found = REGISTRY.get((family, str(name)))
    if found is None:
        names = [key for known, key in REGISTRY if known == family]
        raise InputError(f"unknown law '{name}'.{suggestion(name, names)}")
    return found
