"""Outputs never overwrite inputs or each other: refused in a sentence, before anything runs."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

import gudgeon as gd
from gudgeon.cli.common import check_files, same_file
from gudgeon.cli.main import main
from gudgeon.model.library import library
from tests.support import synthetic_results

READ, SAME, AMONG = (
    "is a file that this command reads",
    "is the same file as",
    "is among the files of",
)
VARY = ["--vary", "gravity.1=-9,-10", "--duration", "0.01"]

CASES = [
    (["view", "r.h5", "--no-open", "--out", "r.h5"], READ),
    (["view", "r.h5", "--no-open", "--out", "link.h5"], READ),
    (["view", "r.h5", "--no-open", "--out", "hard.h5"], READ),
    (["view", "r.h5", "--no-open", "--laws", "laws.py", "--out", "laws.py"], READ),
    (["view", "r.h5", "--no-open", "--shape", "crank=part.stl:mm", "--out", "part.stl"], READ),
    (["plot", "r.png", "energy.balance"], READ),
    (["run", "m.yaml", "--report", "a.h5", "--out", "a.h5"], SAME),
    (["run", "m.yaml", "--report", "m.h5"], SAME),
    (["run", "m.yaml", "--report", "sub/../a.h5", "--out", "./a.h5"], SAME),
    (["run", "m.yaml", "--report", "m.yaml", "--out", "q.h5"], READ),
    (["run", "m.yaml", "--out", "q.h5", "--plots", "q.h5"], SAME),
    (["run", "m.yaml", "--plots", "sub", "--report", "sub/energy.png"], AMONG),
    (["sweep", "m.yaml", *VARY, "--csv", "m.yaml"], READ),
    (["sweep", "m.yaml", *VARY, "--csv", "t.png", "--plot", "t"], SAME),
    (
        [
            "sweep",
            "m.yaml",
            *VARY,
            "--csv",
            "t impacts.png",
            "--plot",
            "t.png",
            "--measure",
            "impacts",
            "--measure",
            "losses",
        ],
        SAME,
    ),
    (["sweep", "m.yaml", *VARY, "--out", "sub", "--csv", "sub/table.json"], AMONG),
    (["compare", "m.yaml", "--report", "m.yaml"], READ),
    (["compare", "m.yaml", "--cases", "cases.yaml", "--report", "cases.yaml"], READ),
    (["compare", "m.yaml", "--report", "m-comparison.png"], SAME),
    (["compare", "m.yaml", "--out", "sub", "--report", "sub/ideal.h5"], AMONG),
    (["compare", "m.yaml", "--out", "sub", "--report", "sub/comparison.png"], AMONG),
    (["schema", "--laws", "laws.py", "--out", "laws.py"], READ),
    (["plot-law", "m.yaml", "--joint", "A", "--out", "m.yaml"], READ),
]
EMPTY = [
    (["run", "m.yaml", "--out", ""], "--out"),
    (["run", "m.yaml", "--report", ""], "--report"),
    (["run", "m.yaml", "--plots", ""], "--plots"),
    (["compare", "m.yaml", "--out", ""], "--out"),
    (["sweep", "m.yaml", *VARY, "--out", ""], "--out"),
    (["sweep", "m.yaml", *VARY, "--plot", ""], "--plot"),
    (["view", "r.h5", "--out", ""], "--out"),
    (["plot", "r.h5", "energy.balance", "--out", ""], "--out"),
    (["plot-law", "hertz", "--out", ""], "--out"),
    (["schema", "--out", ""], "--out"),
    (["library", "four-bar", "--write", ""], "--write"),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a current folder with a model, a result under four names, laws, cases and a mesh."""
    monkeypatch.chdir(tmp_path)
    gd.write(library("pendulum"), "m.yaml")
    synthetic_results.result(20).save("r.h5")
    shutil.copy("r.h5", "r.png")
    Path("link.h5").symlink_to("r.h5")
    Path("hard.h5").hardlink_to("r.h5")
    Path("sub").mkdir()
    for name in ("laws.py", "cases.yaml", "part.stl"):
        Path(name).write_text("# empty\n", encoding="utf-8")
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    """Return all files below a folder."""
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [*CASES, *EMPTY],
    ids=lambda given: " ".join(given) if isinstance(given, list) else "",
)
def test_an_output_that_would_overwrite_something_is_refused(
    arguments: list[str], says: str, folder: Path
) -> None:
    before = contents(folder)
    outcome = CliRunner().invoke(main, arguments)
    assert outcome.exit_code == 2 and says in outcome.stderr and outcome.stderr.count("\n") == 1, (
        outcome.output
    )
    assert contents(folder) == before


def test_names_that_differ_and_devices_are_accepted(folder: Path) -> None:
    check_files(
        ["m.yaml", "nowhere"],
        [("--out", "nowhere"), ("--csv", "/dev/null"), ("--report", "/dev/null")],
        ("--plots", "sub", (".png",)),
    )
    check_files(
        ["m.yaml"], [("--report", "sub/page.html"), ("--out", None)], ("--plots", "sub", (".png",))
    )
    assert same_file("link.h5", "r.h5") and not same_file("m.yaml", "r.h5")
