"""Mixed fits on every joint and with every method: what has a meaning runs, keeps its ledger, is
told, kept and read back.
"""

import dataclasses

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.model import files
from gudgeon.plotting import results
from gudgeon.results.summary import of_result
from gudgeon.simulation.check_summary import of_model_check
from tests.support.joints_and_fits import GAP, JOINTS, RUBBING, SOFT, STEEL, TURNING, hanging

ROTATIONS = ("misalignment", "torsion")
ANGLE = 2e-4  # play of rotations [rad]; that of displacements is GAP
HARD = gd.LankaraniNikravesh(1e4, 0.6)  # [N m/rad^1.5]


def play(joint, motion, layer=False):
    """Return play of a motion, hard or behind a layer; the joint's own clearance where it has
    one.
    """
    turning = motion in ROTATIONS
    own = (
        hasattr(joint, "radial_clearance")
        if motion == "radial"
        else motion == "axial"
        and getattr(joint, "bearing_length", None)
        and isinstance(joint, gd.Revolute)
    )
    clearance = None if own else ANGLE if turning else GAP
    soft = (
        {
            "bushing": TURNING if turning else SOFT,
            "thickness": 2e-4 if turning else 2e-5,
            "blend": 1e-6,
        }
        if layer
        else {}
    )
    rubbing = (
        RUBBING if motion == "radial" and isinstance(joint, (gd.Revolute, gd.Spherical)) else None
    )
    return gd.Play(clearance, contact=HARD if turning else STEEL, friction=rubbing, **soft)


def made(joint, motion, kind):
    if kind in ("held", "free"):
        return kind
    return (
        (TURNING if motion in ROTATIONS else SOFT)
        if kind == "bushing"
        else play(joint, motion, kind == "layer")
    )


def motions_of(kind):
    name, planar = kind.split()[0], kind.endswith("plane")
    return JOINTS[kind].motions(planar) if name != "Universal" else ()


EACH = [(kind, motion) for kind in JOINTS for motion in motions_of(kind)]
ALL = [
    (kind, make)
    for kind in JOINTS
    if motions_of(kind)
    for make in ("held", "free", "layer", "bushing")
]


HOLDS_ON = {"Universal": 1}  # the right angle of its cross


def mixed(kind, **motions):
    joint, planar = JOINTS[kind], kind.endswith("plane")
    return hanging(dataclasses.replace(joint, fit=gd.Mixed(**motions)), planar)


def run(mechanism):
    """Simulate for 20 ms; the ledger closes as it does with every other fit."""
    result = gd.simulate(mechanism, 0.02, output_step=1e-4)
    # rtol is 1e-8 by default, the throw has 0.02 J
    np.testing.assert_allclose(result.energy.balance, 0, atol=1e-6 * 0.02)
    return result


@pytest.mark.parametrize(("kind", "motion"), EACH, ids=str)
def test_play_of_one_motion_alone_is_used_up_and_no_more(kind, motion):
    """20 ms under load: the motion reaches its play and what the surfaces give, all others stay
    as in the ideal joint.
    """
    joint, planar = JOINTS[kind], kind.endswith("plane")
    result = run(mixed(kind, **{motion: play(joint, motion)}))
    reach = np.abs(getattr(result.joint("J"), motion)).max()
    most = result.mechanism.joint("J").play(motion)
    assert len(result.impacts) > 0
    assert {row.contact.split()[1] for row in result.impacts} == {motion}
    # 1e9 N/m^1.5 holds 1 kg at 0.3 m/s within 0.1 mm
    assert 0.9 * most < reach < most + (5e-3 if motion in ROTATIONS else 1e-4)
    assert np.abs(result.joint("J").force).max() > 0.5 or motion in ROTATIONS
    freed = gd.check_model(hanging(joint, planar)).dof - gd.check_model(result.mechanism).dof
    assert freed <= 0 and (freed < 0 or motion in joint.leaves_free)


