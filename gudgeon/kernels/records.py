"""The records that kernels read and the tables they work on. Fixed fields: one compiled kernel
serves every mechanism.

Column numbers of the two-dimensional work tables are named here, once; kernels index them with
these constants.
"""

from typing import Any, NamedTuple

import numpy as np

from .._base.descriptors import tables
from .._base.settings import DISABLED
from .output_variables import IMPACT_COLUMNS


def table(count: int, dtype: Any) -> np.ndarray:
    """Return an array of records; without Numba one whose fields are attributes, as kernels read
    them.
    """
    records = np.zeros(count, dtype)
    return records.view(np.recarray) if DISABLED else records


# -- what a mechanism is (never changes during a run) ----------------------------------------------

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
COINCIDENT, ALONG, PERPENDICULAR, LENGTH, AT_ANGLE = range(5)

JOINT = np.dtype(
    [
        ("i", "i8"),  # first body (0 is the ground)
        ("j", "i8"),  # second body
        # number of constraint rows, at most ROWS; they stand from ROWS * (place of the joint) on
        ("rows", "i8"),
        ("s_i", "f8", 3),  # joint point in the first body's frame [m]
        ("s_j", "f8", 3),  # in the second body's
        # rows h, t, b: unit triad in the first body's frame, b is the axis
        ("axes_i", "f8", (3, 3)),
        ("axes_j", "f8", (3, 3)),  # in the second body's
        ("length", "f8"),  # of a Distance joint [m]
        ("kind", "i8", 6),  # of each row
        # which global axis, or which vector of the first triad, the row uses; AT_ANGLE: the kind of
        # the coordinate
        ("a", "i8", 6),
        ("b", "i8", 6),  # which vector of the second triad
        ("driver", "i8", 6),  # driver that prescribes this row, -1 for none
        ("output", "i8"),  # place of the joint in the output
        ("clearance", "i8"),  # its place among the joints with a gap, -1 for none
    ],
    align=True,
)

# what a signal depends on: time, a joint coordinate, its rate
OF_TIME, OF_COORDINATE, OF_RATE = range(3)

SIGNAL = np.dtype(
    [
        ("law", "i8"),
        ("offset", "i8"),  # of its parameters
        ("argument", "i8"),  # OF_TIME, OF_COORDINATE, OF_RATE
        ("coordinate", "i8"),
        ("ends", "i8"),  # 1: the next signal begins another product of the sum
        # where its argument and the way in which it last moved are watched for breakpoints, -1 for
        # nowhere
        ("watch", "i8"),
        # how close to a place where its value jumps the argument is there already, 0 if it never
        # jumps
        ("near", "f8"),
    ],
    align=True,
)

DRIVER = np.dtype(
    [
        ("first", "i8"),  # of the signals that are its motion, a sum of products
        ("count", "i8"),
        ("ledger", "i8"),
        ("row", "i8"),
    ],
    align=True,
)

# kinds of joint coordinates
DISPLACEMENT, ANGLE, ANGLE_OF_CROSS_1, ANGLE_OF_CROSS_2, DISTANCE, TILT_OF_AXES, COUPLED = range(7)

COORDINATE = np.dtype(  # COUPLED: coordinate ``first`` less ``ratio`` times ``second``
    [(name, "i8") for name in ("joint", "kind", "a", "first", "second")] + [("ratio", "f8")],
    align=True,
)

# first entries in the output of energies; what springs store, works of loads and drivers, and
# energies of joints follow
KINETIC, GRAVITY, FIXED_ENTRIES = range(3)

# kinds of forces
FORCE_SPACE, FORCE_BODY, TORQUE_SPACE, TORQUE_BODY, JOINT_FORCE = range(5)
SPRING, JOINT_SPRING, CUSTOM = range(5, 8)

