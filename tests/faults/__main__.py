"""``python -m tests.faults`` runs the fault campaign."""

import sys

from tests.faults.campaign import main

sys.exit(min(main(), 1))
