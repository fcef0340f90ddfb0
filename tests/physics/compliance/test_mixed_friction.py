"""Friction at the ends of axial and torsional play of mixed joints: spinning, sliding and impact
against closed forms.
"""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.model import files
from gudgeon.model.describe import of_joints

MASS, INERTIA, G, MU = 1.5, 0.02, 9.81, 0.2
GAP, R_I, R_J = 2e-4, 0.012, 0.01
SPRING = gd.Hertz(1e7, exponent=1.0)
Z = {
    "between": ("ground", "body"),
    "local_points": ((0, 0, 0), (0, 0, 0)),
    "local_axes": ((0, 0, 1), (0, 0, 1)),
}
RADII = {"bearing_radius": R_I, "journal_radius": R_J}
LAWS = pytest.mark.parametrize(
    "friction", [gd.Threlfall(MU, v_1=1e-4), gd.Dahl(MU, sigma_0=1e7)], ids=["Threlfall", "Dahl"]
)
REST = GAP + MASS * G / SPRING.stiffness  # below the middle, where the lower end carries the weight


def lying(joint, gravity=(0, 0, -G), forces=(), **body):
    """Return a body, where it is described, in a joint of the ground along z."""
    made = gd.Body("body", mass=MASS, inertia=(INERTIA,) * 3, **body)
    return gd.Mechanism(gravity=gravity, bodies=[made], joints=[joint], forces=list(forces))


def run(model, duration=0.02):
    result = gd.simulate(model, duration, rtol=1e-10, atol=1e-13, output_step=duration / 20)
    kinetic = result.energy.kinetic[0]
    np.testing.assert_allclose(result.energy.balance, 0, atol=1e-8 * kinetic)
    assert result.energy["lost:J:friction"][-1] == pytest.approx(
        kinetic - result.energy.kinetic[-1], rel=1e-6
    )
    return result


def rate(t, values):
    """Return how fast numbers fall, bristles being bent after the first row."""
    return (values[1] - values[1:][1:]) / (t[2:] - t[1])


@LAWS
@pytest.mark.parametrize(
    ("sizes", "ring"),
    [
        ({"bearing_length": 0.03, "axial_clearance": GAP}, 2 / 3 * R_J),
        ({}, 2 / 3 * R_J),
        ({"bearing_length": 0.03, "journal_length": 0.03 + 2 * GAP}, R_I),
        ({"end_radii": (0.02, 0.03)}, 2 / 3 * (0.03**3 - 0.02**3) / (0.03**2 - 0.02**2)),
    ],
    ids=["full end", "without lengths", "edge of the bore", "ring"],
)
def test_ends_of_axial_play_resist_spinning_as_a_disc_or_ring(sizes, ring, friction):
    """I w' = -mu m g rho, with 2/3 of the radius of a full face. Threlfall's law is exact from
    v_1 = 1e-4 m/s on, at least 0.3 m/s here.
    """
    fit = gd.Mixed(axial=gd.Play(GAP, contact=SPRING, friction=friction), start="as-described")
    model = lying(
        gd.Revolute("J", **Z, **RADII, **sizes, fit=fit),
        position=(0, 0, -REST),
        angular_velocity=(0, 0, 50.0),
    )
    result = run(model)
    slowing = rate(result.t, result.body("body").angular_velocity[:, 2])
    np.testing.assert_allclose(slowing, MU * MASS * G * ring / INERTIA, rtol=1e-7)
    np.testing.assert_allclose(result.joint("J").torque[1:, 2], -MU * MASS * G * ring, rtol=1e-7)


@LAWS
@pytest.mark.parametrize("kind", ["hinge", "plane"])
def test_ends_of_axial_play_resist_sliding_across_the_axis(kind, friction):
    """m v' = -mu m g: a thrust face whose wall is far away, or a point on a plane that has play."""
    end = gd.Play(GAP, contact=SPRING, friction=friction)
    if kind == "hinge":
        joint = gd.Revolute(
            "J",
            **Z,
            **RADII,
            fit=gd.Mixed(axial=end, radial="free", torsion="held", start="as-described"),
        )
    else:
        joint = gd.Planar("J", **Z, fit=gd.Mixed(axial=end, start="as-described"))
    result = run(lying(joint, position=(0, 0, -REST), velocity=(0.6, 0.8, 0)))
    speed = np.linalg.norm(result.body("body").velocity[:, :2], axis=1)
    np.testing.assert_allclose(rate(result.t, speed), MU * G, rtol=1e-7)
    touch = result.contact("J.play axial lower")
    np.testing.assert_allclose(
        touch.friction[1:], MU * MASS * G * np.tile((-0.6, -0.8, 0), (20, 1)), rtol=1e-6, atol=1e-6
    )
    assert not result.contact("J.play axial upper").friction.any()


