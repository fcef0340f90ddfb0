"""The papers' mechanisms with clearance against programs of our own, and against themselves with
other integrators.

Contact without friction is chaotic: two correct programs agree only up to a horizon, about two
turns of the planar slider-crank, 0.2 s of the four-bar and 0.1 s of the spatial slider-crank; with
friction ten turns and 2 s. These two numbers of turns are those of a ratio of rates that is
clipped; with the printed law contacts that are driven faster than they began shorten them.
"""

import numpy as np
import pytest

import gudgeon as gd
from tests.support import planar_slider_crank, spatial_four_bar
from tests.support.plain_laws import ambrosio, lankarani_nikravesh, none, threlfall

TURN = 2 * np.pi / abs(planar_slider_crank.SPEED)
# stiffness [N/m^1.5] of 10 mm against 9.5 mm and against 9.8 mm, steel
JOURNAL, BALL = 6.610e10, 1.0615e11
# [s], and of the range: what can be asked of two correct programs inside the horizon
TIMES, STATES = 1e-6, 1e-4


def journal(friction=None, rate_ratio="printed"):
    law = gd.LankaraniNikravesh(JOURNAL, restitution=0.9, rate_ratio=rate_ratio)
    return gd.library("planar-slider-crank", C=gd.Clearance(contact=law, friction=friction))


def clipped_journal(friction=None):
    return journal(friction, "clipped")


def ball(friction=None):
    return gd.library(
        "four-bar",
        C=gd.Clearance(contact=gd.LankaraniNikravesh(BALL, restitution=0.9), friction=friction),
    )


def starts(result):
    return np.sort(np.asarray(result.impacts["start"]))


def compare(ours, theirs):
    """Compare quantities over time, relative to their range."""
    for name, (first, second) in {name: (ours[name], theirs[name]) for name in theirs}.items():
        np.testing.assert_allclose(
            first, second, rtol=0, atol=STATES * np.ptp(second), err_msg=name
        )


# -- against independent programs ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rubbing", "rate_ratio", "turns"),
    [(False, "printed", 1.25), (True, "printed", 2), (False, "clipped", 1.5), (True, "clipped", 2)],
    ids=["dry", "with friction", "dry, clipped", "with friction, clipped"],
)
def test_planar_slider_crank_agrees_with_two_equations_of_motion(rubbing, rate_ratio, turns):
    """Without friction the motion can be foretold for about two turns; approach speeds depart
    first, so the last half turn is left out.
    """
    times = np.linspace(0, turns * TURN, 81)
    friction = ambrosio(0.03, 1e-4, 1e-3) if rubbing else none
    normal = lankarani_nikravesh(JOURNAL, 0.9, rate_ratio=rate_ratio)
    theirs = planar_slider_crank.run(normal, friction, times, rtol=1e-13, atol=1e-15, max_step=2e-5)
    law = gd.Ambrosio(0.03, v_0=1e-4, v_1=1e-3) if rubbing else None
    ours = gd.simulate(
        journal(law, rate_ratio), times[-1], rtol=1e-12, method="tsit5", output_times=times
    )
    assert len(ours.impacts) == len(theirs.periods) > 20
    np.testing.assert_allclose(starts(ours), theirs.starts(), rtol=0, atol=TIMES)
    rod, slider = ours.body("rod"), ours.body("slider")
    compare(
        {"angle": 2 * np.arctan2(rod.orientation[:, 3], rod.orientation[:, 0]), "x": slider.position[:, 0],
         "rod speed": rod.angular_velocity[:, 2], "v": slider.velocity[:, 0]},
        dict(zip(("angle", "x", "rod speed", "v"), theirs.y.T, strict=True)),
    )  # fmt: skip
    ended = sorted(row for row in theirs.periods if np.isfinite(row[2]))
    closed = np.isfinite(np.asarray(ours.impacts["end"]))
    approach = np.asarray(ours.impacts["approach_speed"])[closed]
    np.testing.assert_allclose(
        np.sort(approach),
        np.sort([row[3] for row in ended]),
        rtol=0,
        atol=STATES * np.max(approach),
    )


