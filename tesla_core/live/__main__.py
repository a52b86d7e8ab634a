"""`python -m tesla_core.live`: the engine, which leaves word of its kernel where the Jobs page finds it, and of its
training where jobs do."""

from __future__ import annotations

from collections.abc import Callable

from tesla_core.doctor.first_use import note_first_use
from tesla_core.errors import TeslaError
from tesla_core.jobs.class_first import TrainingWord
from tesla_core.jobs.store.home import Home
from tesla_core.live.process import main


def word() -> Callable[[], None]:
    """Nothing is said where the data folder can't be used: no job runs there."""
    try:
        return TrainingWord(Home.find()).leave
    except TeslaError:
        return lambda: None


if __name__ == "__main__":
    main(note_first_use, word())
