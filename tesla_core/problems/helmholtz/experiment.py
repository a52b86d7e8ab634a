"""The PINN of the Helmholtz equation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tesla_core.messages.say import marked
from tesla_core.problems.helmholtz.task import HelmholtzTask
from tesla_core.problems.pde.experiment import PdeSpec


@dataclass(frozen=True, kw_only=True)
class HelmholtzSpec(PdeSpec):
    """The network and the budget of the Burgers PINN, on another equation."""

    experiment: ClassVar[str] = "helmholtz"
    label: ClassVar[str] = marked("Helmholtz PINN")

    def task(self) -> HelmholtzTask:
        return HelmholtzTask(**self._subset(HelmholtzTask))
