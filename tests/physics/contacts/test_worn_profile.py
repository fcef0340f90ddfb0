"""A journal in a worn bore: round profiles against a greater clearance, the swing in an oval bore
in closed form, a bouncing journal by SciPy, the surfaces themselves, energy, held contacts, files.
"""

import dataclasses

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import gudgeon as gd
from tests.physics.contacts.test_ledger import turnover
from tests.physics.test_resume import same
from tests.support.worn_bores import border
from tests.support.worn_shafts import CLEARANCE, GRAVITY, MASS, RADIUS, turning_shaft

FRAMES = ["cartesian", "joint"]
DOWN = -np.pi / 2
SECTORS = 72
MIDDLES = 2 * np.pi * (np.arange(SECTORS) + 0.5) / SECTORS


def direction_of_h(mechanism, joint="J"):
    """Return the angle of the joint's direction h at the start [rad]."""
    from gudgeon.assembly.joint_frames import joint_frame

    h = joint_frame(mechanism, joint).axes_i[0]
    return float(np.arctan2(h[1], h[0]))


def oval(size, mechanism=None, bottom=DOWN):
    """Return depths size (1 + cos 2 (angle - bottom)), deepest at the bottom and the top."""
    angle = MIDDLES + direction_of_h(mechanism or turning_shaft()) - bottom
    return tuple(size * (1 + np.cos(2 * angle)))


def thrown(depths, contact, **body) -> gd.Mechanism:
    """Return the shaft, which does not turn, somewhere in its worn bore."""
    made = turning_shaft(bearing_wear=depths, point=None, local_points=((0, 0), (0, 0)))
    shaft = dataclasses.replace(made.bodies[0], angular_velocity=0.0, **body)
    fit = gd.Clearance(contact=contact, start="as-described")
    return dataclasses.replace(made, bodies=[shaft]).with_fit("J", fit)


def crank(**joint) -> gd.Mechanism:
    """Return the slider-crank with friction in its loose gudgeon pin, some sizes of it changed."""
    made = gd.library("planar-slider-crank", C="clearance-friction")
    return made.with_values({f"joints.C.{name}": value for name, value in joint.items()})


WORN = tuple(5e-5 * (1 + np.sin(2 * MIDDLES + 0.4)))


# -- a profile that is round -----------------------------------------------------------------------

FRICTIONS = {
    "smooth": None,
    "rough": gd.Coulomb(0.1, v_1=1e-3),
    "bristles": gd.Dahl(0.1, sigma_0=1e5),
}


def test_a_bore_without_clearance_may_have_a_profile_without_depth():
    """The shaft sinks into it as into a round one; a thousand times what a step may err."""
    times, tight = np.linspace(0, 0.02, 21), {"bearing_radius": RADIUS}
    first, second = (
        gd.simulate(made, 0.02, output_times=times, rtol=1e-10)
        for made in (turning_shaft(**tight), turning_shaft(**tight, bearing_wear=(0.0,) * 16))
    )
    sunk = [-result["J.eccentricity"][:, 1] for result in (first, second)]
    np.testing.assert_allclose(sunk[1], sunk[0], rtol=0, atol=1e-7 * sunk[0].max())


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("friction", FRICTIONS)
def test_a_bore_worn_evenly_is_a_greater_clearance(friction, frame):
    """The same contacts and rows but for rounding, 1e-12 of the clearance, which every impact
    enlarges.
    """
    worn = 0.3 * CLEARANCE
    sizes = {"bearing_radius": RADIUS + CLEARANCE - worn, "bearing_wear": (worn,) * 24}
    fit = dataclasses.replace(turning_shaft().joint("J").fit, friction=FRICTIONS[friction])
    times = np.linspace(0, 0.05, 51)
    first, second = (
        gd.simulate(made.with_fit("J", fit), 0.05, coordinates=frame, output_times=times)
        for made in (turning_shaft(), turning_shaft(**sizes))
    )
    assert len(first.impacts) == len(second.impacts) >= 3
    for name in ("start", "peak_force"):
        np.testing.assert_allclose(second.impacts[name], first.impacts[name], rtol=1e-7)
    np.testing.assert_allclose(
        second.joint("J").orbit, first.joint("J").orbit, rtol=0, atol=1e-7 * CLEARANCE
    )


