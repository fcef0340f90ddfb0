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


@pytest.mark.parametrize("value", [np.nan, np.inf, -1e300, 2.0**63])
def test_settings_that_are_no_whole_numbers_are_refused(value):
    """Those that count or tell a place; a file may hold whatever somebody wrote into it."""
    mechanism = gd.library("planar-slider-crank", C="clearance")
    result = gd.simulate(mechanism, 5e-4)
    whole = checkpoint.from_bytes(result.checkpoint)
    kinds = gd.check_model(mechanism).assembly.system.setting.dtype
    whole_numbers = [
        k for k, name in enumerate(checkpoint.KEPT_SETTINGS) if kinds[name].kind in "iu"
    ]
    assert whole_numbers
    for k in whole_numbers:
        tables = {name: table.copy() for name, table in whole.tables.items()}
        tables["setting"].reshape(-1)[k] = value
        result._checkpoint = checkpoint.Checkpoint(tables, whole.facts).to_bytes()
        with pytest.raises(gd.InputError, match="checkpoint"):
            gd.resume(result, 6e-4)
