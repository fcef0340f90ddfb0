"""The points of a sweep: values of all kinds."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.studies.sweep_grid import Base
from tests.support.swept_falls import depth, falling


def test_paired_parameters_go_together():
    found = gd.sweep(
        falling(),
        {"gravity.2": [-5, -10], "duration": ["0.1 s", "200 ms"]},
        paired=True,
        measures=depth,
    )
    assert found.table["depth"] == pytest.approx([5 * 0.1**2 / 2, 10 * 0.2**2 / 2], rel=1e-12)
    assert found.to_xarray()["depth"].dims == ("point",)
    with pytest.raises(gd.InputError, match="equally many values"):
        gd.sweep(falling(), {"gravity.2": [-5, -10], "duration": [1]}, paired=True)


@pytest.mark.parametrize("path", ["bodies.a=b.mass", 'bodies."a=b".mass'])
def test_a_part_with_an_equals_sign_in_its_name_is_swept(path):
    body = gd.Body("a=b", mass=1, inertia=(1, 1, 1))
    base = Base(gd.Mechanism(bodies=[body]), settings=['bodies."a=b".inertia=[2, 2, 2]'])
    made = base.at({path: "20 g"}).bodies[0]
    assert made.mass == 0.02
    assert made.inertia == (2, 2, 2)
    found = gd.sweep(
        gd.Mechanism(bodies=[body], gravity=(0, 0, -1), duration=0.1), {path: [1, 2]}, measures=mass
    )
    assert list(found.table["mass"]) == [1, 2]
    assert found.table.units[path] == "kg"


def mass(result):
    """Return what the body weighs."""
    return result.mechanism.bodies[0].mass


def test_named_fits_follow_the_sizes_that_are_swept():
    """The stiffness from materials goes with sqrt(R_i R_j/(R_i - R_j)), whatever order the
    parameters have.
    """
    base = Base("four-bar")
    values = {
        "joints.C.fit.friction.mu_k": 0.2,
        "joints.C.fit": "clearance-friction",
        "joints.C.radial_clearance": "0.1 mm",
    }
    made = base.at(values).joint("C")
    usual = gd.library("four-bar", C="clearance").joint("C").fit.contact.stiffness
    assert made.fit.friction.mu_k == 0.2
    assert made.fit.contact.stiffness / usual == pytest.approx(
        np.sqrt((0.01 * 0.0099 / 1e-4) / (0.01 * 0.0098 / 2e-4)), rel=1e-12
    )


def test_a_file_keeps_what_it_derives_from_sizes(tmp_path):
    gd.write(gd.library("four-bar"), tmp_path / "bar.yaml")
    contact = {"law": "hertz", "from_materials": {"E": "207 GPa", "nu": 0.3}}
    base = Base(tmp_path / "bar.yaml")
    first, second = (
        base.at(
            {
                "joints.C.fit": {"type": "clearance", "contact": contact},
                "joints.C.radial_clearance": gap,
            }
        )
        .joint("C")
        .fit.contact
        for gap in (1e-4, 2e-4)
    )
    assert first.stiffness / second.stiffness == pytest.approx(
        np.sqrt((0.01 * 0.0099 / 1e-4) / (0.01 * 0.0098 / 2e-4)), rel=1e-12
    )


def test_fits_and_laws_may_be_objects():
    steel = gd.LankaraniNikravesh(1e9, 0.8)
    frictions = [None, gd.Threlfall(0.1, 1e-3), gd.Threlfall(0.3, 1e-3)]
    found = gd.sweep(
        "four-bar",
        {"joints.C.fit": [gd.Clearance(contact=steel)], "joints.C.fit.friction": frictions},
        duration=5e-3,
        measures="impacts",
    )
    assert found.parameters["joints.C.fit.friction"].tolist() == [
        "None", "threlfall (mu_k 0.1, v_1 0.001 m/s)", "threlfall (mu_k 0.3, v_1 0.001 m/s)",
    ]  # fmt: skip
    assert found.parameters["joints.C.fit"].tolist() == ["clearance"]
    base = Base("four-bar").at(
        {"joints.C.fit": gd.Clearance(contact=steel), "joints.C.fit.friction": frictions[2]}
    )
    assert base.joint("C").fit == gd.Clearance(contact=steel, friction=frictions[2])


def test_settings_that_all_points_share_come_first():
    base = Base("four-bar", settings=["joints.C.fit=clearance-friction", "bodies.rocker.mass=60 g"])
    made = base.at({"joints.C.fit.friction.mu_k": 0.3})
    assert made.joint("C").fit.friction.mu_k == 0.3
    assert made.body("rocker").mass == 0.06