@pytest.mark.parametrize("support", ["ends", "strips"])
def test_a_bore_in_space_worn_evenly_is_a_greater_clearance(support):
    """The shaft hangs on one side and tilts in its bearing. Rounding, of 1e-16 m/c = 1e-12, grows
    with every impact; what the tilt does to a depth, r beta^2/2, is 1e-4 of the clearance.
    """
    fit = gd.Clearance(
        contact=gd.LankaraniNikravesh(1e9, restitution=0.5),
        friction=gd.Coulomb(0.1, v_1=1e-2),
        support=support,
    )

    def shaft(**sizes):
        hinge = gd.Revolute(
            "J", between=("ground", "shaft"), point=(0, 0, 0), axis=(0, 0, 1), journal_radius=RADIUS, bearing_length=0.041,
            journal_length=0.04, fit=fit, **sizes,
        )  # fmt: skip
        body = gd.Body(
            "shaft", mass=1.0, inertia=(1e-3, 1e-3, 5e-4), position=(0.004, 0, 0.005), angular_velocity=(0, 0, 100.0)
        )  # fmt: skip
        return gd.Mechanism(gravity=(0, -GRAVITY, 0), bodies=[body], joints=[hinge])

    first, second = (
        gd.simulate(made, 0.01, output_times=np.linspace(0, 0.01, 51))
        for made in (
            shaft(bearing_radius=RADIUS + 1e-4),
            shaft(bearing_radius=RADIUS + 7e-5, bearing_wear=(3e-5,) * 36),
        )
    )
    assert len(first.impacts) == len(second.impacts) >= 3
    assert np.max(first.joint("J").misalignment) > 1e-4
    np.testing.assert_allclose(
        second.joint("J").orbit, first.joint("J").orbit, rtol=0, atol=1e-6 * CLEARANCE
    )


# -- a profile that is not -------------------------------------------------------------------------


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("size", [-1e-5, 1e-5])
def test_a_journal_swings_in_an_oval_bore_as_a_pendulum_of_its_radius_of_curvature(size, frame):
    """On its border, which is delta farther out, the centre is a pendulum of length c + w + w'' +
    delta. Of the spline of w = a (1 + cos 2x) the middle of a sector has a (1 + (2 + cos 2s)/3) and
    its second derivative is -2 a (1 - cos 2s)/s^2, where s is a sector. An amplitude of 3e-3 of that
    length changes the period by some of its square, 1e-5; the tolerance, 1e-11 of the mechanism's
    size, is 1e-6 of it.
    """
    stiffness = 1e9
    bottom = DOWN + np.pi / SECTORS  # the middle of a sector
    s = 2 * np.pi / SECTORS
    depth, bend = size * (2 + np.cos(2 * s)) / 3, -2 * size * (1 - np.cos(2 * s)) / s**2
    sunk = (MASS * GRAVITY / stiffness) ** (2 / 3)
    length = CLEARANCE + abs(size) + depth + bend + sunk
    n, t = np.array((np.cos(bottom), np.sin(bottom))), np.array((-np.sin(bottom), np.cos(bottom)))
    place = (CLEARANCE + abs(size) + depth + sunk) * n + 3e-3 * length * t
    depths = oval(abs(size), bottom=bottom if size > 0 else bottom + np.pi / 2)
    made = thrown(depths, gd.Hertz(stiffness), position=tuple(place))
    made = dataclasses.replace(made, gravity=tuple(GRAVITY * n))
    result = gd.simulate(made, 0.2, rtol=1e-11, output_step=1e-5, coordinates=frame)
    swing = result.body("shaft").position[:, :2] @ t
    zeros = np.flatnonzero(np.diff(np.sign(swing)))
    share = swing[zeros] / (swing[zeros] - swing[zeros + 1])
    moments = result.t[zeros] + share * (result.t[zeros + 1] - result.t[zeros])
    period = 2 * (moments[-1] - moments[0]) / (len(moments) - 1)
    assert len(moments) > 15
    assert period == pytest.approx(2 * np.pi * np.sqrt(length / GRAVITY), rel=1e-4)
    # a round bore would give another one
    assert abs(length - CLEARANCE - abs(size) - depth) > 0.2 * length


