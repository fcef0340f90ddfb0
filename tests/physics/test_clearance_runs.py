"""What a run with clearance hands to its result: the same through memory and file, and
consistent with itself.
"""

import dataclasses
import shutil

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.kernels.records import EVALUATIONS
from gudgeon.plotting import results
from gudgeon.results import hdf5
from gudgeon.results.contact_modes import SCENARIOS
from gudgeon.simulation.runner import Runner


@pytest.fixture(scope="module")
def ball() -> gd.Result:
    """A ball joint that bounces and then follows; the output step resolves no impact."""
    return gd.simulate(gd.library("four-bar", C="clearance"), 0.25, output_step=1e-3, transient=0)


@pytest.fixture(scope="module")
def hinge() -> gd.Result:
    """A hinge in space on four strips and two end planes, fine enough to see every contact."""
    model = gd.library("revolute-slider-crank", A="clearance")
    fit = dataclasses.replace(model.joint("A").fit, support="strips", strips=4)
    return gd.simulate(model.with_fit("A", fit), 0.1, output_step=1e-5)


def test_memory_and_file_give_the_same_impacts_peaks_and_warnings(tmp_path, ball) -> None:
    again = gd.simulate(
        gd.library("four-bar", C="clearance"),
        0.25,
        output_step=1e-3,
        transient=0,
        out=tmp_path / "run.h5",
    )
    assert len(ball.impacts) > 10
    assert again.impacts.rows.tobytes() == ball.impacts.rows.tobytes()
    assert again.peaks == ball.peaks
    assert again.notes == ball.notes
    assert again.joint("C").mode_fractions == ball.joint("C").mode_fractions


def test_the_energies_of_the_contact_periods_add_up_to_the_ledger(ball) -> None:
    """All work of contact forces, period by period, is what was lost and what open contacts
    store; to the roundings of sums.
    """
    ledger = ball.energy["lost:C:hysteresis"][-1] + ball.energy["stored:C"][-1]
    assert ball.impacts["energy_lost"].sum() == pytest.approx(ledger, rel=1e-9)


def test_a_period_loses_what_its_speeds_say(ball) -> None:
    """Departure is slower than approach wherever a free impact is over before the mechanism
    moves on: none gains energy.
    """
    closed = ball.impacts[np.isfinite(ball.impacts["end"])]
    assert np.all(closed["energy_lost"] > 0)
    assert np.all(closed["start"] < closed["turn"]) and np.all(closed["turn"] < closed["end"])


def test_peaks_see_what_rows_miss(ball) -> None:
    joint = ball.joint("C")
    rows = np.linalg.norm(joint.force, axis=1).max()
    assert ball.peaks["joint:C"].value > 1.2 * rows  # contacts of 1e-4 s between rows of 1e-3 s
    for body in ("coupler", "rocker"):
        assert ball.peaks[f"body:{body}"].value >= np.linalg.norm(
            ball.body(body).acceleration, axis=1
        ).max() * (1 - 1e-6)
    # the only contact of a joint without friction carries its force: both are of one evaluation
    assert ball.impacts["peak_force"].max() == pytest.approx(ball.peaks["joint:C"].value, rel=1e-12)


def test_the_run_says_that_its_output_step_is_too_long(ball) -> None:
    assert any(
        "joint 'C': the shortest impact lasts" in sentence and "output step 0.001 s" in sentence
        for sentence in ball.notes
    )


def test_the_orbit_reaches_the_clearance_and_the_penetration(ball) -> None:
    joint, gap = ball.joint("C"), ball.mechanism.joint("C").gap()
    radius = np.linalg.norm(joint.orbit, axis=1)
    assert radius == pytest.approx(np.linalg.norm(joint.eccentricity, axis=1), abs=1e-17)
    assert joint.penetration == pytest.approx(np.maximum(radius - gap, 0), abs=1e-16)
    assert np.array_equal(joint.penetration > 0, joint.normal_force > 0)


@pytest.mark.parametrize("which", ["ball", "hinge"])
def test_modes_agree_with_what_the_rows_show(which, request) -> None:
    run = request.getfixturevalue(which)
    for name in run.layout.labels["clearance"]:
        joint = run.joint(name)
        assert np.array_equal(joint.mode > 0, joint.penetration > 0)
        assert sum(joint.mode_fractions.values()) == pytest.approx(1, abs=1e-12)


def test_modes_of_a_fine_output_agree_with_the_exact_fractions(hinge) -> None:
    joint = hinge.joint("A")
    for k, (name, share) in enumerate(joint.mode_fractions.items()):
        edges = 2 * len(hinge.impacts)  # each moves the count by one of 10 001 rows at most
        assert np.mean(joint.mode == k) == pytest.approx(share, abs=edges / hinge.rows), name


def test_strips_and_ends_stand_where_their_names_say(hinge) -> None:
    """Strip 1 and end A lie towards the positive axis of the bearing, strip 4 and end B towards
    the negative one.
    """
    axis = np.array(hinge.mechanism.joint("A").axis, float)
    local = np.linalg.inv(hinge.body("crank").rotation[0]) @ axis  # the crank carries the bearing
    b = hinge.body("crank").rotation @ local
    centre = hinge.body("crank").at(
        np.linalg.inv(hinge.body("crank").rotation[0])
        @ (hinge.mechanism.joint("A").point - hinge.body("crank").position[0])
    )
    for label, sign in (
        ("strip 1", 1),
        ("strip 2", 1),
        ("strip 3", -1),
        ("strip 4", -1),
        ("end A", 1),
        ("end B", -1),
    ):
        height = np.einsum("nk,nk->n", hinge.contact(f"A.{label}").point - centre, b)
        on = hinge.contact(f"A.{label}").normal_force > 0
        assert np.all(sign * height[on] > 0), label
    assert {impact.contact for impact in hinge.impacts} >= {"strip 1", "strip 4", "end A", "end B"}