@pytest.mark.parametrize("rubbing", [False, True], ids=["dry", "with friction"])
def test_spatial_four_bar_agrees_with_kanes_equations(rubbing):
    times = np.linspace(0, 0.15, 61)
    friction = threlfall(0.1, 1e-3) if rubbing else none
    theirs = spatial_four_bar.run(
        lankarani_nikravesh(BALL, 0.9), friction, times, rtol=1e-10, atol=1e-12, max_step=1e-3
    )
    ours = gd.simulate(
        ball(gd.Threlfall(0.1, v_1=1e-3) if rubbing else None),
        times[-1],
        rtol=1e-10,
        output_times=times,
    )
    assert len(ours.impacts) == len(theirs.periods) > 15
    np.testing.assert_allclose(starts(ours), theirs.starts(), rtol=0, atol=TIMES)
    spin = ours.body("coupler").angular_velocity  # global; theirs is in the coupler's frame
    spin = np.einsum("tji,tj->ti", ours.body("coupler").rotation, spin)
    compare(
        {
            "crank": ours.joint("A").angle,
            "rocker": ours.joint("D").angle,
            "spin": spin,
            "rate": ours.joint("A").angle_rate,
        },
        {
            "crank": theirs.y[:, 0],
            "rocker": theirs.y[:, 5],
            "spin": theirs.y[:, 7:10],
            "rate": theirs.y[:, 6],
        },
    )


# -- against themselves ----------------------------------------------------------------------------

HORIZONS = {
    "001 dry": (journal, None, 1.25 * TURN, 1e-13),  # an error grows a million times in two turns
    "001 with friction": (journal, gd.Ambrosio(0.03, v_0=1e-4, v_1=1e-3), 3 * TURN, 1e-13),
    "001 dry, clipped": (clipped_journal, None, 2 * TURN, 1e-13),
    "001 with friction, clipped": (
        clipped_journal,
        gd.Ambrosio(0.03, v_0=1e-4, v_1=1e-3),
        10 * TURN,
        1e-11,
    ),
    "002 dry": (ball, None, 0.2, 1e-11),
    "002 with friction": (ball, gd.Threlfall(0.1, v_1=1e-3), 2.0, 1e-11),
    "004": (lambda _: gd.library("revolute-slider-crank", A="clearance"), None, 0.1, 1e-12),
}


@pytest.fixture(scope="module", params=HORIZONS)
def case(request):
    build, friction, duration, rtol = HORIZONS[request.param]
    mechanism = build(friction)
    return mechanism, duration, rtol, run(mechanism, duration, "tsit5", rtol)


def run(mechanism, duration, method, rtol):
    return gd.simulate(
        mechanism, duration, method=method, rtol=rtol, output_times=np.linspace(0, duration, 101)
    )


@pytest.mark.parametrize(("method", "looser"), [("tsit5", 10), ("dop853", 1), ("adams", 1)])
def test_integrators_and_tolerances_agree_inside_the_horizon(case, method, looser):
    mechanism, duration, rtol, source = case
    other = run(mechanism, duration, method, looser * rtol)
    assert len(source.impacts) == len(other.impacts) > 5
    np.testing.assert_allclose(starts(other), starts(source), rtol=0, atol=TIMES)
    for body in mechanism.bodies:
        for name in ("position", "rotation", "velocity", "angular_velocity"):
            ours, theirs = (
                getattr(other.body(body.name), name),
                getattr(source.body(body.name), name),
            )
            span = np.max(np.ptp(theirs, axis=0))
            np.testing.assert_allclose(
                ours, theirs, rtol=0, atol=STATES * span + 1e-12, err_msg=f"{body.name} {name}"
            )
