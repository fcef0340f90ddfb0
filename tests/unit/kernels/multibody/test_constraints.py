"""Every joint and every driver: Jacobian, gamma and reactions against what they must be."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.assemble import assemble
from gudgeon.kernels import records as rec
from tests.support.dense_equations import (
    jacobian_error,
    moved,
    rotation,
    rows,
    rows_at,
    second_derivative_error,
)

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
    "tilting translational": lambda pair: gd.Translational(
        "J", between=pair, point=POINT, axis=AXIS, fit=TILTS
    ),
}
CASES = [(name, None) for name in JOINTS] + [
    (name, coordinate)
    for name, make in JOINTS.items()
    for coordinate in make(("a", "b")).coordinates
]


def mechanism(
    name: str, coordinate: str | None, pair: tuple[str, str] = ("a", "b")
) -> gd.Mechanism:
    """Two bodies in general position with one joint, driven if a coordinate is named."""
    turn_a, turn_b = (rotation(np.array(v)) for v in ((0.4, -0.2, 0.9), (-1.1, 0.3, 0.2)))
    bodies = [
        gd.Body(
            "a",
            mass=2.0,
            inertia=(0.3, 0.4, 0.5),
            position=(0.1, 0.2, 0.3),
            orientation=tuple(turn_a),
        ),
        gd.Body(
            "b",
            mass=1.5,
            inertia=(0.2, 0.25, 0.3),
            position=(0.7, -0.4, 0.1),
            orientation=tuple(turn_b),
        ),
    ]
    drivers = (
        []
        if coordinate is None
        else [gd.Driver("d", joint="J", coordinate=coordinate, motion=SIGNAL)]
    )
    return gd.Mechanism(bodies=bodies, joints=[JOINTS[name](pair)], drivers=drivers)


def disturbed(assembly, seed):
    """Return a state near the described one that meets no constraint, with random velocities and
    accelerations.
    """
    random = np.random.default_rng(seed)
    y = moved(assembly.y, 0.3 * random.normal(size=12))
    return y, random.normal(size=12), random.normal(size=12)


@pytest.mark.parametrize(("name", "coordinate"), CASES)
@pytest.mark.parametrize("seed", [1, 2])
def test_jacobian_is_the_derivative_of_phi(name, coordinate, seed):
    """Central differences of 1e-6 carry a rounding error near 1e-10 and no truncation above
    1e-11.
    """
    assembly = assemble(mechanism(name, coordinate))
    y, _, _ = disturbed(assembly, seed)
    assert jacobian_error(assembly, y) < 1e-7


@pytest.mark.parametrize(("name", "coordinate"), CASES)
def test_gamma_is_what_the_second_derivative_of_phi_lacks(name, coordinate):
    """Along r(t), R(t) with given velocity and acceleration, Phi'' = J a - gamma (fourth-order
    differences, h = 1e-3).
    """
    assembly = assemble(mechanism(name, coordinate))
    assert second_derivative_error(assembly, *disturbed(assembly, 3)) < 1e-7


@pytest.mark.parametrize(("name", "coordinate"), CASES)
def test_reactions_sum_to_zero(name, coordinate):
    """Whatever the multipliers, the wrenches on the two bodies are opposite about any point,
    once the joint is closed.
    """
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
