# Everything runs in .venv, made here on first use from the exact versions in requirements.lock.
PYTHON ?= python3
ARGS ?=
BIN := .venv/bin
READY := .venv/ready

.DEFAULT_GOAL := help
.PHONY: help play test check lint types picture screens flights lock clean

help:  ## what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' Makefile

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "jumpseat needs Python 3.11 or newer; say which: make PYTHON=/path/to/python3.11" >&2; exit 2; }
	@$(PYTHON) -m venv .venv || { echo "Python's venv is missing; on Debian: apt install python3-venv" >&2; exit 2; }
	@echo "Setting up .venv (once; about a minute)..." >&2
	@$(BIN)/pip install --quiet --require-hashes -r requirements.lock >&2
	@$(BIN)/pip install --quiet --no-deps --no-build-isolation --editable . >&2
	@touch $(READY)

play: $(READY)  ## fly to Montréal at the simulated table; ARGS="--headless --fast --seed 7" and more
	@$(BIN)/jumpseat play --sim $(ARGS)

test: $(READY)  ## every test, on simulated devices
	$(BIN)/pytest --sim-hardware $(ARGS)

lint: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(READY)
	$(BIN)/mypy

check: lint types test  ## what CI runs: lint, types, tests

picture: $(READY)  ## make the picture of the README anew
	$(BIN)/python -m firmware.portrait firmware/pictures/at-work.jpg

screens: $(READY)  ## draw the golden screens anew; review them as a diff
	$(BIN)/pytest --sim-hardware tests/firmware -k golden --draw-golden -q

flights: $(READY)  ## write the states of the golden flights and the coverage matrix anew; review the diff
	$(BIN)/pytest --sim-hardware tests/rules -k "golden or matrix or replays_as_expected" --draw-golden -q

lock: $(READY)  ## pin the newest versions that pyproject.toml allows (needs uv)
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --group dev pyproject.toml -o requirements.lock

clean:  ## forget .venv and every cache
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache *.egg-info build
