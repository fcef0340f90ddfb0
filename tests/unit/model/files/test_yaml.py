"""YAML as text: numbers, anchors, comments, and files that are made to break a reader."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gudgeon as gd
from gudgeon.model import files
from gudgeon.model.files import yaml
from tests.support.model_files import CRANK, MODEL, answers


def test_comments_and_empty_sections_are_allowed():
    assert (
        files.loads(MODEL.replace("drivers:\n  motor", "# none\nhold: []\ndrivers:\n  motor"))
        == CRANK
    )
    assert files.loads(MODEL.partition("drivers:")[0] + "drivers:\nforces:\n").drivers == ()


def test_numbers_of_yaml_1_2_are_numbers():
    text = MODEL.replace("mass: 20 g", "mass: 2e-2").replace("-9.81", "-981e-2")
    assert files.loads(text) == CRANK


def test_an_anchor_may_repeat_a_value():
    text = (
        MODEL.replace("point: [0, 0, 0]", "point: &o [0, 0, 0]").replace(
            "gravity: [0, 0, -9.81]\n", ""
        )
        + "gravity: *o\n"
    )
    assert files.loads(text).gravity == (0, 0, 0)


def bomb(levels: int = 12, width: int = 10) -> str:
    """Return a few hundred bytes of YAML that mean ``width ** levels`` entries."""
    rows = ["a0: &a0 [" + ", ".join(["x"] * width) + "]"]
    rows += [f"a{k}: &a{k} [" + ", ".join([f"*a{k - 1}"] * width) + "]" for k in range(1, levels)]
    return "\n".join(rows)


def test_a_small_file_that_means_billions_of_entries_is_refused_at_once():
    start = time.process_time()
    with pytest.raises(gd.InputError, match="aliases repeat more than"):
        files.loads(bomb(), "bomb.yaml")
    assert time.process_time() - start < 2  # expanding it would take hours


def test_an_alias_that_contains_itself_is_refused():
    with pytest.raises(gd.InputError, match="contains itself"):
        files.loads("a: &a [*a]", "loop.yaml")


def test_deep_nesting_is_refused():
    with pytest.raises(gd.InputError, match="nested too deeply"):
        files.loads("a: " + "[" * 20_000, "deep.yaml")


def test_a_huge_file_is_not_even_parsed(tmp_path):
    path = tmp_path / "huge.yaml"
    path.write_bytes(b"# " + b"x" * yaml.MAX_BYTES)
    with pytest.raises(gd.InputError, match="larger than 4 MB"):
        files.read(path)


@given(st.binary(max_size=300))
def test_random_bytes_give_a_message_or_a_mechanism(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "random.yaml"
    path.write_bytes(data)
    answers(lambda: files.read(path))


@given(st.text(st.sampled_from("ab:-?{}[],&*!|>'\"%@`# \n\t0.~e"), max_size=60))
def test_random_yaml_syntax_gives_a_message_or_a_mechanism(text):
    answers(lambda: files.loads(text))