FORCE = np.dtype(
    [
        ("kind", "i8"),
        ("i", "i8"),  # first body
        ("j", "i8"),  # second body, or the loaded one
        ("s_i", "f8", 3),  # points in the bodies' frames [m]
        ("s_j", "f8", 3),
        ("vector", "f8", 3),  # force [N] or torque [N m]
        ("first", "i8"),  # of the signals that are its magnitude, a sum of products
        ("count", "i8"),
        ("law", "i8"),  # elastic characteristic or interaction; 0 for none
        ("offset", "i8"),  # of its parameters
        ("damper", "i8"),  # damping characteristic; 0 for none
        ("damper_offset", "i8"),
        ("free", "f8"),  # free length [m] or position [rad]
        ("coordinate", "i8"),  # of a joint spring or a force on a joint coordinate
        # where its deflection and its rate are watched for breakpoints of its laws, -1 for nowhere
        ("watch", "i8"),
        ("ledger", "i8"),  # entry of the energy ledger that integrates its power, -1 for none
        # where in the output of energies stands what a spring stores, -1 for nowhere
        ("stored_entry", "i8"),
    ],
    align=True,
)

# kinds of contacts
BALL, RADIAL, WALL, RIM, CORNER, STOP, EDGE, KEY, WORN = range(9)

CONTACT = np.dtype(
    [
        ("kind", "i8"),
        ("joint", "i8"),  # place of its joint in the table of joints
        # WALL, RIM, CORNER: 1 if the second body (journal, slider) carries the circle, rim or
        # corner, 0 if the first
        ("carrier", "i8"),
        # WALL: 0 the deepest point of the circle, 1 the other extremum; CORNER, EDGE: 0 or 1, walls
        # across h or t
        ("which", "i8"),
        # WALL, RIM, CORNER, WORN: where on its axis the circle stands; EDGE: on the guide's [m]
        ("at", "f8"),
        # CORNER, EDGE: where the corner or edge stands across the axis, along the wall [m]
        ("aside", "f8"),
        ("wall", "f8"),  # RIM: where on the other body's axis the end plane stands [m]
        # RIM, CORNER, EDGE, KEY, STOP: +1 or -1, which end plane, wall, flank or end of the range
        ("side", "f8"),
        ("coordinate", "i8"),  # STOP: the coordinate that it limits
        ("limit", "f8"),  # STOP: its value there [m] or [rad]
        # of the carried circle, rim, or half height of the slider; KEY, STOP with friction:
        # lever of its flanks, 0 for a face [m]
        ("radius", "f8"),
        ("bore", "f8"),  # of what it touches [m]
        # BALL, RADIAL, WORN: radial clearance c [m]; KEY: play of the rotation to each side [rad]
        ("gap", "f8"),
        # WORN: sectors of the profile, where it begins in the parameters, its least curvature radius
        ("sectors", "i8"),
        ("profile", "i8"),
        ("tightest", "f8"),
        # WALL, CORNER, EDGE: half length of what it touches; beyond it there is no contact [m]
        ("reach", "f8"),
        # RIM: share of the depth of its middle by which the rim must be deeper for the contact to
        # move there [1]
        ("softness", "f8"),
        ("hidden", "f8"),  # RIM: the same with a fixed tilt [m]
        # RIM, STOP with friction: radius on which the friction of an even contact turns the bodies
        # [m]
        ("twist", "f8"),
        ("weight", "f8"),  # share of the law: 1, or 1/N of N strips
        # CORNER, EDGE: the next contact on the same face, around to the first; of all others itself
        ("next", "i8"),
        # how far behind its surface it begins: the layer that must be compressed before [m]
        ("shift", "f8"),
        # 1: it only remembers; its force acts through the contact of the layer before it
        ("passive", "i8"),
        ("partner", "i8"),  # of a layer: the hard contact behind it
        ("layer", "i8"),  # characteristic of a layer, 0 for none
        ("layer_offset", "i8"),
        ("layer_damper", "i8"),
        ("layer_damper_offset", "i8"),
        ("thickness", "f8"),  # compression of the layer at which hard contact begins [m]
        ("blend", "f8"),  # over which one goes into the other [m]
        # penetration over which the force fades in, where a film fades out; 0 for none [m]
        ("fade", "f8"),
        ("slowest", "f8"),  # approach speeds below this count as this much [m/s]
        ("law", "i8"),
        ("offset", "i8"),
        ("potential", "i8"),  # 0 for none
        ("friction", "i8"),  # 0 for none
        ("friction_offset", "i8"),
        ("bristle", "i8"),  # where its bristle stands in the state, three numbers, -1 for none
        # body side (0 first, 1 second) and axis of its triad that give a tangent of the surface
        ("frame", "i8"),
        ("frame_axis", "i8"),
        ("ledger", "i8"),  # entry of the ledger that integrates the power of the normal force
        ("friction_ledger", "i8"),  # and that of friction, -1 for none
        # where in the output of energies it adds: stored, lost, lost by friction
        ("stored_entry", "i8"),
        ("lost_entry", "i8"),
        ("friction_entry", "i8"),
        ("watch", "i8"),  # where its penetration is watched
        # where what its laws depend on is watched for their breakpoints, -1 for nowhere
        ("law_watch", "i8"),
    ],
    align=True,
)

