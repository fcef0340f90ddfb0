"""Surfaces of a joint with laws of their own, and circles that touch on both sides."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.assemble import assemble
from gudgeon.model.describe import of_joints
from tests.support.circles import Pose, extrema

WALL, ENDS = gd.Hertz(1e9), gd.Hertz(4e9)
RUBBING, SLIDING = gd.Coulomb(0.3, v_1=1e-3), gd.Coulomb(0.05, v_1=1e-3)
BRISTLES = gd.Dahl(0.2, sigma_0=1e6)
SIZES = {
    "bearing_radius": 0.0105,
    "journal_radius": 0.01,
    "bearing_length": 0.021,
    "journal_length": 0.02,
}
DEPTH = 2e-5


def hinge(fit, **body):
    """Return a journal in a bearing along z, where the body is described."""
    local = {"local_points": ((0, 0, 0),) * 2, "local_axes": ((0, 0, 1),) * 2}
    wheel = gd.Body("wheel", mass=0.1, inertia=(1e-4,) * 3, **body)
    return gd.Mechanism(
        bodies=[wheel],
        joints=[gd.Revolute("A", between=("ground", "wheel"), **local, **SIZES, fit=fit)],
    )


def pressed(**laws):
    """Return a journal in the corner of its bearing, as deep in the wall as in the end, that
    slides along both.
    """
    fit = gd.Clearance(contact=WALL, strips=2, start="as-described", **laws)
    return hinge(fit, position=(0.5e-3 + DEPTH, 0, 0.5e-3 + DEPTH), velocity=(0, 0.1, 0))


def ratios(mechanism):
    """Return friction over normal force of a strip and of end A, and the stiffness of the end,
    at t = 0.
    """
    result = gd.simulate(mechanism, 1e-9, output_times=[0.0])
    labels = list(result.layout.labels["contact"])
    strip, end = labels.index("A.strip 1"), labels.index("A.end A")
    normal, friction = result.data["contact_normal_force"][0], result.data["contact_friction"][0]
    ratio = np.linalg.norm(friction, axis=1)[[strip, end]] / np.maximum(
        normal[[strip, end]], 1e-300
    )
    return *ratio, normal[end] / DEPTH**1.5


@pytest.mark.parametrize(
    ("laws", "expected"),
    [
        ({}, (0, 0, 1e9)),
        ({"friction": RUBBING}, (0.3, 0.3, 1e9)),
        ({"friction": RUBBING, "axial_contact": ENDS}, (0.3, 0.3, 4e9)),
        ({"friction": RUBBING, "axial_friction": SLIDING}, (0.3, 0.05, 1e9)),
        ({"friction": RUBBING, "axial_friction": gd.Coulomb(0.0)}, (0.3, 0, 1e9)),
        ({"friction": RUBBING, "axial_contact": ENDS, "axial_friction": SLIDING}, (0.3, 0.05, 4e9)),
        ({"axial_friction": SLIDING}, (0, 0.05, 1e9)),
    ],
)
def test_each_surface_has_its_own_contact_and_friction_law(laws, expected):
    """An aligned journal that does not turn slides everywhere with the same speed, far above
    v_1: the ratio is the coefficient.
    """
    assert ratios(pressed(**laws)) == pytest.approx(expected, rel=1e-9)


def test_bristles_of_the_ends_are_theirs_alone():
    """Bristles need a state: a hinge whose ends alone have some slides freely along its wall."""
    result = gd.simulate(pressed(axial_friction=BRISTLES), 2e-5, rtol=1e-9)
    labels = list(result.layout.labels["contact"])
    friction = np.linalg.norm(result.data["contact_friction"][-1], axis=1)
    assert friction[labels.index("A.end A")] > 0
    assert friction[labels.index("A.strip 1")] == friction[labels.index("A.strip 2")] == 0


def test_a_lubricated_hinge_has_laws_of_its_dry_ends():
    """The film lies on the wall; how the ends touch is said apart."""
    film = gd.ShortBearing(0.01)
    fit = gd.Lubricated(
        film=film,
        contact=WALL,
        axial_contact=ENDS,
        axial_friction=SLIDING,
        strips=2,
        start="as-described",
    )
    ratio = ratios(hinge(fit, position=(0.1e-3, 0, 0.5e-3 + DEPTH), velocity=(0, 0.1, 0)))
    assert ratio[1:] == pytest.approx((0.05, 4e9), rel=1e-9)


FILE = """
bodies:
  wheel: {mass: 0.1, inertia: [1e-4, 1e-4, 1e-4], position: [0, 0, 0]}
