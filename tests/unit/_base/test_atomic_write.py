"""Files that are written whole or not at all: full disks, links, permissions, devices."""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import gudgeon as gd
from gudgeon._base.atomic_write import draft_of, write_bytes, write_text
from gudgeon.cli.main import main
from gudgeon.model.library import library
from gudgeon.plotting.figure import save as save_figure
from gudgeon.studies.sweep_result import Sweep
from tests.support.faulty_files import largest_file
from tests.support.synthetic_results import result

BEFORE = b"what was there before\n"
ROOM = 200  # bytes that the disk still takes


def picture():
    """Return a figure with one curve."""
    from matplotlib.figure import Figure

    figure = Figure()
    figure.subplots().plot([1, 2])
    return figure


def sweep() -> Sweep:
    """Return a sweep of one point whose message is long."""
    row = {"values": {}, "ended": "no result", "message": "long " * 100}
    return Sweep("s", {"gravity": np.array([1.0])}, {"gravity": ""}, [row], False, {}, [None])


def schema(path: Path) -> None:
    """Write the schema by the command line."""
    outcome = CliRunner().invoke(main, ["schema", "--out", str(path)])
    if outcome.exit_code:
        assert outcome.exit_code == 2
        raise gd.InputError(outcome.stderr)


WRITERS: dict[str, Callable[[], Callable[[Path], object]]] = {
    "model.yaml": lambda: lambda path: gd.write(library("four-bar"), path),
    "page.html": lambda: result().report,
    "table.csv": lambda: sweep().to_csv,
    "picture.png": lambda: partial(save_figure, picture()),
    "schema.json": lambda: schema,
    "result.h5": lambda: result().save,
}


@pytest.mark.parametrize("name", WRITERS)
def test_a_write_that_fails_leaves_what_was_there_before(name: str, tmp_path: Path) -> None:
    path, write = tmp_path / name, WRITERS[name]()
    if name == "result.h5":
        write(path)
    else:
        path.write_bytes(BEFORE)
    before = path.read_bytes()
    with largest_file(ROOM), pytest.raises(gd.InputError, match=r"(?i)file too large"):
        write(path)
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("name", WRITERS)
def test_a_file_that_is_new_is_not_there_if_its_write_fails(name: str, tmp_path: Path) -> None:
    write = WRITERS[name]()
    with largest_file(ROOM), pytest.raises(gd.InputError):
        write(tmp_path / name)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", WRITERS)
def test_the_file_behind_a_link_is_written_and_the_link_stays(name: str, tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    link, target = tmp_path / name, tmp_path / "far" / name
    link.symlink_to(target)
    for _ in ("while the target is missing", "when it is there"):
        WRITERS[name]()(link)
        assert link.is_symlink() and target.is_file() and target.stat().st_size > ROOM
    assert [entry.name for entry in target.parent.iterdir()] == [name]


def test_a_run_writes_to_the_file_behind_a_link(tmp_path: Path) -> None:
    link, target = tmp_path / "link.h5", tmp_path / "result.h5"
    link.symlink_to(target)
    gd.simulate(library("pendulum"), duration=0.01, out=link)
    assert link.is_symlink() and gd.load(target).rows > 1


def test_links_in_a_circle_end_in_a_sentence(tmp_path: Path) -> None:
    first, second = tmp_path / "one", tmp_path / "other"
    first.symlink_to(second)
    second.symlink_to(first)
    for write in (
        lambda: write_text(first, "text"),
        lambda: result().save(first),
        lambda: gd.simulate(library("pendulum"), duration=1, out=first),
    ):
        with pytest.raises(gd.InputError, match="symbolic links"):
            write()
    assert first.is_symlink()


def test_permissions_stay_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(BEFORE)
    path.chmod(0o640)
    write_bytes(path, b"new")
    assert path.read_bytes() == b"new" and path.stat().st_mode & 0o777 == 0o640


def test_a_protected_file_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_bytes(BEFORE)
    # whoever runs the tests may be allowed everything
    monkeypatch.setattr(os, "access", lambda where, mode: where != path)
    with pytest.raises(gd.InputError, match="Permission denied"):
        write_bytes(path, b"new")
    assert path.read_bytes() == BEFORE


def test_a_device_is_written_to_and_not_replaced() -> None:
    write_text(Path("/dev/null"), "text")
    assert not Path("/dev/null").is_file()
    with pytest.raises(gd.InputError, match="No space left"):
        write_text(Path("/dev/full"), "text")


def test_an_exception_of_any_kind_removes_the_draft(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), draft_of(tmp_path / "file") as draft:
        draft.write_bytes(b"half")
        raise KeyboardInterrupt
    assert not list(tmp_path.iterdir())
