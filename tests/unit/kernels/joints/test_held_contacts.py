"""Forces that hold contacts: no penetration accelerates, whatever the joint, the law of friction and
the coordinates; depths at rest are those of the law.
"""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.initial_conditions import check_model
from gudgeon.assembly.kinematic_tree import on_tree
from gudgeon.kernels import records as rec
from gudgeon.kernels.entry_points import evaluate_at, observe_at
from gudgeon.kernels.joints import held_contacts
from gudgeon.kernels.tasks import ACCELERATIONS, COMMIT, END_OF_STEP
from tests.support.law_samples import BRISTLES, CONTACTS, FRICTIONS
from tests.support.plain_kernels import plain
from tests.support.resting_contacts import GAP, KINDS, loose, pressed_in_guide

COORDINATES = ("cartesian", "joint")


def touching(mechanism, coordinates="cartesian", depth=2e-6):
    """Return system and work of a mechanism that touches, and a state in motion in which the
    contacts that touch are held.
    """
    assembly = check_model(mechanism).assembly
    if coordinates == "joint":
        assembly = on_tree(assembly)
    system, work, y = assembly.system, assembly.work(), assembly.y.copy()
    out = np.zeros(len(y))
    evaluate_at(system, work, 0.0, y, out, ACCELERATIONS)
    observe_at(system, work, 0.0, y, out, END_OF_STEP)
    observe_at(system, work, 0.0, y, out, COMMIT)
    work.contacts[system.contacts["kind"] == rec.RIM, rec.ON] = 0.0
    held = np.flatnonzero(work.contacts[:, rec.ON] == 1.0)
    work.count[rec.HOLDER], work.count[rec.HOLDING] = 1, len(held)
    work.contacts[held, rec.HELD], work.contacts[held, rec.LOAD] = 1.0, 5.0
    work.contacts[held, rec.DEPTH] = depth
    return system, work, y, held


def penetrations(system, work, y, f, h):
    """Return the penetrations of bodies a time h later, to second order."""
    setting, moved, out = system.setting[0], y.copy(), np.zeros(len(y))
    n_q, n_v = int(setting["n_q"]), int(setting["n_v"])
    middle = y + 0.5 * h * f
    rate = np.zeros(len(y))
    held = work.contacts[:, rec.HELD].copy()
    evaluate_at(system, work, 0.5 * h, middle, rate, ACCELERATIONS)
    moved[:n_q] += h * rate[:n_q]
    moved[n_q : n_q + n_v] += h * f[n_q : n_q + n_v]
    work.contacts[:, rec.HELD] = 0.0  # so that what is measured is observed
    work.count[rec.HOLDING] = 0
    evaluate_at(system, work, h, moved, out, ACCELERATIONS)
    observe_at(system, work, h, moved, out, END_OF_STEP)
    work.contacts[:, rec.HELD], work.count[rec.HOLDING] = held, int(held.sum())
    return work.watched[system.contacts["watch"], rec.VALUE].copy()


