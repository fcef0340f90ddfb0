"""The grammar of Adams datasets (.adm): a title, then statements ``NAME/id, ARGUMENT, ARGUMENT=value``.

A line that begins with a comma continues the statement above it, ``!`` begins a comment, ``;`` ends
a statement. Names of statements and arguments may be shortened as long as they are clear. An
expression ends with its statement, with a backslash, or where the next argument begins.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ..._base.errors import InputError, brief
from .imported import Report

__all__ = ["Dataset", "Statement", "full_word", "number", "parse"]

CONTINUATION = "\0"  # where a line is continued by the next
EXPRESSIONS = ("FUNCTION", "FX", "FY", "FZ", "TX", "TY", "TZ", *(f"F{k}" for k in range(1, 9)))
_SIX = ("FX", "FY", "FZ", "TX", "TY", "TZ")
_MOTION = ("DISPLACEMENT", "VELOCITY", "ACCELERATION")
_PAIR = ("I", "J")

ARGUMENTS: dict[str, tuple[str, ...]] = {
    "PART": ("MASS", "CM", "IM", "IP", "GROUND", "MATERIAL", "QG", "REULER", "ZG", "XG", "VX", "VY", "VZ",
             "WX", "WY", "WZ", "VM", "WM", "EXACT", "PLANAR"),
    "POINT_MASS": ("MASS", "CM", "QG", "REULER", "ZG", "XG", "VX", "VY", "VZ", "EXACT"),
    "MARKER": ("PART", "POINT_MASS", "FLEX_BODY", "NODE_ID", "QP", "ZP", "XP", "REULER", "USEXP", "FLOATING",
               "CURVE", "VELOCITY", "VX", "VY", "VZ"),
    "JOINT": ("REVOLUTE", "CYLINDRICAL", "TRANSLATIONAL", "PLANAR", "SPHERICAL", "FIXED", "HOOKE", "UNIVERSAL",
              "CONVEL", "RACKPIN", "SCREW", *_PAIR, "IC", "ICROT", "ICTRAN", "PITCH", "PD", "DELTA_V", "FRICTION",
              "HEIGHT", "WIDTH", "INNER_RADIUS", "MAX_DEF", "MU1", "OUTER_RADIUS", "PRELOAD"),
    "JPRIM": ("ATPOINT", "INLINE", "INPLANE", "ORIENTATION", "PARALLEL_AXES", "PERPENDICULAR", *_PAIR),
    "GCON": ("I", "FUNCTION"),
    "MOTION": ("JOINT", *_PAIR, "ROTATIONAL", "TRANSLATIONAL", *_MOTION, "FUNCTION", "ICDISP", "ICVEL", "ROUTINE",
               "X", "Y", "Z", "B1", "B2", "B3"),
    "SFORCE": ("ROTATIONAL", "TRANSLATIONAL", "ACTIONONLY", *_PAIR, "FUNCTION", "ROUTINE", "REACTION"),
    "SPRINGDAMPER": ("ROTATIONAL", "TRANSLATIONAL", *_PAIR, "K", "C", "LENGTH", "FORCE", "KT", "CT", "ANGLE", "TORQUE"),
    "GFORCE": ("I", "JFLOAT", "RM", *_SIX, "FUNCTION", "FXYZ", "TXYZ", "ROUTINE"),
    "VFORCE": ("I", "JFLOAT", "RM", *_SIX[:3], "FUNCTION", "FXYZ", "ROUTINE"),
    "VTORQUE": ("I", "JFLOAT", "RM", *_SIX[3:], "FUNCTION", "TXYZ", "ROUTINE"),
    "BUSHING": (*_PAIR, "K", "KT", "C", "CT", "FORCE", "TORQUE"),
    "ACCGRAV": ("IGRAV", "JGRAV", "KGRAV", "GC"),
    "UNITS": ("FORCE", "MASS", "LENGTH", "TIME", "SYSTEM", "UCF"),
    "REQUEST": (*_MOTION, "FORCE", *_PAIR, "RM", *(f"F{k}" for k in range(1, 9)), "FUNCTION", "COMMENT", "TITLE",
                "CNAMES", "CUNITS", "RESULTS_NAME", "ROUTINE", "VARIABLE"),
    "VARIABLE": ("FUNCTION", "IC", "ROUTINE"),
    "SPLINE": ("X", "Y", "Z", "FILE", "BLOCK", "CHANNEL", "LINEAR_EXTRAPOLATE"),
    "GRAPHICS": (), "OUTPUT": (), "RESULTS": (), "INTEGRATOR": (), "KINEMATICS": (), "EQUILIBRIUM": (), "IC": (),
    "DEBUG": (), "LSOLVER": (), "MATERIAL": (), "STRING": (), "PREFERENCES": (), "GEOMETRY": (), "END": (),
    "TITLE": (), "ARRAY": (), "MATRIX": (), "PINPUT": (), "POUTPUT": (), "PSTATE": (), "SENSOR": (), "DIFF": (),
    "GSE": (), "LSE": (), "TFSISO": (), "TIRE": (), "CONTACT": (), "COUPLER": (), "GEAR": (), "CVCV": (),
    "PTCV": (), "CURVE": (), "SURFACE": (), "BEAM": (), "FIELD": (), "NFORCE": (), "MFORCE": (), "FLEX_BODY": (),
    "FRICTION": (), "UCON": (), "ENVIRONMENT": (), "FEMDATA": (), "NODE": (), "FE_PART": (), "FE_LOAD": (),
    "PLUGIN": (), "CLEARANCE": (), "EXTERNAL_SYSTEM": (),
}  # fmt: skip
"""Statements and their arguments; of those without any only the name is read."""

# where several begin so, the one that is meant
SHORT = {
    "REQUEST": {"C": "COMMENT", "F": "FORCE", "V": "VELOCITY"},
    "MOTION": {"T": "TRANSLATIONAL"},
}
_NUMBER = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+|[dD][+-]?\d+)?)([dD]?)")


@dataclass
class Statement:
    """A statement: its name, its number, its line in the file, and its arguments."""

    name: str
    id: int
    line: int
    arguments: dict[str, list[str]] = field(default_factory=dict)

    def __contains__(self, argument: str) -> bool:
        return argument in self.arguments

    def __str__(self) -> str:
        return f"{self.name}/{self.id}" if self.id else f"{self.name}/"


@dataclass
class Dataset:
    """All statements of a file by name and number."""

    source: str
    title: str
    report: Report
    statements: dict[str, dict[int, Statement]] = field(default_factory=dict)

    def all(self, name: str) -> list[Statement]:
        """Return the statements of a name, in the order of the file."""
        return list(self.statements.get(name, {}).values())

    def error(self, statement: Statement, message: str) -> InputError:
        """Return the error that a statement is wrong."""
        return InputError(
            f"{statement} {message}", location=f"{self.source}:{max(statement.line, 1)}"
        )

    def find(self, name: str, id: int, user: Statement) -> Statement:
        """Return the statement that another names."""
        found = self.statements.get(name, {}).get(id)
        if found is None:
            raise self.error(user, f"names {name}/{id}, which is not in the file.")
        return found

    # -- values of arguments -----------------------------------------------------------------------

    def numbers(self, statement: Statement, argument: str, count: int) -> list[float]:
        """Return the numbers of an argument, with zeros for those not given; D means degrees."""
        given = statement.arguments.get(argument, [])
        if len(given) > count:
            raise self.error(statement, f"{argument} has {len(given)} values; {count} are meant.")
        values = [self._number(statement, argument, text) for text in given]
        return values + [0.0] * (count - len(values))

    def number(self, statement: Statement, argument: str, default: float = 0.0) -> float:
        """Return the number of an argument."""
        given = argument in statement
        return self.numbers(statement, argument, 1)[0] if given else default

    def identifier(self, statement: Statement, argument: str) -> int:
        """Return the number of the statement that an argument names."""
        text = (statement.arguments.get(argument) or [""])[0].strip()
        if not text.isascii() or not text.isdigit() or len(text) > 18:
            got = f"got {brief(text)}" if argument in statement else "is missing"
            raise self.error(statement, f"{argument} must be the number of a statement; {got}.")
        return int(text)

    def text(self, statement: Statement, argument: str) -> str:
        """Return the text of an argument."""
        return ", ".join(statement.arguments.get(argument, [])).strip()

    def _number(self, statement: Statement, argument: str, text: str) -> float:
        value = number(text)
        if value is None:
            raise self.error(statement, f"{argument}: {brief(text)} is not a number.")
        return value


def number(text: str) -> float | None:
    """Return a number, degrees (90D) in radians, or None if it is none."""
    from math import isfinite, pi

    match = _NUMBER.fullmatch(text.strip())
    if match is None:
        return None
    value = float(match[1].lower().replace("d", "e"))
    if not isfinite(value):
        return None
    return value * pi / 180.0 if match[2] else value


def parse(text: str, source: str) -> Dataset:
    """Return the statements of a dataset; what cannot be one is noted."""
    lines = text.splitlines()
    data = Dataset(source, lines[0].strip() if lines else "", Report(source))
    _check_title(data)
    ended = 0
    for line, words in _statements(lines):
        if ended:
            data.report.unused(line, f"stands behind END in line {ended} and is not read")
            break
        statement = _statement(data, line, words)
        if statement is not None and statement.name == "END":
            ended = line
        elif statement is not None:
            _add(data, statement)
    return data


def _check_title(data: Dataset) -> None:
    """Tell of a first line that looks like a statement: it is a title, whatever it says."""
    head, slash, _ = data.title.partition("/")
    if slash and head.strip().upper() in ARGUMENTS:
        data.report.lost(1, f"the first line is the title and is not read: {brief(data.title)}")


def _add(data: Dataset, statement: Statement) -> None:
    known = data.statements.setdefault(statement.name, {})
    if statement.id in known and ARGUMENTS[statement.name]:
        first = known[statement.id].line
        raise data.error(statement, f"is given twice; first in line {first}.")
    # of no consequence where it is there already, but each is told of
    known[statement.id if statement.id not in known else -statement.line] = statement


def _statements(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Yield each statement with its line, comments taken away and continued lines joined."""
    begin, parts = 0, ""
    for count, raw in enumerate(lines[1:], start=2):
        line = raw.partition("!")[0].strip()
        if not line:
            continue
        if line.startswith(",") or line.startswith("&"):
            parts += CONTINUATION + line[1:]
            begin = begin or count
            continue
        if parts:
            yield from (
                (begin, text) for text in parts.split(";") if text.strip(CONTINUATION + " \t")
            )
        begin, parts = count, line
    if parts:
        yield from ((begin, text) for text in parts.split(";") if text.strip(CONTINUATION + " \t"))


