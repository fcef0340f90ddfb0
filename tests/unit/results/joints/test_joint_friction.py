"""Results of joints that rub: summary and metrics."""

import gudgeon as gd
from gudgeon.results.summary import of_result


def test_the_summary_says_load_speed_and_loss():
    body = gd.Body("wheel", mass=3.0, inertia=0.04, position=(0, 0), angular_velocity=50.0)
    pin = gd.Revolute(
        "A",
        between=("ground", "wheel"),
        point=(0, 0),
        journal_radius=0.02,
        fit=gd.Ideal(friction=gd.Coulomb(0.15)),
    )
    mechanism = gd.Mechanism(plane="xy", gravity=(0, -10.0), bodies=[body], joints=[pin])
    result = gd.simulate(mechanism, 0.1)
    assert "A: slides under up to 30 N, at up to 1 m/s" in of_result(result)
    assert {"normal_force", "friction_force", "sliding_speed"} <= set(result.joint("A").quantities)
    assert "friction" in result.joint("A").losses
