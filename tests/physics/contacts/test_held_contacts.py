"""Contacts that are held on their walls while they rest there: closed forms of a pressed body,
every contact law, friction law and joint that can be held against runs that follow the vibration,
the error for every tolerance, and what a run says of it.

The error of a run may be some tolerances of the mechanism's size: each step may err by one, and long
steps use it up (test_error_per_tolerance.py). Runs that follow a vibration are far more accurate than
asked, as its short steps are.
"""

import numpy as np
import pytest
from scipy.optimize import brentq

import gudgeon as gd
from tests.support.law_samples import BRISTLES, CONTACTS, FRICTIONS
from tests.support.resting_contacts import (
    KINDS,
    MASS,
    SLIDING,
    STEEL,
    largest_error,
    loose,
    pressed_in_guide,
    pressed_slider,
)

LENGTH = 0.17  # of the hanging bodies: from the joint to twice the distance of their centre [m]
TOLERANCES = 10  # error of a run, as above
RTOLS = (1e-3, 1e-4, 1e-5, 1e-6, 1e-8, 1e-10)
TIMES = np.linspace(0, 1, 51)
ROUGH = gd.Coulomb(0.1, v_1=1e-2)
# laws with so little damping that a body which falls onto its wall never comes to rest there
BOUNCING = ("kelvin-voigt", "modified-kelvin-voigt", "hertz")


def run(mechanism, rtol, hold=True, duration=1.0, **options):
    """Return a run by Adams' method, with rows at a few times."""
    options = {"method": "adams", "output_times": TIMES * duration, **options}
    return gd.simulate(mechanism, duration, rtol=rtol, hold=hold, **options)


def checked(mechanism, rtol, reference, **options):
    """Run with contacts held; the motion must be right to some tolerances. Return the run."""
    held = run(mechanism, rtol, **options)
    followed = run(mechanism, rtol, hold=False, **options)
    allowed = max(TOLERANCES * rtol * LENGTH, 3 * largest_error(followed, reference))
    assert largest_error(held, reference) <= allowed
    return held


# -- closed forms ----------------------------------------------------------------------------------

STIFFNESS, MEAN, SWING, FREQUENCY = 4e6, 8.0, 3.0, 1.0
LINEAR = gd.HuntCrossley(STIFFNESS, restitution=0.3, exponent=1.0)
OMEGA = 2 * np.pi * FREQUENCY
RATIO = MASS * OMEGA**2 / STIFFNESS  # (load's frequency / contact's)^2, 8e-6


def swinging(phase=0.0, mean=MEAN):
    """Return a body pressed onto a wall by mean + swing sin(Omega t + phase), hardly disturbed at
    the start: the force of the contact is that load but for RATIO of what swings, whatever its law.
    """
    load = gd.Harmonic(SWING, frequency=FREQUENCY, phase=phase, mean=mean)
    depth, rate = mean + SWING * np.sin(phase), SWING * OMEGA * np.cos(phase)
    return pressed_in_guide(LINEAR, load, depth=depth / STIFFNESS, rate=rate / STIFFNESS)


@pytest.mark.parametrize("coordinates", ["cartesian", "joint"])
def test_a_slow_load_presses_a_held_contact_as_deep_as_its_law_says(coordinates):
    """The force is known in closed form, and depth and rate must be those at which the law gives it;
    the rate is that of the load over the stiffness, to the tolerance of speeds.
    """
    result = run(swinging(), 1e-5, coordinates=coordinates)
    assert result.statistics["held_time"] > 0.9
    data, rest = result.data, TIMES > 0.1
    load = MEAN + SWING * np.sin(OMEGA * TIMES)
    force, depth, rate = (
        data[name][rest, 0]
        for name in ("contact_normal_force", "contact_penetration", "contact_rate")
    )
    assert np.abs(force - load[rest]).max() < 3 * RATIO * SWING
    by_law = [LINEAR(float(d), float(v), 1e-3) for d, v in zip(depth, rate, strict=True)]
    assert by_law == pytest.approx(force, rel=1e-4)
    slope = SWING * OMEGA * np.cos(OMEGA * TIMES[rest]) / STIFFNESS
    assert np.abs(rate - slope).max() < 1e-5 * SLIDING


