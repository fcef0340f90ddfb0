"""The command ``view``: where the page goes, and what is said."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from gudgeon.cli.main import main
from gudgeon.report import server as viewing
from tests.support import synthetic_results


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    return synthetic_results.result(20).save(tmp_path / "run.h5")


def test_a_saved_result_is_written_as_a_page(saved: Path, tmp_path: Path) -> None:
    outcome = CliRunner().invoke(
        main, ["view", str(saved), "--out", str(tmp_path / "x.html"), "--no-open"]
    )
    assert outcome.exit_code == 0, outcome.output
    assert "crank and block" in (tmp_path / "x.html").read_text(encoding="utf-8")


def test_without_a_name_the_page_goes_to_a_temporary_folder(
    saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(viewing.webbrowser, "open", lambda address: opened.append(address) or True)
    outcome = CliRunner().invoke(main, ["view", str(saved)])
    assert outcome.exit_code == 0, outcome.output
    assert opened[0].startswith("file:///")
    assert opened[0].endswith("/run.html")


def test_a_missing_browser_is_said(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(viewing.webbrowser, "open", lambda address: False)
    assert (
        "no browser was found here; open file:///"
        in CliRunner().invoke(main, ["view", str(saved)]).output
    )


@pytest.mark.parametrize(
    ("argument", "words"), [("gone.h5", "not there"), ("--shape=crank", "expected BODY=FILE")]
)
def test_what_is_wrong_is_said(argument: str, words: str, saved: Path) -> None:
    outcome = CliRunner().invoke(main, ["view", str(saved), argument, "--no-open"])
    assert outcome.exit_code == 2
    assert words in outcome.output
