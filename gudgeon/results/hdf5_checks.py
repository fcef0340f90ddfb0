"""What a result file from elsewhere must not contain: numbers of other files, heaps without end,
labels that are not its own.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._base.errors import InputError
from ..assembly.output_layout import Layout
from .joints import listing_dimensions

if TYPE_CHECKING:
    from ..model import Mechanism

PACKED = 1100  # times smaller than its numbers is what gzip makes of them, at most
SLACK = 1_500_000  # bytes of chunks that are not full
# how a heap of texts begins; bytes at both ends of a file that are looked at
HEAP, HEAPS_WITHIN = b"GCOL\x01\x00\x00\x00", 16_000_000


def has_cyclic_heap(path: Path) -> bool:
    """Whether HDF5 would read a heap of texts in the file forever: it goes from object to object,
    and one says that it has no size.

    A heap is GCOL, version, its size, and objects: number, size, content; number 0 is free space,
    whose size counts its header. Attributes, and with them the heaps, stand at the start of a
    result and at its end.
    """
    with path.open("rb") as file:
        parts = [file.read(HEAPS_WITHIN)]
        if file.seek(0, os.SEEK_END) > HEAPS_WITHIN:
            file.seek(max(HEAPS_WITHIN, file.tell() - HEAPS_WITHIN))
            parts.append(file.read())
    for raw in parts:
        heap = raw.find(HEAP)
        while heap >= 0:
            place, end = (
                heap + 16,
                min(heap + int.from_bytes(raw[heap + 8 : heap + 16], "little"), len(raw)),
            )
            while place + 16 <= end:
                number, size = (
                    int.from_bytes(raw[place : place + 2], "little"),
                    int.from_bytes(raw[place + 8 : place + 16], "little"),
                )
                if number == size == 0:
                    return True
                place += size if number == 0 else 16 + (size + 7) // 8 * 8
            heap = raw.find(HEAP, heap + 1)
    return False


def refuse_foreign(path: Path, file: Any) -> None:
    """Reject a file whose numbers stand in other files: a result from elsewhere could show what
    is on this machine.
    """
    import h5py

    for name in file:
        own = isinstance(file.get(name, getlink=True), h5py.HardLink)
        if not own or (
            isinstance(file[name], h5py.Dataset) and (file[name].external or file[name].is_virtual)
        ):
            raise InputError(
                f"'{path}' is refused: its part {name!r} stands in another file or place; results "
                "hold all their numbers."
            )


def check_numbers(path: Path, dataset: Any) -> None:
    """Reject what holds no numbers, and what says that it holds more than could be packed into the
    file.

    How much room it takes by itself is not asked for: HDF5 would look through all its chunks, and
    those of a run that continues grow.
    """
    name = dataset.name.strip("/")
    if dataset.dtype.kind != "f" or not dataset.shape:
        raise InputError(f"'{path}' is damaged: its part '{name}' does not hold rows of numbers.")
    if dataset.size * dataset.dtype.itemsize > PACKED * path.stat().st_size + SLACK:
        raise InputError(
            f"'{path}' is damaged: its part '{name}' says that it has {dataset.shape[0]} rows, but "
            "they are not there."
        )


def check_labels(path: Path, layout: Layout, mechanism: Mechanism | None) -> None:
    """Reject labels that are not those of the numbers, of the joints, or of the mechanism."""
    labels = layout.labels
    for variable in layout.variables:
        if any(
            len(labels[dim]) != size
            for dim, size in zip(variable.dims, variable.shape, strict=True)
        ):
            raise InputError(
                f"'{path}' is damaged: the labels of '{variable.name}' are not as many as its numbers."
            )
    owners = {"coordinate": [coordinate.joint for coordinate in layout.coordinates]}
    owners |= {"contact": [contact.joint for contact in layout.contacts]}
    owners |= {dim: list(labels.get(dim, ())) for dim in listing_dimensions()}
    named: dict[str, tuple[str, ...]] = {"body": (), "joint": ()}
    if mechanism is not None:
        parts: dict[str, Any] = {"body": mechanism.bodies, "joint": mechanism.joints}
        named = {dim: tuple(part.name for part in several) for dim, several in parts.items()}
    if tuple(contact.label for contact in layout.contacts) != labels.get("contact", ()):
        raise InputError(
            f"'{path}' is damaged: the labels of its contacts are not what it says of them."
        )
    wrong = [dim for dim, names in owners.items() if not set(names) <= set(labels.get("joint", ()))]
    wrong += [
        dim
        for dim, names in named.items()
        if mechanism is not None and set(labels.get(dim, ())) != set(names)
    ]
    wrong += [
        dim for dim in (*owners, *named) if len(set(labels.get(dim, ()))) < len(labels.get(dim, ()))
    ]
    if wrong:
        raise InputError(
            f"'{path}' is damaged: the labels of its dimension '{wrong[0]}' are not those of its "
            "mechanism."
        )
