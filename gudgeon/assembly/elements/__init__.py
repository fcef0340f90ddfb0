"""Elements: what fits put into joints; one file a kind, in the order in which they act."""

from .base import KINDS as KINDS
from .base import Assembler as Assembler
from .base import ElementKind as ElementKind
from .base import Elements as Elements
from .base import kinds_in as kinds_in
from .base import records_in as records_in
from .base import register as register
from .base import words_of as words_of

# isort: split
from . import contacts as contacts

# isort: split
from . import bushings as bushings
from . import films as films
