"""The controls every live page has (models, optimiser, the end of a run), and what their values mean."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tesla_core.lab.controls import Choice, Control, Number, Toggle, Values
from tesla_core.lab.panels import Panels, panel_text, read_panel
from tesla_core.messages.say import marked, say
from tesla_core.models.init import RULES
from tesla_core.models.spec import ModelSpec
from tesla_core.training.settings import SCHEDULES, Settings, Stop

RATES = (1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 1e-2, 2e-2, 5e-2, 0.1, 0.2, 0.5, 1.0)
BATCHES = (4, 8, 16, 32, 50, 64, 100, 128, 200, 256, 512, 1000)
WIDTHS = (2, 4, 8, 16, 32, 64, 128, 256, 512)
PENALTIES = (0.0, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1.0)
INITS = ("default", "uniform(0.35)", "uniform(0.5)", "uniform(1)", "uniform(2)", "rademacher", "own")
FIT_INITS = ("default", *(f"uniform({c})" for c in (1, 2, 3, 4, 10, 20, 30)), "own")
MOST_SEED = 9999


def fit_controls(**defaults: Any) -> tuple[Control, ...]:
    """The table for a page that fits functions: these have no accuracy to stop at, and need faster first layers."""
    published = Toggle(
        "published",
        marked("SIREN starts by its paper's rule"),
        True,
        rare=True,
        help=marked("Whatever “First layer” says."),
    )
    table = training_controls(inits=FIT_INITS, **defaults)
    return (*(control for control in table if not control.name.startswith("holds")), published)


def training_controls(
    *,
    panels: list[str],
    lr: float,
    batch: int,
    epochs: int,
    scale: float = 0.1,
    init: str = "default",
    inits: tuple[str, ...] = INITS,
    schedule: str = "constant",
    most_epochs: int = 2000,
) -> tuple[Control, ...]:
    """The table of them, with a page's own defaults."""
    return (
        Panels(
            "panels",
            marked("Panels"),
            panels,
            help=marked("Type your own: TESLA K=12, TESLA K=8 scale=0.3, SIREN ω₀=10."),
        ),
        Choice("width", marked("Width"), 128, options=WIDTHS, slider=True),
        Number("depth", marked("Hidden layers"), 2, low=1, high=6),
        Choice("lr", marked("Learning rate"), lr, options=RATES, slider=True),
        Choice("batch", marked("Batch size"), batch, options=BATCHES, slider=True),
        Number("epochs", marked("Stop at epoch"), epochs, low=1, high=most_epochs, slider=False),
        Number("seed", marked("Seed"), 0, low=0, high=MOST_SEED, slider=False),
        Choice("weight_decay", marked("Weight decay"), 0.0, options=PENALTIES, slider=True, rare=True),
        Choice(
            "budget_weight",
            marked("Penalty on the budget A_K"),
            0.0,
            options=PENALTIES,
            slider=True,
            rare=True,
            help=marked("Weight of the ℓ1 penalty on TESLA's coefficients; the budget bounds the slope of φ."),
        ),
        Number("budget_target", marked("Budget free of penalty"), 0.0, low=0.0, high=20.0, step=0.5, rare=True),
        Choice("schedule", marked("Learning rate over time"), schedule, options=SCHEDULES, names=SCHEDULES, rare=True),
        Number("scale", marked("TESLA coefficients at the start (σ)"), scale, low=0.0, high=2.0, step=0.01, rare=True),
        Choice("init", marked("First layer"), init, options=inits, rare=True, help=_init_help),
        Toggle("holds", marked("Stop when test accuracy holds"), False, rare=True),
        Number("holds_at", marked("… at (%)"), 99, low=50, high=100, rare=True),
        Number("holds_for", marked("… for epochs"), 5, low=1, high=100, rare=True),
    )


def _init_help() -> str:
    return "  \n".join(f"**{name}**: {say(what)}" for name, what in RULES.items())


def base_model(values: Values) -> ModelSpec:
    """What panels share."""
    return ModelSpec(
        width=values["width"], depth=values["depth"], coefficient_scale=values["scale"], init=values["init"]
    )


def settings_of(values: Values) -> Settings:
    names: dict[str, Any] = {name: values[name] for name in ("epochs", "lr", "weight_decay", "schedule")}
    return Settings(
        **names,
        batch=int(values["batch"]),
        budget_weight=values["budget_weight"],
        budget_target=values["budget_target"],
    )


def stop_of(values: Values) -> Stop | None:
    if not values["holds"]:
        return None
    return Stop(accuracy=values["holds_at"] / 100, epochs=values["holds_for"], panels="any")


def panels_of(values: Values) -> tuple[tuple[ModelSpec, ...], tuple[str, ...]]:
    """The models of the list, and the titles that tell them apart. Several starts are the first model's alone."""
    base = base_model(values)
    models = tuple(read_panel(text, base) for text in values["panels"])
    if starts := starts_of(values):
        return (models[0],) * len(starts), tuple(say("seed {seed}", seed=start) for start in starts)
    return models, tuple(panel_text(model, base) for model in models)


def starts_of(values: Values) -> tuple[int, ...]:
    """The seeds of the panels, where a page has one model start from several."""
    count = values.get("starts", 1)
    return tuple(range(values["seed"], values["seed"] + count)) if count > 1 else ()


def fitted_panels(values: Values) -> tuple[ModelSpec, ...]:
    """The models of a page that fits functions: one whose activation has a first-layer rule of its own may keep it."""
    return tuple(
        replace(panel, init="own") if values["published"] and panel.entry.has_own_init else panel
        for panel in panels_of(values)[0]
    )
