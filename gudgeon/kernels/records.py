"""The records that kernels read and the tables they work on. Fixed fields: one compiled kernel serves every mechanism.

Column numbers of the two-dimensional work tables are named here, once; kernels index them with these constants.
"""

from typing import Any, NamedTuple

import numpy as np

from .._jit import DISABLED


def table(count: int, dtype: Any) -> np.ndarray:
    """Return an array of records; without Numba one whose fields are attributes, as kernels read them."""
    records = np.zeros(count, dtype)
    return records.view(np.recarray) if DISABLED else records


# -- what a mechanism is (never changes during a run) --------------------------------------------------------------

BODY = np.dtype(
    [
        ("mass", "f8"),  # m [kg]
        ("inv_mass", "f8", 3),  # 1/m along the global axes; zero where the body cannot move [1/kg]
        ("inertia", "f8", 6),  # J', body frame: xx yy zz xy xz yz [kg m^2]
        ("inv_inertia", "f8", 6),  # its inverse; zero about axes about which the body cannot turn
        ("height", "f8"),  # position along the normal of the plane, planar mechanisms [m]
    ],
    align=True,
)

# kinds of constraint rows
COINCIDENT, ALONG, PERPENDICULAR, ANGLE_FIRST, ANGLE_SECOND, LENGTH = range(6)

JOINT = np.dtype(
    [
        ("i", "i8"),  # first body (0 is the ground)
        ("j", "i8"),  # second body
        ("rows", "i8"),  # number of constraint rows, at most ROWS; they stand from ROWS * (place of the joint) on
        ("s_i", "f8", 3),  # joint point in the first body's frame [m]
        ("s_j", "f8", 3),  # in the second body's
        ("axes_i", "f8", (3, 3)),  # rows h, t, b: unit triad in the first body's frame, b is the axis
        ("axes_j", "f8", (3, 3)),  # in the second body's
        ("length", "f8"),  # of a Distance joint [m]
        ("kind", "i8", 6),  # of each row
        ("a", "i8", 6),  # which global axis, or which vector of the first triad, the row uses
        ("b", "i8", 6),  # which vector of the second triad
        ("driver", "i8", 6),  # driver that prescribes this row, -1 for none
        ("output", "i8"),  # place of the joint in the output
    ],
    align=True,
)

DRIVER = np.dtype([("law", "i8"), ("offset", "i8"), ("ledger", "i8"), ("row", "i8")], align=True)

# kinds of joint coordinates
DISPLACEMENT, ANGLE, ANGLE_OF_CROSS_1, ANGLE_OF_CROSS_2, DISTANCE = range(5)

COORDINATE = np.dtype([("joint", "i8"), ("kind", "i8"), ("a", "i8")], align=True)

# kinds of forces
FORCE_SPACE, FORCE_BODY, TORQUE_SPACE, TORQUE_BODY, SPRING, JOINT_SPRING, CUSTOM = range(7)

FORCE = np.dtype(
    [
        ("kind", "i8"),
        ("i", "i8"),  # first body
        ("j", "i8"),  # second body, or the loaded one
        ("s_i", "f8", 3),  # points in the bodies' frames [m]
        ("s_j", "f8", 3),
        ("vector", "f8", 3),  # force [N] or torque [N m]
        ("law", "i8"),  # magnitude, elastic characteristic or interaction; 0 for none
        ("offset", "i8"),  # of its parameters
        ("damper", "i8"),  # damping characteristic; 0 for none
        ("damper_offset", "i8"),
        ("free", "f8"),  # free length [m] or position [rad]
        ("coordinate", "i8"),  # of a joint spring
        ("watch", "i8"),  # where its deflection is watched for kinks of its law, -1 for nowhere
        ("ledger", "i8"),  # entry of the energy ledger that integrates its power, -1 for none
    ],
    align=True,
)

EVENT = np.dtype(
    [
        ("watch", "i8"),  # which watched quantity: joint coordinates first, then deflections of springs
        ("value", "f8"),  # that it crosses
        ("direction", "i8"),  # +1 upwards, -1 downwards, 0 both
        ("stop", "i8"),  # 1: the run ends there, 0: a step ends there
    ],
    align=True,
)

SETTING = np.dtype(
    [
        ("gravity", "f8", 3),  # [m/s^2]
        ("planar", "i8"),
        ("first", "i8"),  # global axes that span the plane, and its normal
        ("second", "i8"),
        ("normal", "i8"),
        ("sign", "f8"),  # of the normal
        ("n_q", "i8"),  # positions, velocities and ledger entries in the state
        ("n_v", "i8"),
        ("n_e", "i8"),
        ("length", "f8"),  # characteristic length [m]
        ("pivot", "f8"),  # smallest pivot of the last factorisation, relative to its diagonal entry
        ("first_pivot", "f8"),  # the same at the start
        ("redundant", "i8"),  # constraints are known to be redundant
        ("solve", "i8"),  # first SOLVE instruction of the program
        ("project", "i8"),  # 1: projection after each step, 0: Baumgarte
        ("evaluate", "i8"),  # address of the compiled right-hand side, this process only
        ("look", "i8"),  # address of what reads off its outcome: output rows, joint coordinates
        ("alpha", "f8"),  # Baumgarte's parameters [1/s]
        ("beta", "f8"),
    ],
    align=True,
)


