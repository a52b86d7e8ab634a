"""`python -m tesla_core.live`: the engine."""

from __future__ import annotations

from tesla_core.live.process import main

if __name__ == "__main__":
    main()
