"""What a call costs that steps a mechanism from outside, beside MuJoCo's step."""

from collections.abc import Callable
from time import perf_counter

import gudgeon as gd

from .table import Row

PENDULUM = gd.Mechanism(
    name="pendulum",
    gravity=(0, -9.81, 0),
    bodies=[gd.Body("b", mass=1.0, inertia=(0.02, 0.02, 0.02), position=(0.5, 0, 0))],
    joints=[gd.Revolute("A", between=("ground", "b"), point=(0, 0, 0), axis=(0, 0, 1))],
    forces=[gd.JointForce("motor", joint="A", magnitude=gd.Input("torque"))],
)
XML = """<mujoco><option timestep="1e-4" gravity="0 -9.81 0" integrator="RK4"/><worldbody><body pos="0 0 0">
<joint type="hinge" axis="0 0 1"/><inertial pos="0.5 0 0" mass="1" diaginertia="0.02 0.02 0.02"/></body></worldbody></mujoco>"""
TARGET = 5.0  # microseconds


def best(function: Callable[[], object], calls: int = 200, rounds: int = 50) -> float:
    """Return how long a call takes at best [us]: other programs can only make it longer."""
    shortest = float("inf")
    for _ in range(rounds):
        begin = perf_counter()
        for _ in range(calls):
            function()
        shortest = min(shortest, perf_counter() - begin)
    return 1e6 * shortest / calls


def overhead() -> list[Row]:
    """Time calls inside one step, where nothing is integrated, calls with a new input, and reset."""
    rows = []
    for coordinates in ("cartesian", "joint"):
        sim = gd.Simulation(PENDULUM, coordinates=coordinates)
        sim.advance(1e-3)
        call = best(lambda sim=sim: sim.advance(1e-9))  # type: ignore[misc]
        name = f"stepping, {coordinates}: a call of advance() that takes no step, one row of output included"
        rows.append(Row(name, f"{call:.2f} us", f"< {TARGET:g} us", call < TARGET))
        sim.reset()

        def controlled(sim=sim) -> None:
            sim["torque"] = 1.0 - sim["torque"]
            sim.advance(1e-4)

        rows.append(
            Row(
                f"stepping, {coordinates}: a call of 0.1 ms with a new torque, integration included",
                f"{best(controlled):.2f} us",
            )
        )
        rows.append(Row(f"stepping, {coordinates}: reset()", f"{best(sim.reset):.2f} us"))
    read = sim.output("A.angle")
    rows.append(Row("stepping: reading an output", f"{best(read):.3f} us"))
    return rows + mujoco()


def mujoco() -> list[Row]:
    """Time MuJoCo's step of the same pendulum, with its own RK4 and a new torque."""
    try:
        import mujoco as program
    except ImportError:
        return [Row("stepping, MuJoCo: not installed", "")]
    model = program.MjModel.from_xml_string(XML)
    data = program.MjData(model)

    def controlled() -> None:
        data.qfrc_applied[0] = 1.0 - data.qfrc_applied[0]
        program.mj_step(model, data)

    return [
        Row(
            "stepping, MuJoCo: mj_step of 0.1 ms by RK4 with a new torque",
            f"{best(controlled):.2f} us",
        )
    ]
