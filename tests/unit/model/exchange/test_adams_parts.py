import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from gudgeon import InputError
from gudgeon.model.exchange.adams_functions import Scales
from gudgeon.model.exchange.adams_parts import UNITS, Parts, scales_of
from gudgeon.model.exchange.adams_statements import parse
from tests.support.adams_datasets import imported, whole

HEAD = "a title\nUNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND\n"


def units(text):
    return scales_of(parse(f"a title\n{text}\n", "own.adm"))


def frame(*statements, marker=2):
    data = parse(HEAD + "PART/1, GROUND\n" + "\n".join(statements), "own.adm")
    parts = Parts(data, Scales())
    return parts.frame(data.statements["MARKER"][marker])


@pytest.mark.parametrize("kind", UNITS)
def test_every_unit_has_a_size_and_may_be_shortened(kind):
    others = {"LENGTH": "METER", "MASS": "KILOGRAM", "TIME": "SECOND", "FORCE": "NEWTON"}
    for name, size in UNITS[kind].items():
        text = ", ".join(f"{key}={name if key == kind else value}" for key, value in others.items())
        assert getattr(units(f"UNITS/{text}"), kind.lower()) == size > 0


def test_units_of_force_obey_newtons_law():
    """A force gives its mass its acceleration: lbf = slug ft/s^2 = slinch in/s^2 = 32.17 poundal."""
    force, mass, length = UNITS["FORCE"], UNITS["MASS"], UNITS["LENGTH"]
    assert force["POUND_FORCE"] == pytest.approx(mass["SLUG"] * length["FOOT"], rel=1e-14)
    assert force["POUND_FORCE"] == pytest.approx(mass["SLINCH"] * length["INCH"], rel=1e-14)
    assert force["POUNDAL"] == pytest.approx(mass["POUND_MASS"] * length["FOOT"], rel=1e-14)
    assert force["POUND_FORCE"] == pytest.approx(4.4482216152605, rel=1e-13)
    assert force["DYNE"] == pytest.approx(mass["GRAM"] * length["CENTIMETER"], rel=1e-14)


def test_systems_of_units():
    assert units("UNITS/SYSTEM=MKS") == Scales()
    assert units("UNITS/SYSTEM=CGS") == Scales(1e-2, 1e-3, 1.0, 1e-5)
    assert units("UNITS/SYSTEM=IPS").length == 0.0254
    milli = units("UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=MILLISECOND")
    assert milli == Scales(1e-3, 1.0, 1e-3, 1.0)
    assert units("UNITS/UCF=2").force == 2.0


def test_units_that_are_not_given_are_told_of():
    data = parse("a title\n", "own.adm")
    assert scales_of(data) == Scales()
    assert "SI units" in data.report.notes[0].text


@pytest.mark.parametrize(
    "text", ["UNITS/LENGTH=ELL", "UNITS/SYSTEM=XYZ", "UNITS/UCF=0", "UNITS/MASS="]
)
def test_units_that_are_none_are_refused(text):
    with pytest.raises(InputError, match=r"own\.adm:2: UNITS/"):
        units(text)


ANGLES = (0.3, 1.1, -0.7)


def test_euler_angles_turn_about_body_fixed_z_x_z():
    text = ", ".join(map(str, ANGLES))
    found = frame(f"MARKER/2, PART=1, QP=1,2,3, REULER={text}")
    assert found.origin.tolist() == [1, 2, 3]
    assert np.allclose(found.axes, Rotation.from_euler("ZXZ", ANGLES).as_matrix(), atol=1e-15)


def test_right_angles_give_whole_numbers():
    found = frame("MARKER/2, PART=1, REULER=180D, 90D, 180D")
    assert found.axes.tolist() == [[1, 0, 0], [0, 0, 1], [0, -1, 0]]


def test_points_on_the_axes_say_the_same_as_angles():
    turned = Rotation.from_euler("ZXZ", ANGLES).as_matrix()
    q = np.array([1.0, 2.0, 3.0])
    z, x = q + 2 * turned[:, 2], q + 0.5 * turned[:, 0] + 3 * turned[:, 2]
    points = f"QP=1,2,3, ZP={','.join(map(str, z))}, XP={','.join(map(str, x))}"
    assert np.allclose(frame(f"MARKER/2, PART=1, {points}").axes, turned, atol=1e-14)
    x, z = q + 2 * turned[:, 0], q + 3 * turned[:, 0] + 0.5 * turned[:, 2]
    points = f"QP=1,2,3, ZP={','.join(map(str, z))}, XP={','.join(map(str, x))}, USEXP"
    assert np.allclose(frame(f"MARKER/2, PART=1, {points}").axes, turned, atol=1e-14)


