# `make app` and `make test` need only make and Python 3.11 or newer; everything else goes into .venv.
SHELL   := /bin/bash
PYTHON  ?= python3
PORT    ?= 8501
WORKERS ?= 2
KILLS   ?= 1000
VENV    := .venv
BIN     := $(VENV)/bin
PIP     := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

TOOLS   := $(VENV)/tools
DEVICE  ?= cpu
# Files of runs' addresses, and lines about other secrets than ours, which a scan for secrets takes for some.
ADDRESSES := ^(tests/links|tests/jobs/fixtures|benchmarks/results|assets/results)/
NO_SECRET := secret_weight|"secret": "guess"|\.address ==|^LETTERS =

APP_STAMP   := $(VENV)/.requirements
DEV_STAMP   := $(VENV)/.requirements-dev
TOOLS_STAMP := $(TOOLS)/.requirements

# Where it is set, each of the many processes that tests start would compile the whole program anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help app test test-slow fuzz soak attack lint bench words docs image image-test metrics-test constraints audit browser clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

app: $(APP_STAMP) ## open the lab on http://localhost:8501 (another port: make app PORT=9000)
	$(BIN)/python -m streamlit run app.py --server.port $(PORT)

# Tests kill processes at random moments and watch frames come in time beside each other's load. What failed runs once more,
# alone; a test that fails twice fails the run, and one that needed its second chance is named in the first report above it.
define tested
	$(BIN)/python -m pytest $(1) || { code=$$?; test $$code -eq 1 || exit $$code; \
		echo "What failed runs once more, alone:"; $(BIN)/python -m pytest --last-failed --last-failed-no-failures none $(2); }
endef

test: lint browser ## check style and types, then run every test but the slow ones
	$(call tested,-n $(WORKERS) -m "not slow",-m "not slow")

test-slow: $(DEV_STAMP) ## the tests that take minutes: compilers, large models, a Ray cluster, teams, the guide
	$(call tested,-m slow,-m slow)

lint: $(DEV_STAMP) ## ruff and pyright
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright

fuzz: $(DEV_STAMP) ## 1,000 files, 10,000 messages and 10,000 links that nobody meant (half an hour; again: SEED=...)
	$(BIN)/python -m tests.fuzz.uploads --count 1000 $(if $(SEED),--seed $(SEED))
	$(BIN)/python -m tests.fuzz.messages --count 10000 $(if $(SEED),--seed $(SEED))
	$(BIN)/python -m tests.fuzz.links --count 10000 $(if $(SEED),--seed $(SEED))

soak: $(DEV_STAMP) browser ## kill app, engine, supervisor and jobs a thousand times (an hour; KILLS=100, SEED=..., ABOVE=1 beside other work)
	$(BIN)/python -m benchmarks.soak --kills $(KILLS) $(if $(SEED),--seed $(SEED)) $(if $(ABOVE),--above)

attack: $(DEV_STAMP) ## attack the running app from loopback, and measure what is left to an honest viewer
	$(BIN)/python -m benchmarks.attack

bench: $(DEV_STAMP) ## measure the activation and the training loops against plain PyTorch
	$(BIN)/python -m benchmarks

metrics-test: $(DEV_STAMP) ## scrape the running app with a real Prometheus and ask every query of the dashboard
	@if ! command -v prometheus >/dev/null && command -v apt-get >/dev/null && [ "$$(id -u)" -eq 0 ]; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends prometheus; fi
	$(BIN)/python -m benchmarks.live.scrape

words: $(DEV_STAMP) ## write the list of all messages for translators (assets/words/messages.pot)
	$(BIN)/python -m tesla_core.messages.extract

docs: $(DEV_STAMP) ## build the guide into site/ (open site/index.html)
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet

image: ## build the container image, and its bill of materials into build/ (for GPUs: make image DEVICE=cuda)
	$(PYTHON) -m deploy.build --device $(DEVICE)

image-test: $(DEV_STAMP) $(TOOLS_STAMP) browser ## run compose.yaml, proxies and manifests for real (root, podman; Debian: caddy nginx)
	$(BIN)/python -m pytest -q -x -o faulthandler_timeout=900 tests/deploy/on_podman_browser.py

constraints: $(TOOLS_STAMP) ## pin anew what every package brings along (a newer one: make constraints UV="--upgrade-package NAME")
	$(TOOLS)/bin/uv pip compile --quiet --universal --python-version 3.11 --no-annotate --no-header $(UV) \
		requirements-dev.txt --output-file constraints.txt
	@# What torch's build brings differs by machine; torch itself is pinned in requirements.txt.
	sed -i -E '/^(torch|triton|nvidia-[a-z0-9-]+|cuda-[a-z-]+)==/d' constraints.txt

audit: $(DEV_STAMP) $(TOOLS_STAMP) ## Dockerfile, secrets in the tree, licences, and known holes in packages (asks an advisory service)
	$(BIN)/hadolint Dockerfile
	git ls-files -z | grep -zvE '$(ADDRESSES)' | xargs -0 $(TOOLS)/bin/detect-secrets-hook --exclude-lines '$(NO_SECRET)'
	$(BIN)/python -m deploy.sbom --licences
	$(BIN)/python -m deploy.advisories

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

$(APP_STAMP): requirements.txt constraints.txt | $(VENV)/bin/python
	$(PIP) -r requirements.txt
	@touch $@

$(DEV_STAMP): requirements.txt requirements-ray.txt requirements-dev.txt constraints.txt | $(VENV)/bin/python
	$(PIP) -r requirements-dev.txt
	@touch $@ $(APP_STAMP)

$(TOOLS_STAMP): requirements-tools.txt | $(VENV)/bin/python
	$(PYTHON) -m venv $(TOOLS)
	$(TOOLS)/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-tools.txt
	@touch $@
