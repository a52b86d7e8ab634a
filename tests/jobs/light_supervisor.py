"""`python -m tests.jobs.light_supervisor HOME`: a supervisor process like any other, but its jobs are light ones."""

from __future__ import annotations

import sys

from tesla_core.jobs.backends.local import LocalBackend
from tesla_core.jobs.backends.slots import Slots
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.supervisor.service import serve_alone
from tesla_core.jobs.supervisor.supervisor import Supervisor
from tests.jobs.light import QUICK, light_command


def light(home: Home) -> Supervisor:
    return Supervisor(home, QUICK, {"local": LocalBackend(home, light_command)}, Slots(2))


if __name__ == "__main__":
    sys.exit(serve_alone(Home(sys.argv[1]).make(), light))
