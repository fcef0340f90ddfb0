"""Checkpoints whose numbers point beyond tables are refused before a kernel sees them."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.kernels import records as rec
from gudgeon.simulation.checkpoint import Checkpoint, from_bytes
from gudgeon.simulation.checkpoint_checks import facts_are_valid

FACTS = {
    "memories": ["adams", "radau"], "methods": ["adams", "radau", "adams"], "changes": 8, "method": "radau",
    "rows": 7, "periods": 2, "wall_time": 0.5, "compile_time": 0,
    "start": {"marks": [[0.1, "fall", "the first fall", [[1.0, 0.05]]]], "falling": ["C"]},
}  # fmt: skip
BEYOND = -(2**40), 2**40
PLACES = {
    **dict.fromkeys(["t", "row", "event_watch", "event_corrections", "peaks", "peak"], BEYOND),
    **dict.fromkeys(["breakpoint", "order", "reason"], BEYOND),
    "event": BEYOND[:1],  # beyond the last is one of another stop_when, and past
    "h": (-1.0, np.inf, np.nan),
    "h_step": (np.inf, np.nan),
}


@pytest.mark.parametrize(
    ("changes", "sound"),
    [
        ({}, True),
        ({"rows": 10, "periods": 3}, True),
        ({"rows": 11}, False),
        ({"periods": 4}, False),
        ({"rows": -1}, False),
        ({"rows": True}, False),
        ({"rows": 1.0}, False),
        ({"method": "bdf"}, False),
        ({"method": None}, False),
        ({"methods": []}, False),
        ({"methods": ["radau"], "changes": 2}, False),
        ({"methods": ["adams", "bdf", "adams"]}, False),
        ({"methods": "adams"}, False),
        ({"memories": ["adams", "../radau"]}, False),
        ({"memories": [["adams"]]}, False),
        ({"changes": 10**9}, False),
        ({"changes": 2}, False),
        ({"wall_time": float("nan")}, False),
        ({"compile_time": "0"}, False),
        ({"start": {"marks": [], "falling": []}}, True),
        ({"start": []}, False),
        ({"start": {"marks": []}}, False),
        ({"start": {"marks": {}, "falling": []}}, False),
        ({"start": {"marks": [], "falling": [1]}}, False),
        ({"start": {"marks": [[0.1, "fall", "it"]], "falling": []}}, False),
        ({"start": {"marks": [[-0.1, "fall", "it", [[1.0, 0.0]]]], "falling": []}}, False),
        ({"start": {"marks": [[0.1, "other", "it", [[1.0, 0.0]]]], "falling": []}}, False),
        ({"start": {"marks": [[0.1, "fall", "it", [["a", 0.0]]]], "falling": []}}, False),
        ({"start": {"marks": [[0.1, "fall", "it", [1.0]]], "falling": []}}, False),
    ],
)
def test_words_and_numbers_are_those_of_a_run(changes, sound):
    assert facts_are_valid({**FACTS, **changes}, rows=10, periods=3) is sound
    for name in FACTS:
        assert not facts_are_valid({key: FACTS[key] for key in FACTS if key != name}, 10, 3)


@pytest.fixture(scope="module")
def run():
    """A run with contacts, and its checkpoint."""
    result = gd.simulate(gd.library("planar-slider-crank", C="clearance"), 0.002, method="adams")
    return result, from_bytes(result.checkpoint)


def refused(run, name, change):
    """Go on from a checkpoint in which a table was changed: it must be refused."""
    result, whole = run
    tables = {key: table.copy() for key, table in whole.tables.items()}
    tables[name] = change(tables[name])
    result._checkpoint = Checkpoint(tables, whole.facts).to_bytes()
    with pytest.raises(gd.InputError, match="the checkpoint is damaged; run the mechanism again"):
        gd.resume(result, 0.003)


@pytest.mark.parametrize(
    ("field", "value"), [(field, value) for field, values in PLACES.items() for value in values]
)
def test_a_place_beyond_its_table_is_refused(run, field, value):
    def change(table):
        table.view(rec.RUN)[field] = value
        return table

    refused(run, "run", change)


@pytest.mark.parametrize("place", [rec.PERIODS, rec.HOLDING, rec.ATTEMPT, rec.HOLDER])
def test_counts_of_what_there_is_not_are_refused(run, place):
    def change(table):
        table[place] = 2**40
        return table

    refused(run, "work.count", change)


def test_times_and_settings_that_are_none_are_refused(run):
    refused(run, "output_times", lambda table: np.array([0.0, np.nan]))
    refused(run, "output_times", lambda table: np.array([1.0, 0.0]))
    refused(run, "output_times", lambda table: np.zeros((2, 2)))
    refused(run, "setting", lambda table: np.full_like(table, np.inf))


def test_a_run_goes_on_from_its_own(run):
    result, whole = run
    result._checkpoint = whole.to_bytes()
    assert gd.resume(result, 0.003).end == 0.003
