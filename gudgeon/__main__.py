"""``python -m gudgeon``: the command line. Nothing is imported from the current folder, where a
downloaded model may lie beside a file that calls itself numpy.
"""

import os
import sys

sys.path = [path for path in sys.path if os.path.abspath(path) != os.getcwd()]

from gudgeon.cli.main import main  # noqa: E402

main()
