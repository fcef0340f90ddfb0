"""What an evaluation costs, how it grows with the number of bodies, and what SciPy makes of the
same right-hand side.
"""

from statistics import median
from time import perf_counter

import numpy as np

import gudgeon as gd

from .table import Row

ROUNDS = 5


def chain(n: int) -> gd.Mechanism:
    """Return a hanging chain of ``n`` equal rods joined by balls, slightly bent so that nothing
    is aligned by chance.
    """
    angle = 0.3 * np.sin(np.arange(n))
    steps = 0.1 * np.column_stack([np.sin(angle), 0.2 * np.cos(3 * angle), -np.cos(angle)])
    corners = np.vstack([np.zeros(3), np.cumsum(steps, axis=0)])
    names = [f"link{k}" for k in range(n)]
    carriers = ["ground", *names[:-1]]
    bodies = [
        gd.Body(
            name, mass=0.1, inertia=(1e-4, 1e-4, 1e-4), position=(corners[k] + corners[k + 1]) / 2
        )
        for k, name in enumerate(names)
    ]
    joints = [
        gd.Spherical(f"J{k}", between=(carriers[k], name), point=corners[k])
        for k, name in enumerate(names)
    ]
    return gd.Mechanism(name="chain", bodies=bodies, joints=joints, gravity=(0, 0, -9.81))


def growth() -> list[Row]:
    """Cost per body and evaluation of chains from ten to ten thousand bodies."""
    from gudgeon.simulation.right_hand_side import time_right_hand_side

    chains = {n: chain(n) for n in (10, 100, 1000, 10_000)}
    seconds: dict[int, list[float]] = {n: [] for n in chains}
    for _ in range(ROUNDS):
        for n, mechanism in chains.items():
            seconds[n].append(time_right_hand_side(mechanism, max(20, 200_000 // n)) / n)
    cost = {n: median(values) for n, values in seconds.items()}
    rows = [
        Row(
            f"spherical chain of {n} bodies, per body and evaluation",
            f"{1e6 * seconds_each:.3f} us",
        )
        for n, seconds_each in cost.items()
    ]
    ratio = max(cost.values()) / cost[10]
    return [*rows, Row("  growth from 10 bodies", f"{ratio:.2f}", "< 2.5", ratio < 2.5)]


def evaluation() -> list[Row]:
    """Right-hand side of the ideal four-bar, inside a compiled loop."""
    from gudgeon.simulation.right_hand_side import time_right_hand_side

    mechanism = gd.library("four-bar")
    seconds = median(time_right_hand_side(mechanism, 100_000) for _ in range(ROUNDS))
    return [
        Row(
            "right-hand side of the ideal four-bar",
            f"{1e6 * seconds:.3f} us",
            "< 2 us",
            seconds < 2e-6,
        )
    ]


def scipy_dop853() -> list[Row]:
    """SciPy's DOP853 on the same right-hand side, and ours, both at the loosest tolerance that
    keeps 1e-8 m, in turns.
    """
    from scipy.integrate import solve_ivp

    from gudgeon.simulation.right_hand_side import right_hand_side

    mechanism = gd.library("four-bar")
    duration = float(mechanism.duration or 1.0)
    times = np.linspace(0, duration, 51)
    f, y0 = right_hand_side(mechanism)
    count = len(mechanism.bodies)

    def ours(rtol: float) -> tuple[float, np.ndarray]:
        result = gd.simulate(
            mechanism, method="dop853", rtol=rtol, output_times=times, progress=False
        )
        return result.statistics["wall_time"], result.data["position"].reshape(len(times), -1)

    def theirs(rtol: float) -> tuple[float, np.ndarray]:
        begin = perf_counter()
        y = solve_ivp(
            f, (0.0, duration), y0, method="DOP853", rtol=rtol, atol=rtol, t_eval=times
        ).y.T
        return perf_counter() - begin, y[:, : 7 * count].reshape(len(times), count, 7)[
            :, :, :3
        ].reshape(len(times), -1)

    exact = ours(1e-12)[1]
    chosen = []
    for run in (ours, theirs):
        chosen.append(
            next(
                rtol
                for rtol in np.geomspace(1e-6, 1e-12, 25)
                if np.abs(run(rtol)[1] - exact).max() < 1e-8
            )
        )
    seconds = np.array([[ours(chosen[0])[0], theirs(chosen[1])[0]] for _ in range(ROUNDS)])
    mine, other = np.median(seconds, axis=0)
    return [
        Row(
            f"four-bar, {duration:g} s, dop853 of gudgeon at rtol {chosen[0]:.2g}",
            f"{1e3 * mine:.3g} ms",
        ),
        Row(
            f"four-bar, {duration:g} s, DOP853 of SciPy at rtol {chosen[1]:.2g}, same right-hand "
            "side",
            f"{1e3 * other:.3g} ms",
        ),
        Row("  SciPy / gudgeon", f"{other / mine:.3g}", ">= 5", bool(other / mine >= 5)),
    ]
