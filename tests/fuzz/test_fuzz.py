"""Links, messages and files that nobody meant: a page is shown, a connection is kept, a file is read or refused with a
reason, and nobody else notices.

`make fuzz` draws thousands of each; here are a few of each run, with a seed that a failure names.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from itertools import islice

import pytest

from tests.fuzz import messages, uploads
from tests.fuzz.lab import ROOT, Lab, open_lab
from tests.fuzz.links import Link, exception_of, links, parameters_of


def broken_links(lab: Lab, count: int, seed: int) -> list[str]:
    drawn = islice(links(random.Random(seed), parameters_of(lab)), count)
    return [f"{link}: {said}" for link in drawn if (said := exception_of(lab, link))]


def test_a_link_that_nobody_made_still_shows_its_page() -> None:
    with open_lab() as lab:
        assert not broken_links(lab, 12, seed=1)


@pytest.mark.slow
def test_many_links_that_nobody_made_still_show_their_pages() -> None:
    seed = secrets.randbelow(10**9)
    with open_lab() as lab:
        assert not broken_links(lab, 300, seed), f"python -m tests.fuzz.links --count 300 --seed {seed}"


def test_every_page_of_the_menu_is_opened_and_a_broken_one_is_found() -> None:
    """Otherwise the links above would show nothing."""
    with open_lab() as lab:
        listed = {path.relative_to(ROOT / "pages").as_posix() for path in (ROOT / "pages").glob("[!_]*/*.py")}
        assert set(lab.pages) == {"home.py", *listed}
        assert lab.open("lab/parity.py", {}).title[0].value != lab.open("lab/spectra.py", {}).title[0].value
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("pages._ui.controls.address.enter", lambda page: 1 / 0)
            assert exception_of(lab, Link("lab/parity.py", {}, owner=False))


def test_a_thousand_damaged_files_are_read_or_refused_with_a_reason() -> None:
    """CSV files and pictures; nothing but a reason ever comes of a bad one."""
    seed = secrets.randbelow(10**9)
    outcome = uploads.fuzz(1000, seed)
    assert not outcome.broken, f"python -m tests.fuzz.uploads --count 1000 --seed {seed}"
    assert outcome.read, f"seed {seed}"
    assert outcome.refused, f"seed {seed}"


@pytest.mark.slow
def test_messages_that_no_page_sends_leave_another_viewer_alone() -> None:
    seed = secrets.randbelow(10**9)
    outcome = asyncio.run(messages.fuzz(1000, seed))
    assert not outcome.broken, f"python -m tests.fuzz.messages --count 1000 --seed {seed}"
    assert outcome.sent == 1000
    assert outcome.frames
