"""Every fit on every joint: what has a meaning runs, holds and keeps its ledger, with stops too; the rest is refused with the reason."""

import dataclasses

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.mechanism.fitting import GIVES

GAP, DURATION = 1e-4, 0.02
LIMIT = 2e-4  # of stops [m or rad]
SOFT, TURNING = gd.Compliance(2e3, damping=2.0), gd.Compliance(50.0, damping=0.01)  # across and along, in tilt and torsion
STEEL = gd.LankaraniNikravesh(1e9, 0.8)
RUBBING = gd.Threlfall(mu_k=0.1, v_1=1e-2)
RADII = {"bearing_radius": 0.02, "radial_clearance": GAP}
LENGTHS = {"bearing_length": 0.04, "journal_length": 0.0398}
AXIS, CROSS = (0.6, 0.0, 0.8), ((0.6, 0.0, 0.8), (0.0, 1.0, 0.0))

SPACE = {
    "Spherical": gd.Spherical("J", between=("ground", "b"), point=(0, 0, 0), axis=AXIS, **RADII),
    "Revolute": gd.Revolute("J", between=("ground", "b"), point=(0, 0, 0), axis=AXIS, **RADII, **LENGTHS),
    "Cylindrical": gd.Cylindrical("J", between=("ground", "b"), point=(0, 0, 0), axis=AXIS, **RADII, **LENGTHS),
    "Translational": gd.Translational("J", between=("ground", "b"), point=(0, 0, 0), axis=AXIS, **RADII),
    "Rigid": gd.Rigid("J", between=("ground", "b"), point=(0, 0, 0), axis=AXIS),
    "Planar": gd.Planar("J", between=("ground", "b"), point=(0, 0, 0), axis=AXIS),
    "PointOnLine": gd.PointOnLine("J", between=("ground", "b"), point=(0, 0, 0), axis=AXIS, **RADII),
    "Universal": gd.Universal("J", between=("ground", "b"), point=(0, 0, 0), axes=CROSS),
    "Distance": gd.Distance("J", between=("ground", "b"), points=((-0.1, 0.3, 0.2), (0, 0, 0))),
}
PLANE = {
    "Spherical": gd.Spherical("J", between=("ground", "b"), point=(0, 0), **RADII),
    "Revolute": gd.Revolute("J", between=("ground", "b"), point=(0, 0), **RADII, **LENGTHS),
    "Translational": gd.Translational("J", between=("ground", "b"), point=(0, 0), axis=(0.6, 0.8), **RADII, journal_length=0.05),
    "Rigid": gd.Rigid("J", between=("ground", "b"), point=(0, 0)),
    "PointOnLine": gd.PointOnLine("J", between=("ground", "b"), point=(0, 0), axis=(0.6, 0.8), **RADII),
    "Distance": gd.Distance("J", between=("ground", "b"), points=((-0.1, 0.3), (0, 0))),
}
JOINTS = {f"{name} in space": joint for name, joint in SPACE.items()} | {f"{name} in a plane": joint for name, joint in PLANE.items()}

LOOSE = {"Spherical", "Revolute", "Cylindrical", "Translational", "PointOnLine"}
CAN = {  # the table of fits: which joints can have which
    "ideal": set(SPACE),
    "clearance": LOOSE,
    "clearance and layer": LOOSE,
    "bushing": set(SPACE),
    "lubricated": {"Spherical", "Revolute"},
}
NOT_IN_A_PLANE = {("lubricated", "Spherical")}


def fit(name, joint, planar):
    """Return a fit of this name for a joint."""
    if name == "bushing":
        return gd.Bushing(**{one: SOFT if one in ("radial", "axial") else TURNING for one in GIVES[type(joint), planar]})
    if name == "lubricated":
        film = gd.SphericalSqueeze(5e-4) if isinstance(joint, gd.Spherical) else gd.FiniteBearing(5e-4)
        return gd.Lubricated(film=film, contact=STEEL, friction=RUBBING)
    layer = {"bushing": SOFT, "thickness": 2e-5, "blend": 1e-6} if name == "clearance and layer" else {}
    return gd.Ideal() if name == "ideal" else gd.Clearance(contact=STEEL, friction=RUBBING, **layer)


