#!/bin/sh
# Write the locked versions with the hashes of their files: pip installs nothing else (--require-hashes).
# No address of a package index is written: pip uses the one it is configured for.
# New versions are chosen unless LOCK=--no-upgrade is set, which keeps those that are locked.
set -eu
cd "$(dirname "$0")/.."
uv=${1:-uv}
compile() {
    output=requirements/$1.txt
    shift
    UV_CUSTOM_COMPILE_COMMAND="make lock" "$uv" pip compile --quiet --universal --python-version 3.11 ${LOCK:---upgrade} \
        --generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate "$@" --output-file "$output" >/dev/null
}
printf 'hatchling\neditables\n' | compile build -
compile base pyproject.toml
printf 'numba\nnumpy\n' | compile compile --constraint requirements/base.txt -
compile dev --extra dev --constraint requirements/base.txt pyproject.toml
compile bench --extra bench --constraint requirements/base.txt pyproject.toml