def test_a_marker_without_a_part_is_of_the_last_one():
    found = frame("MARKER/1", "PART/2, QG=5,0,0", "MARKER/2, QP=1,0,0")
    assert found.origin.tolist() == [6, 0, 0]


def test_a_part_may_be_placed_and_turned_as_a_whole():
    found = frame("PART/2, QG=5,0,0, REULER=90D,0,0", "MARKER/2, PART=2, QP=1,0,0")
    assert found.origin.tolist() == [5, 1, 0]
    assert found.axes.tolist() == [[0, -1, 0], [1, 0, 0], [0, 0, 1]]


def test_a_body_has_the_frame_of_its_centre_of_mass():
    (body,) = imported("JOINT/1, REVOLUTE, I=11, J=22").mechanism.bodies
    assert (body.name, body.mass, body.position) == ("part2", 2.0, (1.0, 0.0, 0.0))
    assert body.inertia == ((0.1, 0, 0), (0, 0.2, 0), (0, 0, 0.3))


PART = "a title\nPART/1, GROUND\nMARKER/1, PART=1\nJOINT/1, SPHERICAL, I=1, J=22\n"


def test_products_of_inertia_are_positive_integrals():
    """Two masses of 1/2 at (1, 1, 0) and (-1, -1, 0): the integral of x y is 1, the tensor's -1."""
    text = "PART/2, MASS=1, CM=22, IP=1.01, 1.01, 2.01, 1, 0, 0\nMARKER/22, PART=2"
    (body,) = whole(PART + text).mechanism.bodies
    assert body.inertia == ((1.01, -1.0, 0.0), (-1.0, 1.01, 0.0), (0.0, 0.0, 2.01))


def test_inertia_may_be_given_about_another_marker():
    """A thin rod of length 2 and 3 kg: 4 about its end, 1 about its middle (Steiner), also turned."""
    text = (
        "PART/2, MASS=3, CM=22, IM=23, IP=4, 4, 1E-3\nMARKER/22, PART=2, QP=1,0,0\n"
        "MARKER/23, PART=2, REULER=90D, 90D, 0"
    )
    (body,) = whole(PART + text).mechanism.bodies
    assert np.allclose(body.inertia, np.diag([1e-3, 1, 1]), atol=1e-15)


def test_velocities_are_those_of_the_file():
    """VX is global, WX about the axes of the centre of mass, unless other markers are named."""
    text = (
        "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND\n"
        "PART/2, MASS=3, CM=22, IP=1E6,1E6,1E6, VX=1000, WZ=5{}\n"
        "MARKER/22, PART=2, REULER=0,90D,0\nMARKER/23, PART=2, REULER=90D,0,0"
    )
    (body,) = whole(PART + text.format("")).mechanism.bodies
    assert body.velocity == (1, 0, 0)
    assert body.angular_velocity == (0, -5, 0)
    (body,) = whole(PART + text.format(", VM=23, WM=23")).mechanism.bodies
    assert body.velocity == (0, 1, 0)
    assert body.angular_velocity == (0, 0, 5)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("PART/2, CM=22\nMARKER/22, PART=2", "PART/2 has no mass"),
        ("PART/2, MASS=1, IP=1,1,1\nMARKER/22, PART=2", "has no centre of mass"),
        ("PART/2, MASS=1, CM=22\nMARKER/22, PART=2", "PART/2 is no body: every principal moment"),
        ("PART/2, MASS=1, CM=22, IP=1,1,9\nMARKER/22, PART=2", "is no body: no body has these"),
        ("PART/2, MASS=1, CM=1\nMARKER/22, PART=2", "CM names MARKER/1, which is of another part"),
        ("PART/2, MASS=1, CM=22\nMARKER/22, PART=9", "MARKER/22 names PART/9"),
        ("PART/2, GROUND\nMARKER/22, PART=2", "PART/2 is ground, and so is PART/1"),
        ("PART/2, MASS=1, CM=22\nMARKER/22, PART=2, ZP=0,0,0", "its axes have no direction"),
    ],
)
def test_parts_that_cannot_be_are_refused_with_their_line(text, words):
    with pytest.raises(InputError, match=words) as caught:
        whole(PART + text)
    assert caught.value.location.startswith("own.adm:")


def test_a_point_mass_is_told_of():
    text = "POINT_MASS/2, MASS=1, CM=22\nMARKER/22, POINT_MASS=2"
    found = whole(PART + text)
    assert found.mechanism.bodies[0].name == "pointmass2"
    assert "moments of inertia of a ball" in found.lost[0].text
