"""Dead centres: found where geometry has them, and not where there are none."""

import math

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.dead_centre import DeadCentre, _rest, dead_centre
from gudgeon.assembly.initial_conditions import check_model
from gudgeon.assembly.output_layout import JointCoordinate

CRANK, ROD, START = 0.1, 0.3, 1.0  # lengths [m], angle of the crank at t = 0 [rad]


def slider_crank(speed: float) -> gd.Mechanism:
    """A crank and a rod whose slider is driven along x at a constant speed."""
    A, B = np.zeros(2), CRANK * np.array((math.cos(START), math.sin(START)))
    C = np.array((B[0] + math.sqrt(ROD**2 - B[1] ** 2), 0.0))
    bodies = [
        gd.Body(name, mass=1, inertia=0.01, position=at)
        for name, at in (("crank", B / 2), ("rod", (B + C) / 2), ("slider", C))
    ]
    joints = [
        gd.Revolute("A", between=("ground", "crank"), point=A), gd.Revolute("B", between=("crank", "rod"), point=B),
        gd.Revolute("C", between=("rod", "slider"), point=C), gd.Translational("D", between=("ground", "slider"), point=C, axis=(1, 0)),
    ]  # fmt: skip
    motor = gd.Driver("ram", joint="D", motion=gd.ConstantSpeed(speed))
    return gd.Mechanism(plane="xy", bodies=bodies, joints=joints, drivers=[motor])


REACH = CRANK * math.cos(START) + math.sqrt(ROD**2 - (CRANK * math.sin(START)) ** 2)


@pytest.mark.parametrize(
    ("speed", "way"),
    [(0.05, CRANK + ROD - REACH), (-0.05, ROD - CRANK - REACH)],
    ids=["outer", "inner"],
)
def test_it_is_where_crank_and_rod_lie_in_line(speed, way):
    """The slider comes to r + l and back to l − r; positions close to the square root of
    rounding, 1e-8 of the time.
    """
    assembly = check_model(slider_crank(speed)).assembly
    found = dead_centre(assembly, 0.0, assembly.y, 10.0, 0.01)
    assert found.t == pytest.approx(way / speed, rel=1e-7)
    assert [driver.name for driver in found.drivers] == ["ram"]
    assert found.coordinates == (JointCoordinate("D", "displacement"),)
    assert found.values == pytest.approx((way,), rel=1e-7)
    assert found.instead == "A.angle"


def test_a_search_that_ends_before_finds_none():
    assembly = check_model(slider_crank(0.05)).assembly
    limit = (CRANK + ROD - REACH) / 0.05
    assert dead_centre(assembly, 0.0, assembly.y, 0.99 * limit, 0.01) is None


def test_a_driven_crank_has_no_dead_centre():
    assembly = check_model(gd.library("planar-slider-crank")).assembly
    assert dead_centre(assembly, 0.0, assembly.y, 0.03, 1e-4) is None


def test_nothing_is_searched_where_nothing_is_driven():
    assembly = check_model(gd.library("four-bar")).assembly
    assert dead_centre(assembly, 0.0, assembly.y, 1.0, 0.01) is None


def test_the_state_of_the_run_is_left_alone():
    assembly = check_model(slider_crank(0.05)).assembly
    before, setting = assembly.y.copy(), assembly.system.setting.copy()
    dead_centre(assembly, 0.0, assembly.y, 10.0, 0.01)
    assert np.array_equal(assembly.y, before)
    assert np.array_equal(assembly.system.setting, setting)


def test_the_sentence_names_drivers_coordinates_units_and_what_to_do():
    ram, other = (gd.Driver(name, joint="D", motion=gd.Constant(0.0)) for name in ("ram", "other"))
    sentence = DeadCentre(
        2.5, (ram,), (JointCoordinate("D", "displacement"),), (0.125,), "A.angle"
    ).message
    assert sentence.startswith(
        "Driver 'ram' cannot take D.displacement beyond 0.125 m, reached at t = 2.5 s: the "
        "mechanism is at a dead centre"
    )
    assert sentence.endswith(
        "Let the motion turn back before, or drive A.angle, which passes through there."
    )
    both = DeadCentre(
        2.5,
        (ram, other),
        (JointCoordinate("D", "displacement"), JointCoordinate("A", "angle")),
        (0.125, 1.5),
    ).message
    assert both.startswith(
        "Drivers 'ram' and 'other' cannot take D.displacement beyond 0.125 m and A.angle beyond "
        "1.5 rad"
    )
    assert both.endswith("Let the motion turn back before.")


def test_what_a_row_has_of_its_own_is_across_all_others():
    rows = np.array(((1.0, 0, 0, 0), (1.0, 1.0, 0, 0), (2.0, 3.0, 4.0, 0), (1.0, 2.0, 0, 0)))
    assert _rest(rows, 2) == pytest.approx([0, 0, 4, 0], abs=1e-14)
    assert _rest(rows, 0) == pytest.approx([0, 0, 0, 0], abs=1e-14)  # the others span it
