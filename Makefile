# egoplan_ros: every target is safe to repeat; the first run installs everything into .venv.
.DEFAULT_GOAL := help
.PHONY: help setup run test test-all mutation lint docs format clean

INSTRUCTION ?= put a clean mug in the coffee machine
ARGS ?=
WORKERS ?= 2
SAMPLE ?= 60
SEED ?= 1
export INSTRUCTION
python := .venv/bin/python
# A worker that is lost fails the run, and no run goes on for ever.
LIMIT ?= 60m
pytest := timeout --foreground -k 30 $(LIMIT) scripts/in-venv python -m pytest -n $(WORKERS) --dist loadfile --max-worker-restart 0

help: ## Show this list
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' Makefile

setup: ## Install into .venv and build the ROS 2 interfaces
	@scripts/setup.sh

run: setup ## Follow an instruction in a simulated home (INSTRUCTION="..." ARGS="--scene FloorPlan1")
	@./egoplan run "$$INSTRUCTION" $(ARGS)

# One thread of arithmetic a worker, as the nodes have: two of two workers wait for each other.
test test-all mutation: export OMP_NUM_THREADS := 1
test test-all mutation: export OPENBLAS_NUM_THREADS := 1

test: setup ## Run the tests, a sample of the running graph included (WORKERS=1: one after the other)
	@$(pytest) -m "not slow" $(ARGS)

test-all: setup ## Run all tests, the slow ones too
	@$(pytest) $(ARGS)

mutation: setup ## Try tests on small faults in the rooms' logic: hours (SAMPLE=60 places a room, SEED=1, ARGS=skills)
	@scripts/in-venv python -m pip install -q -r requirements/optional/mutation.txt
	@nice -n 19 scripts/in-venv python scripts/mutation --sample $(SAMPLE) --seed $(SEED) $(ARGS)

lint: setup ## Check format, style, types, import rules, Dockerfile, workflow and citation
	@scripts/in-venv ruff format --check .
	@scripts/in-venv ruff check .
	@scripts/in-venv mypy egoplan_ros
	@scripts/in-venv lint-imports
	@scripts/in-venv hadolint Dockerfile
	@scripts/in-venv check-jsonschema -q --builtin-schema vendor.github-workflows .github/workflows/*.yml
	@scripts/in-venv check-jsonschema -q --builtin-schema vendor.citation-file-format CITATION.cff

docs: setup ## Build the site of docs/ into build/site, and check its links (scripts/in-venv mkdocs serve: while writing)
	@NO_MKDOCS_2_WARNING=1 scripts/in-venv python -m mkdocs build --strict --quiet

format: setup ## Format the code and apply the safe fixes of the linter
	@scripts/in-venv ruff format .
	@scripts/in-venv ruff check --fix .

clean: ## Remove what set-up and the tools made; runs/ stays
	@rm -rf .venv build install dist log .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks
	@rm -rf .import_linter_cache egoplan_ros.egg-info
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
