"""Results on disk: the same numbers back, whatever happens to the process that writes them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import h5py
import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.contact_info import ContactInfo
from gudgeon.assembly.output_layout import Label, layout
from gudgeon.kernels.output_variables import IMPACT_COLUMNS
from gudgeon.laws import base
from gudgeon.results import hdf5, hdf5_tables
from gudgeon.results.hdf5 import Writer, load, save
from gudgeon.results.outcome import Outcome
from gudgeon.results.result import Result
from gudgeon.results.status import Status
from tests.support.clearance_results import mechanism as rattling_mechanism
from tests.support.clearance_results import periods
from tests.support.clearance_results import plan as rattling_plan
from tests.support.clearance_results import result as rattling
from tests.support.stored_results import noise, of_rows, same
from tests.support.synthetic_results import mechanism, plan, result

BALL = ContactInfo("C", "ball")


def stop(coordinate: str, **more: bool) -> ContactInfo:
    return ContactInfo("A", "stop", coordinate=coordinate, side="upper", slides=False, **more)


# -- there and back --------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [0, 1, 2, 5000, 12000])  # a chunk has about 3000 rows
def test_a_loaded_result_equals_the_saved_one_bit_for_bit(tmp_path, count) -> None:
    run = of_rows(
        noise(count),
        statistics={"steps": 7, "residual": 1e-13},
        notes=("one", "two"),
        settings={"rtol": 1e-8, "step": None},
    )
    again = load(run.save(tmp_path / "run.h5"))
    assert same(run, again)
    assert again.mechanism == run.mechanism
    assert (again.status, again.statistics, again.notes, again.settings) == (
        run.status,
        run.statistics,
        run.notes,
        run.settings,
    )


@pytest.mark.parametrize(
    ("contacts", "units"),
    [
        ((BALL, stop("displacement")), ["m", "m/s", "N"]),
        ((stop("angle"), stop("angle", hard=True)), ["rad", "rad/s", "N*m"]),
        ((BALL, stop("angle_2")), ["m or rad", "m/s or rad/s", "N or N*m"]),
    ],
)
def test_a_file_names_the_units_of_its_contacts(tmp_path, contacts, units) -> None:
    here = layout({**dict(plan().labels), "contact": contacts})
    path = Result(None, here, here.split(np.zeros((2, here.width))), Outcome(Status.COMPLETE)).save(
        tmp_path / "run.h5"
    )
    with h5py.File(path) as file:
        assert [
            file[f"contact_{name}"].attrs["units"]
            for name in ("penetration", "rate", "normal_force")
        ] == units


def test_a_file_knows_what_its_contacts_are(tmp_path) -> None:
    contacts = (
        BALL,
        stop("angle", hard=True),
        ContactInfo("C", "strip", strip=2, opposite=True),
        ContactInfo("C", "end", end="B"),
    )
    labels = {"body": ("a",), "joint": ("A", "C"), "driver": (), "entry": ("kinetic",)}
    here = layout(
        {
            **labels,
            "coordinate": (Label("A.angle", "rad"), Label("C.displacement", "m")),
            "contact": contacts,
        }
    )
    run = Result(None, here, here.split(np.zeros((2, here.width))), Outcome(Status.COMPLETE))
    again = load(run.save(tmp_path / "run.h5"))
    assert again.layout == run.layout
    assert again.contact("A.stop angle upper hard").quantities == {
        "penetration": "rad",
        "rate": "rad/s",
        "normal_force": "N*m",
    }
    assert again.joint("A").quantities["angle_rate"] == "rad/s"


@pytest.mark.parametrize(
    ("version", "advice"), [(2, "run the mechanism again"), (99, "or a newer one")]
)
def test_a_file_of_another_format_is_refused(tmp_path, version, advice) -> None:
    path = result().save(tmp_path / "run.h5")
    with h5py.File(path, "r+") as file:
        file.attrs["format_version"] = version
    with pytest.raises(gd.InputError, match=f"cannot read; .*{advice}"):
        load(path)


def test_streaming_and_saving_write_the_same(tmp_path) -> None:
    block = noise(7000)
    with Writer(tmp_path / "streamed.h5", plan(), mechanism(), {"rtol": 1e-8}) as writer:
        for piece in np.array_split(block, [1, 1, 10, 4000, 6999]):
            writer.append(piece)
        writer.close(Outcome(Status.COMPLETE, {"steps": 1}, ("fine",)))
    of_rows(block, statistics={"steps": 1}, notes=("fine",), settings={"rtol": 1e-8}).save(
        tmp_path / "saved.h5"
    )
    with h5py.File(tmp_path / "streamed.h5") as streamed, h5py.File(tmp_path / "saved.h5") as saved:
        assert dict(streamed.attrs) == dict(saved.attrs)
        assert set(streamed) == set(saved)
        for name in set(streamed) - {"restart"}:  # a synthetic result cannot go on
            assert streamed[name].chunks == saved[name].chunks
            assert (
                streamed[name][()].tobytes() == saved[name][()].tobytes()
                or streamed[name].dtype == object
            )
    assert same(load(tmp_path / "streamed.h5"), load(tmp_path / "saved.h5"))


def test_numbers_of_numpy_in_the_statistics_come_back_plain(tmp_path) -> None:
    run = of_rows(
        noise(2),
        statistics={"steps": np.int64(3), "peaks": np.array([1.0, 2.0])},
        settings={"output_times": np.arange(3.0)},
    )
    again = load(run.save(tmp_path / "run.h5"))
    assert again.statistics == {"steps": 3, "peaks": [1.0, 2.0]}
    assert again.settings == {"output_times": [0.0, 1.0, 2.0]}


def test_a_mechanism_without_joints_and_drivers_is_stored_too(tmp_path) -> None:
    body = gd.Mechanism(bodies=[gd.Body("top", mass=1, inertia=(1, 1, 1))])
    plain = layout(
        {
            "body": ("top",),
            "joint": (),
            "coordinate": (),
            "driver": (),
            "entry": ("kinetic", "gravity"),
        }
    )
    run = Result(body, plain, plain.split(np.ones((4, plain.width))), Outcome(Status.COMPLETE))
    again = load(run.save(tmp_path / "top.h5"))
    assert same(run, again)
    assert again.data["joint_force"].shape == (4, 0, 3)


def test_names_of_all_tongues_and_long_descriptions_survive(tmp_path) -> None:
    """Texts above 64 kB do not fit into a plain HDF5 attribute."""
    names = tuple(f"Körper {k} 体" for k in range(600))
    long = gd.Mechanism(
        bodies=[gd.Body(name, mass=1, inertia=(1, 1, 1)) for name in names],
        joints=[gd.Spherical(name, between=("ground", name), point=(0, 0, 0)) for name in names],
    )
    plain = layout(
        {
            "body": names,
            "joint": names,
            "coordinate": (),
            "driver": (),
            "entry": ("kinetic", "gravity"),
        }
    )
    run = Result(
        long,
        plain,
        plain.split(np.ones((2, plain.width))),
        Outcome(Status.COMPLETE, notes=("x" * 100_000,)),
    )
    again = load(run.save(tmp_path / "long.h5"))
    assert len(again.description) > 64_000
    assert again.mechanism == long
    assert again.notes == run.notes
    assert again.body(names[-1]).position.shape == (2, 3)


def test_xarray_opens_a_file_with_named_dimensions_and_labels(tmp_path) -> None:
    xarray = pytest.importorskip("xarray")
    run = result(51)
    with xarray.open_dataset(run.save(tmp_path / "run.h5"), engine="h5netcdf") as data:
        assert data["joint_force"].dims == ("t", "joint", "xyz")
        assert data["joint_force"].sel(joint="A", xyz="y").values.tolist() == [4.0] * 51
        assert np.array_equal(
            data["joint_coordinate"].sel(coordinate="A.angle"), run.joint("A").angle
        )
        assert data["position"].attrs["units"] == "m"
        assert np.array_equal(data["t"], run.t)
        assert data.attrs["status"] == "complete"
        xarray.testing.assert_equal(data.load(), run.to_xarray())


def test_a_file_that_was_looked_at_while_it_was_written_can_be_loaded_afterwards(tmp_path) -> None:
    with Writer(tmp_path / "run.h5", plan(), mechanism(), {}) as writer:
        early = load(tmp_path / "run.h5")
        writer.append(noise(10))
        writer.close(Outcome(Status.COMPLETE))
    assert early.rows == 0 and load(tmp_path / "run.h5").rows == 10


def test_a_result_of_a_file_and_xarray_can_look_at_it_together(tmp_path) -> None:
    xarray = pytest.importorskip("xarray")
    again = load(result(51).save(tmp_path / "run.h5"))
    with xarray.open_dataset(tmp_path / "run.h5", engine="h5netcdf") as data:
        assert np.array_equal(data["t"], again.t)


def test_without_xarray_the_message_says_what_to_install(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "xarray", None)
    with pytest.raises(gd.InputError, match="extra 'xarray'"):
        result().to_xarray()


# -- contact periods -------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [0, 1, 127, 128, 1000])  # a chunk has 128
def test_impacts_and_peaks_come_back_bit_for_bit(tmp_path, count) -> None:
    rows = np.random.default_rng(2).normal(size=(count, len(IMPACT_COLUMNS)))
    rows[:, :2] = np.column_stack([np.arange(count) % 7, np.arange(count)])
    rows[-2:, 3] = np.nan
    run = rattling(20, impacts=rows)
    again = load(run.save(tmp_path / "run.h5"))
    assert again.impacts.rows.tobytes() == rows.tobytes()
    assert again.peaks == run.peaks
    assert repr(again.impacts) == repr(run.impacts)
    assert same(run, again)


def test_everything_of_a_clearance_reads_the_same_from_a_file(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(hdf5_tables, "KEEP_BYTES", 0)
    run = rattling(50)
    again = load(run.save(tmp_path / "run.h5"))
    assert again.mechanism == run.mechanism
    for name in run.channels():
        assert np.array_equal(again.channel(name).values, run.channel(name).values), name
    assert again.joint("C").mode_fractions == run.joint("C").mode_fractions


def test_a_file_without_clearances_has_no_table_of_impacts(tmp_path) -> None:
    with h5py.File(result(3).save(tmp_path / "run.h5")) as file:
        assert not [name for name in file if "impact" in name or "contact" in name]


def test_a_file_of_the_time_before_clearances_still_loads(tmp_path) -> None:
    path = result(3).save(tmp_path / "run.h5")
    with h5py.File(path, "r+") as file:
        variables = json.loads(file.attrs["layout"])
        new = (
            "eccentricity",
            "contact_penetration",
            "contact_rate",
            "contact_normal_force",
            "contact_friction",
            "contact_point",
        )
        file.attrs["layout"] = json.dumps(
            [variable for variable in variables if variable[0] not in new]
        )
        del file.attrs["peaks"]
    again = load(path)
    assert len(again.impacts) == 0 and again.peaks == {}
    assert again.channels() == result(3).channels()
    assert "complete" in again.message.lower()
    load(again.save(tmp_path / "copy.h5"))


def test_xarray_sees_contact_periods_as_a_dimension_of_their_own(tmp_path) -> None:
    xarray = pytest.importorskip("xarray")
    run = rattling(51)
    with xarray.open_dataset(run.save(tmp_path / "run.h5"), engine="h5netcdf") as data:
        assert data["impact_start"].dims == ("impact",)
        assert data["impact_start"].values.tolist() == run.impacts["start"].tolist()
        assert data["impact_approach_speed"].attrs["units"] == "m/s"
        assert (
            data["contact_friction"].sel(contact="A.strip 1", xyz="y").values.tolist() == [4.0] * 51
        )
        assert data["eccentricity"].dims == ("t", "clearance", "xyz")
        xarray.testing.assert_equal(data.load(), run.to_xarray())


def test_impacts_are_in_the_file_as_soon_as_a_chunk_of_them_or_of_rows_is_full(
    tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr(hdf5, "FLUSH_SECONDS", 1e9)
    some = np.repeat(periods()[:1], 100, axis=0)
    with Writer(tmp_path / "run.h5", rattling_plan(), rattling_mechanism(), {}) as writer:
        writer.append_impacts(some)
        assert len(load(tmp_path / "run.h5").impacts) == 0
        writer.append_impacts(some)
        assert len(load(tmp_path / "run.h5").impacts) == 128
        writer.append(np.zeros((writer._chunk, rattling_plan().width)))
        assert len(load(tmp_path / "run.h5").impacts) == 200
        writer.append_impacts(some[:3])
        assert len(writer.impacts()) == 203
        writer.append_impacts(some[:0])
    assert len(load(tmp_path / "run.h5").impacts) == 203
    assert len(writer.impacts()) == 0  # closed


# -- lazy reading ----------------------------------------------------------------------------------


def test_loading_reads_no_array_and_asking_reads_one_part(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(hdf5_tables, "KEEP_BYTES", 0)
    run = of_rows(noise(4000))
    path = run.save(tmp_path / "run.h5")
    taken: list[str] = []
    take = hdf5.Stored._take

    def spy(self, key):
        values = take(self, key)
        taken.append(f"{self._dataset.name}: {values.size}")
        return values

    monkeypatch.setattr(hdf5.Stored, "_take", spy)
    again = load(path)
    assert taken == []
    assert np.array_equal(again.body("block").velocity, run.body("block").velocity)
    assert taken == [f"/velocity: {4000 * 3}"]


@pytest.mark.parametrize("keep", [0, 10**9])
def test_every_quantity_reads_the_same_from_a_file(tmp_path, monkeypatch, keep) -> None:
    monkeypatch.setattr(hdf5_tables, "KEEP_BYTES", keep)
    run = result(500)
    again = load(run.save(tmp_path / "run.h5"))
    for name in run.channels():
        assert np.array_equal(again.channel(name).values, run.channel(name).values), name
    assert repr(again) == repr(run)


def test_a_result_outlives_the_file_it_came_from(tmp_path) -> None:
    """A second run to the same file replaces it and leaves what the first result reads alone."""
    first = load(of_rows(noise(10)).save(tmp_path / "run.h5"))
    of_rows(noise(10, seed=1)).save(tmp_path / "run.h5")
    assert same(first, of_rows(noise(10)))
    assert same(load(tmp_path / "run.h5"), of_rows(noise(10, seed=1)))


def test_a_loaded_result_can_be_saved_onto_itself(tmp_path) -> None:
    path = of_rows(noise(5000)).save(tmp_path / "run.h5")
    load(path).save(path)
    assert same(load(path), of_rows(noise(5000)))
    assert os.listdir(tmp_path) == ["run.h5"]  # no draft is left


def test_a_law_that_is_not_there_costs_the_mechanism_but_not_the_numbers(tmp_path) -> None:
    keys = set(base.REGISTRY)

    @gd.law
    class Whistle(gd.Signal):
        """A motion of the test's own."""

        pitch: float = gd.param("a", "rad")

        @staticmethod
        def value(t, a):
            """x = a t"""
            return a * t, a, 0.0

    (key,) = set(base.REGISTRY) - keys
    parts = mechanism()
    own = gd.Mechanism(
        bodies=parts.bodies,
        joints=parts.joints,
        drivers=[gd.Driver("A", joint="A", motion=Whistle(2.0))],
    )
    run = Result(own, plan(), plan().split(noise(3)), Outcome(Status.COMPLETE))
    path = run.save(tmp_path / "run.h5")
    assert load(path).mechanism == own
    del base.REGISTRY[key]
    again = load(path)
    assert "law 'whistle' of the mechanism is not defined here" in again.notes[-1]
    assert again.mechanism.joints == own.joints  # what is not a law is known
    with pytest.raises(gd.InputError, match=r"'whistle' is not defined here; import the module"):
        gd.simulate(again.mechanism, 1.0)
    assert same(again, run)
    again.save(tmp_path / "copy.h5")  # the description goes on, though it cannot be read here
    assert load(tmp_path / "copy.h5").description == again.description != ""


