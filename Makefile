# Two commands do everything from a fresh clone: make demo, make test. They need only Python 3.11 or newer and make.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
OUT ?= out
DEMO := planar-slider-crank
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet

.DEFAULT_GOAL := help
.PHONY: help demo test test-all test-generic test-wheel test-aarch64 fingerprints wheel faults lint page format bench docs figures gallery frontend chromium lock names clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## (.*)/  make \1|\2/' | column -t -s '|' 2>/dev/null \
	    || grep -E '^[a-z-]+:.*## ' Makefile

# Stamps record which locked set is installed, so that a second make installs nothing.
$(BIN)/python:
	$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11) and 'gudgeon needs Python 3.11 or newer; say make PYTHON=python3.12 ...')"
	$(PYTHON) -m venv $(VENV)

# What a first run compiles needs only Numba and NumPy: it is compiled while everything else is installed.
AHEAD := from gudgeon._base.machine_code import prepare; from gudgeon.simulation.compilation import units_of; prepare(units_of("auto", None))
$(VENV)/.installed: requirements/build.txt requirements/compile.txt requirements/base.txt pyproject.toml gallery/pyproject.toml | $(BIN)/python
	@echo "installing gudgeon into $(VENV) (once)"
	$(PIP) --require-hashes -r requirements/compile.txt
	@$(BIN)/python -c '$(AHEAD)' >/dev/null 2>&1 &
	$(PIP) --require-hashes -r requirements/build.txt
	$(PIP) --require-hashes -r requirements/base.txt
	$(PIP) --no-deps --no-build-isolation --editable . --editable ./gallery
	@touch $@

$(VENV)/.installed-dev: requirements/dev.txt $(VENV)/.installed
	@echo "installing the tools for tests and documentation (once)"
	$(PIP) --require-hashes -r requirements/dev.txt
	@touch $@

$(VENV)/.installed-bench: requirements/bench.txt $(VENV)/.installed
	@echo "installing the programs to compare with (once)"
	@$(PIP) --require-hashes -r requirements/bench.txt || echo "some of them cannot be installed here; the benchmark does without"
	@touch $@

demo: $(VENV)/.installed ## set up, run a slider-crank with a loose pin, write its result and a page that shows it
	@mkdir -p $(OUT)
	$(BIN)/gudgeon run $(DEMO) --set joints.C.fit=clearance --duration 30ms --out $(OUT)/$(DEMO).h5 --plots $(OUT) --report $(OUT)/$(DEMO).html
	@echo "open $(abspath $(OUT)/$(DEMO).html) in a browser"

# The end-to-end tests of the report need Chromium, those of videos ffmpeg: installed where we may (in a container, as root), otherwise they are skipped.
PROGRAMS := chromium ffmpeg
chromium:
	@{ command -v chromium chromium-browser google-chrome >/dev/null && command -v ffmpeg >/dev/null; } || \
	    { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && echo "installing Chromium and ffmpeg (once)" && \
	      { apt-get install -y -qq $(PROGRAMS) || { apt-get update -qq && apt-get install -y -qq $(PROGRAMS); }; } >/dev/null 2>&1; } || \
	    echo "no Chromium or no ffmpeg here: the end-to-end tests of the report or those of videos will be skipped"

test: $(VENV)/.installed-dev chromium ## set up and run the test suite
	$(BIN)/python -m pytest -n 2

test-all: $(VENV)/.installed-dev chromium ## the test suite with the slow tests
	$(BIN)/python -m pytest -n 2 -m "slow or not slow"

# Compiled for another processor, kernels give the results that are kept, to the last bit.
GENERIC := tests/physics/test_same_bits.py tests/project/test_library.py tests/reference/problems/test_a01_pendulum.py tests/physics/contacts/test_single_impact.py
test-generic: $(VENV)/.installed-dev ## sensitive tests of the physics with another instruction set: what any processor of this kind has
	GUDGEON_TARGET=generic GUDGEON_CACHE_DIR=$(CURDIR)/$(OUT)/generic $(BIN)/python -m pytest -n 2 $(GENERIC)

# A change that means to change results, or the order of operations, says why and keeps the new ones.
fingerprints: $(VENV)/.installed-dev ## run the whole library with all methods and keep hashes of the results, when they change on purpose
	$(BIN)/python tools/fingerprints.py --write

faults: $(VENV)/.installed-dev ## kill runs, fill disks, damage files at random moments; prints tried and failed
	$(BIN)/python -m tests.faults

wheel: $(VENV)/.installed ## build the wheel with the compiled core into dist/
	rm -rf dist
	$(BIN)/hatchling build -t wheel -d dist

# The wheel in an empty environment, without the sources and with an empty cache: it runs, and compiles nothing.
test-wheel: $(VENV)/.installed-dev ## install the wheel in an empty environment and run it there
	@if command -v cc >/dev/null || command -v gcc >/dev/null || command -v clang >/dev/null; \
	    then $(MAKE) wheel && sh tools/test_wheel.sh $(BIN)/python dist/*.whl; \
	    else echo "no linker here: a wheel would bring no compiled core, and is not tested"; fi

# Every mechanism and fit with every method takes a quarter of an hour in the emulator, with --short every fit with one method.
test-aarch64: $(VENV)/.installed-dev ## build the wheel for aarch64 and run it in an emulator (Debian with qemu-user-static and gcc-aarch64-linux-gnu)
	sh tools/test_aarch64.sh $(BIN)/python --short

lint: $(VENV)/.installed-dev ## style, formatting and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

page: ## check that the built page of reports belongs to its sources
	sh frontend/check.sh

format: $(VENV)/.installed-dev ## put the code into the common format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/.installed-bench ## measure speed, alone and against other programs
	$(BIN)/python -m benchmarks

docs: $(VENV)/.installed-dev ## build the documentation into docs/_build/html
	$(BIN)/sphinx-build -q -W --keep-going -b html docs docs/_build/html
	@echo "documentation: docs/_build/html/index.html"

figures: $(VENV)/.installed ## remake the pictures of the README and the documentation (those of pages in a browser need Chromium and make docs)
	$(BIN)/python docs/figures/make.py

gallery: $(VENV)/.installed ## make the figures of the papers again, judge their claims, remake their pages of the documentation
	$(BIN)/python docs/figures/gallery.py $(OUT)/gallery

frontend: ## build the page of reports from frontend/ (needs Node.js 20 and npm; users and tests do not)
	cd frontend && npm ci --no-audit --no-fund --silent && npm run --silent build && npm run --silent test

lock: $(VENV)/.installed-dev ## choose new versions of all dependencies
	sh requirements/lock.sh $(BIN)/uv

names: $(VENV)/.installed ## write which public names there are, for type checkers and editors
	$(BIN)/python tools/public_names.py

clean: ## remove what can be made again, except the virtual environment
	rm -rf $(OUT) build dist docs/_build docs/generated docs/gallery .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find gudgeon gallery tests benchmarks docs examples -name __pycache__ -type d -prune -exec rm -rf {} +