class System(NamedTuple):
    """The assembled mechanism, as the kernels see it."""

    setting: np.ndarray  # SETTING, one record
    bodies: np.ndarray  # BODY; the first is the ground
    joints: np.ndarray  # JOINT, in the order of elimination
    drivers: np.ndarray  # DRIVER
    forces: np.ndarray  # FORCE
    coordinates: np.ndarray  # COORDINATE
    events: np.ndarray  # EVENT
    parameters: np.ndarray  # of all laws, one after the other
    program: np.ndarray  # how to assemble, factor and solve the block-sparse system, see linear.py


# -- work tables ---------------------------------------------------------------------------------------------------

# columns of the table of bodies: pose, velocity, inverse inertia, wrench, acceleration; all in the global frame
R, A, V, W, INV, F, T, ACC, ALPHA, BODY_COLUMNS = 0, 3, 12, 15, 18, 24, 27, 30, 33, 36

# columns of the table of constraint rows: Jacobian of both bodies, right side and residual; each joint has ROWS rows
ROWS = 6
J_I, J_J, GAMMA, PHI, NU, ROW_COLUMNS = 0, 6, 12, 13, 14, 16


class Work(NamedTuple):
    """Scratch memory of one run. Only ``angles``, ``ahead`` and ``count`` survive from one evaluation to the next."""

    bodies: np.ndarray  # (bodies, BODY_COLUMNS)
    rows: np.ndarray  # (ROWS * joints, ROW_COLUMNS)
    scaled: np.ndarray  # (12 * joints, 6): (J M^-1)^T of both sides of each joint, a column of its rows in each line
    lam: np.ndarray  # (joints, 6): multipliers
    rhs: np.ndarray  # (joints, 6): right side
    aux: np.ndarray  # (joints, 6): auxiliary
    factor: np.ndarray  # (6 * blocks, 6): blocks of the factor, one column in each line
    power: np.ndarray  # power into each ledger entry [W]
    angles: np.ndarray  # (watched,) joint coordinates and deflections of springs at the last accepted step
    ahead: np.ndarray  # (watched, 2) the same and their rates at the end of the step in hand
    count: np.ndarray  # evaluations, of these with redundant constraints, of these near singular positions


# -- a run ---------------------------------------------------------------------------------------------------------

# how a call of the stepping loop ended; results.Status has the sentences, except for STIFF, after which the run goes on
(
    RUNNING, COMPLETE, STOPPED, INTERRUPTED, STEP_TOO_SMALL, NOT_FINITE, CANNOT_PROJECT, NEWTON_FAILED, TOO_MANY_STEPS,
    OUTPUT_FAILED, STIFF,
) = range(11)  # fmt: skip

RUN = np.dtype(
    [
        ("t", "f8"),  # time reached [s]
        ("t_end", "f8"),  # [s]
        ("h", "f8"),  # next step to try [s]
        ("h_step", "f8"),  # step in hand [s]
        ("h_max", "f8"),  # [s]
        ("h_min", "f8"),  # below this a step is too small [s]
        ("limit", "f8"),  # stages may not look beyond this time: the next kink [s]
        ("rtol", "f8"),
        ("atol", "f8"),
        ("planar", "i8"),  # layout of the state, as in SETTING
        ("n_q", "i8"),
        ("n_v", "i8"),
        ("n_e", "i8"),
        ("length", "f8"),  # references of the error norm: length [m], speed [m/s], mass [kg]
        ("speed", "f8"),
        ("mass", "f8"),
        ("error", "f8"),  # norm of the last accepted step, for the controller
        ("error_now", "f8"),  # of the step in hand
        ("residual", "f8"),  # worst constraint residual at accepted steps and outputs
        ("status", "i8"),
        ("reason", "i8"),  # status to report if steps become too small
        ("fixed", "i8"),  # 1: fixed steps, no error control
        ("project", "i8"),
        ("switch", "i8"),  # 1: return to Python when the steps look stiff
        ("pending", "i8"),  # 1: the step in hand is accepted, its output is being written
        ("restart", "i8"),  # 1: what a multistep method remembers is void
        ("relaxed", "i8"),  # steps accepted near singular positions with more than the tolerance
        ("tries", "i8"),  # rejections in a row near a singular position
        ("rejected_last", "i8"),
        ("output", "i8"),  # next output time
        ("row", "i8"),  # rows written into the block
        ("kink", "i8"),  # next kink
        ("events", "i8"),  # how many were met
        ("event", "i8"),  # the event in which the step in hand ends, -1 for none
        ("hunt", "i8"),  # how many more times the step to that event may be corrected
        ("budget", "i8"),  # evaluations after which to return to Python
        ("max_steps", "i8"),
        ("steps", "i8"),
        ("rejected", "i8"),
        ("order", "i8"),  # of a method with variable order
        ("jacobians", "i8"),
        ("stiff", "i8"),  # how often in a row the step looked stiff
    ],
    align=True,
)
