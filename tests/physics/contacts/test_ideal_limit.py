"""A loose joint whose clearance and compliance go to zero becomes the ideal joint, at the
expected rate.
"""

import dataclasses

import numpy as np
import pytest

import gudgeon as gd


def swinging(kind, fit, **sizes):
    """Return a rod of 1 m and 1 kg released from horizontal, on a hinge in the plane or a ball
    in space.
    """
    if kind == "plane":
        body = gd.Body("rod", mass=1, inertia=1 / 12, position=(0.5, 0))
        return gd.Mechanism(
            plane="xy",
            gravity=(0, -9.81),
            bodies=[body],
            joints=[gd.Revolute("A", between=("ground", "rod"), point=(0, 0), fit=fit, **sizes)],
        )
    body = gd.Body(
        "rod", mass=1, inertia=(1e-3, 1 / 12, 1 / 12), position=(0.5, 0, 0), velocity=(0, 0, 0.5), angular_velocity=(0, -1, 0)
    )  # fmt: skip
    joint = gd.Spherical("A", between=("ground", "rod"), point=(0, 0, 0), fit=fit, **sizes)
    return gd.Mechanism(gravity=(0, -9.81, 0), bodies=[body], joints=[joint])


def hub(fit, **sizes):
    """Return a rod on a flat hub in space: gravity turns it, pushes it along its axis and tilts
    it, which the end faces carry.
    """
    gap = sizes.get("radial_clearance", 0.0)
    sizes = {
        "bearing_radius": 0.1,
        "radial_clearance": gap,
        "bearing_length": 0.02,
        "axial_clearance": gap,
    }
    body = gd.Body("rod", mass=1, inertia=(1e-2, 1 / 12, 1 / 12), position=(0.5, 0, 0))
    joint = gd.Revolute(
        "A", between=("ground", "rod"), point=(0, 0, 0), axis=(0, 0, 1), fit=fit, **sizes
    )
    return gd.Mechanism(gravity=(0, -9.81, -3.0), bodies=[body], joints=[joint])


def four_bar(fit, **sizes):
    mechanism = gd.library("four-bar")
    loose = dataclasses.replace(
        mechanism.joint("C"),
        **{"radial_clearance": None, "bearing_radius": None, "journal_radius": None, **sizes},
        fit=fit,
    )
    return dataclasses.replace(
        mechanism, joints=[loose if joint.name == "C" else joint for joint in mechanism.joints]
    )


BUILDERS = {
    "hinge": (lambda fit, **sizes: swinging("plane", fit, **sizes), 1.0, 20.0),
    "ball": (lambda fit, **sizes: swinging("space", fit, **sizes), 1.0, 20.0),
    "hub": (hub, 0.3, 20.0),
    "four-bar": (four_bar, 0.3, 3.0),
}  # how to build, for how long [s], a typical force in the joint [N]


def deviations(name, cases):
    """Return the largest deviation of any body's position from that of the ideal mechanism, for
    (clearance, stiffness).
    """
    build, duration, _ = BUILDERS[name]
    options = {"rtol": 1e-9, "output_times": np.linspace(0, duration, 51)}
    ideal = gd.simulate(build(gd.Ideal()), duration, **options).data["position"]
    found = []
    for gap, stiffness in cases:
        fit = gd.Clearance(contact=gd.Flores(stiffness, restitution=0.5))
        loose = gd.simulate(
            build(fit, bearing_radius=0.01, radial_clearance=gap), duration, **options
        ).data["position"]
        found.append(np.max(np.abs(loose - ideal)))
    return np.array(found)


@pytest.mark.parametrize("name", BUILDERS)
def test_clearance_and_static_deflection_going_to_zero_tend_to_the_ideal_joint(name):
    """The stiffness is such that a tenth of the clearance is the deflection under the joint's
    force: all lengths go with c.
    """
    force = BUILDERS[name][2]
    gaps = np.array([1e-4, 1e-5])
    error = deviations(name, [(gap, force / (0.1 * gap) ** 1.5) for gap in gaps])
    assert 0.5 * gaps[0] < error[0] < 20 * gaps[0]
    # First order in c; terms of second order are c over the size of the mechanism, and impacts do
    # not scale exactly.
    assert error[0] / error[1] == pytest.approx(10, rel=0.15)


@pytest.mark.parametrize("name", ["hinge", "ball", "hub"])
def test_joint_without_clearance_deviates_by_its_deflection(name):
    """c = 0: (F/K)^(2/3), so that a thousand times the stiffness leaves a hundredth."""
    force = BUILDERS[name][2]
    stiff = np.array([1e7, 1e10])
    error = deviations(name, [(0.0, K) for K in stiff])
    assert error[0] < 20 * (force / stiff[0]) ** (2 / 3)
    assert error[0] / error[1] == pytest.approx(100, rel=0.15)
