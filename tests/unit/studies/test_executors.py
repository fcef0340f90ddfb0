"""Points of a sweep in threads, processes and on a cluster: the same rows, lost workers, own laws."""

import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import gudgeon as gd
from gudgeon.studies import executors
from gudgeon.studies.executors import WORKER_LOST, packed, run_batch
from gudgeon.studies.sweep_point import Job, Point
from tests.support.swept_falls import falling, hanging

VARIED = {
    "joints.C.fit": ["clearance-friction"],
    "joints.C.radial_clearance": ["0.1 mm", "0.2 mm", "0.4 mm"],
}


def rows(**options):
    return gd.sweep("four-bar", VARIED, duration=0.02, **options)._rows


@pytest.fixture(scope="module")
def expected():
    return rows()


@pytest.fixture(params=["processes", "dask"])
def remote(request):
    """Return the name of an executor whose package is there."""
    pytest.importorskip({"processes": "loky", "dask": "distributed"}[request.param])
    return request.param


def test_rows_are_the_same_wherever_they_are_made(remote, expected):
    """Not only nearly: every number has the same bits."""
    assert rows(executor=remote, workers=2) == expected


@pytest.mark.parametrize("progress", [None, False, True])
def test_any_executor_of_the_standard_library_runs_points(expected, progress):
    pytest.importorskip("cloudpickle")
    with ThreadPoolExecutor(2) as pool:
        assert rows(executor=pool, progress=progress) == expected


def test_progress_counts_points(expected):
    pytest.importorskip("cloudpickle")
    told = []
    with ThreadPoolExecutor(1) as pool:
        rows(executor=pool, progress=lambda done, total, statistics: told.append((done, total)))
    assert told[-1] == (3.0, 3.0)


def test_a_dask_client_of_the_users_own_is_used_and_left_open(expected):
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, dashboard_address=None, processes=False
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        assert rows(executor=client) == expected
        assert rows(executor=cluster.scheduler_address) == expected
        assert client.submit(abs, -1).result() == 1


def test_rows_and_results_of_other_processes_are_kept_in_the_folder(tmp_path, expected):
    pytest.importorskip("loky")
    found = gd.sweep(
        "four-bar", VARIED, duration=0.02, executor="processes", workers=2, out=tmp_path, keep=True
    )
    assert found._rows == expected
    assert found.result(1).t[-1] == pytest.approx(0.02)
    again = gd.sweep("four-bar", VARIED, duration=0.02, out=tmp_path, keep=True)
    assert again._rows == expected


def test_laws_and_measures_of_the_users_own_travel(remote):
    """`Brittle` is known to this process only by its class; the measure is a closure."""
    factor = 2.0

    def doubled(result):
        return factor * float(result.t[-1])

    options = dict(measures={"doubled": doubled, "impacts": "impacts"})
    values = {"bodies.cabin.mass": [0.1, 0.2]}
    here = gd.sweep(hanging(), values, **options)
    there = gd.sweep(hanging(), values, executor=remote, workers=1, **options)
    assert there._rows == here._rows
    assert here.table["doubled"].tolist() == [0.2, 0.2]


def test_joints_and_fits_of_the_users_own_travel_with_their_kernels():
    pytest.importorskip("loky")
    import tests.extension.point_on_plane
    import tests.extension.standard_linear_solid  # noqa: F401

    block = gd.read("tests/extension/model.yaml")
    values = {"gravity.2": [-9.0, -10.0]}
    here = gd.sweep(block, values, duration=0.01)
    there = gd.sweep(block, values, duration=0.01, executor="processes", workers=1)
    assert here._rows == there._rows and not here.failed


def test_a_joint_whose_file_other_machines_lack_travels_by_value(monkeypatch):
    import pickle

    pytest.importorskip("cloudpickle")
    from tests.extension.point_on_plane import PointOnPlane

    payload = packed((PointOnPlane,), [])
    monkeypatch.setattr(executors, "_known", [])
    monkeypatch.setattr(executors, "import_module", lambda name: pickle)  # which has no such joint
    assert run_batch(payload) == [] and run_batch(payload) == []
    (known,) = executors._known
    assert known.__name__ == "PointOnPlane" and known.removes == 1


def test_a_point_that_a_lost_worker_has_written_is_not_run_again(tmp_path, monkeypatch):
    """What comes again is a batch; only its points without a row are run."""
    pytest.importorskip("cloudpickle")
    import json

    from gudgeon.model.files.serialize import to_tree
    from tests.support.swept_falls import runs

    made = runs(monkeypatch)
    point = Point(json.dumps(to_tree(falling())), {}, {"impacts": "impacts"})
    jobs = [Job(point, name, str(tmp_path)) for name in ("first", "second")]
    (row,) = run_batch(packed((), jobs[:1]))
    assert run_batch(packed((), jobs)) == [row, row]
    assert len(made) == 2


@pytest.mark.slow
def test_a_killed_worker_of_a_cluster_costs_only_its_running_point(tmp_path):
    pytest.importorskip("distributed")
    mark, log = tmp_path / "killed", tmp_path / "log"

    def deadly(result):
        g = result.mechanism.gravity[2]
        with open(log, "a") as file:
            file.write(f"{g}\n")
        if g == -30.0 and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return 1.0

    values = {"gravity.2": [-float(k) for k in range(1, 65)]}
    found = gd.sweep(
        falling(), values, measures={"x": deadly}, executor="dask", workers=2, out=tmp_path / "out"
    )
    computed = log.read_text().split()
    assert not found.failed and len(computed) == 65 and computed.count("-30.0") == 2