@pytest.mark.parametrize("frame", FRAMES)
def test_a_bouncing_journal_is_that_of_scipy(frame):
    """Free flights and elastic impacts of a ball in an oval bore, whose greatest depth SciPy's
    side finds by its own spline and Newton's method from 720 directions.
    """
    depths, stiffness = oval(3e-5), 1e9
    w = border(depths)
    angles = np.linspace(0, 2 * np.pi, 720, endpoint=False)
    table, zero = w(angles), direction_of_h(turning_shaft())

    def contact(e):
        angle = angles[np.argmax(e[0] * np.cos(angles) + e[1] * np.sin(angles) - table)]
        for _ in range(8):
            across, along = e[1] * np.cos(angle) - e[0] * np.sin(angle), e @ (np.cos(angle), np.sin(angle))  # fmt: skip
            angle += (across - w(angle, 1)) / (along + w(angle, 2))
        n = np.array((np.cos(angle), np.sin(angle)))
        return e @ n - CLEARANCE - w(angle), n

    turn = np.array([[np.cos(zero), np.sin(zero)], [-np.sin(zero), np.cos(zero)]])
    gravity = turn @ np.array((0, -GRAVITY))

    def rates(t, y):
        if np.hypot(*y[:2]) < CLEARANCE:
            return np.concatenate([y[2:], gravity])
        depth, n = contact(y[:2])
        return np.concatenate([y[2:], gravity - stiffness * max(depth, 0.0) ** 1.5 / MASS * n])

    start, speed = np.array((1e-5, 2e-5)), np.array((0.2, -0.1))
    times = np.linspace(0, 0.03, 61)
    y_0 = np.concatenate([turn @ start, turn @ speed])
    found = solve_ivp(rates, (0, 0.03), y_0, "DOP853", times, rtol=1e-10, atol=1e-14, max_step=5e-5)
    made = thrown(depths, gd.Hertz(stiffness), position=tuple(start), velocity=tuple(speed))
    result = gd.simulate(made, 0.03, rtol=1e-11, output_times=times, coordinates=frame)
    assert len(result.impacts) >= 4
    np.testing.assert_allclose(result.joint("J").orbit, found.y[:2].T, atol=1e-6 * CLEARANCE)


def test_the_depth_is_that_of_the_surfaces_to_first_order():
    """The journal's circle, at e, against the bore R + w(angle), point by point: beside e.n - c -
    w there is e^2/(2 R), and w at a point that stands e/R beside the direction.
    """
    depths = oval(3e-5)
    made = turning_shaft(bearing_wear=depths)
    result = gd.simulate(made, 0.02, output_step=1e-4)
    w, ways = border(depths), np.linspace(0, 2 * np.pi, 20_000)
    steepest = np.max(np.abs(w(ways, 1)))
    orbit = result.joint("J").orbit
    found = result.data["contact_penetration"][:, 0]
    for e, delta in zip(orbit[::10], found[::10], strict=True):
        x, y = e[0] + RADIUS * np.cos(ways), e[1] + RADIUS * np.sin(ways)
        beyond = np.hypot(x, y) - RADIUS - CLEARANCE - w(np.arctan2(y, x))
        size = np.hypot(*e)
        assert delta == pytest.approx(
            beyond.max(), abs=size**2 / (2 * RADIUS) + steepest * size / RADIUS + 1e-12
        )


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("method", ["auto", "dop853", "radau"])
def test_the_ledger_closes(method, frame):
    """As in test_ledger.py, with impacts and friction in a worn bore."""
    result = gd.simulate(
        crank(bearing_wear=WORN), 2e-3, rtol=1e-10, method=method, coordinates=frame
    )
    assert len(result.impacts) >= 1
    assert np.max(np.abs(result.energy.balance)) < 1e-9 * turnover(result.energy)


