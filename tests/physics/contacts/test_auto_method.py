"""method="auto" against a one-step method with a thousandth of its tolerance: in the library,
and where it changes to the implicit one.
"""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.model.files import set_values
from gudgeon.model.library import NAMES, fits

# Two contacts of each at least, seldom more: every one multiplies an error by some ten.
DURATIONS = {
    "spatial-slider-crank": 0.04, "planar-slider-crank": 7e-4, "four-bar": 0.025, "revolute-slider-crank": 0.02,
    "translational-slider-crank": 5e-3, "triple-pendulum": 1.0,
}  # fmt: skip
CASES = [
    (name, joint, fit) for name in NAMES for joint, named in fits(name).items() for fit in named
]


def both(mechanism, duration, rtol):
    """Return the run with "auto" and the reference."""
    times = np.linspace(0, duration, 101)
    auto = gd.simulate(mechanism, duration, rtol=rtol, output_times=times)
    return auto, gd.simulate(
        mechanism, duration, rtol=1e-3 * rtol, method="tsit5", output_times=times
    )


def agree(auto, reference, allowed):
    """Positions and velocities of all bodies, relative to their range; of a body that hardly moves,
    to a thousandth of the widest.

    A velocity crosses its range within a contact of 1e-4 s: one that comes 1e-8 s too late shows as
    1e-4. Ten times as much is allowed.
    """
    for name, factor in (("position", 1), ("velocity", 10)):
        mine, theirs = (np.asarray(result.data[name][:]) for result in (auto, reference))
        ranges = np.linalg.norm(np.ptp(theirs, axis=0), axis=1)
        error = np.linalg.norm(mine - theirs, axis=2) / np.maximum(ranges, 1e-3 * ranges.max())
        assert np.max(error) < factor * allowed, name


@pytest.mark.parametrize(("name", "joint", "fit"), CASES, ids=lambda value: value)
def test_auto_agrees_with_a_fine_reference_in_every_fit_of_the_library(name, joint, fit):
    """A tolerance of 1e-7 leaves some 1e-7 at the first contact, and up to a thousand times as much
    two or three contacts later.

    The ledger is held against the greatest kinetic energy so far, little where a mechanism was
    released from rest: 1e-5.
    """
    auto, reference = both(gd.library(name, **{joint: fit}), DURATIONS[name], 1e-7)
    if fit.startswith("clearance"):
        assert len(reference.impacts) >= 2
    assert len(auto.impacts) == len(reference.impacts)
    np.testing.assert_allclose(
        np.sort(auto.impacts["start"]), np.sort(reference.impacts["start"]), rtol=0, atol=1e-6
    )
    agree(auto, reference, 1e-4)
    np.testing.assert_allclose(
        auto.energy.balance, 0, rtol=0, atol=1e-5 * np.max(reference.energy.kinetic)
    )


# -- where the method changes ----------------------------------------------------------------------

MASS, G, K, GAP = 0.3, 9.81, 1e10, 0.5e-3


def shaken(law):
    """Return a disc that lies in its bearing and is pulled up and down by twice its weight, once
    a second: it flies, falls, rests.
    """
    joint = gd.Revolute(
        "J", between=("ground", "disc"), local_points=((0, 0), (0, 0)), bearing_radius=0.01 + GAP, journal_radius=0.01,
        fit=gd.Clearance(contact=law, start="as-described"),
    )  # fmt: skip
    disc = gd.Body("disc", mass=MASS, inertia=1e-4, position=(0, -GAP - (MASS * G / K) ** (2 / 3)))
    shake = gd.Force("shake", body="disc", force=(0, MASS * G), magnitude=gd.Harmonic(2.0, 1.0))
    return gd.Mechanism(plane="xy", gravity=(0, -G), bodies=[disc], joints=[joint], forces=[shake])


