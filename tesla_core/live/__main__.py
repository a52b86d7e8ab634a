"""`python -m tesla_core.live`: the engine, which leaves word of its kernel where the Jobs page finds it."""

from __future__ import annotations

from tesla_core.doctor.first_use import note_first_use
from tesla_core.live.process import main

if __name__ == "__main__":
    main(note_first_use)