# -- killed, full, closed --------------------------------------------------------------------------


def test_a_run_left_by_an_exception_keeps_its_rows(tmp_path) -> None:
    with (
        pytest.raises(KeyboardInterrupt),
        Writer(tmp_path / "run.h5", plan(), mechanism(), {}) as writer,
    ):
        writer.append(noise(10))
        raise KeyboardInterrupt
    again = load(tmp_path / "run.h5")
    assert again.rows == 10
    assert again.status is Status.INTERRUPTED


def test_a_closed_writer_may_be_closed_again(tmp_path) -> None:
    writer = Writer(tmp_path / "run.h5", plan(), mechanism(), {})
    writer.close(Outcome(Status.COMPLETE))
    writer.close(Outcome(Status.NOT_FINITE))
    assert load(tmp_path / "run.h5").status is Status.COMPLETE


def test_two_runs_cannot_write_to_one_file(tmp_path) -> None:
    with Writer(tmp_path / "run.h5", plan(), mechanism(), {}):
        with pytest.raises(gd.InputError, match="being written by another run"):
            Writer(tmp_path / "run.h5", plan(), mechanism(), {})
        code = (
            "import sys; from gudgeon.results import hdf5; "
            "hdf5._check_target(hdf5.Path(sys.argv[1]))"
        )
        done = subprocess.run(
            [sys.executable, "-c", code, tmp_path / "run.h5"], capture_output=True, text=True
        )
        assert "InputError" in done.stderr and "being written by another run" in done.stderr


