"""`python -m tesla_core.jobs.supervisor`: what `starting` runs, and what a service manager may run."""

from __future__ import annotations

import sys

from tesla_core.jobs.supervisor.service import main

if __name__ == "__main__":
    sys.exit(main())
