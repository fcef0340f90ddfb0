"""Every joint and every driver: Jacobian, gamma and reactions against what they must be."""

import numpy as np
import pytest
from dense import moved, rotation, rows, rows_at

import gudgeon as gd
from gudgeon.assembly.assemble import assemble
from gudgeon.kernels import records as rec

POINT, AXIS = (0.3, -0.2, 0.5), (0.2, 0.9, -0.4)
CROSS = ((1.0, 0.0, 0.0), (0.0, 0.6, 0.8))
TILTS = gd.Bushing(misalignment=1.0)  # gives in tilt; the twist stays held, at tilts of any size
SIGNAL = gd.Harmonic(amplitude=0.3, frequency=1.7, phase=0.4)

JOINTS = {
    "spherical": lambda pair: gd.Spherical("J", between=pair, point=POINT),
    "revolute": lambda pair: gd.Revolute("J", between=pair, point=POINT, axis=AXIS),
    "cylindrical": lambda pair: gd.Cylindrical("J", between=pair, point=POINT, axis=AXIS),
    "translational": lambda pair: gd.Translational("J", between=pair, point=POINT, axis=AXIS),
    "rigid": lambda pair: gd.Rigid("J", between=pair, point=POINT),
    "universal": lambda pair: gd.Universal("J", between=pair, point=POINT, axes=CROSS),
    "distance": lambda pair: gd.Distance("J", between=pair, points=(POINT, (0.9, 0.1, -0.3))),
    "planar": lambda pair: gd.Planar("J", between=pair, point=POINT, axis=AXIS),
    "point on line": lambda pair: gd.PointOnLine("J", between=pair, point=POINT, axis=AXIS),
    "tilting rigid": lambda pair: gd.Rigid("J", between=pair, point=POINT, axis=AXIS, fit=TILTS),
    "tilting translational": lambda pair: gd.Translational("J", between=pair, point=POINT, axis=AXIS, fit=TILTS),
}
CASES = [(name, None) for name in JOINTS] + [
    (name, coordinate) for name, make in JOINTS.items() for coordinate in make(("a", "b")).coordinates
]


def mechanism(name: str, coordinate: str | None, pair: tuple[str, str] = ("a", "b")) -> gd.Mechanism:
    """Two bodies in general position with one joint, driven if a coordinate is named."""
    turn_a, turn_b = (rotation(np.array(v)) for v in ((0.4, -0.2, 0.9), (-1.1, 0.3, 0.2)))
    bodies = [
        gd.Body("a", mass=2.0, inertia=(0.3, 0.4, 0.5), position=(0.1, 0.2, 0.3), orientation=tuple(turn_a)),
        gd.Body("b", mass=1.5, inertia=(0.2, 0.25, 0.3), position=(0.7, -0.4, 0.1), orientation=tuple(turn_b)),
    ]
    drivers = [] if coordinate is None else [gd.Driver("d", joint="J", coordinate=coordinate, motion=SIGNAL)]
    return gd.Mechanism(bodies=bodies, joints=[JOINTS[name](pair)], drivers=drivers)


def disturbed(assembly, seed):
    """Return a state near the described one that meets no constraint, with random velocities and accelerations."""
    random = np.random.default_rng(seed)
    y = moved(assembly.y, 0.3 * random.normal(size=12))
    return y, random.normal(size=12), random.normal(size=12)


@pytest.mark.parametrize(("name", "coordinate"), CASES)
@pytest.mark.parametrize("seed", [1, 2])
def test_jacobian_is_the_derivative_of_phi(name, coordinate, seed):
    """Central differences of 1e-6 carry a rounding error near 1e-10 and no truncation above 1e-11."""
    assembly = assemble(mechanism(name, coordinate))
    work = assembly.work()
    y, _, _ = disturbed(assembly, seed)
    rows_at(assembly.system, work, 0.3, y)
    _, J, _ = rows(assembly, work)
    numeric = np.zeros_like(J)
    for column in range(12):
        phi = []
        for sign in (1, -1):
            rows_at(assembly.system, work, 0.3, moved(y, sign * 1e-6 * np.eye(12)[column]))
            phi.append(rows(assembly, work)[0])
        numeric[:, column] = (phi[0] - phi[1]) / 2e-6
    # an angle between axes that are not aligned has no exact Jacobian of the driver's form: see the test below
    exact = np.array([not _is_angle(assembly, row) for row in range(len(J))])
    np.testing.assert_allclose(J[exact], numeric[exact], atol=1e-7)


