"""The results of a joint of mixed make: motions with play, on bushings, free, side by side."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.assemble import assemble
from gudgeon.results.joints import MixedClearanceJointResult, MixedJointResult
from gudgeon.results.outcome import Outcome
from gudgeon.results.result import Result
from gudgeon.results.status import Status

STEEL = gd.Hertz(stiffness=1e9)


def run(**fit) -> Result:
    """Return two rows of a hinge along z of this make; its journal moves by (3, 4, 5) mm and
    tilts about x by 0.02 rad in the second.
    """
    joint = gd.Revolute(
        "J", between=("ground", "a"), point=(0, 0, 0), axis=(0, 0, 1), journal_radius=0.01, radial_clearance=6e-3,
        bearing_length=0.03, journal_length=0.02, fit=gd.Mixed(**fit),
    )  # fmt: skip
    mechanism = gd.Mechanism(bodies=[gd.Body("a", mass=1, inertia=(1, 1, 1))], joints=[joint])
    layout = assemble(mechanism).layout
    data = {variable.name: np.zeros((2, *variable.shape)) for variable in layout.variables}
    data["t"] = np.array([0.0, 1.0])
    data["orientation"][:, 0] = [(1, 0, 0, 0), (np.cos(0.01), np.sin(0.01), 0, 0)]
    data["position"][1, 0] = (3e-3, 4e-3, 5e-3)
    if len(layout.labels["clearance"]):
        data["eccentricity"][1, 0] = (3e-3, 4e-3, 5e-3)
    return Result(mechanism, layout, data, Outcome(Status.COMPLETE), settings={"duration": 1.0})


def test_motions_are_measured_whatever_they_are_made_of() -> None:
    joint = run(radial=1e6, axial=gd.Play(contact=STEEL), misalignment=100.0).joint("J")
    assert type(joint) is MixedJointResult
    np.testing.assert_allclose(joint.radial, [0, 5e-3], atol=1e-17)
    np.testing.assert_allclose(joint.axial, [0, 5e-3], atol=1e-17)
    np.testing.assert_allclose(joint.misalignment, [0, 0.02], atol=1e-16)
    assert {"radial": "m", "axial": "m", "misalignment": "rad"}.items() <= joint.quantities.items()


def test_the_ends_of_play_are_told_as_stops_are() -> None:
    joint = run(radial=1e6, axial=gd.Play(contact=STEEL)).joint("J")
    assert joint.stops == ("J.play axial lower", "J.play axial upper")
    assert not hasattr(joint, "orbit")


def test_radial_play_is_a_gap_besides() -> None:
    joint = run(
        radial=gd.Play(contact=STEEL, min_approach_speed=0.02), axial=gd.Play(contact=STEEL)
    ).joint("J")
    assert type(joint) is MixedClearanceJointResult
    assert joint.contacts == ("J.play radial",) and joint.stops == (
        "J.play axial lower",
        "J.play axial upper",
    )
    np.testing.assert_allclose(
        joint.orbit[1], [3e-3, 4e-3, 5e-3][: joint.orbit.shape[1]], atol=1e-17
    )
    assert joint._slowest == 0.02
    first, *others = joint.summary_lines()
    assert first == "J: 0 contacts"
    assert any("gives up to radial 0.005 m, axial 0.005 m" in line for line in others)


def test_its_twist_is_a_motion_of_its_own() -> None:
    joint = run(radial=gd.Play(contact=STEEL)).joint("J")
    with pytest.raises(gd.InputError, match="no 'twist'"):
        joint.twist
