"""A run of bits says how many tickets its first layer held, which decides whether it can learn."""

from __future__ import annotations

from dataclasses import replace
from math import log

from numpy.typing import NDArray

from tesla_core.analysis.alignment import count_tickets, log_alignments
from tesla_core.experiments.assembler import assemble_by_spec
from tesla_core.models.build import build_model
from tesla_core.problems.parity.experiment import ParitySpec

SPEC = ParitySpec(bits=10, train_size=200, harmonics=3, width=16, epochs=1, init="uniform(0.35)")


def first_layer(spec: ParitySpec) -> NDArray:
    drawn = build_model(spec.model(), spec.bits, 1, spec.seed)
    return next(weights for name, weights in drawn.named_parameters() if name.endswith("weight")).detach().numpy()


def test_tickets_are_counted_on_the_weights_that_were_drawn() -> None:
    """Also for runs that are trained together, and after they were trained."""
    unit = tuple(replace(SPEC, seed=seed) for seed in (0, 1))
    assembly = assemble_by_spec(unit)
    for _ in assembly.training.steps():
        pass
    for place, spec in enumerate(unit):
        logs = log_alignments(first_layer(spec), 3)
        metrics = assembly.metrics(place)
        assert metrics["tickets"] == int((logs >= -0.5 * log(200)).sum())
        assert metrics["best_ticket"] == count_tickets(first_layer(spec), 3, 200).best


def test_a_secret_has_tickets_of_its_own_and_relu_has_none() -> None:
    secret = replace(SPEC, secret_weight=5)
    support = secret.task().support
    metrics = assemble_by_spec([secret]).metrics(0)
    assert metrics["best_ticket"] == count_tickets(first_layer(secret), 3, 200, support).best
    assert metrics["best_ticket"] != count_tickets(first_layer(secret), 3, 200).best
    assert "tickets" not in assemble_by_spec([replace(SPEC, activation="relu")]).metrics(0)
    assert "tickets" not in assemble_by_spec([replace(SPEC, activation="kan")]).metrics(0)