# -- what is refused -------------------------------------------------------------------------------


def _foreign(path: Path) -> Path:
    path.write_text("my thesis")
    return path


def _other_hdf5(path: Path) -> Path:
    h5py.File(path, "w").close()
    return path


@pytest.mark.parametrize(
    ("target", "words"),
    [
        (lambda folder: folder / "missing" / "run.h5", "there is no folder"),
        (lambda folder: folder, "it is a folder"),
        (lambda folder: _foreign(folder / "thesis"), "exists and is not a result of gudgeon"),
        (lambda folder: _foreign(folder / "thesis.txt"), "is the name of a text file"),
        (lambda folder: _other_hdf5(folder / "other.h5"), "exists and is not a result of gudgeon"),
        (lambda folder: _foreign(folder / "file") / "run.h5", "there is no folder"),
        (lambda folder: Path("/dev/null"), "not an ordinary file"),
        (lambda folder: folder / ("x" * 300), "name too long"),
    ],
)
def test_a_target_that_cannot_or_must_not_be_written_is_refused(tmp_path, target, words) -> None:
    path = target(tmp_path)
    with pytest.raises(gd.InputError, match=words):
        Writer(path, plan(), mechanism(), {})
    with pytest.raises(gd.InputError, match=words):
        save(result(3), path)


