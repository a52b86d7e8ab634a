"""All pages of the lab as Streamlit runs them, without a browser, many after the other in one process."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.testing.v1 import AppTest

from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.job import Request
from tesla_core.jobs.store.store import Store
from tesla_core.problems.parity.experiment import ParitySpec

ROOT = Path(__file__).resolve().parents[2]
ROUTER = ROOT / "pages" / "router.py"


@dataclass
class Lab:
    """Opens pages, each in a session of its own. What a server keeps from one session to the next is kept here, too:
    the pages' compiled scripts (by `open_lab`) and the components that were found, which take most of a cold start."""

    components: Any = None
    hashes: dict[str, str] = field(default_factory=dict)
    """By a page's file, its name in Streamlit's menu."""

    def start(self) -> None:
        """Run the router once, as for somebody who opens the lab: what pages are there."""
        app = self._session().run()
        self.components = app._bidi_component_manager
        for name, page in app._registered_pages.items():
            file = Path(str(page.get("script_path"))).relative_to(ROUTER.parent)
            self.hashes[file.as_posix()] = name

    @property
    def pages(self) -> list[str]:
        """Every page of the router by its file, "lab/boundaries.py"."""
        return list(self.hashes)

    def open(self, page: str, given: dict[str, list[str]], *, owner: bool = False) -> AppTest:
        """A page at a link, by somebody who was not here before; `owner`: at the lab's own machine."""
        app = self._session()
        app._page_hash = self.hashes[page]
        for name, values in given.items():
            app.query_params[name] = values
        with patch("pages._ui.jobs.roles._address", return_value="127.0.0.1" if owner else "203.0.113.7"):
            return app.run()

    def _session(self) -> AppTest:
        app = AppTest.from_file(str(ROUTER), default_timeout=120)
        app._bidi_component_manager = self.components
        return app


@contextmanager
def open_lab() -> Iterator[Lab]:
    """A lab with a home of its own, in which two jobs wait that nobody starts."""
    scripts = ScriptCache()
    with ExitStack() as stack:
        home = stack.enter_context(tempfile.TemporaryDirectory(prefix="tesla-fuzz-"))
        stack.enter_context(patch.dict(os.environ, {"TESLA_LAB_HOME": home, "TESLA_LAB_GPUS": "none"}))
        stack.enter_context(patch("tesla_core.jobs.supervisor.starting.ensure_supervisor"))
        stack.enter_context(patch("streamlit.testing.v1.local_script_runner.ScriptCache", return_value=scripts))
        with Store(Home(Path(home))) as store:
            store.submit([Request(ParitySpec(bits=16, seed=seed)) for seed in range(2)])
        lab = Lab()
        lab.start()
        yield lab
