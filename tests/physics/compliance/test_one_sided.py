"""Bushings that never pull, and dampers given by tables: steps end where their forces jump or
have a corner.
"""

import numpy as np
import pytest

import gudgeon as gd

MASS, STIFFNESS, DAMPING, SPEED = 1.0, 2e5, 400.0, 0.3
RATES = (-1.0, -0.4, -0.1, 0.1, 0.4, 1.0)
DAMPER = gd.Table(RATES, (-30.0, -5.0, -2.0, 2.0, 5.0, 30.0))


def thrown(fit=None, forces=(), speed=SPEED, **joint):
    """Return a body of 1 kg that is thrown along a slider; it is small, so that positions have a
    small tolerance too.
    """
    body = gd.Body("b", mass=MASS, inertia=gd.Sphere(0.01), velocity=(0, 0, speed))
    given = {"fit": fit} if fit is not None else {}
    guide = gd.Translational(
        "J", between=("ground", "b"), point=(0, 0, 0), axis=(0, 0, 1), **given, **joint
    )
    return gd.Mechanism(bodies=[body], joints=[guide], forces=list(forces))


def velocity_on_one_sided_bushing(times):
    """Return the velocity of a body thrown into a bushing that never pulls, from its centre.

    It swings as on any spring and damper until these together would pull, where the acceleration
    vanishes; from there it flies back to the centre and goes into the other side, slower by the
    same factor each time.
    """
    decay = DAMPING / (2 * MASS)
    w = np.sqrt(STIFFNESS / MASS - decay**2)
    held = (np.pi - np.arctan(2 * decay * w / (w**2 - decay**2))) / w
    factor = np.exp(-decay * held) * (np.cos(w * held) - decay / w * np.sin(w * held))
    flight = -np.exp(-decay * held) * np.sin(w * held) / w / factor
    pushes, since = np.divmod(times, held + flight)
    swinging = np.exp(-decay * since) * (np.cos(w * since) - decay / w * np.sin(w * since))
    return SPEED * factor**pushes * np.where(since < held, swinging, factor)


@pytest.mark.parametrize(
    ("method", "share"), [("dop853", 10), ("tsit5", 20), ("radau", 20), ("auto", 40)]
)
@pytest.mark.parametrize("rtol", [1e-6, 1e-8])
def test_a_one_sided_bushing_is_left_and_entered_at_steps(method, share, rtol):
    """Some ten tolerances, as on a bushing that is smooth (adams, with which ``auto`` begins,
    has forty there).
    """
    fit = gd.Bushing(axial=gd.Compliance(STIFFNESS, damping=DAMPING, unilateral=True))
    result = gd.simulate(thrown(fit), 0.1, method=method, rtol=rtol, output_step=5e-4)
    error = np.abs(result.body("b").velocity[:, 2] - velocity_on_one_sided_bushing(result.t))
    assert error.max() < share * rtol * SPEED


def test_a_preloaded_one_sided_bushing_pushes_where_its_parts_together_push():
    """Elastic force -15 N and damping 20 N a side are together 5 N back to the centre, not 20 N;
    with 10 N there is none.
    """
    for damping, expected in ((20.0, 5.0), (10.0, 0.0)):
        fit = gd.Bushing(
            axial=gd.Compliance(100.0, damping=damping, preload=-25.0, unilateral=True),
            start="as-described",
        )
        body = gd.Body(
            "b", mass=1e9, inertia=(1e9,) * 3, position=(0, 0, 0.1), velocity=(0, 0, 1.0)
        )
        guide = gd.Translational(
            "J",
            between=("ground", "b"),
            local_points=((0, 0, 0), (0, 0, 0)),
            local_axes=((0, 0, 1),) * 2,
            fit=fit,
        )
        result = gd.simulate(gd.Mechanism(bodies=[body], joints=[guide]), 1e-6)
        assert result.joint("J").force[0, 2] == pytest.approx(-expected, abs=1e-6)


@pytest.mark.parametrize("damping", [None, 0.5, 40.0], ids=["undamped", "damped", "overdamped"])
@pytest.mark.parametrize("preload", [-25.0, 25.0])
def test_a_preloaded_one_sided_bushing_stores_the_work_of_the_force_it_exerts(preload, damping):
    """With 1000 N/m and 25 N: from the centre (25 x + 500 x²) where the preload presses, 500 (|x| -
    25 mm)² where it lifts, and 0 before.

    A body thrown to either side passes both and comes back; the ledger closes to some hundred
    tolerances of its 0.6 J.
    """
    fit = gd.Bushing(axial=gd.Compliance(1000.0, damping=damping, preload=preload, unilateral=True))
    result = gd.simulate(
        thrown(fit, speed=-1.1 * np.sign(preload)), 0.2, rtol=1e-9, output_step=1e-3
    )
    x = np.sign(preload) * result.joint("J").displacement
    stored = np.where(x > 0, 25 * x + 500 * x**2, 500 * np.maximum(-x - 0.025, 0) ** 2)
    assert x.min() < -0.03
    np.testing.assert_allclose(result.energy["stored:J"], stored, atol=1e-12)
    energy = result.energy
    assert np.abs(energy.balance).max() < 1e-7 * 0.6
    if damping is not None:
        lost = energy["lost:J:damping"]
        assert lost[-1] > 0 and np.diff(lost).min() > -1e-9


def damped_by_table(kind):
    """Return a body that a table damps: in a bushing, by a spring of the joint, by a spring
    between points, by a layer on a stop.
    """
    if kind == "bushing":
        return thrown(gd.Bushing(axial=gd.Compliance(300.0, damping=DAMPER)), speed=1.3)
    if kind == "joint spring":
        return thrown(
            forces=[gd.JointSpring("S", joint="J", stiffness=300.0, damping=DAMPER)], speed=1.3
        )
    if kind == "spring":
        ends = ((0, 0, -2.0), (0, 0, 0))
        return thrown(
            forces=[
                gd.Spring(
                    "S", between=("ground", "b"), points=ends, stiffness=300.0, damping=DAMPER
                )
            ],
            speed=1.3,
        )
    layer = gd.Compliance(300.0, damping=DAMPER)
    stop = gd.Stop(upper=0.0, contact=gd.Hertz(1e7), bushing=layer, thickness=1.0)
    return thrown(stops=stop, speed=1.3)


@pytest.mark.parametrize("kind", ["bushing", "joint spring", "spring", "layer"])
def test_steps_end_on_the_knots_of_a_damping_table(kind):
    """Against a solution with a tolerance a thousand times smaller; across knots the error is
    hundreds of tolerances.
    """
    duration = 0.08 if kind == "layer" else 0.5
    coarse, fine = (
        gd.simulate(damped_by_table(kind), duration, method="dop853", rtol=r, output_step=0.01)
        for r in (1e-9, 1e-12)
    )
    error = np.abs(coarse.body("b").velocity[:, 2] - fine.body("b").velocity[:, 2]).max()
    assert error < 30 * 1e-9 * 1.3
    speeds = fine.body("b").velocity[:, 2]
    crossed = sum(np.count_nonzero(np.diff(np.sign(speeds - rate))) for rate in RATES)
    assert crossed > 2
    assert coarse.statistics["events"] >= crossed