# what is watched there: sliding speed, normal force, load of bristles over their limit, rate over
# approach speed, corners of a layer, rate at which it is compressed
SLIDING, PRESSED, OVERLOAD, RATE_RATIO, PULL, DIP, COMPRESSION_RATE, LAW_INPUTS = range(8)

# what is watched of a spring or bushing: deflection, its rate, force of a bushing that never pulls
# over the sum of its parts
DEFLECTION, DEFLECTION_RATE, PUSH_BACK, SOFT_INPUTS = range(4)
AT_REST = 1e-13  # [m] or [rad]: a deflection smaller than this is zero

MAX_VARIABLES = 8  # of the output, that one kind of elements writes

ELEMENT = np.dtype(
    [
        ("entry", "i8"),  # address of the compiled kernel of its kind, this process only
        # where its own records begin among the words of System.records, and how many they are
        ("begin", "i8"),
        ("count", "i8"),
        ("memory", "i8"),  # where its numbers begin in Work.memory
        ("columns", "i8", MAX_VARIABLES),  # first column of each of its output variables
    ],
    align=True,
)

EVENT = np.dtype(
    [
        # which watched quantity: joint coordinates, deflections of springs, penetrations, what
        # their laws depend on
        ("watch", "i8"),
        ("value", "f8"),  # that it crosses
        ("near", "f8"),  # how close to that it is there already
        ("direction", "i8"),  # +1 upwards, -1 downwards, 0 both
        ("stop", "i8"),  # 1: the run ends there, 0: a step ends there
        ("jump", "i8"),  # 1: forces jump there, 2: a load does
        ("period", "f8"),  # after which another such value follows, 0 for none
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
        # layout of positions and velocities in the state (state_layout.py): free bodies, ball
        # joints, bodies in a plane, angles, lengths
        ("free", "i8"),
        ("balls", "i8"),
        ("in_plane", "i8"),
        ("angles", "i8"),
        ("lengths", "i8"),
        ("n_q", "i8"),  # positions, velocities, bristles and ledger entries in the state
        ("n_v", "i8"),
        ("n_z", "i8"),
        ("n_e", "i8"),
        ("works", "i8"),  # ledger entries of loads, dampers and drivers; those of elements follow
        ("work_entry", "i8"),  # where in the output of energies these works begin
        # joint coordinates in an output row; those that only play limits stand behind them
        ("shown", "i8"),
        ("length", "f8"),  # characteristic length [m]
        ("pivot", "f8"),  # smallest pivot of the last factorisation, relative to its diagonal entry
        ("first_pivot", "f8"),  # the same at the start
        ("redundant", "i8"),  # constraints are known to be redundant
        # in joint coordinates: what drivers do is not unique, as they are among these constraints
        ("shared_drive", "i8"),
        ("eliminate", "i8"),  # first FACTOR instruction of the program
        ("solve", "i8"),  # first SOLVE instruction of the program
        ("project", "i8"),  # 1: projection after each step, 0: Baumgarte
        # of projection: residuals that a step may leave, relative to the length, and their rates
        # [1/s]
        ("position_tolerance", "f8"),
        ("velocity_tolerance", "f8"),
        ("zero_depth", "f8"),  # penetrations smaller than this are zero [m]
        # which kind of elements is friction under the load of constraints, -1 for none
        ("joint_friction", "i8"),
        ("evaluate", "i8"),  # address of the compiled right-hand side, this process only
        ("observe", "i8"),  # address of what observes its outcome: output rows, watched quantities
        ("alpha", "f8"),  # Baumgarte's parameters [1/s]
        ("beta", "f8"),
    ],
    align=True,
)


