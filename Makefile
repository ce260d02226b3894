# One command each. The first run of any of them makes .venv; after that they start at once.
#
#   make run      the bot; without a token in .env, the playground in your browser
#   make test     every check there is
#   make lint     the checks that read the code;   make format   mend what they can
#   make bench    the figures in the README;       make bench-ai the AI players' speed and strength
#   make bench-load   the bot under load, and beside thousands of tables
#   make lock     the wheels of the image with their hashes, after a change of what musbot needs
#   make postgres install PostgreSQL, for the tests that need one (Debian; no server is started, here or at boot)
#   make bench-processes  three processes on one PostgreSQL, killed now and then, and sixty games
#   make clean    remove what make made

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
NEEDS := pyproject.toml constraints.txt setup.py

.PHONY: run test lint format bench bench-load bench-processes bench-ai lock postgres clean install install-dev

run: install
	@exec $(BIN)/musbot run

test: lint
	$(BIN)/pytest -n 2 --dist worksteal

lint: install-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

format: install-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: install-dev
	@for benchmark in $(filter-out benchmarks/ladder.py benchmarks/exploit.py benchmarks/load.py benchmarks/growth.py benchmarks/processes.py,$(wildcard benchmarks/*.py)); do \
		echo "== $$benchmark" && $(BIN)/python $$benchmark || exit 1; \
	done

bench-load: install-dev
	$(BIN)/python -m benchmarks.load
	$(BIN)/python -m benchmarks.growth

bench-processes: install-dev
	$(BIN)/python -m benchmarks.processes

bench-ai: install-dev
	$(BIN)/python benchmarks/ai.py
	$(BIN)/python benchmarks/ladder.py
	$(BIN)/python benchmarks/exploit.py

# For every system that Python 3.11 and later runs on. setuptools is what builds musbot's own wheel.
lock: $(VENV)/pip
	$(PIP) install uv
	@echo 'setuptools>=77' | $(BIN)/uv --quiet pip compile pyproject.toml - --extra fast --extra postgres \
		--constraint constraints.txt --universal --python-version 3.11 --generate-hashes --no-annotate \
		--custom-compile-command 'make lock' --output-file requirements.lock

# Tests start servers of their own, in temporary folders; Debian would start another one for good.
AS_ROOT := $(if $(filter 0,$(shell id -u)),,sudo --non-interactive)
postgres:
	$(AS_ROOT) mkdir -p /etc/postgresql-common/createcluster.d
	echo "create_main_cluster = false" | $(AS_ROOT) tee /etc/postgresql-common/createcluster.d/musbot.conf > /dev/null
	$(AS_ROOT) apt-get update && $(AS_ROOT) apt-get install --yes --no-install-recommends postgresql

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find musbot tests benchmarks -name __pycache__ -prune -exec rm -rf {} +

install: $(VENV)/installed
install-dev: $(VENV)/installed-dev

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else "musbot needs Python 3.11 or later, and $(PYTHON) is " + sys.version.split()[0] + ": try make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)

# pip first: the one that comes with Python may be too old for dependency groups.
$(VENV)/pip: constraints.txt | $(BIN)/python
	$(PIP) install --constraint constraints.txt pip setuptools
	@touch $@

$(VENV)/installed: $(NEEDS) $(VENV)/pip
	$(PIP) install --constraint constraints.txt --no-build-isolation --editable '.[fast]'
	@touch $@

$(VENV)/installed-dev: $(NEEDS) $(VENV)/installed
	$(PIP) install --constraint constraints.txt --group dev
	@touch $@