@pytest.mark.parametrize("coordinates", COORDINATES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("friction", [None, gd.Coulomb(0.2, v_1=1e-2)], ids=["smooth", "rough"])
def test_no_penetration_of_a_held_contact_accelerates(kind, friction, coordinates):
    """Second differences over 1e-4 s: of a midpoint step they have an error of second order, some
    1e-4 of the accelerations that the bodies have, 10 m/s^2.
    """
    mechanism = loose(kind, friction=friction, depth=2e-6, moving=True)
    system, work, y, held = touching(mechanism, coordinates)
    f, h = np.zeros(len(y)), 1e-4
    evaluate_at(system, work, 0.0, y, f, ACCELERATIONS)
    assert len(held) and work.count[rec.UNSOLVED] == 0
    assert np.all(work.contacts[held, rec.PUSHED] != 5.0)
    ahead, here, behind = (penetrations(system, work, y, f, s)[held] for s in (h, 0.0, -h))
    assert np.abs(ahead - 2 * here + behind).max() / h**2 < 2e-2


@pytest.mark.parametrize("kind", KINDS)
def test_forces_that_hold_are_the_same_in_both_coordinates(kind):
    forces = []
    for coordinates in COORDINATES:
        mechanism = loose(kind, friction=gd.Coulomb(0.2, v_1=1e-2), depth=2e-6, moving=True)
        system, work, y, held = touching(mechanism, coordinates)
        evaluate_at(system, work, 0.0, y, np.zeros(len(y)), ACCELERATIONS)
        forces.append(work.contacts[held, rec.PUSHED].copy())
    assert forces[1] == pytest.approx(forces[0], rel=1e-8)


@pytest.mark.parametrize("name", [*FRICTIONS, *BRISTLES])
def test_forces_hold_with_every_law_of_friction(name):
    friction = {**FRICTIONS, **BRISTLES}[name]
    mechanism = loose("ball", friction=friction, depth=2e-6, moving=True)
    system, work, y, held = touching(mechanism)
    f = np.zeros(len(y))
    evaluate_at(system, work, 0.0, y, f, ACCELERATIONS)
    assert work.count[rec.UNSOLVED] == 0
    first = work.contacts[held, rec.PUSHED].copy()
    work.contacts[held, rec.LOAD] = 0.3 * first  # wherever the search begins
    evaluate_at(system, work, 0.0, y, f, ACCELERATIONS)
    assert work.contacts[held, rec.PUSHED] == pytest.approx(first, rel=1e-7)


@pytest.mark.parametrize("name", CONTACTS)
def test_the_depth_at_rest_is_the_inverse_of_the_law(name):
    law = CONTACTS[name]
    system, work, y, (k,) = touching(
        pressed_in_guide(law, gd.Constant(8.0), depth=1e-7), depth=1e-7
    )
    f = np.zeros(len(y))
    evaluate_at(system, work, 0.0, y, f, ACCELERATIONS)
    observe_at(system, work, 0.0, y, f, END_OF_STEP)
    depth = work.watched[system.contacts[k]["watch"], rec.VALUE]
    assert work.contacts[k, rec.PUSHED] == pytest.approx(8.0, rel=1e-12)  # the load at t = 0
    assert law(float(depth), 0.0, 1e-3) == pytest.approx(8.0, rel=1e-9)


def test_two_contacts_that_hold_the_same_freedom_are_noticed():
    table = np.zeros((rec.HELD_MOST, rec.HELD_COLUMNS))
    table[:2, :2] = -1.0
    assert not plain(held_contacts.factor)(table, 2)


def test_forces_of_several_contacts_solve_their_equations():
    rng = np.random.default_rng(3)
    matrix = rng.normal(size=(4, 4))
    matrix = -(matrix @ matrix.T + np.eye(4))
    table, memory = np.zeros((rec.HELD_MOST, rec.HELD_COLUMNS)), np.zeros((4, rec.CONTACT_COLUMNS))
    table[:4, :4], table[:4, rec.WHICH] = matrix, range(4)
    residual = rng.normal(size=4)
    table[:4, rec.RESIDUAL] = residual
    assert plain(held_contacts.factor)(table, 4)
    plain(held_contacts.correct)(memory, table, 4)
    assert matrix @ memory[:, rec.PUSHED] == pytest.approx(-residual, rel=1e-12)


@pytest.mark.parametrize(
    ("fit", "expected"),
    [
        (gd.Clearance(contact=gd.Hertz(1e9)), True),
        (gd.Clearance(contact=gd.Hertz(1e9), bushing=1e6, thickness=GAP / 5), False),
    ],
    ids=["dry", "layer"],
)
def test_a_contact_behind_a_layer_is_not_held(fit, expected):
    mechanism = gd.library("four-bar").with_fit("C", fit)
    contacts = check_model(mechanism).assembly.system.contacts.view(np.recarray)
    can = [plain(held_contacts.can_hold)(contact, k) for k, contact in enumerate(contacts)]
    assert any(can) == expected