# kinds of tree joints (recursive/kinematics.py)
FIXED_NODE, TURN_NODE, SLIDE_NODE, BALL_NODE, FREE_NODE = range(5)

NODE = np.dtype(
    [
        ("kind", "i8"),
        ("parent", "i8"),  # node on which it hangs; 0 is the ground
        ("body", "i8"),  # -1 for none: between the freedoms of one joint
        ("joint", "i8"),  # place of its joint in the table of joints, -1 for none
        ("q", "i8"),  # where its position stands in the state
        ("u", "i8"),  # and its velocity among the velocities
        ("driver", "i8"),  # that prescribes it, -1 for none
        ("way", "f8"),  # +1, or -1 where the joint's first body hangs on its second
        ("hinge", "f8", 3),  # joint point from the joint point of the parent, in its frame [m]
        ("turned", "f8", (3, 3)),  # its frame seen from the parent's at position zero
        ("axis", "f8", 3),  # TURN_NODE: in its own frame; SLIDE_NODE: the parent's
        ("lever", "f8", 3),  # centre of mass from the joint point, in its frame [m]
        ("mass", "f8"),  # of its body [kg]
        ("inertia", "f8", 6),  # J' of its body
    ],
    align=True,
)

CUT = np.dtype(
    [
        ("joint", "i8"),  # place of the cut joint in the table of joints
        ("node_i", "i8"),  # nodes of its two bodies
        ("node_j", "i8"),
        # where its path begins in System.paths: nodes from the first body to where both meet,
        # then those from the second, then those of both, and where it ends
        ("first", "i8"),
        ("second", "i8"),
        ("trunk", "i8"),
        ("end", "i8"),
        ("line", "i8"),  # where its freedoms begin in Work.pulled
    ],
    align=True,
)


WRITER = np.dtype(
    [
        ("address", "i8"),  # of the kernel that fills an output variable from outside the package
        ("start", "i8"),  # its first column, and how many it has
        ("width", "i8"),
    ],
    align=True,
)


@tables
class System(NamedTuple):
    """The assembled mechanism, as the kernels see it."""

    # SETTING, one record; in joint coordinates a second one, which belongs to all_joints
    setting: np.ndarray
    bodies: np.ndarray  # BODY; the first is the ground
    joints: np.ndarray  # JOINT, in the order of elimination
    drivers: np.ndarray  # DRIVER
    forces: np.ndarray  # FORCE
    elements: np.ndarray  # ELEMENT, one for each kind that acts in joints
    records: np.ndarray  # of all elements, as words of eight bytes; a kernel knows what its own are
    # CONTACT, those of one joint side by side: records of one kind, whose begin and end the
    # stepping loop locates
    contacts: np.ndarray
    coordinates: np.ndarray  # COORDINATE
    events: np.ndarray  # EVENT
    counted: np.ndarray  # which watched quantities are angles that count full turns
    signals: np.ndarray  # SIGNAL, those of one motion or magnitude side by side
    parameters: np.ndarray  # of all laws, one after the other
    program: np.ndarray  # how to assemble, factor and solve the block-sparse system, see schur.py
    columns: np.ndarray  # one record: the first column of every output variable, by its name
    writers: np.ndarray  # WRITER
    nodes: np.ndarray  # NODE, in depth-first order; only of joint coordinates
    cuts: np.ndarray  # CUT
    paths: np.ndarray  # nodes on the paths of cut joints, one path after the other
    # JOINT, where joints are cut: the same with the rows of those of the tree, too, and the program
    # for all of them, as in Cartesian coordinates
    all_joints: np.ndarray
    all_program: np.ndarray


# -- work tables -----------------------------------------------------------------------------------

# columns of the table of bodies: pose, velocity, inverse inertia, wrench, acceleration; all in the
# global frame
R, A, V, W, INV, F, T, ACC, ALPHA, BODY_COLUMNS = 0, 3, 12, 15, 18, 24, 27, 30, 33, 36

