# Two commands do everything from a fresh clone: make demo, make test. They need only Python 3.11 or newer and make.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
OUT ?= out
DEMO := spatial-slider-crank
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet

.DEFAULT_GOAL := help
.PHONY: help demo test test-all lint format bench docs figures lock clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## (.*)/  make \1|\2/' | column -t -s '|' 2>/dev/null \
	    || grep -E '^[a-z-]+:.*## ' Makefile

# Stamps record which locked set is installed, so that a second make installs nothing.
$(BIN)/python:
	$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11) and 'gudgeon needs Python 3.11 or newer; say make PYTHON=python3.12 ...')"
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: requirements/base.txt pyproject.toml | $(BIN)/python
	@echo "installing gudgeon into $(VENV) (once)"
	$(PIP) -r requirements/base.txt
	$(PIP) --no-deps --editable .
	@touch $@

$(VENV)/.installed-dev: requirements/dev.txt $(VENV)/.installed
	@echo "installing the tools for tests and documentation (once)"
	$(PIP) -r requirements/dev.txt
	@touch $@

$(VENV)/.installed-bench: requirements/bench.txt $(VENV)/.installed
	@echo "installing the programs to compare with (once)"
	@$(PIP) -r requirements/bench.txt || echo "some of them cannot be installed here; the benchmark does without"
	@touch $@

demo: $(VENV)/.installed ## set up, run the spatial slider-crank, write a result and pictures
	@mkdir -p $(OUT)
	$(BIN)/gudgeon run $(DEMO) --out $(OUT)/$(DEMO).h5 --plots $(OUT)

test: $(VENV)/.installed-dev ## set up and run the test suite
	$(BIN)/python -m pytest -n 2

test-all: $(VENV)/.installed-dev ## the test suite with the slow tests
	$(BIN)/python -m pytest -n 2 -m "slow or not slow"

lint: $(VENV)/.installed-dev ## style, formatting and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/.installed-dev ## put the code into the common format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/.installed-bench ## measure speed, alone and against other programs
	$(BIN)/python -m benchmarks

docs: $(VENV)/.installed-dev ## build the documentation into docs/_build/html
	$(BIN)/sphinx-build -q -W --keep-going -b html docs docs/_build/html
	@echo "documentation: docs/_build/html/index.html"

figures: $(VENV)/.installed ## remake the pictures of the README and the documentation
	$(BIN)/python docs/figures/make.py

lock: $(VENV)/.installed-dev ## choose new versions of all dependencies
	sh requirements/lock.sh $(BIN)/uv

clean: ## remove what can be made again, except the virtual environment
	rm -rf $(OUT) build dist docs/_build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find gudgeon tests benchmarks docs examples -name __pycache__ -type d -prune -exec rm -rf {} +
