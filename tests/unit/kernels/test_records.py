"""The layout of records and work tables: columns that do not overlap, and room for everything."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.kernels import records as rec

KINDS = [name for name in vars(rec) if isinstance(getattr(rec, name), np.dtype)]


def test_columns_of_bodies_follow_each_other_with_room_for_each():
    """Position 3, rotation matrix 9, velocity, spin, inverse inertia 6, force, torque,
    acceleration, angular acceleration.
    """
    starts = [
        rec.R,
        rec.A,
        rec.V,
        rec.W,
        rec.INV,
        rec.F,
        rec.T,
        rec.ACC,
        rec.ALPHA,
        rec.BODY_COLUMNS,
    ]
    assert np.diff(starts).tolist() == [3, 9, 3, 3, 6, 3, 3, 3, 3]


def test_columns_of_rows_have_both_jacobians_and_three_numbers():
    assert (rec.J_J - rec.J_I, rec.GAMMA - rec.J_J) == (6, 6)
    assert (
        len({rec.GAMMA, rec.PHI, rec.NU}) == 3 and max(rec.GAMMA, rec.PHI, rec.NU) < rec.ROW_COLUMNS
    )


def test_columns_of_contacts_leave_three_for_friction():
    names = (
        "ON",
        "APPROACH",
        "START",
        "TURN",
        "DEEPEST",
        "AGE",
        "BEGUN",
        "SEEN",
        "RATE",
        "F_N",
        "SLOPE_TRIAL",
    )
    used = [getattr(rec, name) for name in names] + [rec.F_T + k for k in range(3)]
    held = (
        "HELD", "CALM", "MEAN_RATE", "PAUSE", "POINTS", "LOAD", "DEPTH", "DEPTH_AT", "DEPTH_BEFORE",
        "DEPTH_BEFORE_AT", "DEPTH_RATE", "NORM", "PUSHED", "YIELD", "LOAD_TRIAL", "MOBILITY",
        "CURVATURE", "STIFFNESS", "EXCESS", "EXCESS_RATE",
    )  # fmt: skip
    used += [getattr(rec, name) for name in held]
    assert sorted(used) == list(range(rec.CONTACT_COLUMNS))


@pytest.mark.parametrize("kind", KINDS)
def test_records_are_aligned_as_compilers_expect(kind):
    dtype = getattr(rec, kind)
    for name in dtype.names:
        field, offset = dtype.fields[name][:2]
        assert offset % field.base.alignment == 0
        assert field.base in (np.dtype("f8"), np.dtype("i8"))


def test_a_table_starts_with_zeros():
    records = rec.table(3, rec.JOINT)
    assert len(records) == 3 and not records.view(np.uint8).any()


def test_a_joint_has_room_for_its_rows_and_drivers():
    """At most six: a weld, or a sleeve with both of its coordinates driven."""
    assert rec.JOINT["kind"].shape == rec.JOINT["driver"].shape == (rec.ROWS,) == (6,)


def test_work_tables_have_the_sizes_of_the_mechanism():
    assembly = gd.check_model(gd.library("four-bar", C="clearance-friction")).assembly
    work, joints, bodies = assembly.work(), 4, 4
    assert work.bodies.shape == (bodies, rec.BODY_COLUMNS)
    assert work.rows.shape == (rec.ROWS * joints, rec.ROW_COLUMNS)
    assert work.lam.shape == work.rhs.shape == work.aux.shape == work.wrench.shape == (joints, 6)
    assert work.contacts.shape == (1, rec.CONTACT_COLUMNS)
    # the ground stands
    assert np.array_equal(work.bodies[0, rec.A : rec.A + 9].reshape(3, 3), np.eye(3))
    assert work.bodies is not assembly.work().bodies