def test_energies_of_a_held_contact_are_those_of_its_closed_form():
    """What the contact stores is K delta^2/2, what it loses the integral of its damping; what is
    added to close the balance is below rtol m v^2 = 1e-6 J.
    """
    held, followed = (run(swinging(), 1e-5, hold) for hold in (True, False))
    depth = held.data["contact_penetration"][:, 0]
    assert held.energy["stored:J"] == pytest.approx(0.5 * STIFFNESS * depth**2, rel=1e-9)
    tolerance = 1e-5 * MASS * SLIDING**2
    for entry in ("stored:J", "lost:J:hysteresis"):
        assert np.abs(held.energy[entry] - followed.energy[entry]).max() < tolerance
    assert np.abs(held.energy.balance).max() < tolerance


@pytest.mark.parametrize("coordinates", ["cartesian", "joint"])
@pytest.mark.parametrize("rtol", [1e-4, 1e-5, 1e-6, 1e-8])
def test_the_end_of_a_contact_that_was_held_is_that_of_its_closed_form(rtol, coordinates):
    """The load, SWING sin, falls to zero at half a period. Before, the contact was let go and is
    followed: what it vibrates with since, half a tolerance of the speed v = sqrt(F/m length) = 0.4
    m/s, moves the end by v rtol/omega over the rate at which it parts.
    """
    mechanism = swinging(phase=0.2, mean=0.0)
    result = run(mechanism, rtol, duration=0.6, coordinates=coordinates)
    end = (np.pi - 0.2) / OMEGA
    omega, parting = np.sqrt(STIFFNESS / MASS), SWING * OMEGA / STIFFNESS
    assert result.statistics["holds"] > 0 or rtol < 1e-5
    assert abs(result.impacts["end"][0] - end) < 0.4 * rtol / omega / parting + 1e-9
    assert result.impacts["peak_force"][0] == pytest.approx(SWING, rel=1e-3)
    assert result.impacts["penetration"][0] == pytest.approx(SWING / STIFFNESS, rel=1e-3)


def test_a_load_that_jumps_makes_a_held_contact_vibrate():
    """It is let go there: the deflection swings to twice the change, as that of any spring."""
    load = gd.SmoothStep(4.0, 8.0, duration=1e-4, begin=0.5)
    mechanism = pressed_in_guide(gd.Hertz(STIFFNESS, exponent=1.0), load, depth=4.0 / STIFFNESS)
    times = np.linspace(0.5, 0.52, 2001)
    held, followed = (
        run(mechanism, 1e-5, hold, output_times=times, duration=0.55) for hold in (True, False)
    )
    assert held.statistics["held_time"] > 0.4
    deep = [result.data["contact_penetration"][:, 0].max() for result in (held, followed)]
    assert deep[0] == pytest.approx(deep[1], rel=1e-2)


# -- every law, every joint, every tolerance -------------------------------------------------------


@pytest.fixture(scope="module")
def references():
    return {}


def reference(references, key, mechanism):
    """Return the motion at a tight tolerance, once."""
    if key not in references:
        references[key] = run(mechanism, 1e-10, hold=False)
    return references[key]


