"""``python tests/faults`` runs the fault campaign."""

import sys

from campaign import main

sys.exit(min(main(), 1))
