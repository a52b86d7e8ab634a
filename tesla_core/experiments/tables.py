"""All tables that can be measured, by name."""

from __future__ import annotations

from tesla_core.experiments.continuous_tables import CONTINUOUS_TABLES
from tesla_core.experiments.discrete_tables import DISCRETE_TABLES
from tesla_core.experiments.table import Table

TABLES: dict[str, Table] = {**DISCRETE_TABLES, **CONTINUOUS_TABLES}