@pytest.mark.parametrize("coordinates", ["cartesian", "joint"])
@pytest.mark.parametrize("rtol", RTOLS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_joint_moves_as_if_its_contacts_were_followed(kind, rtol, coordinates, references):
    mechanism = loose(kind, friction=ROUGH)
    held = checked(mechanism, rtol, reference(references, kind, mechanism), coordinates=coordinates)
    if kind != "hinge" and rtol in (1e-4, 1e-5):  # whose ends rattle
        assert held.statistics["held_time"] > 0.3
    if rtol <= 1e-10:
        assert held.statistics["held_time"] < 0.3


@pytest.mark.parametrize("coordinates", ["cartesian", "joint"])
@pytest.mark.parametrize("rtol", RTOLS)
def test_a_stop_moves_as_if_it_were_followed(rtol, coordinates, references):
    mechanism = pressed_slider()
    held = checked(
        mechanism, rtol, reference(references, "stop", mechanism), coordinates=coordinates
    )
    if rtol in (1e-4, 1e-5):
        assert held.statistics["held_time"] > 0.8


@pytest.mark.parametrize("rtol", [1e-3, 1e-5])
@pytest.mark.parametrize("name", [name for name in CONTACTS if name not in BOUNCING])
def test_every_contact_law_moves_as_if_it_were_followed(name, rtol, references):
    mechanism = loose("ball", CONTACTS[name], ROUGH)
    held = checked(mechanism, rtol, reference(references, name, mechanism))
    if rtol == 1e-5:
        assert held.statistics["held_time"] > 0.8


@pytest.mark.parametrize("coordinates", ["cartesian", "joint"])
@pytest.mark.parametrize("name", CONTACTS)
def test_every_contact_law_is_held_where_it_starts_at_rest(name, coordinates, references):
    """Those too that would bounce for ever, having no or little damping: the body starts as deep as
    its load presses it, on the wall of a guide along which it slides.
    """
    law, load = CONTACTS[name], gd.Harmonic(3.0, frequency=1.0, mean=8.0)
    depth = brentq(lambda x: law(x, 0.0, 1e-3) - 8.0, 1e-12, 1e-3, xtol=1e-18)
    mechanism = pressed_in_guide(law, load, depth=depth, friction=ROUGH)
    known = reference(references, (name, "wall"), mechanism)
    held = checked(mechanism, 1e-4, known, coordinates=coordinates)
    assert held.statistics["held_time"] > 0.5


@pytest.mark.parametrize("coordinates", ["cartesian", "joint"])
@pytest.mark.parametrize("name", [name for name in CONTACTS if name not in BOUNCING])
def test_every_contact_law_of_a_stop_moves_as_if_it_were_followed(name, coordinates, references):
    mechanism = pressed_slider(CONTACTS[name])
    known = reference(references, (name, "stop"), mechanism)
    held = checked(mechanism, 1e-4, known, coordinates=coordinates)
    assert held.statistics["held_time"] > 0.3


@pytest.mark.parametrize("rtol", [1e-3, 1e-5])
@pytest.mark.parametrize("name", [*FRICTIONS, *BRISTLES])
def test_every_friction_law_moves_as_if_it_were_followed(name, rtol, references):
    mechanism = loose("journal plane", STEEL, {**FRICTIONS, **BRISTLES}[name])
    held = checked(mechanism, rtol, reference(references, name, mechanism))
    assert held.statistics["holds"] > 0


@pytest.mark.parametrize("method", ["tsit5", "dop853", "radau", "bdf", "auto"])
def test_contacts_are_held_with_every_method(method, references):
    mechanism = loose("journal plane", friction=ROUGH)
    known = reference(references, "journal plane", mechanism)
    held = run(mechanism, 1e-4, method=method)
    assert largest_error(held, known) <= TOLERANCES * 1e-4 * LENGTH
    assert held.statistics["held_time"] > 0.3


def random_case(seed):
    """Return a hanging body with random joint, laws and loads."""
    rng = np.random.default_rng(seed)
    law = (gd.HuntCrossley, gd.LankaraniNikravesh, gd.Flores, gd.LeeWang, gd.Gonthier)
    contact = law[rng.integers(5)](10 ** rng.uniform(8, 10.5), restitution=rng.uniform(0.1, 0.8))
    mu = rng.uniform(0.02, 0.3)
    friction = (
        None,
        gd.Coulomb(mu, v_1=10 ** rng.uniform(-2.5, -1.5)),
        gd.Threlfall(mu, v_1=10 ** rng.uniform(-2.5, -1.5)),
        gd.LuGre(mu, mu_s=1.5 * mu, v_s=1e-2, sigma_0=1e4, sigma_1=30.0, sigma_2=0.1),
    )[rng.integers(4)]
    kinds = [kind for kind in KINDS if kind != "hinge"]
    return loose(
        kinds[rng.integers(len(kinds))],
        contact,
        friction,
        amplitude=rng.uniform(0.0, 3.0),
        frequency=10 ** rng.uniform(-0.5, 0.7),
        moving=bool(rng.integers(2)),
    )


def falls_with_the_tolerance(seed):
    mechanism = random_case(seed)
    known = run(mechanism, 1e-10, hold=False, duration=0.5)
    for rtol in (1e-3, 1e-4, 1e-5, 1e-6):
        held = run(mechanism, rtol, duration=0.5)
        error = largest_error(held, known)
        if error > TOLERANCES * rtol * LENGTH:
            followed = run(mechanism, rtol, hold=False, duration=0.5)
            assert error <= 3 * largest_error(followed, known), (seed, rtol, error)


@pytest.mark.parametrize("seed", range(4))
def test_the_error_of_random_cases_falls_with_the_tolerance(seed):
    falls_with_the_tolerance(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4, 200))
