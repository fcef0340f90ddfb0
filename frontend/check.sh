#!/bin/sh
# Build the page of reports again, in a folder of its own, and compare it with the one in the package, byte by byte.
# Without Node.js only the hash of the sources, which the page names, is compared (tests/unit/report/test_page.py, in make test).
set -eu
cd "$(dirname "$0")/.."
command -v npm >/dev/null || { echo "no Node.js here: the page is compared with its sources by their hash alone"; exit 0; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/frontend" "$folder/gudgeon/report"
(cd frontend && cp -r build.mjs index.html package.json package-lock.json src test "$folder/frontend/")
(cd "$folder/frontend" && npm ci --no-audit --no-fund --silent) || {
    echo "the tools of the page cannot be installed here: it is compared with its sources by their hash alone"
    exit 0
}
(cd "$folder/frontend" && npm run --silent build && npm run --silent test >/dev/null)
cmp "$folder/gudgeon/report/page.html" gudgeon/report/page.html || {
    echo "gudgeon/report/page.html is not what its sources give: run make frontend and commit the page with them"
    exit 1
}
