"""What comes from elsewhere can neither command the terminal nor a spreadsheet, nor reach other
files; odd streams do no harm.
"""

import csv
import json
import math
import os
import random
import subprocess
import sys
from pathlib import Path

import h5py
import numpy as np
import pytest
from click.testing import CliRunner

import gudgeon as gd
from gudgeon._base.errors import harmless
from gudgeon.cli.main import main
from gudgeon.results.hdf5 import load
from gudgeon.results.metrics import Measured
from gudgeon.studies.sweep_result import Sweep
from tests.support import synthetic_results

RED = "\x1b[31m"
GUDGEON = [sys.executable, "-c", "from gudgeon.cli.main import main; main()"]


# -- terminals and spreadsheets --------------------------------------------------------------------


@pytest.mark.parametrize(
    "sign", ["\x1b", "\x07", "\x9b", "\r", "\u202e", "\u2066", "\x00", "\ud800"]
)
def test_signs_that_command_a_terminal_are_written_out(sign: str) -> None:
    assert sign not in harmless(f"a{sign}b")
    assert harmless("Größe µ · 10 mm² 曲柄\n\tnext") == "Größe µ · 10 mm² 曲柄\n\tnext"


def test_a_key_with_an_escape_is_shown_harmless(tmp_path: Path) -> None:
    path = tmp_path / "model.yaml"
    path.write_text('"\\e[31mmass": 3\nbodies: {}\n')
    outcome = CliRunner().invoke(main, ["check", str(path)], color=True)
    assert outcome.exit_code == 2
    assert RED not in outcome.output and "\\x1b[31m" in outcome.output


def test_an_argument_with_an_escape_is_shown_harmless() -> None:
    for arguments in (
        [f"{RED}run"],
        ["run", f"{RED}"],
        ["run", "pendulum", f"--{RED}"],
        ["run", "pendulum", "--duration", RED],
    ):
        outcome = CliRunner().invoke(main, arguments, color=True)
        assert outcome.exit_code == 2
        assert RED not in outcome.output


def relabelled(path: Path, dim: str, name: str) -> Path:
    """Save a result in which a body or a joint has another name, as a file from elsewhere may
    have.
    """
    synthetic_results.result(5).save(path)
    with h5py.File(path, "r+") as file:
        file[dim][0] = name
        file.attrs["mechanism"] = ""
    return path


def test_names_in_a_result_are_shown_harmless(tmp_path: Path) -> None:
    path = relabelled(tmp_path / "run.h5", "body", f"{RED}crank")
    outcome = CliRunner().invoke(main, ["plot", str(path)], color=True)
    assert outcome.exit_code == 0, outcome.output
    assert RED not in outcome.output and "\\x1b[31mcrank.position" in outcome.output
    assert RED not in "".join(load(path).layout.labels["body"])


@pytest.mark.parametrize("text", ["=1+1", "@SUM(A1)", "+1", "-2 mm", "\t=1"])
def test_a_text_in_a_table_is_no_formula(text: str, tmp_path: Path) -> None:
    rows = [{"values": {"speed": Measured(-2.5, "m/s", "")}, "ended": text, "message": text}]
    table = Sweep("study", {text: np.array([text])}, {}, rows).to_csv(tmp_path / "x.csv")
    with table.open(newline="", encoding="utf-8") as file:
        head, row = csv.reader(file)
    assert head[0] == row[0] == row[2] == row[3] == f"'{text}"
    assert row[1] == "-2.5"  # a number stays a number


# -- results that reach for other files ------------------------------------------------------------


def replaced(path: Path, make) -> Path:
    synthetic_results.result(5).save(path)
    with h5py.File(path, "r+") as file:
        shape = file["velocity"].shape
        del file["velocity"]
        make(file, shape)
    return path


def external_storage(file, shape) -> None:
    secret = Path(file.filename).with_name("secret")
    secret.write_bytes(bytes(8 * math.prod(shape)))
    file.create_dataset("velocity", shape, "f8", external=[(str(secret), 0, h5py.h5f.UNLIMITED)])


def external_link(file, shape) -> None:
    with h5py.File(Path(file.filename).with_name("other.h5"), "w") as other:
        other["x"] = np.zeros(shape)
    file["velocity"] = h5py.ExternalLink("other.h5", "/x")


