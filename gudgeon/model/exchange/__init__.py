"""Files of other programs: one file a format.

A reader makes a mechanism and names, with its line, everything in the file that is not in it.
"""

from collections.abc import Mapping
from pathlib import Path

from ..._base.arguments import number, path_of, truth
from ..._base.description import Quantity
from ..._base.errors import InputError, brief
from ..._base.text import read_model_file
from ..mechanism import Mechanism
from .imported import Imported as Imported
from .imported import Note as Note
from .imported import NotUnderstoodWarning as NotUnderstoodWarning
from .imported import Shape as Shape

__all__ = ["ENDINGS", "Imported", "NotUnderstoodWarning", "Note", "import_model", "read_foreign"]

MAX_BYTES = 32_000_000
POSITION = Quantity("rad|m")
ENDINGS = (".adm", ".urdf", ".mjcf", ".xml")


def import_model(
    path: str | Path,
    configuration: Mapping[str, float | str] | None = None,
    free_base: bool = False,
    meshes: bool = True,
) -> Imported:
    """Return the mechanism in a file of another program (Adams .adm, URDF, MJCF), the meshes of its
    bodies, and what in it was not understood.

    Of a robot ``configuration`` says where joints stand at t = 0, ``{"elbow": 0.5}`` [rad or m];
    its first link is the ground unless its base is free; without ``meshes`` their files are not
    looked for.
    """
    path = path_of(path)
    free_base, meshes = truth(free_base, "free_base"), truth(meshes, "meshes")
    placed = _configuration(configuration)
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise InputError(
            f"cannot be imported by its ending; known are {', '.join(ENDINGS)}.", location=str(path)
        )
    text = _text(path)
    try:
        if ending == ".adm":
            from .adams import read_adams

            if placed or free_base:
                raise InputError("configuration and free_base belong to robots.")
            return read_adams(text, str(path), path.stem)
        return _read_robot(text, path, placed, free_base, meshes)
    except RecursionError:
        raise InputError("is nested too deeply to be a model.", location=str(path)) from None
    except InputError as error:
        if error.location:
            raise
        raise InputError(error.message, error.path, location=str(path)) from None


def read_foreign(path: Path) -> Mechanism:
    """Return the mechanism in a file of another program; warn of what may change its motion."""
    imported = import_model(path)
    imported.warn()
    return imported.mechanism


def _configuration(given: Mapping[str, float | str] | None) -> dict[str, float]:
    if given is None:
        return {}
    if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
        raise InputError(
            f"expected joints with their positions, such as {{'elbow': 0.5}}, got {brief(given)}.",
            ("configuration",),
        )
    return {name: number(value, name, POSITION) for name, value in given.items()}


def _read_robot(
    text: str, path: Path, configuration: dict[str, float], free_base: bool, meshes: bool
) -> Imported:
    from .mjcf import read_mjcf
    from .urdf import read_urdf
    from .xml_tree import parse_xml

    root = parse_xml(text, str(path))
    readers = {"robot": read_urdf, "mujoco": read_mjcf}
    if root.tag not in readers:
        raise InputError(
            f"is neither URDF nor MJCF: its root is <{root.tag}>, not <robot> or <mujoco>.",
            location=str(path),
        )
    return readers[root.tag](root, str(path), path.stem, configuration, free_base, meshes)


def _text(path: Path) -> str:
    data = read_model_file(path, MAX_BYTES)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
