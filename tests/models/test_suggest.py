"""Suggestions can be used as they are, and their sentences say what the files say."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from tesla_core import suggest
from tesla_core.errors import UnknownNameError
from tesla_core.models.suggest import SUGGESTIONS, Suggestion
from tests.shipped import networks


@pytest.fixture
def rows() -> Callable[..., list[dict[str, Any]]]:
    """The shipped results of a table with these settings."""

    def found(table: str, **spec: Any) -> list[dict[str, Any]]:
        chosen = networks(table, **spec)
        assert chosen
        return chosen

    return found


def settings(suggestion: Suggestion) -> dict[str, Any]:
    return {
        "activation": "tesla",
        "harmonics": suggestion.harmonics,
        "coefficient_scale": suggestion.scale,
        "coefficient_start": suggestion.start,
        "init": suggestion.init,
    }


@pytest.mark.parametrize("kind", SUGGESTIONS)
def test_a_suggestion_makes_a_layer_and_fills_another(kind: str, root: Path) -> None:
    suggestion, generator = suggest(kind), torch.Generator().manual_seed(0)
    assert suggestion.layer(generator).harmonics == suggestion.harmonics
    linear = nn.Linear(3, 5)
    before = linear.weight.detach().clone()
    suggestion.fill_first(linear, generator)
    assert not torch.equal(linear.weight, before)
    assert all((root / source).is_file() for source in suggestion.source.split(", "))


def test_an_unknown_kind_lists_the_kinds() -> None:
    with pytest.raises(UnknownNameError, match="plane, parity, image, signal, pinn, vision"):
        suggest("parties")


def test_parity_says_what_was_measured(rows: Callable[..., list[dict[str, Any]]]) -> None:
    of = settings(suggest("parity"))
    for bits in (16, 20, 24, 28):
        assert min(row["test_accuracy"] for row in rows("parity", **of, bits=bits, noise=0.0)) > 0.999
    assert sorted(row["test_accuracy"] > 0.99 for row in rows("parity", **of, bits=32, noise=0.0)) == [
        False,
        True,
        True,
    ]
    for activation in ("tesla", "siren", "snake"):
        known = rows("parity", activation=activation, init="rademacher", bits=32, noise=0.0)
        assert [row["test_accuracy"] for row in known] == [1.0] * 3
    few = [row["test_accuracy"] for k in (1, 2) for row in rows("surface", activation="tesla", harmonics=k)]
    assert max(few) < 0.39
    assert min(row["test_accuracy"] for k in (4, 8) for row in rows("surface", activation="tesla", harmonics=k)) > 0.99


def test_image_says_what_was_measured(rows: Callable[..., list[dict[str, Any]]]) -> None:
    unseen = [row["unseen_psnr"] for row in rows("inr_unseen", **settings(suggest("image")))]
    assert (round(min(unseen), 1), round(max(unseen), 1)) == (24.6, 26.7)
    heart = rows("inr_unseen", activation="tesla", init="uniform(30)", coefficient_scale=1.3)
    assert min(row["seen_psnr"] for row in heart) > 69
    assert round(max(row["unseen_psnr"] for row in heart), 1) == 9.9
    fitted = [
        row["unseen_psnr"] for row in rows("inr_unseen", activation="siren", init="own") if row["unseen_psnr"] > 25
    ]
    assert (round(min(fitted), 1), round(max(fitted), 1)) == (25.9, 26.5)


def test_signal_says_what_was_measured(rows: Callable[..., list[dict[str, Any]]]) -> None:
    of = settings(suggest("signal"))
    assert max(row["test_loss"] for row in rows("regression", **of)) <= 1.4e-4
    default = [row["test_loss"] for row in rows("regression", **{**of, "init": "default"})]
    assert (f"{min(default):.1e}", f"{max(default):.1e}") == ("5.7e-04", "2.6e-02")


def test_signal_says_who_is_better(root: Path) -> None:
    subjects = json.loads((root / "benchmarks" / "results" / "fit_start.json").read_text(encoding="utf-8"))
    signal = next(one for one in subjects if one["subject"] == "signal in the lab")
    best = {name: max(round(one["unseen"], 1) for one in signal[name]["finalists"]) for name in ("tesla", "siren")}
    assert best == {"tesla": 51.3, "siren": 62.7}


def test_pinn_says_what_was_measured(rows: Callable[..., list[dict[str, Any]]]) -> None:
    of = settings(suggest("pinn"))

    def errors(points: str, **spec: Any) -> list[float]:
        return sorted(row["relative_error"] for row in rows("burgers", **spec, points=points, epochs=20000))

    assert [round(error, 4) for error in errors("fresh", **of)] == [0.0026, 0.0032]
    assert [round(error, 3) for error in errors("fresh", activation="tanh")] == [0.025, 0.059]
    assert (round(errors("fixed", **of)[0], 2), round(errors("fixed", **of)[-1], 2)) == (0.07, 0.32)
    tanh = errors("fixed", activation="tanh")
    assert (round(tanh[0], 2), round(tanh[-1], 2)) == (0.12, 0.29)


def test_plane_says_what_was_measured(root: Path) -> None:
    notes = json.loads((root / "benchmarks" / "results" / "preset_notes.json").read_text(encoding="utf-8"))
    seeds = notes["boundaries"]["8×8 checkerboard: who sees the squares?"].values()

    def unseen(panel: str) -> list[int]:
        return sorted(round(100 * seed["panels"][panel][1][-1]) for seed in seeds)

    assert (unseen("TESLA K=8")[0], unseen("TESLA K=8")[-1]) == (85, 87)
    assert (unseen("TESLA K=4")[0], unseen("TESLA K=4")[-1]) == (61, 88)
    assert unseen("TESLA K=2")[-1] <= 63
    assert unseen("ReLU")[-1] <= 67
