#!/bin/sh
# Write the locked versions. No address of a package index is written: pip uses the one it is configured for.
set -eu
cd "$(dirname "$0")/.."
uv=${1:-uv}
compile() {
    output=requirements/$1.txt
    shift
    UV_CUSTOM_COMPILE_COMMAND="make lock" "$uv" pip compile --quiet --universal --python-version 3.11 --upgrade \
        --no-emit-index-url --no-emit-find-links --no-annotate "$@" pyproject.toml --output-file "$output" >/dev/null
}
compile base
compile dev --extra dev --constraint requirements/base.txt
compile bench --extra bench --constraint requirements/base.txt
