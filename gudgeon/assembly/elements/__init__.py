"""Elements: what fits put into joints; one file a kind, found without being listed.

Contacts act first, the others in the order of their files.
"""

from ..._base.discovery import import_modules
from .base import KINDS as KINDS
from .base import Assembler as Assembler
from .base import ElementKind as ElementKind
from .base import Elements as Elements
from .base import kinds_in as kinds_in
from .base import records_in as records_in
from .base import register as register
from .base import words_of as words_of

# isort: split
from . import contacts as contacts  # they act first

# isort: split
# for programs that freeze applications, and follow imports
from . import bushings as bushings
from . import films as films
from . import joint_friction as joint_friction

import_modules(__name__, __path__)