def test_the_error_of_two_hundred_random_cases_falls_with_the_tolerance(seed):
    falls_with_the_tolerance(seed)


# -- what a run says -------------------------------------------------------------------------------


def test_a_run_counts_and_says_what_it_held(tmp_path):
    mechanism = loose("journal plane", friction=ROUGH)
    file = tmp_path / "run.h5"
    result = run(mechanism, 1e-4, out=file)
    statistics = result.statistics
    assert 0 < statistics["held_steps"] < statistics["steps"]
    assert 0.3 < statistics["held_time"] <= 1.0
    assert any("held on its wall" in note for note in result.notes)
    again = gd.load(file)
    assert again.statistics["holds"] == statistics["holds"]
    assert again.notes == result.notes
    assert again.settings["hold"] is True


def test_a_run_that_follows_everything_says_nothing():
    result = run(loose("journal plane", friction=ROUGH), 1e-3, hold=False)
    assert result.statistics["holds"] == result.statistics["held_steps"] == 0
    assert not any("held" in note for note in result.notes)


def test_rows_of_output_do_not_change_a_held_motion():
    mechanism = loose("ball", friction=ROUGH)
    few, many = (run(mechanism, 1e-4, output_times=np.linspace(0, 1, rows)) for rows in (3, 2001))
    assert np.array_equal(few.body("b").position[-1], many.body("b").position[-1])
    assert few.statistics["steps"] == many.statistics["steps"]


def test_a_run_that_was_cut_while_a_contact_was_held_goes_on_as_if_not():
    mechanism = loose("journal plane", friction=ROUGH)
    given = {"rtol": 1e-4, "method": "adams", "output_step": 0.01, "hold": True}
    whole = gd.simulate(mechanism, 0.6, **given)
    parts = gd.resume(gd.simulate(mechanism, 0.3, **given), 0.6)
    assert parts.statistics["held_time"] == whole.statistics["held_time"] > 0.3
    assert np.array_equal(parts.body("b").position[-1], whole.body("b").position[-1])


def test_a_contact_that_never_rests_is_followed_to_the_last_bit():
    mechanism = gd.library("four-bar", C="clearance")  # impacts without friction
    held, followed = (run(mechanism, 1e-6, hold, duration=0.05) for hold in (True, False))
    assert held.statistics["holds"] == 0
    assert np.array_equal(held.data["position"], followed.data["position"])


def test_fixed_steps_hold_nothing():
    mechanism = loose("journal plane", friction=ROUGH)
    result = run(mechanism, 1e-3, duration=0.05, method="rk4", step=1e-5)
    assert result.statistics["holds"] == 0


def test_the_loose_four_bar_with_friction_needs_far_fewer_evaluations():
    """At rtol 1e-4 both are right to 3e-6 m over 0.5 s."""
    mechanism = gd.library("four-bar", C="clearance-friction")
    known = run(mechanism, 1e-9, hold=False, duration=0.5)
    held, followed = (run(mechanism, 1e-4, hold, duration=0.5) for hold in (True, False))
    assert largest_error(held, known) < 1e-5
    assert held.statistics["evaluations"] < 0.75 * followed.statistics["evaluations"]


@pytest.mark.parametrize("value", ["yes", None])
def test_hold_is_true_or_false(value):
    with pytest.raises(gd.InputError, match="hold"):
        gd.simulate(loose("ball"), 0.1, hold=value)
