"""What acts in joints: elements of some kinds, each with records of its own and a kernel that is
called by its address.

No kind is known here. The kernel of a kind has the signature ``element_signature`` and does what a
task asks of all its records:

    FORCES       add wrenches to the bodies and to ``work.wrench`` of their joints, write the powers
    of their ledger entries and the rates
                 of their states into ``out``
    ROW          write their variables into the output row ``out``, which was zero, and add to their
    energies
    END_OF_STEP  write what they watch at the end of the trial step
    SAMPLE       write what they watch inside the step
    COMMIT       the step was accepted: change what they remember
    FRICTION          of friction in joints alone (joint_friction.py): follow the loads of the solution;
    return 1.0 if that changed anything
    HOLD         of contacts alone (held_contacts.py): choose the forces that hold them; return 1.0 if
    the accelerations must be found again

and returns 0.0, or after COMMIT how many contacts went on or off. A mechanism compiles only the
kernels of the kinds that it has.
"""

from ..._base.function_pointers import element_caller
from ..._base.jit import inline
from ..multibody.vectors import ZERO, put
from ..records import HOLDER, SAMPLED, VALUE
from ..tasks import END_OF_STEP, FORCES, HOLD

call = element_caller()


@inline
def elements(system, work, where, t, y, out, task):
    """Let every element do its part in an evaluation or an observation; ``where`` are the
    addresses of the first two.
    """
    changes = 0.0
    if system.elements.shape[0] == 0:
        return changes
    if task == FORCES:
        for k in range(work.wrench.shape[0]):
            put(work.wrench, k, 0, ZERO)
            put(work.wrench, k, 3, ZERO)
    for k in range(system.elements.shape[0]):
        changes += call(system.elements[k].entry, where[0], where[1], k, t, y, out, task)
    return changes


@inline
def find_held_forces(system, work, where, t, y, y_dot):
    """Whether the accelerations must be found again, with other forces of the contacts that are
    held (held_contacts.py).
    """
    k = work.count[HOLDER] - 1
    return call(system.elements[k].entry, where[0], where[1], k, t, y, y_dot, HOLD) != 0.0


@inline
def watch_column(task):
    """Return the column of the table of watched quantities to which a task writes; rates stand
    beside the values.
    """
    return VALUE if task == END_OF_STEP else SAMPLED