@pytest.mark.parametrize(
    "law", [gd.Flores(K, restitution=0.3), gd.LankaraniNikravesh(K, restitution=0.3), gd.HuntCrossley(K, restitution=0.1)],
    ids=lambda law: type(law).__name__,
)  # fmt: skip
def test_contacts_and_ledger_stay_right_where_auto_changes_the_method(law):
    """At rest the contact is stiff, in flight there is nothing to be stiff: the method changes
    back and forth, contacts begin and end.
    """
    auto, reference = both(shaken(law), 2.0, 1e-8)
    assert "radau" in auto.statistics["method"] and "adams" in auto.statistics["method"]
    assert any("looked stiff" in note for note in auto.notes)
    assert len(auto.impacts) == len(reference.impacts) > 10
    for name in ("start", "end"):
        np.testing.assert_allclose(auto.impacts[name], reference.impacts[name], rtol=0, atol=1e-6)
    # The greatest force is read at quarters of steps, of which a compression has ten or more: a
    # parabola is (1/80)^2 beside them.
    for name, allowed in {
        "approach_speed": 1e-5,
        "penetration": 1e-5,
        "energy_lost": 1e-5,
        "peak_force": 2e-4,
    }.items():
        scale = np.max(np.abs(reference.impacts[name]))
        np.testing.assert_allclose(
            auto.impacts[name], reference.impacts[name], rtol=0, atol=allowed * scale, err_msg=name
        )
    agree(auto, reference, 1e-6)
    np.testing.assert_allclose(
        auto.energy.balance, 0, rtol=0, atol=1e-6 * np.max(auto.energy.kinetic)
    )
    lost = auto.energy["lost:J:hysteresis"]
    # hysteresis only takes, whichever method integrates it
    assert np.all(np.diff(lost) >= -1e-7 * lost[-1])
    assert lost[-1] == pytest.approx(reference.energy["lost:J:hysteresis"][-1], rel=1e-5)


def test_disc_lifts_off_when_the_pull_is_its_weight():
    """At rest, where auto runs implicitly, the disc follows the load: the force of the wall
    vanishes where 2 sin(w t) = 1.

    The depth vanishes a little later, by the time in which inertia M d / t^2, elasticity K d^1.5
    and the load's change F t are alike: (M / F^(1/3) K^(2/3))^(3/7), half a millisecond. From there
    on it is a free body under a known force.
    """
    w = 2 * np.pi
    auto = gd.simulate(shaken(gd.Flores(K, restitution=0.3)), 1.12)  # at rest from 0.47 s to 1.08 s
    assert "radau" in auto.statistics["method"]
    exact = 1 + np.arcsin(0.5) / w
    late = (MASS / ((2 * MASS * G * w * np.cos(w * exact)) ** (1 / 3) * K ** (2 / 3))) ** (3 / 7)
    end = auto.impacts["end"][-1]
    assert exact < end < exact + 2 * late
    free = auto.t > end
    t, v = auto.t[free], auto.body("disc").velocity[free, 1]
    assert len(t) > 30
    speed = v[0] + 2 * G / w * (np.cos(w * t[0]) - np.cos(w * t)) - G * (t - t[0])
    np.testing.assert_allclose(v, speed, rtol=0, atol=1e-8)


@pytest.mark.parametrize("rtol", [1e-5, 1e-8])
def test_a_thin_film_costs_what_it_costs_the_implicit_method(rtol):
    """At 5000 rpm in 0.05 mm of oil explicit steps are 1e-8 s long, whatever the tolerance; the
    film itself settles and moves slowly.
    """
    mechanism = set_values(
        gd.library("planar-slider-crank", C="lubricated"), ["joints.C.radial_clearance=5e-5"]
    )
    mechanism = mechanism.with_fit(
        "C", gd.Lubricated(film=gd.ShortBearing(0.4), contact=mechanism.joint("C").fit.contact)
    )
    auto, radau = (
        gd.simulate(mechanism, 0.024, method=method, rtol=rtol, output="grid")
        for method in ("auto", "radau")
    )
    work = [run.statistics["evaluations"] - len(run.t) for run in (auto, radau)]
    assert work[0] < 1.5 * work[1]
    np.testing.assert_allclose(
        auto.body("slider").position, radau.body("slider").position, rtol=0, atol=rtol
    )


# -- a law that turns with the motion, under load --------------------------------------------------


def pressed(stiffness, mass, share=0.2):
    """Return a mass that a force of 400 N at 30 Hz presses against two stops that give back a part
    of the energy: while the load changes, the contact hovers between both branches of the law.
    """
    stop = gd.Stop(lower=-1e-3, upper=1e-3, contact=gd.KelvinVoigt(stiffness, restitution=share))
    joint = gd.Translational("J", between=("ground", "mass"), point=(0, 0), axis=(1, 0), stops=stop)
    load = gd.Force("load", body="mass", force=(400, 0), magnitude=gd.Harmonic(1.0, 30.0))
    body = gd.Body("mass", mass=mass, inertia=1e-3)
    return gd.Mechanism(plane="xy", bodies=[body], joints=[joint], forces=[load])