@pytest.mark.parametrize("side", [1, -1])
@LAWS
def test_flanks_of_torsional_play_rub_along_the_axis(friction, side):
    """A moment M throws the journal against its flanks, at its radius R: m (v_0 - v) = mu/R times
    their impulse, which is M t - I w.

    Bristles lag behind a load that grows by mu F_N/(sigma_0 v): they miss (mu F_N)^2/(2 sigma_0 v)
    of the impulse, at a peak of 172 N and 2.6 m/s 6e-4 N s in each of two contacts.
    """
    moment = 2.0
    fit = gd.Mixed(
        torsion=gd.Play(1e-3, contact=gd.Hertz(1e4, exponent=1.0), friction=friction),
        start="as-described",
    )
    load = gd.Torque("M", body="body", torque=(0, 0, side * moment))
    result = gd.simulate(
        lying(gd.Cylindrical("J", **Z, **RADII, fit=fit), (0, 0, 0), [load], velocity=(0, 0, 3.0)), 0.02, rtol=1e-10, atol=1e-13,
        output_step=1e-3,
    )  # fmt: skip
    velocity, spin = result.body("body").velocity[:, 2], result.body("body").angular_velocity[:, 2]
    impulse = moment * result.t - side * INERTIA * spin
    touched, bristles = impulse > 1e-3, isinstance(friction, gd.Dahl)
    assert np.count_nonzero(touched) > 10
    np.testing.assert_allclose(
        MASS * (3.0 - velocity)[touched],
        MU / R_J * impulse[touched],
        rtol=1e-7,
        atol=1.2e-3 if bristles else 0,
    )
    touch = result.contact(f"J.play torsion {'upper' if side > 0 else 'lower'}")
    assert (
        touch.quantities["normal_force"] == "N*m"
        and touch.quantities["friction"] == "N"
        and touch.quantities["point"] == "m"
    )
    if not bristles:
        np.testing.assert_allclose(touch.friction[:, 2], -MU / R_J * touch.normal_force, rtol=1e-9)
    lost = 0.5 * MASS * (velocity[0] ** 2 - velocity[-1] ** 2)
    assert result.energy["lost:J:friction"][-1] == pytest.approx(lost, rel=1e-8)


def test_impact_on_an_end_brakes_the_rotation_in_proportion_to_its_impulse():
    """I dw = -mu rho m (1 + x) v with the rebound x of the law, whatever the force does
    meanwhile; the spin is far from zero.
    """
    law, speed, spin = gd.LankaraniNikravesh(1e9, 0.6), 0.2, 80.0
    fit = gd.Mixed(
        axial=gd.Play(GAP, contact=law, friction=gd.Threlfall(MU, v_1=1e-4)), start="as-described"
    )
    model = lying(
        gd.Revolute("J", **Z, **RADII, fit=fit),
        (0, 0, 0),
        velocity=(0, 0, speed),
        angular_velocity=(0, 0, spin),
    )
    result = gd.simulate(model, 3e-3, rtol=1e-11, atol=1e-14)
    assert len(result.impacts) == 1 and result.impacts[0].end < 3e-3
    change = MU * 2 / 3 * R_J * MASS * (1 + law.rebound()) * speed / INERTIA
    assert spin - result.body("body").angular_velocity[-1, 2] == pytest.approx(change, rel=1e-7)


def test_layer_before_an_end_carries_its_friction_too():
    """The weight lies on the layer alone: its force, not a law of hard contact, is what rubs."""
    layer = {"bushing": 1e6, "thickness": 1e-4, "blend": 1e-6}
    fit = gd.Mixed(
        axial=gd.Play(GAP, contact=gd.Hertz(1e10), friction=gd.Threlfall(MU, v_1=1e-4), **layer),
        start="as-described",
    )
    at = (0, 0, -GAP - MASS * G / 1e6)
    result = run(
        lying(gd.Revolute("J", **Z, **RADII, fit=fit), position=at, angular_velocity=(0, 0, 50.0))
    )
    slowing = rate(result.t, result.body("body").angular_velocity[:, 2])
    np.testing.assert_allclose(slowing, MU * MASS * G * 2 / 3 * R_J / INERTIA, rtol=1e-7)


@pytest.mark.parametrize("motion", ["axial", "torsion"])
def test_radii_are_asked_for(motion):
    part = gd.Play(0.1, contact=SPRING, friction=gd.Coulomb(0.1))
    with pytest.raises(
        gd.InputError,
        match=r"^joints\.J\.bearing_radius: is missing: (ends that rub|flanks that stop)",
    ):
        lying(gd.Cylindrical("J", **Z, fit=gd.Mixed(**{motion: part})))


def test_a_file_says_it_and_a_result_is_read_again(tmp_path):
    end = gd.Play(GAP, contact=SPRING, friction=gd.Coulomb(0.1))
    fit = gd.Mixed(
        axial=end, torsion=gd.Play(0.1, contact=SPRING, friction=gd.Dahl(0.2, sigma_0=1e6))
    )
    model = lying(gd.Revolute("J", **Z, **RADII, fit=fit))
    assert files.loads(files.dumps(model)) == model
    (sentence,) = of_joints(model)
    assert (
        "axial play (clearance 0.0002 m, contact hertz (stiffness 1e+07 N/m^n, exponent 1), "
        "friction coulomb (mu_k 0.1" in sentence
    )
    assert "friction dahl (mu_k 0.2" in sentence
    result = gd.simulate(model, 0.01)
    result.save(tmp_path / "run.h5")
    again = gd.load(tmp_path / "run.h5")
    np.testing.assert_array_equal(
        again.contact("J.play axial lower").friction, result.contact("J.play axial lower").friction
    )
    again.report(tmp_path / "run.html")
    plain = gd.simulate(
        lying(gd.Revolute("J", **Z, fit=gd.Mixed(axial=gd.Play(GAP, contact=SPRING)))), 1e-3
    )
    assert set(plain.contact("J.play axial lower").quantities) == {
        "penetration",
        "rate",
        "normal_force",
    }