# columns of the table of nodes, in the global frame: joint point, its velocity, rotation, angular
# velocity; way from the parent's joint point, centre of mass from its own; axis; accelerations that
# velocities bring about, angular and linear; articulated inertia [A B; B^T M] about the joint
# point, and moment and force that acceleration must overcome; what eliminates its freedoms
# (recursive/articulated_body.py); accelerations, angular and linear; scratch of cut joints; what its
# driver prescribed at the last accepted step
POINT, SPEED, ROTATION, SPIN, OFFSET, CENTRE, AXIS = 0, 3, 6, 15, 18, 21, 24
BIAS_TURN, BIAS_SHIFT = 27, 30
INERTIA_A, INERTIA_B, INERTIA_M, MOMENT, PULL_BACK = 33, 39, 48, 54, 57
GAIN, INVERSE_A, INVERSE_M, FREE_TURN, FREE_SHIFT = 60, 69, 75, 81, 84
NODE_ALPHA, NODE_ACC, TRIAL, DRIVEN, NODE_COLUMNS = 87, 90, 93, 99, 100

# columns of the table of constraint rows: Jacobian of both bodies, right side and residual; each
# joint has ROWS rows
ROWS = 6
J_I, J_J, GAMMA, PHI, NU, ROW_COLUMNS = 0, 6, 12, 13, 14, 16


# columns of the table of contacts. Memory, changed only when a step is accepted: whether it is on,
# approach speed, time of the start, of the first greatest penetration (NaN before it), greatest
# penetration, accepted steps since the start, ledger at the start, time of the last accepted step
# and the rate then. As the last evaluation left it: normal force, friction on the second body. At
# the end of the trial step: slope of the penetration (contact_geometry.py).
ON, APPROACH, START, TURN, DEEPEST, AGE, BEGUN, SEEN, RATE = range(9)
F_N, F_T, SLOPE_TRIAL = 9, 10, 13
# Of those that may be held (joints/held_contacts.py):
(
    HELD, CALM, MEAN_RATE, PAUSE, POINTS, LOAD, DEPTH, DEPTH_AT, DEPTH_BEFORE, DEPTH_BEFORE_AT, DEPTH_RATE,
    NORM, PUSHED, YIELD, LOAD_TRIAL, MOBILITY, CURVATURE, STIFFNESS, EXCESS, EXCESS_RATE, CONTACT_COLUMNS,
) = range(14, 35)  # fmt: skip

IMPACT = np.dtype([(name, "f8") for name in IMPACT_COLUMNS])  # a finished contact period

# columns of the table of peaks: value at the end of the trial step, at the last accepted one and at
# the one before (NaN where something began or ended in between), with their times; greatest so far
# and when; whether it is sought in the trial step; value that the last evaluation left; values at
# the quarters of the trial step
NOW, LAST, LAST_AT, EARLIER, EARLIER_AT, GREATEST, WHEN, SOUGHT, HERE, QUARTERS = range(10)
PEAK_COLUMNS = QUARTERS + 3

# columns of the table of watched quantities: value and rate at the end of the trial step, and where
# the dense output is sampled; rate at the last accepted step
VALUE, SLOPE, SAMPLED, SAMPLED_SLOPE, LAST_SLOPE, WATCH_COLUMNS = range(6)

# what work.count counts: evaluations, of these with redundant constraints, of these near singular
# positions, contact periods; contacts held, attempts at their forces, failed ones, their element from 1 on
EVALUATIONS, REDUNDANT, NEAR, PERIODS, HOLDING, ATTEMPT, UNSOLVED, HOLDER, COUNTS = range(9)
HELD_MOST = 6  # contacts held at a time; columns of their equations, behind the matrix:
WHICH, FORCE_FIRST, RESIDUAL_FIRST, RESIDUAL, CARRIED, HELD_COLUMNS = range(6, 12)


