"""`analyse`: what the paper's theory says of a trained model, beside what is measured on it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tesla_core.commands.terminal import Column, Part, print_facts, print_table
from tesla_core.errors import TeslaError, check_choice
from tesla_core.files import to_json
from tesla_core.messages.say import say

if TYPE_CHECKING:
    from tesla_core.analysis.network.report import Analysis

KINDS = ("html", "svg", "png")


def add(commands: Any) -> None:
    text = "spectra, budget, bounds, Maclaurin and Walsh coefficients of a trained model"
    command = commands.add_parser(
        "analyse",
        help=text,
        description=f"{text[0].upper()}{text[1:]}, each bound beside what is measured. Files are read as safetensors "
        "alone; nothing in them is run.",
    )
    command.add_argument(
        "model", metavar="RUN_FOLDER|CHECKPOINT|WEIGHTS", help="a run's folder, or a .safetensors file"
    )
    command.add_argument("--json", action="store_true", help="print one JSON object in place of the tables")
    command.add_argument("--out", metavar="DIR", help="figures into this folder, and analysis.json")
    command.add_argument("--format", default="html", help=f"of the figures: {', '.join(KINDS)} (default: html)")
    command.add_argument("--seed", type=int, default=0, help="of the search for steep places (default: 0)")
    command.set_defaults(function=execute)


def execute(arguments: argparse.Namespace) -> None:
    check_choice("format", arguments.format, KINDS)
    if arguments.out and Path(arguments.out).exists() and not Path(arguments.out).is_dir():
        raise TeslaError(f"{arguments.out} is a file; --out names a folder.")
    from tesla_core.analysis.network.report import (
        analyse,
    )  # torch, which reads checkpoints, is loaded after the mistakes
    from tesla_core.problems.trained_torch import read_trained

    found = analyse(read_trained(Path(arguments.model)), arguments.seed)
    if arguments.json:
        print(to_json(found.to_dict()))
    else:
        _print(found)
    if arguments.out:
        _write(found, Path(arguments.out), arguments.format, quiet=arguments.json)


def _print(found: Analysis) -> None:
    from tesla_core.analysis.bounds import amplitude_bound, coefficient_budget
    from tesla_core.analysis.network.measured_bounds import IN_WORDS
    from tesla_core.analysis.network.report import gaps, notes

    model = found.model
    facts = [
        (
            name.replace("_", " "),
            say("{gap} beyond training's {train}", gap=f"{own['gap']:+.4g}", train=f"{own['train']:.4g}"),
        )
        for name, own in gaps(model).items()
    ]
    print_facts(f"{model.label} ({model.source})", [Part("", [(say("form"), model.shape)]), Part(say("Gap"), facts)])
    print(f"\n{say('Layers')}")
    heads = [
        Column(say("layer")),
        *(Column(head, right=True) for head in ("K", "A_K", "Σ√(a²+b²)")),
        Column("c₀, c₁, c₂, …"),
    ]
    rows = [
        [
            layer.name,
            str(layer.a.size),
            f"{coefficient_budget(layer.a, layer.b):.4g}",
            f"{amplitude_bound(layer.a, layer.b):.4g}",
            " ".join(f"{value:.3g}" for value in series[:7]),
        ]
        for layer, series in zip(model.layers, found.series, strict=True)
    ]
    print_table(heads, rows)
    print(f"\n{say('Bounds')}")
    styles = {say(IN_WORDS["fails"]): "red", say(IN_WORDS["vacuous"]): "yellow", say(IN_WORDS["holds"]): "green"}
    heads = [
        Column(say("bound of")),
        *(Column(head, right=True) for head in (say("layer"), say("bound"), say("measured"), say("factor"))),
        Column(say("verdict"), styles=styles),
        Column(say("why")),
    ]
    print_table(
        heads,
        [
            [
                say(row.name),
                str(row.layer or "–"),
                f"{row.bound:.4g}",
                "–" if row.measured is None else f"{row.measured:.4g}",
                "–" if row.factor is None else f"{row.factor:.3g}",
                say(IN_WORDS[row.verdict]),
                row.why,
            ]
            for row in found.bounds
        ],
    )
    if found.walsh is not None:
        print(f"\n{say('Walsh energy of its sign, by degree')}")
        print("  ".join(f"{degree}: {mass:.3f}" for degree, mass in enumerate(found.walsh)))
    for note in notes(found):
        print(f"\n{note}")


def _write(found: Analysis, folder: Path, kind: str, quiet: bool) -> None:
    from tesla_core.figures import maclaurin_figure, spectrum_figure, walsh_figure
    from tesla_core.figures.paper.bounds import bounds_figure
    from tesla_core.figures.paper.files import write_figures
    from tesla_core.files import write_atomically

    figures = {folder / f"bounds.{kind}": bounds_figure(found.bounds)}
    for number, (layer, series) in enumerate(zip(found.model.layers, found.series, strict=True), start=1):
        figures[folder / f"spectrum-{number}.{kind}"] = spectrum_figure(layer.a, layer.b)
        figures[folder / f"maclaurin-{number}.{kind}"] = maclaurin_figure(series)
    if found.walsh is not None:
        figures[folder / f"walsh.{kind}"] = walsh_figure(found.walsh)
    write_figures(figures)
    write_atomically(folder / "analysis.json", (to_json(found.to_dict(), indent=2) + "\n").encode())
    if not quiet:
        print(f"\n{say('Figures:')} " + ", ".join(str(path) for path in figures))