def test_a_foreign_file_is_left_as_it_was(tmp_path) -> None:
    path = _foreign(tmp_path / "thesis.txt")
    with pytest.raises(gd.InputError):
        result(3).save(path)
    assert path.read_text() == "my thesis"


def test_a_protected_folder_is_named(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # the superuser may write anywhere
    with pytest.raises(gd.InputError, match="no permission to write in the folder"):
        result(3).save(tmp_path / "run.h5")


def test_an_empty_file_may_be_written_over(tmp_path) -> None:
    (tmp_path / "run.h5").touch()
    assert load(result(3).save(tmp_path / "run.h5")).rows == 3


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda folder: folder / "missing.h5", "not there"),
        (lambda folder: folder, "a folder"),
        (lambda folder: _foreign(folder / "thesis.txt"), "no HDF5 file"),
        (lambda folder: _other_hdf5(folder / "other.h5"), "not a result of gudgeon"),
    ],
)
def test_what_is_not_a_result_is_not_loaded(tmp_path, make, words) -> None:
    with pytest.raises(gd.InputError, match=words):
        load(make(tmp_path))


def test_a_file_of_a_newer_version_says_so(tmp_path) -> None:
    path = result(3).save(tmp_path / "run.h5")
    with h5py.File(path, "r+") as file:
        file.attrs.update({"format_version": hdf5.VERSION + 1, "gudgeon_version": "99.0"})
    with pytest.raises(gd.InputError, match=r"written by gudgeon 99\.0"):
        load(path)


