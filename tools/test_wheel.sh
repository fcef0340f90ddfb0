#!/bin/sh
# Build a wheel again and compare; install it in an empty environment, without the sources, and run it there with an empty cache:
# nothing is compiled, Numba is not imported.
# usage: test_wheel.sh PYTHON WHEEL
set -eu
python=$1 wheel=$(realpath "$2") bin=$(cd "$(dirname "$1")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
case $wheel in *-py3-none-*) ;; *) echo "$wheel is for one version of Python" >&2; exit 1 ;; esac
[ "$(wc -c <"$wheel")" -lt 1500000 ] || { echo "$wheel is larger than 1.5 MB" >&2; exit 1; }

# built again, in another folder, later, elsewhere in the world, it has the same bytes
mkdir "$folder/again"
cp -r gudgeon tools pyproject.toml README.md LICENSE "$folder/again"
(cd "$folder/again" && PYTHONHASHSEED=7 TZ=Asia/Tokyo LC_ALL=C "$bin/hatchling" build -t wheel -d dist >/dev/null)
cmp "$wheel" "$folder"/again/dist/*.whl

cp -r tests tools examples "$folder"
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
venv/bin/gudgeon run spatial-slider-crank --out demo.h5 --plots pictures --report demo.html
grep -q "</html>" demo.html
venv/bin/python -m tests.support.wheel_runs
venv/bin/python tools/fingerprints.py --short
venv/bin/python -m pytest -q -n 2 -p no:cacheprovider tests/physics/contacts/test_single_impact.py tests/unit/kernels/test_entry_points.py