@tables
class Work(NamedTuple):
    """Scratch memory of one run. ``last_watched``, ``count``, ``periods``, ``peaks`` and the
    memory of contacts survive an evaluation.
    """

    bodies: np.ndarray  # (bodies, BODY_COLUMNS)
    rows: np.ndarray  # (ROWS * joints, ROW_COLUMNS)
    # (12 * joints, 6): (J M^-1)^T of both sides of each joint, a column of its rows in each line
    scaled: np.ndarray
    lam: np.ndarray  # (joints, 6): multipliers
    rhs: np.ndarray  # (joints, 6): right side
    aux: np.ndarray  # (joints, 6): auxiliary
    factor: np.ndarray  # (6 * blocks, 6): blocks of the factor, one column in each line
    power: np.ndarray  # power into each ledger entry [W]
    last_watched: np.ndarray  # (watched,) all watched quantities (EVENT) at the last accepted step
    watched: np.ndarray  # (watched, WATCH_COLUMNS) the same in the trial step
    wrench: (
        np.ndarray
    )  # (joints, 6) of elements in a joint on its second body, about its centre of mass
    reactions: np.ndarray  # (joints, 6) likewise the constraints of tree joints
    contacts: np.ndarray  # (contacts, CONTACT_COLUMNS)
    held: np.ndarray  # (HELD_MOST, HELD_COLUMNS) equations of the forces of held contacts
    memory: np.ndarray  # what elements keep from an evaluation to its observation
    periods: np.ndarray  # IMPACT, (room,) finished contact periods that nobody has fetched
    # (joints + bodies + drivers + joints + contacts, PEAK_COLUMNS): resultants, accelerations, forces,
    # sums over the contacts in gaps, normal forces, the last since a contact began
    peaks: np.ndarray
    nodes: np.ndarray  # (nodes, NODE_COLUMNS)
    # (freedoms on all paths, 6) rows of cut joints in joint coordinates, a column of the rows of
    # one joint in each line; and the same divided by inertia
    pulled: np.ndarray
    divided: np.ndarray
    orientation: np.ndarray  # (bodies, 4) Euler parameters in the last output row
    count: np.ndarray  # (COUNTS,)


# -- a run -----------------------------------------------------------------------------------------

# how a call of the stepping loop ended (results.Status has sentences); after STIFF and NONSTIFF
# another method continues, NEAR_END is before the end has an influence, NEAR_STOP before a stop has,
# at PAUSED peaks may begin
(
    RUNNING, COMPLETE, STOPPED, INTERRUPTED, STEP_TOO_SMALL, NOT_FINITE, CANNOT_PROJECT, NEWTON_FAILED, TOO_MANY_STEPS,
    OUTPUT_FAILED, ACCUMULATED, DEAD_CENTRE, RANK_LOST, OUT_OF_TIME, STIFF, NONSTIFF, NEAR_END, PAUSED, NEAR_STOP,
) = range(19)  # fmt: skip

CONFIGURATION = [
    ("t_end", "f8"),  # [s]
    ("h_max", "f8"),  # [s]
    ("rtol", "f8"),
    ("atol", "f8"),
    ("free", "i8"),  # layout of the state, as in SETTING
    ("balls", "i8"),
    ("in_plane", "i8"),
    ("angles", "i8"),
    ("lengths", "i8"),
    ("n_q", "i8"),
    ("n_v", "i8"),
    ("n_z", "i8"),
    ("n_e", "i8"),
    ("length", "f8"),  # references of the error norm: length [m], mass [kg]
    ("mass", "f8"),
    ("fixed", "i8"),  # 1: fixed steps, no error control
    ("project", "i8"),
    ("checked", "i8"),  # 1: the run fails where a method does not see a degree of freedom
    # 1: return to Python when the steps look stiff; 2: they did, return when it is over
    ("switch", "i8"),
    ("zero_depth", "f8"),  # penetrations smaller than this are zero [m]
    # 1: steps that penetrate more than the tolerance are rejected, 0: starts of contacts are
    # located
    ("reject_penetration", "i8"),
    ("penetration_tolerance", "f8"),  # that penetration [m]
    ("max_steps", "i8"),
    ("follow", "i8"),  # 1: output follows the motion, with rows at contacts, inside, and at peaks
    ("hold", "i8"),  # 1: contacts that rest on their wall are held there
]
"""What a run is asked for: set before it begins."""