def hanging(joint, planar):
    """Return a body that hangs on the joint, pulled and thrown so that every motion of the joint is loaded."""
    n = 2 if planar else 3
    body = gd.Body(
        "b", mass=1.0, inertia=1e-2 if planar else (1e-2, 2e-2, 2.5e-2), position=(0.05, 0.025, 0.035)[:n],
        velocity=(0.1, 0.1, 0.1)[:n], angular_velocity=0.5 if planar else (0.3, 0.4, 0.5),
    )  # fmt: skip
    gravity = (6.0, -8.0) if planar else (6.0, -8.0, 5.0)
    return gd.Mechanism(plane="xy" if planar else None, gravity=gravity, bodies=[body], joints=[joint])


def allowed(name, kind):
    joint, planar = kind.split()[0], kind.endswith("plane")
    return joint in CAN[name] and not (planar and (name, joint) in NOT_IN_A_PLANE)


PAIRS = [(name, kind) for name in CAN for kind in JOINTS]


def run(mechanism):
    result = gd.simulate(mechanism, DURATION, output_step=DURATION / 200)
    scale = 0.02  # [J] kinetic energy of the throw
    np.testing.assert_allclose(result.energy.balance, 0, atol=1e-6 * scale)  # rtol is 1e-8 by default; contacts restart the steps
    return result


@pytest.mark.parametrize(("name", "kind"), [pair for pair in PAIRS if allowed(*pair)], ids=str)
def test_a_fit_that_a_joint_can_have_runs_and_holds(name, kind):
    """Within 20 ms a body that nothing holds flies 4 mm; clearance lets it move by the gap and what the surfaces give."""
    joint, planar = JOINTS[kind], kind.endswith("plane")
    result = run(hanging(dataclasses.replace(joint, fit=fit(name, joint, planar)), planar))
    acting = result.joint("J")
    assert np.abs(acting.force).max() > 0.5  # of a weight of 11 N
    if name.startswith("clearance") or name == "lubricated":
        assert len(result.impacts) > 0 if name != "lubricated" else np.abs(acting.film_force).max() > 0.5
        e = acting.eccentricity
        if not isinstance(joint, gd.Spherical) and not (planar and isinstance(joint, gd.Revolute)):  # along the axis it has other play
            axis = np.array([*joint.axis, 0.0][:3])
            e = e - np.outer(e @ axis, axis)
        assert 0.1 * GAP < np.linalg.norm(e, axis=1).max() < 1.5 * GAP
    if name == "bushing":
        assert all(np.abs(getattr(acting, motion)).max() > 1e-6 for motion in GIVES[type(joint), planar])
        assert result.energy["lost:J:damping"][-1] > 0


@pytest.mark.parametrize(("name", "kind"), [pair for pair in PAIRS if not allowed(*pair)], ids=str)
def test_a_fit_that_a_joint_cannot_have_is_refused_with_the_reason(name, kind):
    joint, planar = JOINTS[kind], kind.endswith("plane")
    with pytest.raises(gd.InputError, match=r"^joints\.J\.fit: a (\w+ joint cannot|ball has no film) .*[:;] .+\.$"):
        hanging(joint, planar).with_fit("J", fit(name, joint, planar))


# -- stops on all of them ------------------------------------------------------------------------------------------------

STOPPED = [
    (name, kind, coordinate)
    for name, kind in PAIRS
    if allowed(name, kind)
    for coordinate in JOINTS[kind].coordinates
    if (name, coordinate) != ("ideal", "length")  # an ideal rod has the length that it has
]


@pytest.mark.parametrize(("name", "kind", "coordinate"), STOPPED, ids=str)
def test_stops_limit_every_coordinate_with_every_fit(name, kind, coordinate):
    """The body hits one end or the other, and the stop does not let it through: 1e9 N/m^1.5 holds the 1 kg at 0.3 m/s within 0.1 mm."""
    joint, planar = JOINTS[kind], kind.endswith("plane")
    zero = np.linalg.norm(np.subtract(*joint.points)) if coordinate == "length" else 0.0
    hard = gd.LankaraniNikravesh(1e9, 0.5)
    lower = None if coordinate == "tilt" else zero - LIMIT  # which has no sign
    stop = gd.Stop(coordinate, lower=lower, upper=zero + LIMIT, contact=hard)
    result = run(hanging(dataclasses.replace(joint, fit=fit(name, joint, planar), stops=stop), planar))
    hit = [row.contact for row in result.impacts if row.contact.startswith(f"stop {coordinate}")]
    assert hit
    assert np.abs(getattr(result.joint("J"), coordinate) - zero).max() < LIMIT + 1e-4
