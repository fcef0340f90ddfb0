"""How output variables are declared."""

import numpy as np

from gudgeon.assembly.elements import KINDS
from gudgeon.kernels import records as rec
from gudgeon.kernels.addresses import COLUMNS
from gudgeon.kernels.output_row import VARIABLES
from gudgeon.kernels.output_variables import (
    IMPACT_COLUMNS,
    OutputVariable,
    columns_type,
    impact_rows,
)


def test_the_record_of_columns_has_a_field_for_every_variable() -> None:
    kinds = columns_type(
        [OutputVariable("t", "s", (), "time"), OutputVariable("wear", "m", ("joint",), "depth")]
    )
    assert kinds.names == ("t", "wear")
    assert COLUMNS.names == tuple(variable.name for variable in VARIABLES)


def test_every_variable_is_declared_once_with_a_unit_and_a_meaning() -> None:
    declared = [*VARIABLES, *(variable for kind in KINDS.values() for variable in kind.variables)]
    assert len({variable.name for variable in declared}) == len(declared)
    assert all(variable.unit and variable.help for variable in declared)


def test_records_of_contact_periods_become_rows_in_the_order_of_their_columns() -> None:
    periods = rec.table(2, rec.IMPACT)
    for k, name in enumerate(IMPACT_COLUMNS):
        periods[name] = [k, 10 + k]
    assert impact_rows(periods).tolist() == [list(range(10)), list(range(10, 20))]
    assert impact_rows(periods[:0]).shape == (0, 10)
    assert np.shares_memory(impact_rows(periods), periods)
