"""The block-sparse equations of motion against dense linear algebra."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.initial_conditions import check_model
from gudgeon.kernels import records as rec
from gudgeon.kernels.entry_points import evaluate_at
from gudgeon.kernels.tasks import ACCELERATIONS
from tests.support.dense_equations import mass_matrix, places, rows


def tree(seed: int, count: int = 7, loops: int = 0) -> gd.Mechanism:
    """A random tree of bodies with random joints, and loops closed by rods."""
    random = np.random.default_rng(seed)
    where = random.normal(size=(count, 3))
    bodies = [
        gd.Body(
            f"b{k}", mass=random.uniform(0.5, 2), inertia=tuple(random.uniform(0.5, 0.9, 3)), position=tuple(where[k]),
            orientation=tuple(_unit(random.normal(size=4))), velocity=tuple(random.normal(size=3)),
            angular_velocity=tuple(random.normal(size=3)),
        )
        for k in range(count)
    ]  # fmt: skip
    joints = []
    for k in range(count):
        parent = "ground" if k == 0 else f"b{random.integers(k)}"
        point, axis = tuple(where[k] + 0.3 * random.normal(size=3)), tuple(random.normal(size=3))
        kind = [gd.Revolute, gd.Spherical, gd.Cylindrical, gd.Translational, gd.Planar][
            random.integers(5)
        ]
        joints.append(
            kind(
                f"j{k}",
                between=(parent, f"b{k}"),
                point=point,
                **({} if kind is gd.Spherical else {"axis": axis}),
            )
        )
    for k in range(loops):
        a, b = random.choice(count, 2, replace=False)
        joints.append(
            gd.Distance(
                f"rod{k}", between=(f"b{a}", f"b{b}"), points=(tuple(where[a]), tuple(where[b]))
            )
        )
    springs = [
        gd.Spring(
            "s",
            between=("ground", f"b{count - 1}"),
            points=((0, 0, 2), tuple(where[-1])),
            stiffness=30.0,
            damping=2.0,
        )
    ]
    return gd.Mechanism(bodies=bodies, joints=joints, forces=springs, gravity=(0.3, -0.2, -9.81))


def _unit(p):
    return p / np.linalg.norm(p)


def solved(mechanism):
    """Return assembly, work tables and the global accelerations of a closed mechanism."""
    assembly = check_model(mechanism).assembly
    work = assembly.work()
    evaluate_at(
        assembly.system, work, 0.0, assembly.y.copy(), np.zeros_like(assembly.y), ACCELERATIONS
    )
    return assembly, work, work.bodies[1:, rec.ACC : rec.ACC + 6].ravel().copy()


def dense_accelerations(assembly, work):
    """Solve [M J^T; J 0] [a; lam] = [g; gamma] with NumPy, in the least-norm sense."""
    _, J, gamma = rows(assembly, work)
    M = mass_matrix(assembly, work)
    g = work.bodies[1:, rec.F : rec.F + 6].copy()
    for k in range(len(g)):
        w = work.bodies[k + 1, rec.W : rec.W + 3]
        g[k, 3:] -= np.cross(w, M[6 * k + 3 : 6 * k + 6, 6 * k + 3 : 6 * k + 6] @ w)
    n, m = len(M), len(J)
    K = np.block([[M, J.T], [J, np.zeros((m, m))]])
    solution = np.linalg.lstsq(K, np.concatenate([g.ravel(), gamma]), rcond=1e-12)[0]
    return solution[:n], solution[n:]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("loops", [0, 3])
def test_block_elimination_equals_a_dense_solution(seed, loops):
    """Condition numbers stay below 1e5 here, so that 1e-9 leaves room for both programs'
    rounding.
    """
    assembly, work, accelerations = solved(tree(seed, loops=loops))
    expected, multipliers = dense_accelerations(assembly, work)
    np.testing.assert_allclose(
        accelerations, expected, rtol=1e-9, atol=1e-9 * np.abs(expected).max()
    )
    lam = work.lam.ravel()[places(assembly)]
    np.testing.assert_allclose(lam, multipliers, rtol=1e-8, atol=1e-8 * np.abs(multipliers).max())


def door(hinges: int = 2) -> gd.Mechanism:
    """A door on hinges in a row: all but one are redundant."""
    leaf = gd.Body(
        "door",
        mass=10.0,
        inertia=gd.Box((0.8, 0.04, 2.0)),
        position=(0.4, 0, 0),
        angular_velocity=(0, 0, 2.0),
    )
    points = [(0.0, 0.0, z) for z in np.linspace(-0.8, 0.8, hinges)]
    joints = [
        gd.Revolute(f"h{k}", between=("ground", "door"), point=point, axis=(0, 0, 1))
        for k, point in enumerate(points)
    ]
    return gd.Mechanism(bodies=[leaf], joints=joints, gravity=(0, 0, -9.81))


def test_redundant_reactions_have_least_norm():
    """Forces and moments over a characteristic length: NumPy's least-norm solution in the same
    units.
    """
    assembly, work, accelerations = solved(door())
    expected, _ = dense_accelerations(assembly, work)
    np.testing.assert_allclose(accelerations, expected, atol=1e-9)
    _, J, _ = rows(assembly, work)
    length = float(assembly.system.setting[0]["length"])
    kinds = [
        int(assembly.system.joints[p // rec.ROWS]["kind"][p % rec.ROWS]) for p in places(assembly)
    ]
    scale = np.array([length if kind == rec.PERPENDICULAR else 1.0 for kind in kinds])
    lam = work.lam.ravel()[places(assembly)]
    least = scale * np.linalg.lstsq(J.T * scale, J.T @ lam, rcond=1e-10)[0]
    np.testing.assert_allclose(lam, least, atol=1e-7 * np.abs(least).max())


def test_two_hinges_share_the_weight_of_a_door_equally():
    result = gd.simulate(door(), 0.1)
    weight = 10.0 * 9.81
    np.testing.assert_allclose(result.joint("h0").force[:, 2], weight / 2, rtol=1e-7)
    np.testing.assert_allclose(result.joint("h1").force[:, 2], weight / 2, rtol=1e-7)
