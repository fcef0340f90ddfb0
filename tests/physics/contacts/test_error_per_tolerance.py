"""The error after contacts, corners of layers, films and friction is a small multiple of the
tolerance, and falls with it, by every method.

A trial step is measured by how far the derivative at its end is from the polynomial of its past.
Across a corner that says little: with bristles at 1e-9 the estimate of Adams' method of order ten
was 0.5 for a step that was off by 89 tolerances.
"""

import dataclasses

import numpy as np
import pytest

import gudgeon as gd

GAP, RADIUS = 0.5e-3, 0.01
SIZES = {
    "bearing_radius": RADIUS + GAP,
    "journal_radius": RADIUS,
    "bearing_length": 0.01,
    "journal_length": 0.01,
}
LAYER = {"contact": gd.Hertz(1e9), "bushing": 1e6, "thickness": 2e-5}
FILM = gd.Lubricated(
    film=gd.ShortBearing(0.04), contact=gd.Hertz(1e7), start="as-described", e_0=2.5e-5, e_1=5e-5
)
NUDGE = 1e-8
RTOLS = (1e-6, 1e-7, 1e-8, 1e-9, 1e-10)
# tolerances for each part of the motion between two events: some hundred steps that aim at 0.03, or
# the end of a contact
PER_EVENT = 10


def journal(fit, **body):
    """Return a disc in a bearing."""
    joint = gd.Revolute(
        "J", between=("ground", "disc"), local_points=((0, 0), (0, 0)), fit=fit, **SIZES
    )
    return gd.Mechanism(
        plane="xy",
        bodies=[gd.Body("disc", **{"mass": 1.0, "inertia": 1e-3, **body})],
        joints=[joint],
    )


def shaken(mechanism):
    """Return the same under 400 N at 30 Hz: it flies from one side to the other, and is pressed
    there.
    """
    return dataclasses.replace(
        mechanism,
        forces=[gd.Force("shake", body="disc", force=(0, 1), magnitude=gd.Harmonic(400.0, 30.0))],
    )


def thrown(fit, speed, **body):
    """Return a disc that is about to hit its bearing."""
    return journal(fit, mass=0.3, position=(0, -GAP + 1e-6), velocity=(0, -speed), **body)


def stopped(contact):
    """Return a slider between two stops."""
    stops = gd.Stop(lower=-GAP, upper=GAP, contact=contact)
    joint = gd.Translational(
        "J", between=("ground", "disc"), point=(0, 0), axis=(0, 1), stops=stops
    )
    return gd.Mechanism(
        plane="xy", bodies=[gd.Body("disc", mass=1.0, inertia=1e-3)], joints=[joint]
    )


def dry(contact, **more):
    return gd.Clearance(contact=contact, start="as-described", **more)


ELASTO_PLASTIC = gd.ElastoPlastic(0.1, mu_s=0.2, v_s=1e-2, sigma_0=1e4, sigma_1=30.0)
CASES = {
    "layer": (thrown(dry(**LAYER), 0.05), 0.004),
    "layer, shaken": (shaken(journal(dry(**LAYER))), 0.05),
    "film": (thrown(FILM, 0.3), 0.01),
    "film, shaken": (shaken(journal(FILM)), 0.05),
    "clearance, shaken": (shaken(journal(dry(gd.LankaraniNikravesh(1e9, 0.7)))), 0.05),
    "stop, shaken": (shaken(stopped(gd.Flores(1e9, 0.5))), 0.05),
    "bristles": (
        thrown(
            dry(gd.LankaraniNikravesh(1e7, 0.8), friction=ELASTO_PLASTIC),
            0.05,
            angular_velocity=4.0,
        ),
        0.008,
    ),
    "bushing, shaken": (shaken(journal(gd.Bushing(radial=gd.Compliance(1e6, damping=50.0)))), 0.05),
}


def end(mechanism, duration, rtol, method):
    """Return the velocity at the end, and how many events there were."""
    run = gd.simulate(mechanism, duration, rtol=rtol, method=method, output_times=[0, duration])
    return run.body("disc").velocity[-1], run.statistics["events"]


def fastest(mechanism, duration):
    """Return the largest speed of a point of the disc at the characteristic length, of which
    rtol is a part at least.
    """
    run = gd.simulate(mechanism, duration, output_step=duration / 400)
    return np.max(np.linalg.norm(run.body("disc").velocity, axis=1))


def growth(mechanism, duration, exact, speed):
    """Return how far an error of one tolerance at the start, of position or of velocity, grows
    until the end: by runs that start so.
    """
    disc, found = mechanism.bodies[0], [1.0]
    for name, size in (("position", RADIUS), ("velocity", speed)):
        nudged = dataclasses.replace(
            disc, **{name: np.asarray(getattr(disc, name))[:2] + (0, NUDGE * size)}
        )
        changed, _ = end(dataclasses.replace(mechanism, bodies=[nudged]), duration, 1e-13, "dop853")
        found.append(np.max(np.abs(changed - exact)) / (NUDGE * speed))
    return max(found)


@pytest.mark.parametrize("name", CASES)
def test_the_error_is_a_few_tolerances_for_each_event_and_falls_with_them(name):
    mechanism, duration = CASES[name]
    exact, events = end(mechanism, duration, 1e-13, "dop853")
    speed = fastest(mechanism, duration)
    allowed = PER_EVENT * (1 + events) * growth(mechanism, duration, exact, speed) * np.array(RTOLS)
    for method in ("auto", "dop853", "radau"):
        errors = np.array(
            [
                np.max(np.abs(end(mechanism, duration, rtol, method)[0] - exact)) / speed
                for rtol in RTOLS
            ]
        )
        np.testing.assert_array_less(errors, allowed, err_msg=method)
        assert errors[-1] < 1e-2 * max(errors[0], RTOLS[0]), method


# -- a corner that a law does not declare ----------------------------------------------------------


@gd.law
class Stiffening(gd.NormalLaw):
    """A spring that is five times as stiff beyond a depth, and does not say where."""

    stiffness: float = gd.param("K", "N/m", "at the first touch", gt=0)
    depth: float = gd.param("d", "m", "from which on it is five times as stiff", gt=0)

    @staticmethod
    def force(delta, delta_dot, delta_dot_impact, K, d):
        """F_N = K δ + 4 K (δ − d) beyond d"""
        return K * delta + 4.0 * K * max(delta - d, 0.0)


def test_a_hidden_corner_is_seldom_passed_unseen():
    """The spring gives back all that it took: 50 mm/s. No estimate sees every corner that is not
    declared, and single runs are off by some fifty tolerances, with dop853 by hundreds; but of
    these 120 runs 3 are off by more than ten, before 38 were.
    """
    errors = []
    for depth in (8e-6, 1.2e-5, 1.6e-5):
        mechanism = thrown(dry(Stiffening(1e6, depth)), 0.05)
        errors += [
            abs(end(mechanism, 0.006, rtol, "auto")[0][1] - 0.05) / (0.05 * rtol)
            for rtol in np.logspace(-6, -10.5, 40)
        ]
    assert np.mean(np.array(errors) > 10) < 0.1