@pytest.mark.parametrize(("kind", "make"), ALL, ids=str)
def test_all_motions_made_alike_keep_the_ledger(kind, make):
    joint = JOINTS[kind]
    result = run(mixed(kind, **{motion: made(joint, motion, make) for motion in motions_of(kind)}))
    if make == "free":
        assert gd.check_model(result.mechanism).dof == 6 - 3 * kind.endswith(
            "plane"
        ) - HOLDS_ON.get(kind.split()[0], 0)
    if make == "held":
        assert (
            gd.check_model(result.mechanism).dof
            <= gd.check_model(hanging(joint, kind.endswith("plane"))).dof
        )


@pytest.mark.parametrize("method", ["rk4", "tsit5", "dop853", "adams", "bdf", "radau"])
def test_every_method_agrees_on_play_and_bushings_together(method):
    """Play across, bushing along, play of the tilt behind a layer: within 10 ms the methods
    agree to what 1e-9 and 5e-6 s leave.
    """
    joint = JOINTS["Revolute in space"]
    parts = {
        "radial": play(joint, "radial"),
        "axial": SOFT,
        "misalignment": play(joint, "misalignment", layer=True),
    }
    mechanism = mixed("Revolute in space", **parts)
    options = {"step": 5e-6} if method == "rk4" else {"rtol": 1e-9}
    fine = gd.simulate(mechanism, 0.01, output_step=1e-4, method="dop853", rtol=1e-11)
    result = gd.simulate(mechanism, 0.01, output_step=1e-4, method=method, **options)
    np.testing.assert_allclose(result.body("b").position, fine.body("b").position, atol=1e-8)
    np.testing.assert_allclose(result.energy.balance, 0, atol=1e-7)


@pytest.fixture(scope="module")
def everything():
    """A hinge that has it all: radial play with friction, axial play behind a layer, tilt on a
    bushing, torsion with play, and a stop.
    """
    joint = JOINTS["Revolute in space"]
    parts = {
        "radial": play(joint, "radial"), "axial": play(joint, "axial", layer=True), "misalignment": TURNING,
        "torsion": play(joint, "torsion"),
    }  # fmt: skip
    stopped = dataclasses.replace(
        joint, fit=gd.Mixed(**parts), stops=gd.Stop("angle", upper=1e-3, contact=HARD)
    )
    return run(hanging(stopped, False))


def test_a_mixed_joint_is_told_kept_read_back_and_shown(everything, tmp_path):
    mechanism = everything.mechanism
    said = of_model_check(gd.check_model(mechanism))
    for words in ("mixed", "radial play (clearance 0.0001 m, contact lankarani-nikravesh", "friction threlfall",
                  "axial play (clearance 0.0001 m, contact lankarani-nikravesh", "bushing compliance (force "
                                                                                 "2000 N/m",
                  "misalignment compliance (force 50 N m/rad", "torsion play (clearance 0.0002 rad"):  # fmt: skip
        assert words in said
    everything.save(tmp_path / "run.h5")
    read = gd.load(tmp_path / "run.h5")
    assert read.mechanism == mechanism
    for result in (everything, read):
        joint = result.joint("J")
        assert joint.contacts == ("J.play radial",)
        assert joint.stops == (
            "J.play axial lower", "J.play axial lower hard", "J.play axial upper", "J.play axial upper hard",
            "J.play torsion lower", "J.play torsion upper", "J.stop angle upper",
        )  # fmt: skip
        assert {
            "radial",
            "axial",
            "misalignment",
            "torsion",
            "eccentricity",
            "orbit",
            "mode",
        } <= set(joint.quantities)
        assert result.contact("J.play torsion upper").quantities == {
            "penetration": "rad",
            "rate": "rad/s",
            "normal_force": "N*m",
        }
        assert result.contact("J.play axial upper").quantities == {
            "penetration": "m",
            "rate": "m/s",
            "normal_force": "N",
        }
        assert {"stored:J", "lost:J:hysteresis", "lost:J:friction", "lost:J:damping"} <= set(
            result.energy.entries
        )
        assert sum(joint.mode_fractions.values()) == pytest.approx(1)
        assert "gives up to radial" in of_result(result) and "play torsion" in of_result(result)
        assert (
            "Mixed" in mechanism.joint("J").fit._repr_html_() and "play" in mechanism._repr_html_()
        )
        page = result.report(tmp_path / "page.html")
        assert page.stat().st_size > 1e5
    np.testing.assert_array_equal(read.joint("J").radial, everything.joint("J").radial)
    assert {contact.kind for contact in [everything.contact("J.play radial")]} == {"contact"}
    for picture in ("penetration", "impacts", "bushings"):
        results.plot(everything, picture)
    results.plot(everything, "J.orbit")
    assert gd.plot_fit(mechanism, "J") is not None