def virtual(file, shape) -> None:
    external_link(file, shape)
    del file["velocity"]
    layout = h5py.VirtualLayout(shape, "f8")
    layout[...] = h5py.VirtualSource("other.h5", "x", shape)
    file.create_virtual_dataset("velocity", layout)


def soft_link(file, shape) -> None:
    file["velocity"] = h5py.SoftLink("/position")


@pytest.mark.parametrize("make", [external_storage, external_link, virtual, soft_link])
def test_a_result_whose_numbers_stand_elsewhere_is_refused(make, tmp_path: Path) -> None:
    path = replaced(tmp_path / "run.h5", make)
    with pytest.raises(
        gd.InputError, match=r"run\.h5' is refused: its part 'velocity' stands in another"
    ):
        load(path)


def text(file, shape) -> None:
    file.create_dataset("velocity", shape, h5py.string_dtype())


def records(file, shape) -> None:
    file.create_dataset("velocity", shape, [("x", "f8")])


def references(file, shape) -> None:
    file.create_dataset("velocity", shape, h5py.ref_dtype)


def group(file, shape) -> None:
    file.create_group("velocity")


def itself(file, shape) -> None:
    file["velocity"] = file["/"]


def scalar(file, shape) -> None:
    file["velocity"] = 1.0


def no_joints(file, shape) -> None:
    file["velocity"] = np.zeros(shape)
    del file["joint"]


def other_joints(file, shape) -> None:
    file["velocity"] = np.zeros(shape)
    file["joint"][0] = "nobody"


def no_numbers_in_the_statistics(file, shape) -> None:
    file["velocity"] = np.zeros(shape)
    file.attrs["statistics"] = '{"wall_time": "x"}'


def with_notes(notes: str):
    """Return what replaces the notes of a file."""

    def make(file, shape) -> None:
        file["velocity"] = np.zeros(shape)
        file.attrs["notes"] = notes

    return make


def with_layout(change):
    """Return what changes the layout in a file, variable by variable: name, units, dimensions,
    sizes, help.
    """

    def make(file, shape) -> None:
        file["velocity"] = np.zeros(shape)
        file.attrs["layout"] = json.dumps(
            [change(*variable) for variable in json.loads(file.attrs["layout"])]
        )

    return make


def with_contacts(text: str):
    """Return what changes what a file, which has no contacts, says of them."""

    def make(file, shape) -> None:
        file["velocity"] = np.zeros(shape)
        file.attrs["contacts"] = text

    return make


def is_numbers(entry) -> bool:
    """Tell datasets of numbers from texts and groups."""
    return isinstance(entry, h5py.Dataset) and entry.dtype.kind == "f"


def endless_rows(file, shape) -> None:
    """A bomb: every dataset says that it has a billion rows, none of which is there."""
    for name in [name for name, entry in file.items() if is_numbers(entry)]:
        rest = file[name].shape[1:]
        del file[name]
        file.create_dataset(
            name, (10**9, *rest), "f8", chunks=(1000, *rest), maxshape=(None, *rest)
        )
    file.create_dataset(
        "velocity",
        (10**9, *shape[1:]),
        "f8",
        chunks=(1000, *shape[1:]),
        maxshape=(None, *shape[1:]),
    )


ODD = [
    text,
    records,
    references,
    group,
    itself,
    scalar,
    no_joints,
    other_joints,
    no_numbers_in_the_statistics,
    endless_rows,
]
ODD += [with_notes(notes) for notes in ("[3]", "null", '{"x": "y"}', '"text"')]
ODD += [
    with_layout(lambda name, units, dims, sizes, help: [name, 3, dims, sizes, help]),
    with_layout(lambda name, units, dims, sizes, help: [name, [], dims, sizes, help]),
    with_layout(lambda name, units, dims, sizes, help: [name, units, dims, sizes, None]),
    with_layout(
        lambda name, units, dims, sizes, help: [
            name,
            units,
            dims,
            [float(size) for size in sizes],
            help,
        ]
    ),
]
ODD += [
    with_contacts(text)
    for text in ('"text"', "3", "[3]", '[{"joint": "A"}]', '[{"joint": "A", "kind": "ball"}]')
]


@pytest.mark.parametrize("make", ODD)
def test_a_result_that_does_not_hold_what_it_says_is_refused(make, tmp_path: Path) -> None:
    """It is refused when it is loaded; later, what asks for its numbers would fail with any
    exception, or take all the memory.
    """
    path = replaced(tmp_path / "run.h5", make)
    with pytest.raises(gd.InputError, match=r"run\.h5' is damaged: .+\.$"):
        load(path)


