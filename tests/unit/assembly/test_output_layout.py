"""The columns of an output row."""

import numpy as np

from gudgeon.assembly.output_layout import impact_layout, layout
from gudgeon.kernels.output_variables import IMPACT_COLUMNS

LABELS = {"body": ("a", "b"), "joint": ("A",), "coordinate": (), "driver": (), "entry": ("kinetic",)}


def test_columns_follow_each_other_without_a_gap():
    columns = layout(LABELS)
    stops = [one.columns.stop for one in columns.variables]
    assert [one.columns.start for one in columns.variables] == [0, *stops[:-1]]
    assert columns.width == 1 + 2 * (3 + 4 + 3 + 3 + 3 + 3) + 3 + 3 + 1  # time, motion of two bodies, a joint, an energy


def test_rows_are_split_into_variables_of_their_shapes():
    columns = layout(LABELS)
    parts = columns.split(np.arange(2.0 * columns.width).reshape(2, -1))
    assert parts["orientation"].shape == (2, 2, 4)
    assert parts["t"].tolist() == [0.0, columns.width]
    assert parts["position"][0].tolist() == [[1, 2, 3], [4, 5, 6]]


def test_stops_on_angles_have_units_of_angles():
    units = {label: layout({**LABELS, "contact": (label,)})["contact_penetration"].unit for label in ("A.ball", "A.stop angle upper")}
    assert units == {"A.ball": "m", "A.stop angle upper": "rad"}
    assert layout({**LABELS, "contact": tuple(units)})["contact_normal_force"].unit == "N or N*m"


def test_row_of_an_impact_is_its_number_and_its_columns():
    assert impact_layout().width == 1 + len(IMPACT_COLUMNS)
