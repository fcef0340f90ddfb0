"""Files that are refused: each check by itself, with the smallest file that it must refuse."""

import re
from types import SimpleNamespace

import h5py
import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.output_layout import Layout, Variable
from gudgeon.results.hdf5_checks import (
    HEAP,
    check_labels,
    check_numbers,
    has_cyclic_heap,
    refuse_foreign,
)


def heap(*objects: tuple[int, int]) -> bytes:
    """Return a heap of texts with objects of these numbers and sizes."""
    content = b"".join(
        number.to_bytes(2, "little") + bytes(6) + size.to_bytes(8, "little") + bytes(size)
        for number, size in objects
    )
    return HEAP + (16 + len(content)).to_bytes(8, "little") + content


@pytest.mark.parametrize(
    ("objects", "endless"), [([(1, 8), (2, 16)], False), ([(1, 8), (0, 0)], True), ([], False)]
)
def test_a_heap_ends_if_all_its_objects_have_a_size(tmp_path, objects, endless) -> None:
    path = tmp_path / "heap"
    path.write_bytes(b"before" + heap(*objects))
    assert has_cyclic_heap(path) == endless


def test_links_to_other_files_are_refused_and_own_numbers_are_not(tmp_path) -> None:
    with h5py.File(tmp_path / "run.h5", "w") as file:
        file["t"] = np.zeros(3)
        refuse_foreign(tmp_path / "run.h5", file)
        file["velocity"] = h5py.ExternalLink("other.h5", "/velocity")
        with pytest.raises(gd.InputError, match=r"its part 'velocity' stands in another file"):
            refuse_foreign(tmp_path / "run.h5", file)


def test_parts_must_hold_rows_of_numbers_that_fit_into_the_file(tmp_path) -> None:
    path = tmp_path / "run.h5"
    with h5py.File(path, "w") as file:
        file["t"], file["words"], file["one"] = np.zeros(3), [b"a", b"b"], 1.0
        file.create_dataset("position", (10**12,), "f8", chunks=(1000,))
        file.flush()
        check_numbers(path, file["t"])
        for name in ("words", "one"):
            with pytest.raises(gd.InputError, match=f"'{name}' does not hold rows of numbers"):
                check_numbers(path, file[name])
        with pytest.raises(gd.InputError, match="'position' says that it has 1000000000000 rows"):
            check_numbers(path, file["position"])


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        ({"joint": ("A",)}, "the labels of 'joint_force' are not as many as its numbers"),
        ({"joint": ("A", "A")}, "the labels of its dimension 'joint'"),
        ({"joint": ("A", "C")}, "the labels of its dimension 'joint'"),
        ({"joint": ("A", "B"), "coordinate": ("C.angle",)}, "of its dimension 'coordinate'"),
        ({"joint": ("A", "B"), "contact": ("A wall",)}, "the labels of its contacts"),
    ],
)
def test_labels_must_be_those_of_numbers_joints_and_mechanism(tmp_path, labels, words) -> None:
    force = Variable("joint_force", ("N",), ("joint",), (2,), 0, "")
    mechanism = SimpleNamespace(bodies=(), joints=[SimpleNamespace(name=name) for name in "AB"])
    path = tmp_path / "run.h5"
    check_labels(path, Layout((force,), {"joint": ("A", "B")}, ()), mechanism)
    with pytest.raises(gd.InputError, match=re.escape(words)):
        check_labels(path, Layout((force,), labels, ()), mechanism)
