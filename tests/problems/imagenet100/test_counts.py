"""What the table of counts says of a network is what the network has."""

from __future__ import annotations

from pathlib import Path

from tesla_core.experiments.arrays import SHIPPED
from tesla_core.experiments.results import ResultsFile
from tesla_core.problems.imagenet100.counts_torch import count_unit
from tesla_core.problems.imagenet100.experiment import ImageNet100Spec
from tesla_core.problems.imagenet100.table import TABLE


def test_the_shipped_counts_are_those_of_the_networks_built_here(tmp_path: Path) -> None:
    shipped = {result.spec: result.numbers for result in ResultsFile(SHIPPED / f"{TABLE.name}.jsonl").read()}
    assert set(shipped) == {spec for unit in TABLE.units() for spec in unit}
    for name in ("gelu", "tesla"):
        spec = ImageNet100Spec(backbone="mobilenetv3-s", classes=100, activation=name)
        (counted,) = count_unit((spec,), tmp_path)
        assert counted.numbers == shipped[spec]