@pytest.mark.parametrize("share", [0.001, 0.1, 0.5, 0.9, 0.999])
def test_a_truncated_file_ends_in_a_sentence(tmp_path, share) -> None:
    path = of_rows(noise(3000)).save(tmp_path / "run.h5")
    content = path.read_bytes()
    path.write_bytes(content[: int(share * len(content))])
    with pytest.raises(gd.InputError, match=r"its end is missing|no HDF5 file"):
        load(path)


@pytest.mark.parametrize("what", ["layout", "statistics", "status", "mechanism"])
def test_a_damaged_header_ends_in_a_sentence(tmp_path, what) -> None:
    path = result(3).save(tmp_path / "run.h5")
    with h5py.File(path, "r+") as file:
        file.attrs[what] = "{]"
    if what == "mechanism":  # the numbers are still good
        assert load(path).mechanism is None
    else:
        with pytest.raises(gd.InputError, match="is damaged"):
            load(path)


def test_a_damaged_chunk_is_reported_when_it_is_read(tmp_path) -> None:
    path = of_rows(noise(3000)).save(tmp_path / "run.h5")
    with h5py.File(path) as file:
        info = file["position"].id.get_chunk_info(0)
    with path.open("r+b") as raw:
        raw.seek(info.byte_offset)
        raw.write(b"\xff" * info.size)
    run = load(path)
    assert run.body("crank").velocity.shape == (3000, 3)
    with pytest.raises(gd.InputError, match="is damaged"):
        run.body("crank").position


