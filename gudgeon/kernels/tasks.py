"""What a kernel that is called by address is asked to do; one numbering for all of them."""

POSITIONS, VELOCITIES, ACCELERATIONS, PROJECT_IF_NEEDED = range(4)
"""Of the right-hand side (multibody/equations.py): which constraints to meet before the
accelerations are found.
"""

FORCES, ROW, END_OF_STEP, SAMPLE, COMMIT, PEAKS, FRICTION, HOLD, REACTIONS = range(4, 13)
"""Of elements in joints (joints/elements.py), but for PEAKS and REACTIONS; FRICTION of friction under the loads
of constraints and HOLD of contacts that are held alone; those in between of observations, too
(output_row.py), and REACTIONS of those in joint coordinates (recursive/observation.py).
"""