def _statement(data: Dataset, line: int, text: str) -> Statement | None:
    head, slash, rest = text.partition("/")
    name = full_word(head.strip().upper(), ARGUMENTS)
    if head.strip().upper() == "END":
        return Statement("END", 0, line)
    if not slash or name is None:
        shown = text.replace(CONTINUATION, ",").strip()
        data.report.lost(line, f"is no statement that is known: {brief(shown)}")
        return None
    match = re.match(r"\s*(\d*)\s*(?:[,\0]|$|(?=[A-Za-z]))", rest)
    if match is None or len(match[1]) > 18:
        raise InputError(
            f"{name}/ needs a number, then a comma; got {brief(rest[:40])}.",
            location=f"{data.source}:{line}",
        )
    statement = Statement(name, int(match[1] or 0), line)
    if ARGUMENTS[name]:
        _read_arguments(data, statement, rest[match.end() :])
    return statement


def _read_arguments(data: Dataset, statement: Statement, text: str) -> None:
    known, current = ARGUMENTS[statement.name], ""
    for separator, piece in _pieces(text):
        key, sign, value = piece.partition("=")
        given = key.strip().upper()
        word = SHORT.get(statement.name, {}).get(given) or full_word(given, known)
        inside = current in EXPRESSIONS and separator == CONTINUATION
        if sign and re.fullmatch(r"[A-Z]\w*", given) and not (inside and word is None):
            current = _assign(data, statement, word, given, value.strip())
        elif word is not None and not sign and (given in known or not inside):
            current = word
            statement.arguments.setdefault(word, [])
        elif piece:
            _append(data, statement, current, piece)


