"""The columns of an output row."""

import numpy as np

from gudgeon.assembly.contact_info import ContactInfo
from gudgeon.assembly.elements import KINDS, ElementKind, Elements
from gudgeon.assembly.output_layout import JointCoordinate, Label, impact_layout, layout
from gudgeon.kernels.entry_points import EVALUATE
from gudgeon.kernels.output_variables import IMPACT_COLUMNS, OutputVariable

LABELS = {
    "body": ("a", "b"),
    "joint": ("A",),
    "coordinate": (),
    "driver": (),
    "entry": ("kinetic",),
}


def test_columns_follow_each_other_without_a_gap():
    columns = layout(LABELS)
    stops = [variable.columns.stop for variable in columns.variables]
    assert [variable.columns.start for variable in columns.variables] == [0, *stops[:-1]]
    # time, motion of two bodies, a joint, an energy
    assert columns.width == 1 + 2 * (3 + 4 + 3 + 3 + 3 + 3) + 3 + 3 + 1


def test_rows_are_split_into_variables_of_their_shapes():
    columns = layout(LABELS)
    parts = columns.split(np.arange(2.0 * columns.width).reshape(2, -1))
    assert parts["orientation"].shape == (2, 2, 4)
    assert parts["t"].tolist() == [0.0, columns.width]
    assert parts["position"][0].tolist() == [[1, 2, 3], [4, 5, 6]]


def test_stops_on_angles_have_units_of_angles():
    ball, stop = (
        ContactInfo("A", "ball"),
        ContactInfo("A", "stop", coordinate="angle", side="upper"),
    )
    assert [
        layout({**LABELS, "contact": (contact,)})["contact_penetration"].unit
        for contact in (ball, stop)
    ] == ["m", "rad"]
    both = layout({**LABELS, "contact": (ball, stop)})
    assert (
        both["contact_normal_force"].units == ("N", "N*m")
        and both["contact_normal_force"].unit == "N or N*m"
    )
    assert both["contact_point"].units == ("m",) and both["contact_point"].unit_at(1) == "m"
    assert both.labels["contact"] == ("A.ball", "A.stop angle upper") and both.contacts == (
        ball,
        stop,
    )


def test_coordinates_and_drivers_have_the_unit_of_their_motion():
    labels = {
        "coordinate": (Label("A.angle", "rad"), Label("A.displacement", "m")),
        "driver": (Label("motor", "rad"),),
    }
    columns = layout({**LABELS, **labels})
    assert columns["coordinate_rate"].units == ("rad/s", "m/s")
    assert columns["driver_force"].unit == "N*m"
    assert columns.labels["coordinate"] == ("A.angle", "A.displacement")


def test_a_variable_of_an_element_stands_along_its_own_dimension(monkeypatch):
    wear = OutputVariable("wear", "m", ("worn",), "depth of wear")
    monkeypatch.setitem(
        KINDS,
        "wearing parts",
        ElementKind("wearing parts", EVALUATE, lambda assembler: Elements(np.zeros(0)), (wear,)),
    )
    columns = layout({**LABELS, "worn": ("A", "B")})
    assert columns["wear"].shape == (2,) and columns["wear"].columns.stop == columns.width
    assert layout(LABELS)["wear"].shape == (0,)


def test_row_of_an_impact_is_its_number_and_its_columns():
    assert impact_layout().width == 1 + len(IMPACT_COLUMNS)


def test_a_coordinate_is_known_by_its_label():
    """Names of joints may have dots, as in ``left.knee``; those of coordinates have none."""
    knee = JointCoordinate("left.knee", "angle")
    assert (knee.label, knee.unit, knee.angular) == ("left.knee.angle", "rad", True)
    assert JointCoordinate.of(knee.label) == knee
    assert layout({**LABELS, "coordinate": (knee,)}).coordinates == (knee,)
    assert layout({**LABELS, "coordinate": (knee,)})["coordinate"].unit == "rad"
