"""Checkpoints as bytes."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.kernels import records as rec
from gudgeon.simulation import checkpoint
from gudgeon.simulation.checkpoint import Checkpoint, from_bytes, put, raw

TABLES = {
    "state": np.array([1.0, np.nan, -0.0]),
    "count": np.arange(4).reshape(2, 2),
    "none": np.zeros((0, 5)),
    "run": raw(rec.table(1, rec.RUN)),
}


def test_bytes_give_every_table_back():
    again = from_bytes(Checkpoint(TABLES, {"rows": 3, "methods": ["adams"]}).to_bytes())
    assert again.facts == {"rows": 3, "methods": ["adams"]}
    for name, table in TABLES.items():
        assert again.tables[name].tobytes() == table.tobytes()
        assert again.tables[name].shape == table.shape


def test_another_version_and_damage_are_told(monkeypatch):
    data = Checkpoint(TABLES, {}).to_bytes()
    for broken in (b"", data[:40], data[:20] + b"x" + data[21:], b"nothing"):
        with pytest.raises(gd.InputError, match="is damaged"):
            from_bytes(broken)
    monkeypatch.setattr(checkpoint, "STAMP", "other")
    with pytest.raises(gd.InputError, match="another version of gudgeon"):
        from_bytes(data)


def test_a_table_goes_only_where_it_fits():
    record = rec.table(1, rec.RUN)
    record["t"] = 5.0
    target = rec.table(1, rec.RUN)
    put(target, "run", {"run": raw(record)})
    assert target[0]["t"] == 5.0
    with pytest.raises(gd.InputError, match="belongs to another mechanism"):
        put(np.zeros(4), "state", TABLES)
    with pytest.raises(gd.InputError, match="belongs to another mechanism"):
        put(np.zeros(3), "missing", TABLES)