def test_the_scenario_names_what_touches(hinge) -> None:
    joint = hinge.joint("A")
    names = np.array(SCENARIOS)[joint.scenario]
    assert np.array_equal(names == "no contact", joint.penetration == 0)
    axial = np.stack([hinge.contact(f"A.end {end}").normal_force > 0 for end in "AB"]).any(axis=0)
    assert np.array_equal(
        np.array(["a" in name.rpartition(" ")[2] for name in names]) & (names != "no contact"),
        axial,
    )
    assert joint.scenario_fractions["no contact"] == pytest.approx(
        joint.mode_fractions["free flight"], abs=2 * len(hinge.impacts) / hinge.rows
    )
    assert joint.misalignment.max() > 1e-4


# -- every kind of joint ---------------------------------------------------------------------------

SLIDING = {"axis": (1, 0, 0)}
KINDS = {
    "pin": (gd.Revolute, "xy", {}),
    "slot": (gd.PointOnLine, "xy", {"axis": (1, 0)}),
    "slider": (gd.Translational, "xy", {"axis": (1, 0), "journal_length": 30e-3}),
    "ball": (gd.Spherical, None, {}),
    "hinge": (gd.Revolute, None, {**SLIDING, "bearing_length": 20e-3, "axial_clearance": 0.5e-3}),
    "sleeve": (gd.Cylindrical, None, {**SLIDING, "bearing_length": 20e-3, "journal_length": 40e-3}),
    "guide": (gd.Translational, None, SLIDING),
    "line": (gd.PointOnLine, None, SLIDING),
}


def dropped(kind: type, plane: str | None, sizes: dict, **options) -> gd.Result:
    """A body thrown into the gap of a joint to the ground, where it bounces, rubs and comes to
    rest.
    """
    fit = gd.Clearance(
        contact=gd.LankaraniNikravesh(1e9, 0.8),
        friction=gd.Threlfall(mu_k=0.1, v_1=1e-3),
        start="as-described",
    )
    size = 2 if plane else 3
    joint = kind(
        "J",
        between=("ground", "a"),
        point=(0,) * size,
        bearing_radius=10e-3,
        radial_clearance=1e-3,
        fit=fit,
        **sizes,
    )
    body = gd.Body(
        "a", mass=1, inertia=1e-3 if plane else (1e-3,) * 3, velocity=(0.02, 0.05, 0)[:size]
    )
    gravity = (0, -9.81) if plane else (0, 0.3, -9.81)
    return gd.simulate(
        gd.Mechanism(plane=plane, gravity=gravity, bodies=[body], joints=[joint]),
        0.2,
        output_step=1e-4,
        **options,
    )


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_joint_tells_its_contacts_modes_and_orbit(kind) -> None:
    run = dropped(*KINDS[kind])
    joint, gap = run.joint("J"), 1e-3
    assert len(run.impacts) > 5
    ledger = sum(
        run.energy[entry][-1]
        for entry in run.energy.entries
        if entry.startswith(("lost:J", "stored:J"))
    )
    assert run.impacts["energy_lost"].sum() == pytest.approx(ledger, rel=1e-9)
    assert np.array_equal(joint.mode > 0, joint.penetration > 0)
    assert np.array_equal(joint.friction_force > 0, joint.penetration > 0)
    assert np.all(joint.friction_force <= 0.1 * joint.normal_force * (1 + 1e-9))
    across = joint.orbit[
        :,
        [
            k
            for k, letter in enumerate(joint.components("orbit"))
            if letter != "b" or kind == "ball"
        ],
    ]
    assert np.linalg.norm(across, axis=1).max() <= gap + joint.penetration.max() + 1e-12
    assert joint.mode_fractions["free flight"] > 0.1 and joint.mode_fractions["impact"] > 0.01
    assert len(results.orbit(run, "J").axes) == {"ball": 3, "hinge": 2}.get(kind, 1)


def test_a_disk_that_fills_up_keeps_the_contacts_until_then(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(hdf5, "CHUNK_BYTES", 40_000)
    whole = dropped(*KINDS["ball"])
    calls = []

    def usage(path):
        calls.append(path)
        return shutil._ntuple_diskusage(10**9, 0, 10**9 if len(calls) < 5 else 0)

    monkeypatch.setattr(shutil, "disk_usage", usage)
    run = dropped(*KINDS["ball"], out=tmp_path / "run.h5", strict=False)
    assert run.status is gd.Status.OUTPUT_FAILED
    assert 0 < run.rows < whole.rows
    assert 0 < len(run.impacts) < len(whole.impacts)
    assert np.array_equal(run.impacts.rows, whole.impacts.rows[: len(run.impacts)])


def test_slices_of_work_stay_short_where_they_end_early(monkeypatch) -> None:
    """Rows fill their block, or the method changes, long before a slice is used up: what was not
    used must not make the next ones longer.

    Otherwise Ctrl-C and progress wait for as long as ten million evaluations take.
    """
    allowed = []
    advance = Runner._advance

    def spy(self) -> None:
        allowed.append(int(self.run_record[0]["budget"] - self.work.count[EVALUATIONS]))
        advance(self)

    monkeypatch.setattr(Runner, "_advance", spy)
    run = gd.simulate(
        gd.library("four-bar", C="clearance"), 0.1, output_step=1e-6, coordinates="cartesian"
    )
    assert len(allowed) > 20 and run.rows == 100_001
    assert max(allowed) < 100_000  # a tenth of a second of them; the whole run makes some thousand
