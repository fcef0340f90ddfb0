"""How kernels that are compiled apart find the system and its work tables: by the addresses of
two tuples of arrays.
"""

import numpy as np

from .._base.function_pointers import loader, vector_at
from . import records as rec
from .output_row import VARIABLES
from .output_variables import columns_type
from .records import System, Work

COLUMNS = columns_type(VARIABLES)
"""Where the variables of every row begin."""

EXAMPLE = System(
    *(
        rec.table(1, kind)
        for kind in (rec.SETTING, rec.BODY, rec.JOINT, rec.DRIVER, rec.FORCE, rec.ELEMENT)
    ),
    np.zeros(1, np.int64),
    *(rec.table(1, kind) for kind in (rec.CONTACT, rec.COORDINATE, rec.EVENT)),
    np.zeros(1, np.int64),
    rec.table(1, rec.SIGNAL),
    np.zeros(1),
    np.zeros((1, 7), np.int64),
    *(rec.table(1, kind) for kind in (COLUMNS, rec.WRITER, rec.NODE, rec.CUT)),
    np.zeros(1, np.int64),
    rec.table(1, rec.JOINT),
    np.zeros((1, 7), np.int64),
)
_table = np.zeros((1, 1))
EXAMPLE_WORK = Work(
    *[_table] * 7,
    power=np.zeros(1),
    last_watched=np.zeros(1),
    watched=_table,
    wrench=_table,
    reactions=_table,
    contacts=_table,
    held=_table,
    memory=np.zeros(1),
    periods=rec.table(1, rec.IMPACT),
    peaks=_table,
    nodes=_table,
    pulled=_table,
    divided=_table,
    orientation=_table,
    count=np.zeros(1, np.int64),
)

load_system = loader(EXAMPLE)
load_work = loader(EXAMPLE_WORK)
vector = vector_at()