joints:
  A:
    type: revolute
    between: [ground, wheel]
    point: [0, 0, 0]
    axis: [0, 0, 1]
    bearing_radius: 10 mm
    radial_clearance: 0.1 mm
    bearing_length: 20 mm
    axial_clearance: 0.1 mm
    fit:
      type: clearance
      contact: {law: pereira-internal, from_materials: {E: 207 GPa, nu: 0.3}, restitution: 0.8}
      friction: {law: coulomb, mu_k: 0.3}
      axial_contact: {law: lankarani-nikravesh, stiffness: 1e9, restitution: 0.5}
      axial_friction: {law: dahl, mu_k: 0.05, sigma_0: 1e5}
"""


def test_a_file_gives_laws_to_the_ends_and_check_says_them(tmp_path):
    """What is read is what is written, and the length of the wall is that of the shorter part,
    which follows from the axial clearance.
    """
    (tmp_path / "hinge.yaml").write_text(FILE)
    mechanism = gd.read(tmp_path / "hinge.yaml")
    fit = mechanism.joint("A").fit
    assert fit.axial_friction == gd.Dahl(0.05, sigma_0=1e5)
    assert fit.contact.length == pytest.approx(19.8e-3, rel=1e-12)
    gd.write(mechanism, tmp_path / "again.yaml")
    assert gd.read(tmp_path / "again.yaml") == mechanism
    (sentence,) = of_joints(mechanism)
    assert (
        "friction coulomb (mu_k 0.3, v_1 0.001 m/s), axial contact lankarani-nikravesh (stiffness "
        "1e+09" in sentence
    )
    assert "axial friction dahl (mu_k 0.05, sigma_0 100000" in sentence


# -- both sides of a circle ------------------------------------------------------------------------


def washer(tilt, offset, thickness):
    """Return a washer lined with a soft layer, tilted about x and pressed along y, where the
    shadow of its circles is narrow.
    """
    layer = {} if thickness is None else {"bushing": 1e6, "thickness": thickness}
    body = gd.Body(
        "washer",
        mass=0.1,
        inertia=(1e-4,) * 3,
        position=(0, offset, 0),
        orientation=(np.cos(tilt / 2), np.sin(tilt / 2), 0, 0),
    )
    joint = gd.Revolute(
        "A", between=("ground", "washer"), local_points=((0, 0, 0),) * 2, local_axes=((0, 0, 1),) * 2,
        bearing_radius=0.0101, journal_radius=0.01, bearing_length=0.03, journal_length=0.01,
        fit=gd.Clearance(contact=gd.Hertz(1e10), strips=5, start="as-described", **layer),
    )  # fmt: skip
    return gd.Mechanism(bodies=[body], joints=[joint])


@pytest.mark.parametrize(("thickness", "both"), [(None, False), (1e-6, False), (1e-3, True)])
def test_a_circle_has_an_opposite_contact_where_play_and_layer_allow_the_tilt(thickness, both):
    """The play alone lets this washer tilt by 0.02 rad, where no circle touches on both sides; a
    layer of 1 mm lets it tilt by 0.2 rad.
    """
    labels = assemble(washer(0.0, 0.0, thickness)).layout.labels["contact"]
    assert any("opposite" in label for label in labels) == both


def test_a_lined_washer_is_pushed_from_both_sides():
    """Tilted farther than the play allows, the middle circles lie on the layer at two points;
    found by walking round each circle.
    """
    tilt, offset, stiffness = 0.2, 3.3e-4, 1e6
    result = gd.simulate(washer(tilt, offset, 1e-3), 1e-9, output_times=[0.0])
    axis, centre = np.array([0, -np.sin(tilt), np.cos(tilt)]), np.array([0, offset, 0])
    force, torque, twice = np.zeros(3), np.zeros(3), 0
    for k in range(5):
        points = extrema(Pose(centre + (2 - k) * 2e-3 * axis, 0.01, axis), +1)
        pushes = []
        for X in points:
            rho = np.hypot(X[0], X[1])
            if rho > 0.0101:
                pushes.append(-stiffness / 5 * (rho - 0.0101) * np.array([X[0], X[1], 0]) / rho)
                force, torque = force + pushes[-1], torque + np.cross(X - centre, pushes[-1])
        twice += len(pushes) == 2
    assert twice >= 1
    size = np.linalg.norm(force)
    np.testing.assert_allclose(result.joint("A").force[0], force, rtol=0, atol=1e-9 * size)
    np.testing.assert_allclose(result.joint("A").torque[0], torque, rtol=0, atol=1e-9 * size * 0.01)