def _is_angle(assembly, row):
    return int(assembly.system.joints[0]["kind"][row]) in (rec.ANGLE_FIRST, rec.ANGLE_SECOND)


@pytest.mark.parametrize(("name", "coordinate"), [case for case in CASES if case[1] and case[1].startswith("angle")])
def test_driven_angle_turns_with_the_relative_angular_velocity_while_the_joint_holds(name, coordinate):
    """On the constraints, along a motion that the joint allows, the angle's rate is its row's J v."""
    assembly = assemble(mechanism(name, coordinate))
    work = assembly.work()
    rows_at(assembly.system, work, 0.0, assembly.y)
    _, J, _ = rows(assembly, work)
    allowed = np.linalg.svd(J[:-1])[2][np.linalg.matrix_rank(J[:-1]) :]  # velocities that the joint leaves free
    for velocity in allowed:
        phi = []
        for sign in (1, -1):
            rows_at(assembly.system, work, 0.0, moved(assembly.y, sign * 1e-5 * velocity))
            phi.append(rows(assembly, work)[0][-1])
        assert (phi[0] - phi[1]) / 2e-5 == pytest.approx(J[-1] @ velocity, abs=1e-7)


@pytest.mark.parametrize(("name", "coordinate"), CASES)
def test_gamma_is_what_the_second_derivative_of_phi_lacks(name, coordinate):
    """Along r(t), R(t) with given velocity and acceleration, Phi'' = J a - gamma (fourth-order differences, h = 1e-3).

    Angles of drivers are measured along a motion that meets the joint, where their rows are exact.
    """
    assembly = assemble(mechanism(name, coordinate))
    work = assembly.work()
    y, v, a = disturbed(assembly, 3)
    rows_at(assembly.system, work, 0.0, with_velocity(y, v))
    phi, J, gamma = rows(assembly, work)

    def phi_at(t):
        rows_at(assembly.system, work, t, moved(y, v * t + 0.5 * a * t * t))
        return rows(assembly, work)[0]

    h = 1e-3
    second = (-phi_at(2 * h) + 16 * phi_at(h) - 30 * phi + 16 * phi_at(-h) - phi_at(-2 * h)) / (12 * h * h)
    exact = np.array([not _is_angle(assembly, row) for row in range(len(J))])
    np.testing.assert_allclose(second[exact], (J @ a - gamma)[exact], atol=1e-7 * max(1.0, np.abs(second).max()))


def with_velocity(y, v):
    """Return the state with global velocities and angular velocities put in (the latter in the body frames)."""
    result = y.copy()
    for k in range(2):
        e0, e = y[7 * k + 3], y[7 * k + 4 : 7 * k + 7]
        w = v[6 * k + 3 : 6 * k + 6]
        local = w + 2 * np.cross(e, np.cross(e, w) - e0 * w)  # turned back by p
        result[14 + 6 * k : 17 + 6 * k], result[17 + 6 * k : 20 + 6 * k] = v[6 * k : 6 * k + 3], local
    return result


@pytest.mark.parametrize(("name", "coordinate"), CASES)
def test_reactions_sum_to_zero(name, coordinate):
    """Whatever the multipliers, the wrenches on the two bodies are opposite about any point, once the joint is closed."""
    assembly = assemble(mechanism(name, coordinate))
    work = assembly.work()
    rows_at(assembly.system, work, 0.0, assembly.y)
    r_a, r_b = (work.bodies[k, rec.R : rec.R + 3] for k in (1, 2))
    _, J, _ = rows(assembly, work)
    for row in J:
        np.testing.assert_allclose(row[:3] + row[6:9], 0.0, atol=1e-14)
        moment = row[3:6] + np.cross(r_a, row[:3]) + row[9:12] + np.cross(r_b, row[6:9])
        np.testing.assert_allclose(moment, 0.0, atol=1e-14)


@pytest.mark.parametrize("name", JOINTS)
def test_joint_holds_in_the_position_described(name):
    assembly = assemble(mechanism(name, None))
    work = assembly.work()
    rows_at(assembly.system, work, 0.0, assembly.y)
    assert np.abs(rows(assembly, work)[0]).max() < 1e-15


@pytest.mark.parametrize("name", JOINTS)
def test_joint_removes_the_degrees_of_freedom_that_it_says(name):
    assembly = assemble(mechanism(name, None))
    work = assembly.work()
    rows_at(assembly.system, work, 0.0, assembly.y)
    J = rows(assembly, work)[1]
    freed = 2 if name.startswith("tilting") else 0
    assert np.linalg.matrix_rank(J) == len(J) == JOINTS[name](("a", "b")).removes - freed