# -- size ------------------------------------------------------------------------------------------

PEAK = """
import os, resource, sys
if os.path.exists("/proc/self/status"):  # ru_maxrss would count the process that started this one, too
    peak = next(int(line.split()[1]) * 1024 for line in open("/proc/self/status") if line.startswith("VmHWM"))
else:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
"""

MILLIONS = """
import json, sys
import numpy as np
import gudgeon as gd
from gudgeon.assembly.output_layout import layout
from gudgeon.kernels.output_variables import IMPACT_COLUMNS
from gudgeon.kernels import records
from gudgeon.results.outcome import Outcome
from gudgeon.results.status import Status
from gudgeon.results.hdf5 import Writer, load
body = gd.Mechanism(bodies=[gd.Body("top", mass=1, inertia=(1, 1, 1))])
plan = layout({"body": ("top",), "joint": (), "coordinate": (), "driver": (), "entry": ("kinetic", "gravity")})
block = np.zeros((100_000, plan.width))
with Writer(sys.argv[1], plan, body, {}) as writer:
    for k in range(100):
        block[:, 0] = np.arange(k * 100_000, (k + 1) * 100_000)
        block[:, 1:4] = np.sin(1e-3 * block[:, :1])
        writer.append(block)
    writer.close(Outcome(Status.COMPLETE))
run = load(sys.argv[1])
"""

REPORT = """
print(json.dumps({"rows": run.rows, "last": float(run.data["t"][run.rows - 1]), "bytes": peak}))
"""


def test_ten_million_rows_stay_below_500_megabytes(tmp_path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", MILLIONS + PEAK + REPORT, str(tmp_path / "long.h5")],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["rows"] == 10_000_000
    assert found["last"] == 9_999_999
    assert found["bytes"] < 500e6


@pytest.mark.slow
def test_run_of_ten_million_rows_stays_below_500_megabytes(tmp_path) -> None:
    """The same through a whole simulation: a minute of stepping, projecting and compressing."""
    script = (
        "import json, sys, gudgeon as gd\nrun = gd.simulate(gd.library('pendulum'), 10.0, "
        "output_step=1e-6, out=sys.argv[1])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script + PEAK + REPORT, str(tmp_path / "long.h5")],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["rows"], found["last"]) == (10_000_001, 10.0)
    assert found["bytes"] < 500e6


def test_a_file_that_grows_between_opening_and_reading_is_read(tmp_path) -> None:
    """Its chunks stand beyond the end that the reader knows, so that loading must not look for
    them.
    """
    with Writer(tmp_path / "run.h5", plan(), mechanism(), {}) as writer:
        file = hdf5._open(tmp_path / "run.h5")
        writer.append(noise(3000))
        writer.flush()
        assert hdf5._read(tmp_path / "run.h5", file, None).rows == 3000
        file.close()
