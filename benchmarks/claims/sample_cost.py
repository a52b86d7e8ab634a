"""How many samples each problem's specialist needs: it is given ever more of them, and what it reaches is written down.

    python -m benchmarks.claims.sample_cost [--problem toys]…

Tasks are those of each specialist's `ladder`, with one seed. The table stands below a problem's live page.
"""

from __future__ import annotations

import argparse
import json
from typing import Any

from tesla_core.errors import TeslaError
from tesla_core.experiments.provenance import provenance
from tesla_core.experiments.specialist import COSTS, Specialist, finished, judged_by, read_costs
from tesla_core.files import to_json
from tesla_core.problems.registry import problems


def rows_of(problem: str, specialist: Specialist) -> list[dict[str, Any]]:
    """A row a task; where it can't be solved from so few, the reason."""
    rows = []
    for name, tasks in specialist.ladder().items():
        for task in tasks:
            row: dict[str, Any] = {"problem": problem, "name": name, "method": specialist.method_of(task)}
            try:
                found = finished(specialist.solving(task))
            except TeslaError as error:
                row |= {"failed": str(error)}
            else:
                judged = judged_by(found.numbers)
                row |= {"samples": found.samples, "judged": judged, "value": found.numbers[judged]}
                row |= {"seconds": found.numbers["seconds"]}
            rows.append(row)
            print(json.dumps(row, ensure_ascii=False), flush=True)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--problem", action="append", help="measure these alone; rows of others are kept")
    asked = parser.parse_args().problem
    found = {name: one.specialist for name, one in problems().items() if one.specialist and one.specialist.ladder()}
    chosen = {name: specialist for name, specialist in found.items() if not asked or name in asked}
    kept = [row for row in read_costs() if row["problem"] not in chosen]
    rows = [row for name, specialist in chosen.items() if specialist for row in rows_of(name, specialist)]
    COSTS.write_text(to_json({**provenance(), "rows": [*kept, *rows]}) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