def test_deviations_from_a_reference_are_made_in_other_processes_too():
    pytest.importorskip("loky")
    options = dict(reference=falling())
    values = {"gravity.2": [-10, -12]}
    here = gd.sweep(falling(), values, **options)
    there = gd.sweep(falling(), values, executor="processes", workers=1, **options)
    assert there._rows == here._rows


def test_a_worker_that_is_killed_costs_only_its_running_points(tmp_path):
    """The first worker to reach the point kills itself; the point is run again by another."""
    pytest.importorskip("loky")
    mark = tmp_path / "killed"

    def deadly(result):
        if result.mechanism.gravity[2] == -3.0 and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return float(result.mechanism.gravity[2])

    values = {"gravity.2": [-1.0, -2.0, -3.0, -4.0]}
    found = gd.sweep(
        falling(), values, measures={"g": deadly}, executor="processes", workers=2, out=tmp_path
    )
    assert mark.exists()
    assert found.table["g"].tolist() == [-1.0, -2.0, -3.0, -4.0]
    assert not found.failed


def test_a_point_that_kills_every_worker_is_given_up_and_the_others_are_not():
    pytest.importorskip("loky")

    def deadly(result):
        if result.mechanism.gravity[2] == -2.0:
            os.kill(os.getpid(), signal.SIGKILL)
        return 1.0

    values = {"gravity.2": [-1.0, -2.0, -3.0]}
    found = gd.sweep(falling(), values, measures={"one": deadly}, executor="processes", workers=1)
    assert found.table["ended"].tolist() == ["complete", WORKER_LOST, "complete"]
    assert "worker was lost 3 times" in found.failed[1]


def test_batches_are_many_for_each_worker_and_never_long():
    """So that workers end together, and a lost one costs little."""
    jobs = [Job(Point(""))] * 10_000
    due = executors._Remote(jobs, (), "processes", 2).due
    assert max(map(len, due)) <= executors.MAX_BATCH
    assert [k for batch in due for k in batch] == list(range(10_000))
    assert len(executors._Remote(jobs[:5], (), "processes", 4).due) == 5


def test_ctrl_c_keeps_what_has_come_back(monkeypatch):
    """One worker, two points: the second lasts for ever in a thread that is left behind."""
    pytest.importorskip("cloudpickle")
    import _thread

    waiting, release = threading.Event(), threading.Event()

    class Pool(ThreadPoolExecutor):
        def submit(self, function, payload):
            def work():
                found = function(payload)
                if self.count > 1:
                    waiting.set()
                    release.wait(30)
                return found

            self.count = getattr(self, "count", 0) + 1
            return super().submit(work)

    def press():
        waiting.wait(30)
        time.sleep(0.3)
        _thread.interrupt_main()

    thread = threading.Thread(target=press)
    thread.start()
    pool = Pool(1)
    try:
        found = gd.sweep(falling(), {"gravity.2": [-1.0, -2.0]}, executor=pool, workers=1)
    finally:
        release.set()
        pool.shutdown()
        thread.join()
    assert found.interrupted
    assert found.table["ended"][1] == "interrupted"


@pytest.mark.parametrize(
    "executor, says",
    [
        ("process", "Did you mean 'processes'"),
        (3, "expected 'threads'"),
        (None, "expected 'threads'"),
        ("tcp://127.0.0.1:1", "no Dask scheduler answers"),
    ],
)
def test_what_cannot_run_points_is_said(executor, says):
    if "://" in str(executor):
        pytest.importorskip("distributed")
    with pytest.raises(gd.InputError, match=says):
        gd.sweep(falling(), {"gravity.2": [-1.0]}, executor=executor)


def test_an_executor_that_is_shut_down_is_told_of():
    pytest.importorskip("cloudpickle")
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with pytest.raises(gd.InputError, match="the executor takes no work"):
        gd.sweep(falling(), {"gravity.2": [-1.0]}, executor=pool)


def test_whole_results_need_a_folder():
    with pytest.raises(gd.InputError, match="give out="):
        gd.sweep(falling(), {"gravity.2": [-1.0]}, executor="processes", keep=True)


def test_a_missing_package_is_named_with_how_to_install_it(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "loky", None)
    with pytest.raises(gd.InputError, match=r"pip install 'gudgeon\[cluster\]'"):
        gd.sweep(falling(), {"gravity.2": [-1.0]}, executor="processes")


def test_what_cannot_be_sent_is_said():
    pytest.importorskip("loky")
    lock = threading.Lock()
    with pytest.raises(gd.InputError, match="one of them cannot be"):
        gd.sweep(
            falling(),
            {"gravity.2": [-1.0]},
            measures={"one": lambda result: 1.0 if lock else 0.0},
            executor="processes",
        )


def test_a_batch_is_bytes_and_rows():
    pytest.importorskip("cloudpickle")
    import json

    from gudgeon.model.files.serialize import to_tree

    job = Job(Point(json.dumps(to_tree(falling())), {}, {"impacts": "impacts"}))
    (row,) = run_batch(packed((), [job]))
    assert row["ended"] == "complete" and row["values"]["impacts"].value == 0.0
