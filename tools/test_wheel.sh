#!/bin/sh
# Install a wheel in an empty environment, without the sources, and run it there with an empty cache: nothing is compiled, Numba is not imported.
# usage: test_wheel.sh PYTHON WHEEL
set -eu
python=$1 wheel=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r tests examples "$folder"
"$python" -m venv "$folder/venv"
site=$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
"$folder/venv/bin/python" -m pip --disable-pip-version-check install --quiet --no-deps "$wheel"
# what the package depends on comes from the environment that built it, but not the package itself
"$folder/venv/bin/python" - "$site" <<'PYTHON'
import sys, sysconfig
from pathlib import Path

site, own = Path(sys.argv[1]), Path(sysconfig.get_path("purelib"))
for path in site.iterdir():
    if "gudgeon" not in path.name.lower() and not (own / path.name).exists():
        (own / path.name).symlink_to(path)
PYTHON
cd "$folder"
export GUDGEON_CACHE_DIR="$folder/cache"
venv/bin/gudgeon run spatial-slider-crank --out demo.h5 --plots pictures
venv/bin/python -m tests.support.wheel_runs
venv/bin/python -m pytest -q -n 2 -p no:cacheprovider tests/physics/contacts/test_single_impact.py tests/unit/kernels/test_entry_points.py
