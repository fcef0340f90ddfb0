"""Controllers: what an actuator does, from its target, from what is measured, and from states of
its own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar

from .._base.function_pointers import MEASURED, STATES, SWITCHES
from .base import Inputs, Law, LawError, helper, law, param

__all__ = ["PD", "PID", "Controller", "DCMotor", "Servo"]

FORCE = "N*m|N"
PLACES = (
    *("t", "r", "r_dot"),
    *(f"{name}_{k}" for name in ("q", "q_dot") for k in range(MEASURED)),
    *(f"z_{k}" for k in range(STATES)),
)
"""The arguments of every compiled controller."""


class Controller(Law):
    """Force or moment of an :class:`~gudgeon.Actuator`, with states of the controller's own.

    ``states`` names them, each with its unit; the function takes them after its inputs, and returns
    the force and the rate of each. Inputs: ``t`` time [s]; ``r``, ``r_dot`` target and its rate;
    ``q``, ``q_dot`` the measured coordinate and its rate, tuples where the controller ``measures``
    several. States are integrated with the motion; they begin at ``starts()`` and are as
    accurate as the tolerance times ``scales()``, both 0 and 1 by default. Where the force has a
    corner, let ``switch``, with the same arguments, return numbers that cross zero there, of order
    1, and ``switches`` name them: steps end there.

    ::

        @gd.law
        class PI(gd.Controller):
            '''Proportional and integral.'''
            gain: float = gd.param("K", "N*m/rad")
            time: float = gd.param("T", "s", gt=0)
            states = {"integral": "rad*s"}

            @staticmethod
            def control(t, r, r_dot, q, q_dot, integral, K, T):
                '''u = K (e + z/T), z_dot = e = r - q'''
                return K * (r - q + integral / T), r - q
    """

    family = "controller"
    function = "control"
    measures: ClassVar[int] = 1  # how many coordinates
    states: ClassVar[dict[str, str]] = {}  # its states, with their units
    switches: ClassVar[tuple[str, ...]] = ()
    target_unit: ClassVar[str] = ""  # empty: that of the measured coordinate

    def __init_subclass__(cls, **given: Any) -> None:
        super().__init_subclass__(**given)
        most = {"states": STATES, "switches": SWITCHES}
        for name, limit in most.items():
            if len(getattr(cls, name)) > limit:
                raise LawError(f"{cls.__name__} has more than {limit} {name}.")
        if not isinstance(cls.measures, int) or not 1 <= cls.measures <= MEASURED:
            raise LawError(f"{cls.__name__} must measure 1 to {MEASURED} coordinates.")
        n = cls.measures
        cls.inputs = (
            ("t", 1), ("r", 1), ("r_dot", 1), ("q", n), ("q_dot", n),
            *((name, 1) for name in cls.states),
        )  # fmt: skip
        cls.outputs = ("u", *(f"{name}_dot" for name in cls.states))
        at_rest = 0.0 if n == 1 else (0.0,) * n
        rest = (0.0,) * len(cls.states)
        cls.trials = ((0.0, 1.0, 0.0, at_rest, at_rest, *rest),)

    def scales(self) -> tuple[float, ...]:
        """Return how large each state is: an error of that times the tolerance may be made."""
        return (1.0,) * len(self.states)

    def starts(self) -> tuple[float, ...]:
        """Return the states at t = 0."""
        return (0.0,) * len(self.states)

    @classmethod
    def functions(cls) -> dict[str, tuple[Inputs, tuple[str, ...]]]:
        """Return inputs and outputs of its functions by their names."""
        switch = {"switch": (cls.inputs, cls.switches)} if cls.switches else {}
        return {**super().functions(), **switch}

    @classmethod
    def switch_address(cls) -> int:
        """Return the address of its switching functions in this process, 0 for none."""
        return cls._address("switch", cls.inputs, cls.switches) if cls.switches else 0

    @classmethod
    def padded(cls, function: str, names: list[str], outputs: int) -> tuple[list[str], str]:
        """Return places for all that a controller can measure and remember."""
        n, places = cls.measures, list(PLACES)
        for begin, at in ((0, 0), (3, 3), (3 + n, 3 + MEASURED), (3 + 2 * n, 3 + 2 * MEASURED)):
            count = 3 if begin == 0 else n if begin < 3 + 2 * n else len(cls.states)
            places[at : at + count] = names[begin : begin + count]
        every = 1 + STATES if function == cls.function else SWITCHES
        return places, "".join(f"    out[{k}] = 0.0\n" for k in range(outputs, every))

    @classmethod
    @cache
    def _plain(cls, function: str, inputs: Inputs) -> Callable:
        """Return a function that is called as the kernels call a compiled one, with all places."""
        law, n, z = super()._plain(function, inputs), cls.measures, 3 + 2 * MEASURED
        every = 1 + STATES if function == cls.function else SWITCHES

        def call(values: tuple[float, ...], parameters: Any) -> Any:
            q, q_dot = values[3 : 3 + n], values[3 + MEASURED : 3 + MEASURED + n]
            out = law((*values[:3], *q, *q_dot, *values[z : z + len(cls.states)]), parameters)
            out = out if isinstance(out, tuple) else (out,)
            return out + (0.0,) * (every - len(out))

        return call


@helper
def limited(v, u_max):
    """Return v, no larger than u_max to either side; 0 is no limit."""
    if u_max > 0.0 and abs(v) > u_max:
        return u_max if v > 0.0 else -u_max
    return v


@law
class PD(Controller):
    """Proportional and derivative control of a joint coordinate: a spring and a damper to the
    target, with a greatest force.
    """

    proportional: float = param("K_P", "N*m/rad|N/m", "force for each unit of the error")
    derivative: float = param(
        "K_D", "N*m*s/rad|N*s/m", "force for each unit of its rate", default=0.0
    )
    limit: float = param("u_max", FORCE, "greatest force or moment; 0: none", default=0.0, ge=0)

    switches = ("limit",)

    @staticmethod
    def control(t, r, r_dot, q, q_dot, K_P, K_D, u_max):
        """u = K_P (r − q) + K_D (ṙ − q̇), |u| ≤ u_max"""
        return limited(K_P * (r - q) + K_D * (r_dot - q_dot), u_max)

    @staticmethod
    def switch(t, r, r_dot, q, q_dot, K_P, K_D, u_max):
        """|u| − u_max, over u_max"""
        return abs(K_P * (r - q) + K_D * (r_dot - q_dot)) / u_max - 1.0 if u_max > 0.0 else 1.0


@law
class PID(Controller):
    """Proportional, integral and derivative control of a joint coordinate, with a greatest force.

    Beyond that the integral follows what acts, with the integral time T_I = K_P/K_I as tracking
    time [AstromHagglund1995, sec. 3.5]: it does not wind up.
    """

    proportional: float = param("K_P", "N*m/rad|N/m", "force for each unit of the error", gt=0)
    integral: float = param("K_I", "N*m/rad/s|N/m/s", "force for each unit of its integral", ge=0)
    derivative: float = param(
        "K_D", "N*m*s/rad|N*s/m", "force for each unit of its rate", default=0.0
    )
    limit: float = param("u_max", FORCE, "greatest force or moment; 0: none", default=0.0, ge=0)

    states: ClassVar = {"integrated_error": "rad*s|m*s"}
    switches = ("limit",)

    def scales(self) -> tuple[float, ...]:
        """Return the integral of a unit error over the integral time."""
        return (self.proportional / self.integral if self.integral > 0 else 1.0,)

    @staticmethod
    def control(t, r, r_dot, q, q_dot, integrated_error, K_P, K_I, K_D, u_max):
        """u = K_P e + K_I z + K_D ė = v, |u| ≤ u_max;  e = r − q,  ż = e + (u − v)/K_P"""
        e = r - q
        v = K_P * e + K_I * integrated_error + K_D * (r_dot - q_dot)
        u = limited(v, u_max)
        return u, e + (u - v) / K_P

    @staticmethod
    def switch(t, r, r_dot, q, q_dot, integrated_error, K_P, K_I, K_D, u_max):
        """|v| − u_max, over u_max"""
        v = K_P * (r - q) + K_I * integrated_error + K_D * (r_dot - q_dot)
        return abs(v) / u_max - 1.0 if u_max > 0.0 else 1.0


@helper
def available(v, q_dot, u_max, w_0):
    """Return the greatest force of a motor in the direction of v, by its speed: u_max until it
    stands, then on a straight line to zero at the speed w_0 without load.
    """
    speed = q_dot if v > 0.0 else -q_dot
    share = 1.0 - speed / w_0 if w_0 > 0.0 and speed > 0.0 else 1.0
    return u_max * share if share > 0.0 else 0.0


@law
class Servo(Controller):
    """A PID controller and its motor: a torque-speed curve, a lag, and a limit of the rate at which
    its force changes.

    The force available falls from ``limit`` at standstill to zero at ``no_load_speed``, in the
    direction in which the motor pushes; braking, it has the whole limit.
    """

    proportional: float = param("K_P", "N*m/rad|N/m", "force for each unit of the error", gt=0)
    integral: float = param("K_I", "N*m/rad/s|N/m/s", "force for each unit of its integral", ge=0)
    derivative: float = param("K_D", "N*m*s/rad|N*s/m", "force for each unit of its rate")
    limit: float = param("u_max", FORCE, "force or moment at standstill", gt=0)
    lag: float = param("T", "s", "time in which the force follows what is asked for", gt=0)
    no_load_speed: float = param(
        "w_0", "rad/s|m/s", "speed at which no force is left; 0: any", default=0.0, ge=0
    )
    rate_limit: float = param(
        "p_max", "N*m/s|N/s", "greatest rate of the force; 0: none", default=0.0, ge=0
    )

    raw = True
    states: ClassVar = {"integrated_error": "rad*s|m*s", "motor_force": FORCE}
    switches = ("limit", "rate", "speed")

    def scales(self) -> tuple[float, ...]:
        """Return the integral of a unit error over the integral time, and the greatest force."""
        return self.proportional / self.integral if self.integral > 0 else 1.0, self.limit

    @staticmethod
    def control(t, r, r_dot, q, q_dot, integrated_error, motor_force, p):
        """v = K_P e + K_I z + K_D ė, |w| ≤ u_max (1 − q̇/w₀);  u̇ = (w − u)/T, |u̇| ≤ p_max;  ż =
        e + (w − v)/K_P
        """
        K_P, K_I, K_D, u_max, T, w_0, p_max = p[0], p[1], p[2], p[3], p[4], p[5], p[6]
        e = r - q
        v = K_P * e + K_I * integrated_error + K_D * (r_dot - q_dot)
        most = available(v, q_dot, u_max, w_0)
        w = limited(v, most) if most > 0.0 else 0.0
        return motor_force, e + (w - v) / K_P, limited((w - motor_force) / T, p_max)

    @staticmethod
    def switch(t, r, r_dot, q, q_dot, integrated_error, motor_force, p):
        """|v| − |w|_max, |u̇| − p_max, and the ends of the curve"""
        K_P, K_I, K_D, u_max, T, w_0, p_max = p[0], p[1], p[2], p[3], p[4], p[5], p[6]
        v = K_P * (r - q) + K_I * integrated_error + K_D * (r_dot - q_dot)
        most = available(v, q_dot, u_max, w_0)
        w = limited(v, most) if most > 0.0 else 0.0
        rate = abs(w - motor_force) / (T * p_max) - 1.0 if p_max > 0.0 else 1.0
        speed = abs(q_dot) / w_0 if w_0 > 0.0 else 0.5
        if q_dot < 0.0:
            return (abs(v) - most) / u_max, rate, -speed * (1.0 - speed)
        return (abs(v) - most) / u_max, rate, speed * (1.0 - speed)


@law
class DCMotor(Controller):
    """A permanent-magnet motor behind a gear; its target is the voltage.

    At rest and without inductance its moment falls on a straight line from N k U/R at standstill to
    zero at the speed U/(N k). The inertia of its rotor is a body of its own, on a hinge, with a
    rigid Gear to the load, or, where it counts only about the axis, N^2 J in the load's.
    """

    torque_constant: float = param("k", "N*m/A", "moment for each ampere, V s/rad alike", gt=0)
    resistance: float = param("R", "ohm", "of the winding", gt=0)
    inductance: float = param("L", "H", "of the winding", gt=0)
    ratio: float = param("N", "1", "turns of the motor for one of the joint", default=1.0)

    states: ClassVar = {"current": "A"}
    target_unit = "V"

    @staticmethod
    def control(t, r, r_dot, q, q_dot, current, k, R, L, N):
        """u = N k i,  L i̇ = U − R i − N k q̇"""
        return N * k * current, (r - R * current - N * k * q_dot) / L