CONTROLLER = [
    ("t", "f8"),  # time reached [s]
    ("h", "f8"),  # next step to try [s]
    ("h_step", "f8"),  # trial step [s]
    ("h_min", "f8"),  # below this a step is too small: it grows with time [s]
    ("begun", "i8"),  # 1: the first step has been chosen
    ("near_end", "i8"),  # 1: the end of the run has made a step shorter
    ("near_stop", "i8"),  # 1: the trial step is good, and the run will stop inside it
    ("t_limit", "f8"),  # stages may not evaluate beyond this time: the next breakpoint [s]
    ("pending", "i8"),  # 1: the trial step is accepted, its output is being written
    ("restart", "i8"),  # 1: what a multistep method remembers is void
    # references of the error norm that grow: largest bristle [m] and speed [m/s] so far
    ("bristle", "f8"),
    ("speed", "f8"),
    ("error", "f8"),  # norm of the last accepted step, for the controller
    ("error_now", "f8"),  # of the trial step
    ("order", "i8"),  # of a method with variable order
    # until the next contact ends, infinite where none will soon or where it does not matter [s]
    ("time_to_separation", "f8"),
    ("h_free", "f8"),  # step before the first contact began [s]
    ("rejected_last", "i8"),
    ("singular_rejections", "i8"),  # rejections in a row near a singular position
    # points of the last steps: STIFF_POINTS for one that looked stiff, 1 for one that stability
    # made shorter
    ("stiff", "i8"),
    # likewise of steps since contacts changed: TURN_POINTS for one in which a force turned, -1 for
    # any other
    ("turns", "i8"),
    ("stiff_threshold", "i8"),  # of either, at which the method changes
    ("probe_steps", "i8"),  # after which the implicit method must have come farther
    ("implicit_steps", "i8"),  # steps since the method changed, with the implicit one
    ("t_switch", "f8"),  # time when the method changed [s]
    ("h_switch", "f8"),  # step before [s]
    ("evals_switch", "i8"),  # evaluations until then
    # estimated error that holding contacts makes in the trial step, relative to what is allowed
    ("model_error", "f8"),
]
"""The trial step, and what chooses the next one: its length, its order, its method."""

EVENT_SEARCH = [
    ("event", "i8"),  # the event in which the trial step ends, -1 for none
    # the watched quantity whose crossing is being located, and the value it crosses
    ("event_watch", "i8"),
    ("event_value", "f8"),
    ("event_tolerance", "f8"),  # how close to that is close enough, times a hundred
    ("event_rate", "f8"),  # its rate there, where it is not known from velocities
    # how many more times the step to that event may be corrected, 0 when none is being located
    ("event_corrections", "i8"),
    ("t_zeno", "f8"),  # time when contacts were last checked for Zeno behaviour [s]
]
"""The event in which the trial step ends, and how it is located."""

COUNTERS = [
    ("status", "i8"),
    ("reason", "i8"),  # status to report if steps become too small
    ("output", "i8"),  # next output time
    ("row", "i8"),  # rows written into the block
    ("t_row", "f8"),  # time of the last row [s]
    ("added", "i8"),  # rows written besides the output times
    ("mark", "i8"),  # 1: the state that has been reached is worth a row
    ("peaks", "i8"),  # peaks found in the trial step, and the next of them to look at
    ("peak", "i8"),
    ("watching", "i8"),  # evaluations for output and peaks, without which the motion is the same
    ("breakpoint", "i8"),  # index of the next breakpoint
    ("budget", "i8"),  # evaluations after which to return to Python
    ("pause", "i8"),  # 1: steps return to Python from t_pause on [s], 2: where contacts change, too
    ("t_pause", "f8"),
    ("steps", "i8"),
    ("rejected", "i8"),
    ("stiff_steps", "i8"),  # steps of a method that was asked for, while they looked stiff
    ("relaxed", "i8"),  # steps accepted near singular positions with more than the tolerance
    ("events", "i8"),  # how many were met
    ("jacobians", "i8"),
    ("holds", "i8"),  # how often a contact was held; steps, and time [s], with one that is held
    ("held_steps", "i8"),
    ("held_time", "f8"),
    ("residual", "f8"),  # worst constraint residual at accepted steps and outputs
]
"""How far a run has come, and how it ended."""

RUN = np.dtype([*CONFIGURATION, *CONTROLLER, *EVENT_SEARCH, *COUNTERS], align=True)
