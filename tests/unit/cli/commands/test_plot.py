"""The command ``plot``: pictures of a stored result, and what it lists."""

from dataclasses import replace

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.output_layout import Variable
from gudgeon.results.result import Result
from tests.support.command_line import gudgeon, small_result


@pytest.fixture
def stored(tmp_path, monkeypatch):
    """A small result in a file of a folder of its own, which is the current one."""
    monkeypatch.chdir(tmp_path)
    small_result().save("r.h5")
    return tmp_path


def test_a_channel_is_drawn_beside_the_result_unless_a_name_is_given(stored):
    assert "wrote r.png" in gudgeon("plot", "r.h5", "A.force").output
    assert (stored / "r.png").read_bytes().startswith(b"\x89PNG")
    assert "wrote f.pdf" in gudgeon("plot", "r.h5", "A.force", "A.angle", "--out", "f.pdf").output
    assert (stored / "f.pdf").read_bytes().startswith(b"%PDF")


def test_what_is_drawn_is_what_was_asked_for(stored, monkeypatch):
    asked = []
    monkeypatch.setattr(
        "gudgeon.plotting.results.plot",
        lambda result, channels, path, title: asked.append((result.rows, channels, str(path))),
    )
    gudgeon("plot", "r.h5", "A.force", "energy", "--out", "x.svg")
    assert asked == [(3, ["A.force", "energy"], "x.svg")]


def test_a_quantity_of_a_fit_that_is_not_known_here_is_drawn(stored):
    """The result says that joints are listed along its dimension, and which."""
    known = small_result()
    creep = Variable("creep", ("m",), ("solid", "xyz"), (1, 3), known.layout.width, "of rubber")
    labels = {**known.layout.labels, "solid": ("A",)}
    layout = replace(known.layout, variables=(*known.layout.variables, creep), labels=labels)
    data = {**known.data, "creep": np.arange(9.0).reshape(3, 1, 3)}
    description = "joints: {A: {type: revolute, fit: {type: rubber}}}"
    Result(None, layout, data, known.outcome, description=description).save("creep.h5")
    assert "A.creep.x" in gudgeon("plot", "creep.h5").output.splitlines()
    assert "wrote creep.png" in gudgeon("plot", "creep.h5", "A.creep.x").output
    again = gd.load("creep.h5")
    assert again.mechanism is None
    assert again.channel("A.creep.x").unit == "m"
    assert list(again.channel("A.creep.x").values) == [0, 3, 6]


def test_a_file_of_laws_is_read_before_the_result(stored):
    (stored / "own.py").write_text("raise SystemExit('read')")
    assert "own.py" in gudgeon("plot", "r.h5", "--laws", "own.py", code=2).stderr


def test_without_channels_it_lists_them_and_draws_nothing(stored):
    listed = gudgeon("plot", "r.h5").output.splitlines()
    assert listed == list(small_result().channels())
    assert [path.name for path in stored.iterdir()] == ["r.h5"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("r.h5", "A.forse"), "Did you mean"),
        (("gone.h5", "A.force"), "gone.h5"),
        (("r.h5", "A.force", "--out", "nowhere/x.png"), "nowhere"),
        (("r.h5", "A.force", "--out", "x.docx"), "x.docx"),
        (("r.h5", "A.force", "--out", "r.h5"), "r.h5"),
    ],
    ids=["channel", "result", "folder", "ending", "over the result"],
)
def test_what_cannot_be_drawn_ends_in_one_sentence_and_leaves_all_files_alone(
    stored, arguments, says
):
    before = (stored / "r.h5").read_bytes()
    outcome = gudgeon("plot", *arguments, code=2)
    assert outcome.stderr.count("Error: ") == 1 and says in outcome.stderr
    assert [path.name for path in stored.iterdir()] == ["r.h5"]
    assert (stored / "r.h5").read_bytes() == before
