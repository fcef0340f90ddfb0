"""Every fit on every joint: what has a meaning runs, holds and keeps its ledger, with stops too;
the rest is refused with the reason.
"""

import dataclasses

import numpy as np
import pytest

import gudgeon as gd
from tests.support.joints_and_fits import GAP, JOINTS, PAIRS, allowed, fit, hanging

DURATION = 0.02  # [s]
LIMIT = 2e-4  # of stops [m or rad]


def run(mechanism):
    result = gd.simulate(mechanism, DURATION, output_step=DURATION / 200)
    scale = 0.02  # [J] kinetic energy of the throw
    # rtol is 1e-8 by default; contacts restart the steps
    np.testing.assert_allclose(result.energy.balance, 0, atol=1e-6 * scale)
    return result


@pytest.mark.parametrize(("name", "kind"), [pair for pair in PAIRS if allowed(*pair)], ids=str)
def test_a_fit_that_a_joint_can_have_runs_and_holds(name, kind):
    """Within 20 ms a body that nothing holds flies 4 mm; clearance lets it move by the gap and
    what the surfaces give.
    """
    joint, planar = JOINTS[kind], kind.endswith("plane")
    result = run(hanging(dataclasses.replace(joint, fit=fit(name, joint, planar)), planar))
    acting = result.joint("J")
    assert np.abs(acting.force).max() > 0.5  # of a weight of 11 N
    if name.startswith("clearance") or name == "lubricated":
        assert (
            len(result.impacts) > 0
            if name != "lubricated"
            else np.abs(acting.film_force).max() > 0.5
        )
        e = acting.eccentricity
        # along the axis it has other play
        if not isinstance(joint, gd.Spherical) and not (planar and isinstance(joint, gd.Revolute)):
            axis = np.array([*joint.axis, 0.0][:3])
            e = e - np.outer(e @ axis, axis)
        assert 0.1 * GAP < np.linalg.norm(e, axis=1).max() < 1.5 * GAP
    if name == "bushing":
        assert all(np.abs(getattr(acting, motion)).max() > 1e-6 for motion in joint.motions(planar))
        assert result.energy["lost:J:damping"][-1] > 0


@pytest.mark.parametrize(("name", "kind"), [pair for pair in PAIRS if not allowed(*pair)], ids=str)
def test_a_fit_that_a_joint_cannot_have_is_refused_with_the_reason(name, kind):
    joint, planar = JOINTS[kind], kind.endswith("plane")
    with pytest.raises(
        gd.InputError, match=r"^joints\.J\.fit: a (\w+ joint cannot|ball has no film) .*[:;] .+\.$"
    ):
        hanging(joint, planar).with_fit("J", fit(name, joint, planar))


# -- stops on all of them --------------------------------------------------------------------------

STOPPED = [
    (name, kind, coordinate)
    for name, kind in PAIRS
    if allowed(name, kind)
    for coordinate in JOINTS[kind].coordinates
    if (name, coordinate)
    # that of an ideal rod is given, of a mixed one ends at its play
    not in (("ideal", "length"), ("mixed", "length"))
]


@pytest.mark.parametrize(("name", "kind", "coordinate"), STOPPED, ids=str)
def test_stops_limit_every_coordinate_with_every_fit(name, kind, coordinate):
    """The body hits one end or the other, and the stop does not let it through: 1e9 N/m^1.5
    holds the 1 kg at 0.3 m/s within 0.1 mm.
    """
    joint, planar = JOINTS[kind], kind.endswith("plane")
    zero = np.linalg.norm(np.subtract(*joint.points)) if coordinate == "length" else 0.0
    hard = gd.LankaraniNikravesh(1e9, 0.5)
    lower = None if coordinate == "tilt" else zero - LIMIT  # which has no sign
    stop = gd.Stop(coordinate, lower=lower, upper=zero + LIMIT, contact=hard)
    result = run(
        hanging(dataclasses.replace(joint, fit=fit(name, joint, planar), stops=stop), planar)
    )
    hit = [row.contact for row in result.impacts if row.contact.startswith(f"stop {coordinate}")]
    assert hit
    assert np.abs(getattr(result.joint("J"), coordinate) - zero).max() < LIMIT + 1e-4