def test_a_mixed_joint_is_compared_with_others(everything):
    fits = {
        "ideal": gd.Ideal(),
        "mixed": everything.mechanism.joint("J").fit,
        "soft": gd.Bushing(radial=1e6),
    }
    comparison = gd.compare(everything.mechanism.with_stops("J"), "J", fits=fits, duration=2e-3)
    assert comparison.table.row("mixed")["impacts"] > 0


FILE = """
bodies:
  arm: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.1, 0, 0]}
joints:
  A:
    type: revolute
    between: [ground, arm]
    point: [0, 0, 0]
    axis: [0, 0, 1]
    radial_clearance: 0.2 mm
    fit:
      type: mixed
      radial: {contact: {law: hertz, stiffness: 1e9}}
      axial: {clearance: 0.1 mm, contact: {law: hertz, stiffness: 1e9}, bushing: 1e6, thickness: 20 um}
      misalignment: {force: 50, damping: 0.1}
      torsion: held
"""


def test_a_mixed_fit_stands_in_a_file_and_is_set_from_outside():
    mechanism = files.loads(FILE)
    fit = mechanism.joint("A").fit
    assert fit == gd.Mixed(
        radial=gd.Play(contact=gd.Hertz(1e9)), axial=gd.Play("0.1 mm", contact=gd.Hertz(1e9), bushing=1e6, thickness="20 um"),
        misalignment=gd.Compliance(50, damping=0.1), torsion="held",
    )  # fmt: skip
    assert files.loads(files.dumps(mechanism)) == mechanism
    assert mechanism.joint("A").play("radial") == 2e-4
    settings = [
        "joints.A.fit.torsion.force=5",
        "joints.A.fit.misalignment=free",
        "joints.A.fit.axial.clearance=0.3 mm",
        "joints.A.fit.radial=2e6",
    ]
    changed = files.loads(FILE, settings=settings).joint("A").fit
    assert (changed.torsion, changed.misalignment, changed.axial.clearance, changed.radial) == (
        gd.Compliance(5),
        "free",
        3e-4,
        gd.Compliance(2e6),
    )
    loose = (
        files.loads(
            FILE,
            settings=[
                "joints.A.fit.torsion={clearance: 1 deg, contact: {law: hertz, stiffness: 1e3}}"
            ],
        )
        .joint("A")
        .fit
    )
    assert loose.torsion.clearance == pytest.approx(np.pi / 180)


def test_the_schema_knows_mixed_fits():
    jsonschema = pytest.importorskip("jsonschema")
    from gudgeon.model.files import yaml
    from gudgeon.model.files.json_schema import json_schema

    tree, _ = yaml.parse(FILE, "file")
    validator = jsonschema.Draft202012Validator(json_schema())
    assert not list(validator.iter_errors(tree))
    tree["joints"]["A"]["fit"]["torsion"] = "loose"
    assert list(validator.iter_errors(tree))


# -- what is refused -------------------------------------------------------------------------------
