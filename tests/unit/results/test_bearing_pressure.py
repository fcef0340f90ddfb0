"""Pressures in bearings, against formulas worked by hand."""

from types import SimpleNamespace

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.results.bearing_pressure import equivalent_modulus, hertz_pressure
from tests.support.clearance_results import result

STEEL = {"E": 207e9, "nu": 0.3, "bearing_radius": 10e-3, "journal_radius": 9.5e-3}
E_STAR = 207e9 / (2 * (1 - 0.3**2))
R = 10e-3 * 9.5e-3 / 0.5e-3


def test_the_modulus_is_that_of_the_materials() -> None:
    """From Hertz's stiffness, and from a law that has it as a parameter."""
    law = gd.LankaraniNikravesh.from_materials(**STEEL, restitution=0.9)
    assert equivalent_modulus(law, R) == pytest.approx(E_STAR, rel=1e-14)
    law = gd.Esdu78035.from_materials(**STEEL, length=20e-3, restitution=0.9)
    assert equivalent_modulus(law, R) == pytest.approx(E_STAR, rel=1e-14)
    assert equivalent_modulus(gd.KelvinVoigt(stiffness=1e6, restitution=0.9), R) is None
    assert equivalent_modulus(gd.Hertz(stiffness=1e9, exponent=1.3), R) is None


def test_a_ball_is_pressed_as_its_own_indentation_says() -> None:
    """Hertz: F = K d^1.5 and a^2 = R d give p = 3 F / (2 pi a^2), another form of the same."""
    law = gd.Hertz(stiffness=4 / 3 * E_STAR * np.sqrt(R))
    joint = SimpleNamespace(
        radii=lambda: (10e-3, 9.5e-3), projected_area=lambda planar: 1.0, bore="sphere",
        fit=SimpleNamespace(contact=law),
    )  # fmt: skip
    depth = np.array([1e-7, 1e-6, 1e-5])
    force = law.stiffness * depth**1.5
    found = hertz_pressure(joint, force, planar=False)
    assert found == pytest.approx(3 * force / (2 * np.pi * R * depth), rel=1e-13)


def test_a_journal_is_pressed_as_the_width_of_its_contact_says() -> None:
    """Hertz: a^2 = 4 F R/(pi L E*) and p = 2 F/(pi a L), another form of the same."""
    law = gd.Esdu78035.from_materials(**STEEL, length=20e-3, restitution=0.9)
    joint = SimpleNamespace(
        radii=lambda: (10e-3, 9.5e-3), lengths=lambda: (20e-3, 25e-3), bore="cylinder",
        projected_area=lambda planar: 1.0, fit=SimpleNamespace(contact=law),
    )  # fmt: skip
    force = np.array([1.0, 100.0, 5000.0])
    width = np.sqrt(4 * force * R / (np.pi * 20e-3 * E_STAR))
    found = hertz_pressure(joint, force, planar=False)
    assert found == pytest.approx(2 * force / (np.pi * width * 20e-3), rel=1e-13)


def test_a_hinge_in_space_has_pressure_and_pv() -> None:
    """40 N on a journal of 9.5 mm radius and 19.5 mm length, the fastest surface at 0.5 m/s."""
    hinge = result([1.0, 2.0]).joint("A")
    area = 2 * 9.5e-3 * 19.5e-3
    assert hinge.pressure == pytest.approx(40 / area, rel=1e-14)
    assert hinge.sliding_speed.tolist() == [0.5, 0.5]
    assert hinge.pv == pytest.approx(0.5 * 40 / area, rel=1e-14)
    assert hinge.quantities["pv"] == "W/m^2" and hinge.quantities["pressure"] == "Pa"
    assert "Hertz" in hinge.help("contact_pressure")
    assert np.all(hinge.contact_pressure > hinge.pressure)


def test_a_ball_that_says_no_radius_has_no_pressure() -> None:
    ball = result([1.0]).joint("C")
    assert "pressure" not in ball.quantities and "contact_pressure" not in ball.quantities
    with pytest.raises(gd.InputError, match="joint 'C' has no 'pressure'"):
        ball.pressure
    with pytest.raises(gd.InputError, match="joint 'C' has no 'contact_pressure'"):
        ball.contact_pressure


@pytest.mark.parametrize("coordinates", ["cartesian", "joint"])
def test_a_journal_that_rubs_slides_with_the_speed_of_its_surface(coordinates) -> None:
    """A shaft that bounces in its bearing and turns with w: v = w R_j, but for the velocity of its
    centre, and for the penetration, in the middle of which the contact acts.
    """
    run = gd.simulate(_shaft(), 0.2, coordinates=coordinates)
    joint = run.joint("A")
    touching = joint.normal_force > 0
    assert touching[-1]
    spin = run.body("shaft").angular_velocity[:, 2]
    allowed = np.linalg.norm(run.body("shaft").velocity, axis=1) + spin * joint.penetration
    assert np.count_nonzero(touching & (allowed < 2e-3)) > 100
    assert np.all(np.abs(joint.sliding_speed - 9.9e-3 * spin)[touching] <= allowed[touching])
    apart = run.contact("A.journal").penetration < -1e-12  # a contact begins and ends at zero
    assert np.any(apart) and np.all(joint.sliding_speed[apart] == 0)


def _shaft() -> gd.Mechanism:
    steel = gd.LankaraniNikravesh(stiffness=1e8, restitution=0.1)
    return gd.Mechanism(
        name="shaft",
        plane="xy",
        gravity=(0, -9.81),
        bodies=[gd.Body("shaft", mass=1.0, inertia=1e-3, position=(0, -0.1e-3), angular_velocity=50.0)],
        joints=[
            gd.Revolute(
                "A", between=("ground", "shaft"), local_points=((0, 0), (0, 0)), bearing_radius=10e-3, radial_clearance=0.1e-3,
                fit=gd.Clearance(contact=steel),
            )
        ],
    )  # fmt: skip
