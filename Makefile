# `make app` and `make test` need only make and Python 3.11 or newer; everything else goes into .venv.
SHELL   := /bin/bash
PYTHON  ?= python3
PORT    ?= 8501
WORKERS ?= 2
KILLS   ?= 1000
VENV    := .venv
BIN     := $(VENV)/bin
PIP     := $(BIN)/python -m pip install --quiet --disable-pip-version-check

APP_STAMP := $(VENV)/.requirements
DEV_STAMP := $(VENV)/.requirements-dev

.DEFAULT_GOAL := help
.PHONY: help app test test-slow soak attack lint bench words docs browser clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

app: $(APP_STAMP) ## open the lab on http://localhost:8501 (another port: make app PORT=9000)
	$(BIN)/python -m streamlit run app.py --server.port $(PORT)

test: lint browser ## check style and types, then run every test but the slow ones
	$(BIN)/python -m pytest -n $(WORKERS) -m "not slow"

test-slow: $(DEV_STAMP) ## the tests that take minutes: compilers, large models, the guide
	$(BIN)/python -m pytest -m slow

lint: $(DEV_STAMP) ## ruff and pyright
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright

soak: $(DEV_STAMP) ## kill one run a thousand times (an hour or two; fewer: make soak KILLS=100; again: SEED=...)
	$(BIN)/python -m pytest -m kills --kills $(KILLS) $(if $(SEED),--kill-seed $(SEED))

attack: $(DEV_STAMP) ## attack the running app from loopback, and measure what is left to an honest viewer
	$(BIN)/python -m benchmarks.attack

bench: $(DEV_STAMP) ## measure the activation and the training loops against plain PyTorch
	$(BIN)/python -m benchmarks

words: $(DEV_STAMP) ## write the list of all messages for translators (assets/words/messages.pot)
	$(BIN)/python -m tesla_core.messages.extract

docs: $(DEV_STAMP) ## build the guide into site/ (open site/index.html)
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet

browser: ## make sure a Chromium is there for the page tests
	@if command -v chromium chromium-browser google-chrome >/dev/null; then exit 0; fi; \
	as_root=; \
	if [ "$$(id -u)" -ne 0 ]; then as_root="sudo -n"; fi; \
	if command -v apt-get >/dev/null && $$as_root true 2>/dev/null; then \
		echo "Installing Debian's chromium for the page tests"; \
		$$as_root apt-get update -qq && \
		DEBIAN_FRONTEND=noninteractive $$as_root apt-get install -y -qq --no-install-recommends chromium; \
	else \
		echo "The page tests need Chromium. Install it (Debian: apt-get install chromium), then run make test again." >&2; \
		exit 1; \
	fi

clean: ## remove .venv and caches
	rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis build site *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "TESLA Lab needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>/dev/null || echo missing)." >&2; \
		echo "Name another one with: make PYTHON=/path/to/python3.11 ..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(APP_STAMP): requirements.txt | $(VENV)/bin/python
	$(PIP) -r requirements.txt
	@touch $@

$(DEV_STAMP): requirements.txt requirements-ray.txt requirements-dev.txt | $(VENV)/bin/python
	$(PIP) -r requirements-dev.txt
	@touch $@ $(APP_STAMP)
