"""A run in few words: the line of the header, and three sentences."""

from typing import Any

import pytest

import gudgeon as gd
from gudgeon.report.narrative import story_of
from gudgeon.report.sentences import line_of
from tests.support import synthetic_results


def text(sentence: list[Any]) -> str:
    return "".join(part if isinstance(part, str) else f"<{part['label']}>" for part in sentence)


@pytest.mark.parametrize(
    ("name", "fits", "line"),
    [
        (
            "planar-slider-crank",
            {"C": "clearance"},
            "C: clearance c = 0.5 mm · Lankarani–Nikravesh e = 0.9 · no friction · 5000 rpm",
        ),
        (
            "planar-slider-crank",
            {"C": "lubricated"},
            "C: lubricated c = 0.5 mm · Lankarani–Nikravesh e = 0.9 · squeeze film η = 0.4 · "
            "no friction · 5000 rpm",
        ),
        ("four-bar", {"C": "bushing"}, "C: bushing"),
        ("triple-pendulum", {"B": "stops", "C": "stops"}, "stops in B and C"),
        ("governor", {}, "ideal joints"),
    ],
)
def test_the_line_names_fit_clearance_law_and_speed(
    name: str, fits: dict[str, str], line: str
) -> None:
    assert line_of(gd.library(name, **fits)) == line


def test_every_mechanism_and_fit_of_the_library_has_a_line() -> None:
    for name in gd.library_names():
        for joint, named in gd.library_fits(name).items():
            for fit in named:
                assert line_of(gd.library(name, **{joint: fit}))


def test_three_sentences_tell_what_how_hard_and_how_far_to_trust(loose: Any) -> None:
    what, hard, trust = map(text, story_of(loose.result)["sentences"])
    assert what.startswith("<simulated> simulated: <contact periods> contacts, the fastest at ")
    assert " % free flight, " in what.partition(". Joint C: ")[2]
    assert hard.startswith(
        "Hardest contact <hardest contact>, largest resultant <largest resultant, joint A> in "
        "joint A, largest acceleration <largest acceleration, slider> of slider, driver motor up "
        "to <driver motor>. Counted from <from> on, after the first cycle of the drivers."
    )
    assert "Energy is balanced to <energy balance> (" in trust


def test_of_several_contacts_in_a_joint_the_hardest_is_called_single() -> None:
    result = gd.simulate(gd.library("revolute-slider-crank", A="clearance"), 0.02)
    labels = [figure["label"] for figure in story_of(result)["figures"]]
    assert "hardest single contact" in labels
    assert "hardest contact" not in labels


def test_a_run_without_rows_says_how_it_ended() -> None:
    import numpy as np

    result = synthetic_results.result(np.array([]))
    assert story_of(result)["sentences"] == [[result.message]]
