"""`python -m tesla_core`: every experiment without a browser."""

from __future__ import annotations

import sys

from tesla_core.commands import main

if __name__ == "__main__":
    sys.exit(main())
