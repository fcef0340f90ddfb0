"""Checkpoints in files."""

import h5py
import numpy as np
import pytest

import gudgeon as gd
from gudgeon.results.checkpoint_storage import (
    checkpoint_reader,
    create_checkpoint,
    write_checkpoint,
)


def test_bytes_come_back_and_an_empty_place_has_none(tmp_path):
    path, content = tmp_path / "x.h5", bytes(range(256)) * 1000
    with h5py.File(path, "w") as file:
        create_checkpoint(file)
        assert checkpoint_reader(path, file) is None
        write_checkpoint(file, content)
    with h5py.File(path) as file:
        assert checkpoint_reader(path, file)() == content


def test_a_file_without_the_group_has_none(tmp_path):
    with h5py.File(tmp_path / "x.h5", "w") as file:
        assert checkpoint_reader(tmp_path / "x.h5", file) is None


def test_what_holds_no_bytes_is_refused(tmp_path):
    path = tmp_path / "x.h5"
    with h5py.File(path, "w") as file:
        file.create_group("restart")["checkpoint"] = np.zeros(3)
        with pytest.raises(gd.InputError, match="does not hold bytes"):
            checkpoint_reader(path, file)
