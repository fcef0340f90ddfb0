"""One mechanism with several fits: which runs there are, what the table says, what the picture
shows, how it ends.
"""

import threading
import time
from dataclasses import replace

import numpy as np
import pytest

import gudgeon as gd
from gudgeon._base.jit import DISABLED
from gudgeon.studies import compare as module
from tests.support.compared_falls import (
    Stage,
    compared_bars,
    compared_falls,
    falling,
    hanging,
)

STEEL = gd.LankaraniNikravesh(stiffness=1e9, restitution=0.8)


falls = pytest.fixture(scope="module")(compared_falls)
bars = pytest.fixture(scope="module")(compared_bars)


# -- what the table says ---------------------------------------------------------------------------


def test_every_run_is_what_a_run_by_itself_would_be(bars):
    """Bit for bit, in every number of the output, although the others go on beside it."""
    for label in bars.labels:
        alone = gd.simulate(gd.library("four-bar", C=label), duration=0.05, output_step=1e-3)
        assert set(alone.data) == set(bars[label].data)
        assert all(
            np.array_equal(bars[label].data[name], values, equal_nan=True)
            for name, values in alone.data.items()
        )
        assert np.array_equal(bars[label].impacts.rows, alone.impacts.rows, equal_nan=True)


# -- which runs there are --------------------------------------------------------------------------


def test_a_mechanism_of_the_library_has_ideal_and_all_named_fits():
    expected = ["ideal", *gd.library_fits("four-bar")["C"]]
    assert list(module.known_fits(gd.library("four-bar"), "C")) == expected
    loose = gd.library("four-bar", C="clearance")
    assert list(module.known_fits(loose, "C")) == expected  # what is described is one of them


def test_a_fit_of_ones_own_is_compared_as_described():
    mine = gd.library("four-bar", C=gd.Clearance(contact=STEEL))
    assert list(module.known_fits(mine, "C"))[:2] == ["ideal", "as-described"]
    assert module.known_fits(mine, "C")["as-described"] is mine
    model = replace(mine, name="mine")  # no mechanism of the library
    assert list(module.known_fits(model, "C")) == ["ideal", "as-described"]


def test_named_fits_follow_the_sizes_that_were_changed():
    """The stiffness from materials goes with sqrt(R_i R_j/(R_i - R_j))."""
    thin = gd.library("four-bar")
    joint = replace(thin.joint("C"), radial_clearance=1e-4)
    thin = replace(
        thin, joints=tuple(joint if known.name == "C" else known for known in thin.joints)
    )
    stiffness = module.known_fits(thin, "C")["clearance"].joint("C").fit.contact.stiffness
    usual = gd.library("four-bar", C="clearance").joint("C").fit.contact.stiffness
    assert stiffness / usual == pytest.approx(
        np.sqrt((0.01 * 0.0099 / 1e-4) / (0.01 * 0.0098 / 2e-4)), rel=1e-12
    )


def test_the_joint_may_be_left_out_where_only_one_has_several_fits():
    assert module._default_joint(gd.library("four-bar")) == "C"
    with pytest.raises(gd.InputError, match="'A', 'B' have several fits"):
        gd.compare("spatial-slider-crank")
    with pytest.raises(gd.InputError, match="no joint has several fits"):
        gd.compare("bricard")


def test_several_joints_are_swapped_at_once_by_label():
    both = {
        "ideal": {"A": "ideal", "B": "ideal"},
        "both loose": {"A": "clearance", "B": gd.Clearance(contact=STEEL)},
    }
    found = gd.compare("spatial-slider-crank", fits=both, duration=1e-3)
    assert found.joints == ("A", "B")
    assert [column for column in found.table if column.startswith("peak_force")] == [
        "peak_force of A",
        "peak_force of B",
    ]
    described = found["both loose"].mechanism
    assert described.joint("B").fit.contact == STEEL
    assert (
        described.joint("A").fit == gd.library("spatial-slider-crank", A="clearance").joint("A").fit
    )


@pytest.mark.parametrize(
    ("name", "joint", "mass"), [("planar-slider-crank", "C", 0.14), ("four-bar", "C", 0.0316)]
)
def test_a_lining_of_the_library_softens_the_first_impact(name, joint, mass):
    """Its damper pushes with a tenth of what its spring reaches, v sqrt(k m), and the parts meet
    as fast as without: after free flight.
    """
    found = gd.compare(
        name, joint, ["clearance", "clearance-bushing"], duration=gd.library(name).duration / 20
    )
    bare, lined = (found[label].impacts[0] for label in found.labels)
    assert (lined.start, lined.approach_speed) == pytest.approx(
        (bare.start, bare.approach_speed), rel=1e-6
    )
    layer = gd.library(name, **{joint: "clearance-bushing"}).joint(joint).fit.bushing
    stiffness, damping = layer.force.slope, layer.damping.slope
    assert damping == pytest.approx(0.1 * np.sqrt(stiffness * mass), rel=1e-12)
    assert lined.peak_force < 0.8 * bare.peak_force