# -- streams ---------------------------------------------------------------------------------------


def test_a_terminal_that_is_not_utf8_shows_what_it_can() -> None:
    done = subprocess.run(
        [*GUDGEON, "laws", "lankarani-nikravesh"],
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
        capture_output=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert b"\\u03b4" in done.stdout  # the penetration of the equations


def test_closed_streams_change_neither_run_nor_file(tmp_path: Path) -> None:
    command = " ".join(
        f"'{word}'"
        for word in [
            *GUDGEON,
            "run",
            "pendulum",
            "--duration",
            "0.01",
            "--out",
            str(tmp_path / "run.h5"),
        ]
    )
    for closed in ("2>&-", ">&- 2>&-", "<&- >&- 2>&-"):
        done = subprocess.run(["sh", "-c", f"{command} {closed}"], capture_output=True, timeout=600)
        assert done.returncode == 0, (closed, done.stdout, done.stderr)
        assert load(tmp_path / "run.h5").on_grid.rows == 1001


# -- numbers that are too small, too large, or on the verge ----------------------------------------


@pytest.mark.parametrize("step", ["1e-320", "1e-15", "5e-324", "1e-9"])
def test_a_tiny_output_step_is_refused_before_anything_is_computed(
    step: str, tmp_path: Path, monkeypatch
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = CliRunner().invoke(
        main, ["run", "pendulum", "--duration", "10", "--output-step", step]
    )
    assert outcome.exit_code == 2, outcome.output
    assert "choose a longer --output-step" in outcome.output
    assert not list(tmp_path.iterdir())


def test_parallel_cross_axes_are_refused_whatever_their_cosine_rounds_to() -> None:
    """Of random parallel vectors a third has a cosine that rounds to more than 1, which has no
    arc.
    """
    rng = random.Random(1)
    for k in range(500):
        axis = [rng.gauss(0, 1) for _ in range(3)]
        factor = (-1) ** k * 10 ** rng.uniform(-3, 3)
        with pytest.raises(
            gd.InputError, match=r"must be perpendicular; they enclose (0\.0|180\.0) deg"
        ):
            gd.Universal(
                "U", between=("a", "b"), point=(0, 0, 0), axes=(axis, [factor * x for x in axis])
            )


@pytest.mark.parametrize("size", [1e200, 1e308])
def test_an_axis_whose_length_overflows_is_refused(size: float) -> None:
    with pytest.raises(gd.InputError, match="an axis needs a direction"):
        gd.Revolute("A", between=("a", "b"), point=(0, 0, 0), axis=(size, size, 0))


def test_a_heap_of_texts_that_would_be_read_forever_is_refused(tmp_path: Path) -> None:
    """Free space that is said to be half as long ends among zeros: an object without size, at
    which HDF5 stays for ever.
    """
    path = synthetic_results.result(5).save(tmp_path / "run.h5")
    raw = bytearray(path.read_bytes())
    heap = raw.rfind(b"GCOL\x01\x00\x00\x00")
    place, end = heap + 16, heap + int.from_bytes(raw[heap + 8 : heap + 16], "little")
    while raw[place : place + 2] != b"\0\0":
        place += 16 + (int.from_bytes(raw[place + 8 : place + 16], "little") + 7) // 8 * 8
    raw[place + 8 : place + 16] = ((end - place) // 16 * 8).to_bytes(8, "little")
    path.write_bytes(raw)
    with pytest.raises(gd.InputError, match="a heap of texts in it does not end"):
        load(path)


@pytest.mark.parametrize("wrong", [None, 7, math.nan, b"x", [], ["crank"], {}, float], ids=repr)
@pytest.mark.parametrize("ask", ["body", "joint", "driver", "contact", "channel"])
def test_a_name_that_is_none_is_refused(ask: str, wrong: object) -> None:
    with pytest.raises(gd.InputError):
        getattr(synthetic_results.result(5), ask)(wrong)


@pytest.mark.parametrize("wrong", [7, "crank.stl", ["crank.stl"]], ids=repr)
def test_shapes_that_are_not_named_are_refused(wrong: object, tmp_path: Path) -> None:
    with pytest.raises(gd.InputError, match="expected names of bodies with their shapes"):
        synthetic_results.result(5).report(tmp_path / "x.html", shapes=wrong)