def _assign(data: Dataset, statement: Statement, word: str | None, given: str, value: str) -> str:
    """Begin an argument with its first value, and return its name."""
    name = word or given
    if word is None:
        data.report.lost(statement.line, f"{statement}: the argument {brief(name)} is not known")
    if name in statement:
        raise data.error(statement, f"has the argument {name} twice.")
    statement.arguments[name] = [value] if value else []
    return name


def _append(data: Dataset, statement: Statement, current: str, piece: str) -> None:
    """Add a value to the argument before it."""
    values = statement.arguments.get(current, [])
    if current in EXPRESSIONS:
        statement.arguments[current] = [" ".join([*values, piece])]
    elif values:
        values.append(piece)
    else:
        data.report.lost(statement.line, f"{statement}: {brief(piece)} is not understood")


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """Yield what stands between separators outside of parentheses, with the one before it."""
    depth, separator, start = 0, ",", 0
    for k, letter in enumerate(text):
        if letter == "(":
            depth += 1
        elif letter == ")":
            depth = max(depth - 1, 0)
        elif letter in f"\\{CONTINUATION}," and (depth == 0 or letter == "\\"):
            piece = text[start:k].replace(CONTINUATION, " ").strip()
            if piece:
                yield separator, piece
            # a backslash that ends a line outlasts the comma that begins the next
            separator = letter if piece or separator != "\\" else separator
            start, depth = k + 1, 0
    yield separator, text[start:].replace(CONTINUATION, " ").strip()


def full_word(word: str, known: Iterable[str]) -> str | None:
    """Return the word that is meant by one that may be shortened, or None."""
    names = list(known)
    if word in names:
        return word
    close = [name for name in names if word and name.startswith(word)]
    return close[0] if len(close) == 1 else None