def test_a_journal_that_rests_in_its_groove_is_held_there():
    """Held and followed contacts give the same motion, to ten tolerances of the bore's size (see
    test_held_contacts.py).
    """
    made = turning_shaft(bearing_wear=oval(2e-5))
    body = dataclasses.replace(made.bodies[0], angular_velocity=0.0)
    made = dataclasses.replace(made, bodies=[body])
    times = np.linspace(0, 0.5, 26)
    held, followed = (
        gd.simulate(made, 0.5, method="adams", hold=hold, output_times=times, rtol=1e-6)
        for hold in (True, False)
    )
    assert held.statistics["held_time"] > 0.2
    np.testing.assert_allclose(
        held.joint("J").orbit[-5:], followed.joint("J").orbit[-5:], rtol=0, atol=1e-5 * RADIUS
    )


# -- runs that are cut, saved and read -------------------------------------------------------------


@pytest.mark.parametrize("frame", FRAMES)
def test_a_run_goes_on_as_if_it_had_not_been_cut(frame, tmp_path):
    given = {"coordinates": frame, "output_step": 1e-5}
    whole = gd.simulate(crank(bearing_wear=WORN), 4e-3, **given)
    file = tmp_path / "part.h5"
    gd.simulate(crank(bearing_wear=WORN), 1.7e-3, **given, out=file)
    assert same(gd.resume(file, 4e-3), whole)


def test_a_worn_bore_is_kept_in_files(tmp_path):
    made = crank(bearing_wear=WORN)
    gd.write(made, tmp_path / "crank.yaml")
    again = gd.read(tmp_path / "crank.yaml")
    assert again == made and again.joint("C").bearing_wear == made.joint("C").bearing_wear
    result = gd.simulate(made, 1e-3)
    result.save(tmp_path / "run.h5")
    assert gd.load(tmp_path / "run.h5").mechanism == made
    assert same(gd.simulate(again, 1e-3), result)


def test_what_does_not_follow_a_profile_says_so():
    film = gd.library("planar-slider-crank", C="lubricated").joint("C").fit
    for fit, says in (
        (film, "film"),
        (gd.Bushing(radial=1e6), "bushing"),
        (gd.Mixed(radial=gd.Play(contact=gd.Hertz(1e9))), "play"),
    ):
        with pytest.raises(gd.InputError, match=f"bearing_wear.*{says}"):
            crank(bearing_wear=WORN).with_fit("C", fit)
    with pytest.raises(gd.InputError, match=r"bearing_wear.*sectors"):
        turning_shaft(bearing_wear=(0.0,) * 7)
    with pytest.raises(gd.InputError, match=r"bearing_wear.*negative|bearing_wear.*>= 0"):
        turning_shaft(bearing_wear=(-1e-6,) * 8)
    with pytest.raises(gd.InputError, match=r"bearing_wear.*groove at 12.5 deg"):
        turning_shaft(bearing_wear=(0, 0, 1e-5, *[0] * 69))
    for depth in (0.11 * RADIUS, 1.0, 1.7e308):
        with pytest.raises(gd.InputError, match=r"bearing_wear.*not small against"):
            turning_shaft(bearing_wear=(depth,) * 72)
    assert gd.simulate(crank(bearing_wear=WORN).with_fit("C", gd.Ideal()), 1e-4).rows
