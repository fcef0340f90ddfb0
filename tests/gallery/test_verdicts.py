"""The table of full-length verdicts that is kept with the sources: every claim stands in it,
once, with an outcome and a number.
"""

import re
import subprocess
from pathlib import Path

import pytest

from gudgeon_gallery import KEYS, paper

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "verdicts.md").read_text(encoding="utf-8")
GALLERY = (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8")
JUDGED = ("holds", "holds in part", "does not hold")


def rows(citation: str) -> dict[str, tuple[str, str]]:
    """Return outcome and finding of each claim of a paper, by its name."""
    section = re.search(rf"^## {citation}$(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert section is not None
    table = [
        line.strip("| ").split(" | ", 2)
        for line in section[1].splitlines()
        if line.startswith("| ")
    ][2:]
    assert len({name for name, _, _ in table}) == len(table)
    return {name: (outcome, found) for name, outcome, found in table}


@pytest.mark.parametrize("key", KEYS)
def test_every_claim_has_its_verdict(key: str) -> None:
    described = paper(key)
    found = rows(described.citation)
    assert list(found) == [claim.name for claim in described.claims]
    for claim in described.claims:
        outcome, number = found[claim.name]
        assert outcome in (("not counted",) if claim.certain else JUDGED), claim.name
        assert re.search(r"\d", number), claim.name


def test_the_sum_is_that_of_the_rows() -> None:
    every = [outcome for key in KEYS for outcome, _ in rows(paper(key).citation).values()]
    counts = (
        f"{every.count('holds')} hold, {every.count('holds in part')} hold in part, "
        f"{every.count('does not hold')} do not hold"
    )
    assert f"Of {len(every)} claims: {counts}, {every.count('not counted')} not counted." in PAGE


def test_the_page_of_the_gallery_tells_the_same_sum() -> None:
    every = [outcome for key in KEYS for outcome, _ in rows(paper(key).citation).values()]
    assert (
        f"of {len(every)} claims {every.count('holds')} hold, {every.count('holds in part')} hold "
        f"in part and {every.count('does not hold')} do not; {every.count('not counted')} follow"
    ) in GALLERY


def test_verdicts_that_are_said_to_be_close_are_those_of_the_table() -> None:
    """Each names its paper and claim, with the outcome of today and another one of before."""
    table = GALLERY.partition("## Marginal verdicts")[2]
    close = [
        line.strip("| ").split(" | ")
        for line in table.splitlines()
        if line.startswith("| ") and not line.startswith(("| ---", "| claim"))
    ]
    assert len(close) == 8
    for name, before, now, _ in close:
        citation, _, claim = name.partition(", ")
        assert rows(citation)[claim][0] == now
        assert before in JUDGED and before != now


def test_command_and_commit_are_stated() -> None:
    stated = re.search(
        r"Made at full length by `make gallery` from commit ([0-9a-f]{7,40})\.", PAGE
    )
    assert stated is not None
    known = subprocess.run(
        ["git", "cat-file", "-e", f"{stated[1]}^{{commit}}"], cwd=ROOT, capture_output=True
    )
    shallow = subprocess.run(
        ["git", "rev-parse", "--is-shallow-repository"], cwd=ROOT, capture_output=True, text=True
    )
    assert known.returncode == 0 or shallow.stdout.strip() != "false"
