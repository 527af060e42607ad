# Everything happens in .venv; `make` alone says what there is.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
OLDEST := .venv-oldest/bin
NEWEST := .venv-newest/bin

# A process that compiles what it imports, as Python does where it may not write that down, takes three times as long.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo ready node test test-long ready-oldest test-oldest ready-newest test-newest test-pythons
.PHONY: browser test-browser
.PHONY: mutants check docs bench strength build clean

help:
	@echo "make demo       set up and play a scripted match"
	@echo "make test       set up and run the tests"
	@echo "make test-long  the slow suites: thousands of random games, long fuzzing"
	@echo "make test-oldest   the tests with the oldest versions of everything that pyproject.toml allows"
	@echo "make test-newest   the tests with the newest versions of everything, pre-releases too"
	@echo "make test-pythons  the tests on every Python from 3.11 up that is here"
	@echo "make mutants    3000 wrong programs, which of them the tests notice; goes on where it stopped, N=300 for a part"
	@echo "make test-browser  the pages in a real browser, which root gets where there is none"
	@echo "make check      format, lint, types, layers, subjects of new commits"
	@echo "make docs       the documentation, build/docs/index.html, and its tests; a warning is an error"
	@echo "make bench      speed, beside a calibration loop and another engine"
	@echo "make strength   bots against bots in every game; writes the tables of docs/strength.md"
	@echo "make build      sdist and wheel, the wheel installed into a new environment and tried"

# pip 25.1 is the first that installs dependency groups.
$(READY): pyproject.toml
	$(PYTHON) -c 'import sys; assert sys.version_info >= (3, 11), "Kronika needs Python 3.11 or newer"'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --editable . --group test --group check
	touch $(READY)

ready: $(READY)

demo: $(READY)
	@$(BIN)/kronika demo

# Ajv and json-schema-to-typescript come from npm, without which their tests are left out.
NODE := $(VENV)/node/node_modules
node:
	test -e $(NODE)/ajv || ! command -v npm > /dev/null || npm install --silent --no-audit --no-fund --fetch-retries 1 \
		--prefix $(VENV)/node ajv@8 json-schema-to-typescript@16 || echo "npm fetches nothing: the tests of schemas in JavaScript are left out"

# Three at once on two cores, since many tests wait for a terminal or another process.
test: $(READY) node
	KRONIKA_NODE=$$(test -e $(NODE) && echo "$(CURDIR)/$(NODE)") $(BIN)/python -m pytest -n 3

test-long: $(READY)
	$(BIN)/python -m pip install --quiet --editable ".[cluster]"
	$(BIN)/python -m pytest -n 2 -m long

# The oldest allowed of everything, in an environment of its own; PART says which tests.
ready-oldest:
	test -x $(OLDEST)/python || $(PYTHON) -m venv .venv-oldest
	$(OLDEST)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(OLDEST)/python tests/support/oldest.py > .venv-oldest/constraints.txt
	$(OLDEST)/python -m pip install --quiet --editable . --group test --constraint .venv-oldest/constraints.txt

test-oldest: ready-oldest
	$(OLDEST)/python -m pytest -n 2 $(PART)

# The newest of everything that pyproject.toml allows, pre-releases too, in an environment of its own.
ready-newest:
	test -x $(NEWEST)/python || $(PYTHON) -m venv .venv-newest
	$(NEWEST)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(NEWEST)/python -m pip install --quiet --pre --upgrade --upgrade-strategy eager --editable . --group test

test-newest: ready-newest
	$(NEWEST)/python -m pytest -n 2 $(PART)

# Each Python from 3.11 up, found on the path or among those of pyenv.
test-pythons:
	set -e; for minor in 11 12 13 14; do \
		for python in python3.$$minor "$$HOME"/.pyenv/versions/3.$$minor.*/bin/python; do \
			if "$$python" -c '' 2> /dev/null; then $(MAKE) test VENV=.venv-3.$$minor PYTHON="$$python"; break; fi; \
		done; \
	done

# Takes hours. coverage.py says which test runs which line; LIVED=1 tries those once more that nothing noticed.
mutants: $(READY)
	$(BIN)/python -m pip install --quiet --group mutants
	PYTHONPATH=tests $(BIN)/python -m mutants $(N) $(if $(LIVED),--lived) $(if $(SEED),--seed $(SEED))

# The browser is the system's; axe-core comes from npm, without which its tests are left out.
AXE := $(VENV)/axe/package/axe.min.js
browser:
	command -v chromium > /dev/null || test "$$(id -u)" != 0 || \
		{ apt-get update -qq && apt-get install -qq -y --no-install-recommends chromium fonts-dejavu-core > /dev/null; }
	command -v chromium || { echo "These tests need a browser: apt-get install chromium"; exit 1; }

test-browser: $(READY) browser
	$(BIN)/python -m pip install --quiet --group browser
	test -e $(AXE) || ! command -v npm > /dev/null || \
		{ mkdir -p $(VENV)/axe && cd $(VENV)/axe && npm pack --silent axe-core@4 && tar -xzf axe-core-*.tgz; }
	KRONIKA_AXE=$$(test -e $(AXE) && echo "$(CURDIR)/$(AXE)") $(BIN)/python -m pytest -n 2 --dist loadgroup tests/browser

check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy -p kronika
	cd src && ../$(BIN)/lint-imports --config ../pyproject.toml
	$(BIN)/python tests/support/subjects.py

docs: $(READY)
	$(BIN)/python -m pip install --quiet --group docs
	$(BIN)/sphinx-build -E -W --keep-going -q -b html -d build/doctrees docs build/docs
	KRONIKA_DOCS="$(CURDIR)/build/docs" $(BIN)/python -m pytest tests/docs/built

bench: $(READY)
	$(BIN)/python -m pip install --quiet --group bench
	$(BIN)/python -m pytest tests/bench tests/browser -m bench -s --benchmark-enable --benchmark-columns=min,median,ops

# Takes an hour or more; goes on where it stopped. GAMES says in which games, all by default.
strength: $(READY)
	$(BIN)/python tests/support/strength.py --out .strength $(GAMES)

# The same files must give the same wheel: it is made twice, from the sdist and from here, under two umasks. Environments
# of their own would take longer than the builds.
# Of `build` it takes away what is its own: the documentation may be made there at the same time.
OWN := build/lib build/bdist.* build/again build/wheel build/suite
build: $(READY)
	rm -rf $(OWN) dist
	$(BIN)/python -m build --no-isolation --outdir dist .
	umask 077 && $(BIN)/python -m build --no-isolation --wheel --outdir build/again .
	cmp dist/*.whl build/again/*.whl
	rm -rf $(OWN)
	$(PYTHON) -m venv --clear build/wheel
	build/wheel/bin/python -m pip install --quiet dist/*.whl
	test -e build/wheel/share/man/man1/kronika.1
	cd build && wheel/bin/kronika demo
	cd build && wheel/bin/python -m kronika example check
	cd build && wheel/bin/kronika docs > /dev/null && wheel/bin/kronika docs beside/tides.js > /dev/null
	cd build && wheel/bin/kronika ci-example suite && cd suite && ../wheel/bin/kronika match matches.toml
	diff -r fixtures/ci build/suite

clean:
	rm -rf .venv .venv-* build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis src/.import_linter_cache
