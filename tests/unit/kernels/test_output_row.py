"""One row of output, written by the kernel, against what the state of a mechanism says."""

import numpy as np

import gudgeon as gd
from gudgeon.assembly.assemble import assemble
from gudgeon.kernels.entry_points import evaluate_at, observe_at
from gudgeon.kernels.tasks import ACCELERATIONS, ROW


def row_of(mechanism: gd.Mechanism) -> tuple[dict[str, np.ndarray], dict[str, tuple[str, ...]]]:
    """Return the variables of the row at t = 0 and the labels of their dimensions; the row held
    something else before.
    """
    assembly = assemble(mechanism)
    work, row = assembly.work(), np.full((1, assembly.layout.width), 7.0)
    evaluate_at(assembly.system, work, 0.0, assembly.y, np.zeros_like(assembly.y), ACCELERATIONS)
    observe_at(assembly.system, work, 0.0, assembly.y, row[0], ROW)
    return assembly.layout.split(row), assembly.layout.labels


def falling() -> gd.Mechanism:
    """Two free bodies, one of which turns; a spring holds the second."""
    first = gd.Body(
        "first",
        mass=2,
        inertia=(1, 2, 3),
        position=(1, 2, 3),
        velocity=(4, 5, 6),
        angular_velocity=(0, 0, 7),
    )
    second = gd.Body("second", mass=3, inertia=(1, 1, 1), position=(-1, 0, 0))
    ends = {"between": ("ground", "second"), "points": ((0, 0, 0), (-1, 0, 0))}
    spring = gd.Spring("spring", stiffness=8.0, damping=0.5, free_length=0.5, **ends)
    push = gd.Force("push", body="first", force=(0, 0, 0))
    return gd.Mechanism(bodies=[first, second], forces=[spring, push], gravity=(0, 0, -10))


def test_a_row_has_the_motion_of_every_body_at_its_place() -> None:
    row, _ = row_of(falling())
    assert row["t"].tolist() == [0]
    assert row["position"][0].tolist() == [[1, 2, 3], [-1, 0, 0]]
    assert row["orientation"][0].tolist() == [[1, 0, 0, 0]] * 2
    assert row["velocity"][0].tolist() == [[4, 5, 6], [0, 0, 0]]
    assert row["angular_velocity"][0].tolist() == [[0, 0, 7], [0, 0, 0]]
    # 8 N/m times 0.5 m on 3 kg
    np.testing.assert_allclose(row["acceleration"][0], [[0, 0, -10], [4 / 3, 0, -10]], rtol=1e-15)
    assert not row["angular_acceleration"].any()


def test_energies_stand_under_their_labels() -> None:
    row, labels = row_of(falling())
    energy = dict(zip(labels["entry"], row["energy"][0].tolist(), strict=True))
    assert energy == {
        # of a body that moves with (4, 5, 6) and turns with 7 about its third axis
        "kinetic": 0.5 * 2 * (16 + 25 + 36) + 0.5 * 3 * 49,
        "gravity": 2 * 10 * 3.0,
        "stored:spring": 0.5 * 8 * 0.25,
        "lost:spring": 0.0,
        "load:push": 0.0,
    }


def test_joints_have_reactions_and_coordinates_at_their_places() -> None:
    """A pendulum in each of two hinges: its weight and its centripetal force m w^2 r."""
    bodies = [
        gd.Body(
            name,
            mass=m,
            inertia=(1, 1, 1),
            position=(x, 0, -1),
            velocity=(w, 0, 0),
            angular_velocity=(0, -w, 0),
        )
        for name, m, x, w in (("a", 2.0, 0.0, 3.0), ("b", 5.0, 4.0, 1.0))
    ]
    joints = [
        gd.Revolute(name, between=("ground", body), point=(x, 0, 0), axis=(0, 1, 0))
        for name, body, x in (("A", "a", 0.0), ("B", "b", 4.0))
    ]
    row, labels = row_of(gd.Mechanism(bodies=bodies, joints=joints, gravity=(0, 0, -10)))
    assert labels["coordinate"] == ("A.angle", "B.angle")
    np.testing.assert_allclose(
        row["joint_force"][0], [[0, 0, 2 * 10 + 2 * 9], [0, 0, 5 * 10 + 5 * 1]], atol=1e-12
    )
    np.testing.assert_allclose(row["joint_torque"][0], 0, atol=1e-12)
    np.testing.assert_allclose(row["coordinate"][0], 0, atol=1e-15)
    np.testing.assert_allclose(row["coordinate_rate"][0], [-3, -1], rtol=1e-15)


def test_contacts_of_a_joint_write_eccentricity_depth_and_point() -> None:
    steel = gd.LankaraniNikravesh(stiffness=1e8, restitution=0.9)
    ball = gd.Body("ball", mass=1, inertia=(1, 1, 1), position=(0, 3e-4, 0), velocity=(0, 0.5, 0))
    joints = [
        gd.Spherical(
            "C", between=("ground", "ball"), local_points=((0, 0, 0), (0, 0, 0)), radial_clearance=2e-4,
            fit=gd.Clearance(contact=steel, start="as-described"),
        )
    ]  # fmt: skip
    row, labels = row_of(gd.Mechanism(bodies=[ball], joints=joints))
    assert labels["contact"] == ("C.ball",)
    np.testing.assert_allclose(row["eccentricity"][0], [[0, 3e-4, 0]], atol=1e-18)
    np.testing.assert_allclose(row["contact_penetration"][0], [1e-4], rtol=1e-12)
    np.testing.assert_allclose(row["contact_rate"][0], [0.5], rtol=1e-12)
