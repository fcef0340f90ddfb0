#!/bin/sh
# Build the wheel for aarch64 on this computer, and run it on an emulated one: results are those in tests/physics/fingerprints.txt, to the last bit.
# Needs Debian, a network, qemu-user-static and gcc-aarch64-linux-gnu; the emulated Python comes from Debian and the locked packages, nothing is installed.
# usage: test_aarch64.sh PYTHON [--short]
set -eu
bin=$(cd "$(dirname "$1")" && pwd) sources=$PWD
python=$bin/$(basename "$1")
shift
for program in qemu-aarch64-static aarch64-linux-gnu-gcc apt-get; do
    command -v $program >/dev/null || { echo "$program is missing: apt-get install qemu-user-static gcc-aarch64-linux-gnu" >&2; exit 1; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# an aarch64 Python, from packages that are only unpacked
mkdir -p apt/state/lists/partial apt/cache/archives/partial root site
apt() {
    apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o APT::Sandbox::User=root -o Debug::NoLocking=1 \
        -o Dir::State="$folder/apt/state" -o Dir::State::status=/dev/null -o Dir::Cache="$folder/apt/cache" "$@" >/dev/null
}
apt update
apt install --yes --download-only --no-install-recommends python3 libstdc++6
for package in apt/cache/archives/*.deb; do dpkg --extract "$package" root; done
emulated=$(realpath root/usr/bin/python3)
version=${emulated##*python}

"$python" -m pip --disable-pip-version-check install --quiet --target site --no-deps --only-binary=:all: --implementation cp --python-version "$version" \
    --platform manylinux2014_aarch64 --platform manylinux_2_17_aarch64 --platform manylinux_2_27_aarch64 --platform manylinux_2_28_aarch64 \
    --require-hashes --requirement "$sources/requirements/base.txt"

(cd "$sources" && GUDGEON_MACHINE=aarch64 CC=aarch64-linux-gnu-gcc "$bin/hatchling" build -t wheel -d "$folder/dist")
"$python" -m zipfile -e dist/*_aarch64.whl site
cp -r "$sources/tests" "$sources/tools" .
export PYTHONPATH="$folder/site:$folder" GUDGEON_CACHE_DIR="$folder/cache"
run() { qemu-aarch64-static -L root "$emulated" "$@"; }
run -c "import platform, numpy; print('Python', platform.python_version(), 'and NumPy', numpy.__version__, 'on', platform.machine())"
run tools/fingerprints.py "$@"
[ -z "$(ls -A cache 2>/dev/null)" ] || { echo "something was compiled" >&2; exit 1; }
