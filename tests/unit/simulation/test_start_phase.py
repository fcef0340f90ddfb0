"""What is the start of a run, and that looking at it changes nothing."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.kernels.stepping.peaks import LEAST_RISE
from gudgeon.simulation.checkpoint import Checkpoint, from_bytes

TURN = 0.012  # of the slider-crank's crank [s]


def loose(fit="clearance-friction"):
    return gd.library("planar-slider-crank", C=fit)


@pytest.fixture(scope="module")
def whole():
    return gd.simulate(loose(), 0.03, transient=0, output_step=1e-6)


@pytest.mark.parametrize("transient", [None, "2 ms", "1 turn"])
@pytest.mark.parametrize("coordinates", ["cartesian", "joint"])
def test_a_transient_changes_nothing_in_the_motion(coordinates, transient):
    options = {"coordinates": coordinates, "output_step": 1e-4}
    plain, cut = (gd.simulate(loose(), 0.02, transient=t, **options) for t in (0, transient))
    for variable in plain.layout.variables:
        assert plain.data[variable.name].tobytes() == cut.data[variable.name].tobytes()
    for column in plain.impacts.columns:
        if column.startswith("peak"):  # looked for where anything else may have its peak, too
            some = {"rel": LEAST_RISE} if column == "peak_force" else {"abs": 1e-6}
            assert plain.impacts[column] == pytest.approx(cut.impacts[column], **some)
        else:
            assert plain.impacts[column].tobytes() == cut.impacts[column].tobytes()
    assert plain.statistics["steps"] == cut.statistics["steps"]


@pytest.mark.parametrize("transient", ["2 ms", 5e-3, "1 turn", "1.5 cycles of motor"])
def test_peaks_are_those_of_a_fine_grid_after_the_transient(whole, transient):
    """Rows every microsecond miss less than 1 % of peaks at which friction turns; they never show
    more, but for the step in which the transient ends."""
    run = gd.simulate(loose(), 0.03, transient=transient)
    after = whole.t >= run.transient + 1e-5
    for name in "ABCD":
        force = np.linalg.norm(whole.joint(name).force, axis=1)
        before = force[whole.t < run.transient].max()
        assert run.peaks[f"joint:{name}"].value == pytest.approx(force[after].max(), rel=0.01)
        assert run.peaks[f"joint:{name}"].time >= run.transient
        assert run.start_peaks[f"joint:{name}"].value == pytest.approx(before, rel=0.01)
        assert run.start_peaks[f"joint:{name}"].time <= run.transient + 1e-4
    biggest = {k: max(run.peaks[k].value, run.start_peaks[k].value) for k in run.peaks}
    assert biggest == pytest.approx({k: peak.value for k, peak in whole.peaks.items()}, rel=1e-4)


def test_by_itself_a_run_of_two_cycles_leaves_out_the_first():
    run = gd.simulate(loose(), 2.1 * TURN)
    assert run.transient == pytest.approx(TURN) and "cycle" in run.outcome.start.words
    # the first fall strikes with 45.8 kN, the machine in its second turn with 7.4 kN
    assert run.start_peaks["joint:C"].value > 5 * run.peaks["joint:C"].value


def test_by_itself_a_shorter_run_leaves_out_the_first_fall():
    run = gd.simulate(loose(), 0.5 * TURN)
    first = run.impacts[0]
    assert first.end <= run.transient < run.impacts[1].start
    assert run.outcome.start.words == "the first fall of joint 'C'"
    # the resultant has friction in it, which bears a tenth of the normal force at most
    assert 1.0 <= run.start_peaks["joint:C"].value / first.peak_force < 1.01
    assert run.peaks["joint:C"].value < first.peak_force


def test_a_first_contact_that_lasts_is_over_after_its_impact():
    """A dropped journal that hardly rebounds stays on its wall; its peak is not waited for."""
    from dataclasses import replace

    mechanism = loose("clearance")
    fit = mechanism.joint("C").fit
    dull = replace(fit, contact=gd.LankaraniNikravesh(fit.contact.stiffness, restitution=0.05))
    run = gd.simulate(mechanism.with_fit("C", dull), 0.4 * TURN)
    first = run.impacts[0]
    assert 0.0 < run.transient < 0.2 * TURN
    assert run.transient >= min(first.start + 3 * (first.turn - first.start), first.end)


@pytest.mark.parametrize(
    ("mechanism", "options"),
    [
        (gd.library("planar-slider-crank"), {}),
        (gd.library("planar-slider-crank", C="bushing"), {}),
        (gd.library("planar-slider-crank", C="lubricated"), {}),
        (gd.library("planar-slider-crank", C="clearance"), {"start": "settled"}),
        (gd.library("planar-slider-crank", C="clearance"), {"transient": 0}),
        (gd.library("triple-pendulum", B="stops"), {}),
    ],
    ids=["ideal", "bushing", "film", "settled", "asked for", "stops"],
)
def test_where_nothing_falls_from_the_centre_nothing_is_left_out(mechanism, options):
    run = gd.simulate(mechanism, 0.03, **options)
    assert run.transient == 0.0 and run.start_peaks == {} and run.after_transient is run


@pytest.mark.parametrize("transient", [None, "5 ms"])
def test_a_run_that_goes_on_has_the_same_start(tmp_path, transient):
    """Cut before, in and after the transient; the first part is too short for two cycles."""
    # of adams, its smallest step depends on the duration
    mechanism, options = loose(), {"transient": transient, "output_step": 1e-4, "method": "dop853"}
    uncut = gd.simulate(mechanism, 0.03, **options)
    path = tmp_path / "run.h5"
    gd.simulate(mechanism, 0.008, out=path, **options)
    gd.resume(path, 0.016)
    again = gd.resume(path, 0.03)
    assert again.peaks == uncut.peaks and again.start_peaks == uncut.start_peaks
    assert again.transient == uncut.transient > 0.0
    loaded = gd.load(path)
    assert loaded.outcome.start == uncut.outcome.start
    assert loaded.after_transient.rows == uncut.after_transient.rows < uncut.rows
    cut = gd.simulate(mechanism, 0.03, max_steps=40, strict=False, **options)
    assert gd.resume(cut).outcome.start == uncut.outcome.start


def test_a_checkpoint_with_another_number_of_peaks_is_refused():
    run = gd.simulate(loose(), 0.002, output_step=1e-4)
    assert run.transient > 0.0
    saved = from_bytes(run.checkpoint)
    saved.facts["start"]["marks"][0][3].pop()
    run._checkpoint = Checkpoint(saved.tables, saved.facts).to_bytes()
    with pytest.raises(gd.InputError, match="damaged"):
        gd.resume(run, 0.003)


def test_who_asks_for_single_rows_is_not_disturbed():
    """A contact begins and ends between two rows; the loop returns to nobody for that. Both have ten tolerances."""
    run = gd.simulate(loose(), 0.002, output_step=2e-4)
    simulation = gd.Simulation(loose())
    for t in run.t[1:]:
        simulation.advance_to(float(t))
    assert simulation["slider.position.x"] == pytest.approx(run["slider.position.x"][-1], rel=1e-7)


def test_key_figures_after_the_transient_are_shares_and_sums_of_the_rest():
    run = gd.simulate(loose(), 0.03, transient="1 turn")
    rest = run.after_transient
    assert rest.t[0] >= TURN and rest.begin == run.transient and rest.end == run.end
    kept = run.impacts["peak_time"] >= run.transient
    assert 0 < len(rest.impacts) == kept.sum() < len(run.impacts)
    shares = rest.joint("C").mode_fractions
    assert sum(shares.values()) == pytest.approx(1.0, abs=1e-12)
    touching = run.joint("C").touching
    clipped = np.clip(touching, run.transient, run.end)
    share = 1.0 - (clipped[:, 1] - clipped[:, 0]).sum() / (run.end - run.transient)
    assert shares["free flight"] == pytest.approx(share, abs=1e-12)
    lost = run.energy["lost:C:friction"]
    assert rest.energy.gain("lost:C:friction") == lost[-1] - lost[np.argmax(run.t >= TURN)]
    assert rest.on_grid.after_transient is not run