def test_the_ideal_run_is_the_reference_wherever_it_stands():
    found = gd.compare("four-bar", "C", ["clearance", "ideal"], duration=1e-3)
    assert found.reference == "ideal"
    assert list(found.results) == ["clearance", "ideal"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"joint": "c"}, "Did you mean 'C'"),
        ({"joint": "C", "fits": ["ideal", "clearence"]}, "Did you mean 'clearance'"),
        ({"joint": "C", "fits": {"mine": "clearence"}}, "Did you mean 'clearance'"),
        ({"fits": {"mine": gd.Ideal()}}, "say which joint"),
        ({"fits": {"mine": {"E": gd.Ideal()}}}, "there is no joint 'E'"),
        ({"joint": "C", "fits": []}, "at least one fit"),
        ({"joint": "C", "fits": {"": gd.Ideal()}}, "label"),
        ({"joint": "A"}, "only one fit is known"),
        ({"joint": "C", "fits": ["ideal"], "reference": "ideel"}, "Did you mean 'ideal'"),
        (
            {"joint": "C", "fits": ["ideal", "clearance"], "channels": ["D.angel"]},
            "Did you mean 'angle'",
        ),
        (
            {"joint": "C", "fits": ["ideal", "clearance"], "method": "dop835"},
            "Did you mean 'dop853'",
        ),
        ({"joint": "C", "fits": ["ideal", "clearance"], "duration": -1.0}, "must be > 0"),
        (
            {"joint": "C", "fits": ["ideal", "clearance"], "workers": 0},
            "workers: must be a whole number >= 1",
        ),
    ],
)
def test_what_is_wrong_with_the_call_is_said_at_once(arguments, message):
    with pytest.raises(gd.InputError, match=message):
        gd.compare("four-bar", **arguments)


def test_a_name_that_is_no_mechanism_gets_a_suggestion():
    with pytest.raises(gd.InputError, match="Did you mean 'four-bar'"):
        gd.compare("four-bra", joint="C")
    with pytest.raises(gd.InputError, match="expected a Mechanism"):
        gd.compare(7, joint="C")


# -- runs that fail, and Ctrl-C --------------------------------------------------------------------


@gd.law
class Breaking(gd.NormalLaw):
    """A contact that is infinitely stiff below 1 mm; ordinary inputs do not show it."""

    stiffness: float = gd.param("K", "N/m", gt=0)

    @staticmethod
    def force(delta, delta_dot, delta_dot_impact, K):
        """F_N = K δ"""
        return K * delta if delta < 1e-3 else np.inf


def test_a_run_that_fails_is_a_row_with_its_sentence():
    """A weight of 20 N on 1e3 N/m goes 4 cm deep: past the depth at which the law ends."""
    fits = {
        "ideal": gd.Ideal(),
        "breaks": gd.Clearance(contact=Breaking(1e3)),
        "impossible": gd.Clearance(contact=STEEL, axial_contact=STEEL),
    }
    found = gd.compare(hanging(), joint="A", fits=fits)
    assert found.table["ended"].tolist() == ["complete", "not finite", "no result"]
    assert "not finite" in found.failed["breaks"]
    assert "axial_contact" in found.failed["impossible"]
    assert found["breaks"].rows > 1  # what was computed until then
    assert found.table.row("breaks")["deviation"] < 2e-3
    assert np.isnan(found.table.row("impossible")["deviation"])
    text, page = repr(found), found._repr_html_()
    for sentence in found.failed.values():
        assert sentence in text
    assert "no result" in page
    with pytest.raises(gd.InputError, match="axial_contact"):
        found["impossible"]


def test_ctrl_c_keeps_the_runs_that_have_ended(monkeypatch, falls):
    with Stage(monkeypatch, falls["fast"]):
        found = gd.compare(
            falling(),
            fits={"slow": falling(10.0), "fast": falling(20.0), "other": falling(5.0)},
            workers=2,
        )
    assert list(found.results) == ["fast"]
    assert found.interrupted
    assert set(found.failures) == {"slow", "other"}
    assert np.isnan(found.table.row("fast")["deviation"])  # its reference did not end


@pytest.mark.skipif(DISABLED, reason="nothing is compiled")
def test_the_stepping_leaves_python_to_other_threads():
    """The compiled loop returns every tenth of a second; if it held Python's lock, this thread
    would get it at most once or twice between two returns, however busy the machine is.
    """
    ticks, at_returns = 0, [0]

    def note(*_) -> None:
        at_returns.append(ticks)

    run = threading.Thread(
        target=lambda: gd.simulate(
            gd.library("four-bar", C="clearance"), duration=1.0, progress=note, rtol=1e-10
        )
    )
    gd.simulate(gd.library("four-bar", C="clearance"), duration=1e-3)  # compiles
    run.start()
    while run.is_alive():
        ticks += 1
        time.sleep(1e-3)
    assert np.diff(at_returns).max() > 5


# -- the command line ------------------------------------------------------------------------------
