# Two commands need nothing but Python 3.11 or newer, git and make: `make run` and `make test`.

PYTHON ?= python3
export PYTHON
PY := .venv/bin/python

.PHONY: run test lint browser lock soak coverage bench bench-simulations scale races streams faults openapi clients clean help environment
.DEFAULT_GOAL := help

run: environment ## start everything on this machine: stores, API, worker; Ctrl-C stops it
	@$(PY) -m service.cli up

test: lint ## check everything
	@$(PY) -m pytest -n 3 --dist worksteal

lint: environment ## style, types and the direction of imports
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@$(PY) -m mypy
	@.venv/bin/lint-imports

browser: ## make sure of a Chromium and, as root, of an nginx, with which `make test` tests what needs them
	@sh requirements/browser.sh

soak: environment ## what many do at one instant, TIMES="300" times over
	@$(PY) -m pytest -n 2 -q -m at_once --times $(or $(TIMES),300) tests/storage

coverage: environment ## how much of the rules and the use cases their own tests reach; fails below 95 %
	@$(PY) -m coverage run -m pytest --quiet tests/game tests/play
	@$(PY) -m coverage report

bench: environment ## measure speed
	@$(PY) -m bench

bench-simulations: environment ## measure play-outs beside the same in C
	@$(PY) -m bench.simulations

scale: environment ## measure leaderboards and the recording of results, at SIZE="--standings N --results M"
	@$(PY) -m bench.scale $(SIZE)

races: environment ## measure races, and as MANY="RACES:AT_ONCE:SECONDS_A_CARD" says too
	@$(PY) -m bench.races $(MANY)

streams: environment ## measure idle event streams, as many as STREAMS="N"
	@$(PY) -m bench.streams $(STREAMS)

faults: environment ## break things for real and check what is left; ROWS="--short" or names for less
	@$(PY) -m tests.faults $(ROWS)

openapi: environment ## write openapi.yaml from the code
	@$(PY) -m service.cli openapi >openapi.yaml.new && mv openapi.yaml.new openapi.yaml

clients: environment ## generate a Python and a TypeScript client into clients/
	@sh requirements/clients/python.sh clients
	@sh requirements/clients/typescript.sh clients

UV_COMPILE = env -u PIP_FIND_LINKS -u UV_FIND_LINKS .venv/bin/uv pip compile --quiet --universal --generate-hashes \
	--python-version 3.11 --no-header --no-config pyproject.toml

lock: environment ## pin the newest packages that pyproject.toml allows
	@$(UV_COMPILE) --upgrade --all-extras -o requirements/dev.lock
	@$(UV_COMPILE) --constraint requirements/dev.lock --extra build -o requirements/serve.lock

clean: ## remove what can be made again; data in var stays
	@rm -rf .venv build clients *.egg-info .coverage .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find service tests bench migrations -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-17s %s\n", $$1, $$2 }' Makefile

environment:
	@sh requirements/install.sh
