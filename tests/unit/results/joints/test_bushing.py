"""The results of a joint on a bushing: how far it gives."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.output_layout import layout
from gudgeon.results.outcome import Outcome
from gudgeon.results.result import Result
from gudgeon.results.status import Status
from tests.support.compliant_results import result, shift

POSES = {"rtol": 0, "atol": 1e-14}  # differences of positions of 1 m


def test_a_bushing_tells_how_far_it_gives() -> None:
    """The joint point moves by (3, 4, 1) mm/s, the axis tilts by 0.01 rad/s; the joint's own
    angle counts turns.
    """
    run = result()
    joint = run.joint("G")
    assert np.allclose(joint.radial, np.hypot(*shift(run.t)[:, :2].T), **POSES)
    assert np.allclose(joint.axial, shift(run.t)[:, 2], **POSES)
    assert np.allclose(joint.misalignment, 0.01 * run.t, **POSES)
    assert np.array_equal(joint.torsion, 7 * run.t)
    assert {
        "radial": "m",
        "axial": "m",
        "misalignment": "rad",
        "torsion": "rad",
    }.items() <= joint.quantities.items()


def test_torsion_of_a_joint_without_an_angle_is_seen_in_the_bodies() -> None:
    """Swing of 0.01 t after a twist of 0.5 t: the twist is what remains, whatever the swing."""
    run = result()
    assert np.allclose(run.joint("H").torsion, 0.5 * run.t, **POSES)


def test_a_bushing_has_the_motions_of_its_fit_alone() -> None:
    assert not hasattr(result().joint("H"), "radial")
    with pytest.raises(
        gd.InputError, match=r"joint 'H' has no 'radial'\. Allowed: 'force', 'torque', 'torsion'"
    ):
        result().joint("H").radial
    assert not hasattr(result().joint("A"), "torsion")


@pytest.mark.parametrize(
    ("joint", "motion", "expected"),
    [
        (
            gd.Revolute("J", between=("ground", "a"), point=(0, 0), fit=gd.Bushing(radial=1.0)),
            "radial",
            5.0,
        ),
        (
            gd.PointOnLine(
                "J", between=("ground", "a"), point=(0, 0), axis=(1, 0), fit=gd.Bushing(radial=1.0)
            ),
            "radial",
            4.0,
        ),
        (
            gd.Translational(
                "J", between=("ground", "a"), point=(0, 0), axis=(1, 0), fit=gd.Bushing(axial=1.0)
            ),
            "axial",
            3.0,
        ),
        (
            gd.Translational(
                "J",
                between=("ground", "a"),
                point=(0, 0),
                axis=(1, 0),
                fit=gd.Bushing(misalignment=1.0),
            ),
            "misalignment",
            0.3,
        ),
        (
            gd.Distance(
                "J", between=("ground", "a"), points=((0, -8), (0, 0)), fit=gd.Bushing(axial=1.0)
            ),
            "axial",
            np.hypot(3, 12) - 8,
        ),
    ],
    ids=["pin", "slot", "guide", "tilt of a slider", "rod"],
)
def test_bushings_in_a_plane_measure_what_they_hold(joint, motion, expected) -> None:
    """A body that has moved by (3, 4) m and turned by 0.3 rad."""
    flat = gd.Mechanism(plane="xy", bodies=[gd.Body("a", mass=1, inertia=1.0)], joints=[joint])
    here = layout(
        {"body": ("a",), "joint": ("J",), "coordinate": (), "driver": (), "entry": ("kinetic",)}
    )
    block = {variable.name: np.zeros((1, *variable.shape)) for variable in here.variables}
    block["position"][0, 0], block["orientation"][0, 0] = (
        (3, 4, 0),
        (np.cos(0.15), 0, 0, np.sin(0.15)),
    )
    found = getattr(Result(flat, here, block, Outcome(Status.COMPLETE)).joint("J"), motion)
    assert found == pytest.approx([expected], abs=1e-14)


def test_a_bushing_shows_every_motion_over_time() -> None:
    joint = result().joint("G")
    assert [(history.word, history.unit) for history in joint.histories()] == [
        ("radial", "m"), ("axial", "m"), ("misalignment", "rad"), ("torsion", "rad"),
    ]  # fmt: skip
    assert (
        joint.greatest_motions()
        == "gives up to radial 0.02 m, axial 0.004 m, misalignment 0.04 rad, torsion 28 rad"
    )
