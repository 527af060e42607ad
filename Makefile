# Everything happens in .venv; `make` alone says what there is.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: help demo test test-long check bench build clean

help:
	@echo "make demo       set up and play a scripted match"
	@echo "make test       set up and run the tests"
	@echo "make test-long  the slow suites: thousands of random games, long fuzzing"
	@echo "make check      format, lint, types, layers"
	@echo "make bench      speed, beside a calibration loop"
	@echo "make build      the wheel, installed into a new environment and tried"

# pip 25.1 is the first that installs dependency groups.
$(READY): pyproject.toml
	$(PYTHON) -c 'import sys; assert sys.version_info >= (3, 11), "Kronika needs Python 3.11 or newer"'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --editable . --group test --group check
	touch $(READY)

demo: $(READY)
	@$(BIN)/kronika demo

test: $(READY)
	$(BIN)/python -m pytest -n 2

test-long: $(READY)
	$(BIN)/python -m pytest -n 2 -m long

check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy -p kronika.core -p kronika.logs -p kronika.cli -p kronika.fixtures -p kronika.pytest_plugin
	PYTHONPATH=.types $(BIN)/lint-imports

bench: $(READY)
	$(BIN)/python -m pytest tests/bench -m bench -s --benchmark-enable --benchmark-columns=min,median,ops

build: $(READY)
	rm -rf build dist
	$(BIN)/python -m build --wheel --outdir dist .
	rm -rf build
	$(PYTHON) -m venv --clear build/wheel
	build/wheel/bin/python -m pip install --quiet dist/*.whl
	cd build && wheel/bin/kronika demo
	cd build && wheel/bin/kronika example check

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