@pytest.mark.parametrize("rtol", [1e-4, 1e-5, 1e-6, 1e-8, 1e-10])
@pytest.mark.parametrize(
    ("stiffness", "mass"), [(1e6, 0.1), (1e6, 1.0), (1e7, 0.1), (1e8, 0.1), (1e8, 1.0)]
)
def test_a_stop_that_hovers_between_its_branches_is_cheap(stiffness, mass, rtol):
    """10 000 to 80 000 evaluations, where it was up to 3.8 million: from 1e-6 up the tolerance of
    the speed is as wide as the passage from one branch to the other or wider, so that steps are
    short without a fast rate in sight, and the implicit method begins beside the passage. The
    ledger closes to a few tolerances for each of some 100 passages.
    """
    run = gd.simulate(pressed(stiffness, mass), 0.2, rtol=rtol, output_step=1e-3)
    assert run.statistics["evaluations"] - len(run.t) < 100_000
    assert np.abs(run.energy.balance).max() < 100 * rtol * run.energy.lost[-1]


@pytest.mark.parametrize("method", ["dop853", "tsit5", "adams"])
def test_a_method_by_name_says_that_its_steps_looked_stiff(method):
    """Explicit methods crawl through the hold, and say what to do; in free flight they have nothing
    to say.
    """
    held = pressed(1e6, 1.0)
    run = gd.simulate(held, 8.5e-3, method=method, output_step=1e-3)
    assert any(f"steps looked stiff with {method}" in note for note in run.outcome.notes)
    assert any("method='auto' or 'radau' needs fewer" in note for note in run.outcome.notes)
    flight = gd.simulate(held, 1e-3, method=method)
    assert not any("looked stiff" in note for note in flight.outcome.notes)


@pytest.mark.parametrize("rtol", [1e-5, 1e-6])
def test_a_method_by_name_says_that_a_law_turns_within_its_steps(rtol):
    """Where the tolerance of the speed is wider than the passage between both branches, 3 um/s, no
    step looks stiff though a hundred thousand are taken where the implicit method takes a
    hundred. A free impact takes a hundred, too, and nothing is said; nor of one branch alone.
    """

    def notes(method, share=0.2, duration=8.5e-3):
        run = gd.simulate(pressed(1e6, 1.0, share), duration, method=method, rtol=rtol)
        return run.statistics["steps"], [
            note for note in run.outcome.notes if "between its branches" in note
        ]

    steps, (note,) = notes("dop853")
    assert note.startswith(
        "joint 'J', stop displacement upper: kelvin-voigt turns within 3e-06 m/s"
    )
    assert f"dop853 took {steps:.3g} steps" in note and "method='auto' or 'radau'" in note
    for method in ("auto", "radau"):
        assert 50 * notes(method)[0] < steps and not notes(method)[1]
    assert not notes("dop853", share=1.0)[1]
    assert not notes("dop853", duration=5e-3)[1]  # not yet held


@pytest.mark.parametrize("rtol", [1e-4, 1e-5, 1e-6, 1e-8])
@pytest.mark.parametrize("method", ["tsit5", "dop853", "adams", "radau", "bdf", "auto"])
def test_a_force_that_grows_from_nothing_is_not_stepped_over(method, rtol):
    """A mass at rest under 400 N sin(2 pi 30 t), for one and a half periods: at their end the
    force vanishes as at the start, and bdf, whose first step has no other place to look, took the
    whole run in one step and saw no motion. x = F/(m w) (t - sin(w t)/w).
    """
    body = gd.Body("mass", mass=1.0, inertia=1e-3)
    joint = gd.Translational("J", between=("ground", "mass"), point=(0, 0), axis=(1, 0))
    load = gd.Force("load", body="mass", force=(400, 0), magnitude=gd.Harmonic(1.0, 30.0))
    mechanism = gd.Mechanism(plane="xy", bodies=[body], joints=[joint], forces=[load])
    run = gd.simulate(mechanism, 0.05, method=method, rtol=rtol, output="grid")
    w = 2 * np.pi * 30
    expected = 400 / w * (run.t - np.sin(w * run.t) / w)
    assert np.abs(run.body("mass").position[:, 0] - expected).max() < 100 * rtol * expected[-1]
