"""Records of friction in joints: radii, lengths, and where speeds are watched."""

import gudgeon as gd
from gudgeon.assembly.assemble import assemble


def test_only_joints_with_friction_have_records():
    bodies = [gd.Body(name, mass=1, inertia=1, position=(0, 0)) for name in "ab"]
    joints = [
        gd.Revolute("A", between=("ground", "a"), point=(0, 0)),
        gd.Revolute(
            "B", between=("a", "b"), point=(0, 0), journal_radius=0.02, bearing_length=0.03,
            fit=gd.Ideal(friction=gd.Coulomb(0.1, v_1=2e-3)),
        ),
    ]  # fmt: skip
    assembly = assemble(gd.Mechanism(plane="xy", bodies=bodies, joints=joints))
    assert assembly.system.setting[0]["joint_friction"] == 0
    assert assembly.layout.labels["joint_friction"] == ("B",)
    assert assembly.system.events["value"].tolist() == [2e-3]
    assert "lost:B:friction" in assembly.layout.labels["entry"]


def test_bristles_are_states():
    body = gd.Body("a", mass=1, inertia=1, position=(0, 0))
    law = gd.LuGre(mu_k=0.2, mu_s=0.3, v_s=1e-3, sigma_0=1e5, sigma_1=300.0, sigma_2=0.0)
    slide = gd.Translational(
        "A", between=("ground", "a"), point=(0, 0), axis=(1, 0), fit=gd.Ideal(friction=law)
    )
    setting = assemble(gd.Mechanism(plane="xy", bodies=[body], joints=[slide])).system.setting[0]
    assert setting["n_z"] == 6


def test_without_friction_nothing_rubs():
    assert assemble(gd.library("four-bar")).system.setting[0]["joint_friction"] == -1
