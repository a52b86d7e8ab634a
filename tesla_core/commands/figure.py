"""`figure`: one of the paper's figures, drawn from what was measured or trained here."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from tesla_core.activations.look import THEMES
from tesla_core.allocator import keep_freed_memory
from tesla_core.errors import TeslaError
from tesla_core.experiments.arrays import packed
from tesla_core.files import write_atomically
from tesla_core.messages.say import say


def add(commands: Any) -> None:
    text = "draw one of the paper's figures as the lab has it"
    command = commands.add_parser(
        "figure",
        help=text,
        description=f"{text[0].upper()}{text[1:]}: from measured results, from what was trained for it and ships here, "
        "or computed. --list names them.",
    )
    command.add_argument("figure", nargs="?", metavar="FIGURE", help="1 to 4, or supp-1 to supp-3")
    command.add_argument("--out", metavar="FILE", help="where to: a name that ends in .html, .svg or .png")
    command.add_argument("--theme", choices=THEMES, default="light", help="colours (default: light)")
    command.add_argument("--train", action="store_true", help="train the networks in it now, not those that ship")
    command.add_argument("--keep", metavar="FILE.npz", help="with --train: keep what was trained, as arrays")
    command.add_argument("--list", action="store_true", help="only name the figures, and how long training takes")
    command.set_defaults(function=execute)


def execute(arguments: argparse.Namespace) -> None:
    # The registry reads every problem, and Plotly takes a second: other commands need neither.
    from tesla_core.figures.paper import FIGURES, find_figure
    from tesla_core.figures.paper.files import kind_of_file, write_figure

    if arguments.list:
        for name, figure in FIGURES.items():
            trained = f" (trained; about {figure.seconds:.0f} s)" if figure.training else ""
            print(f"{name:7} {say(figure.title)}{trained}\n        {say(figure.shows)}")
        return
    if not arguments.figure:
        raise TeslaError(f"Which figure? Choose one of: {', '.join(FIGURES)}; --list says what each shows.")
    figure = find_figure(arguments.figure)
    if not arguments.out:
        raise TeslaError("Where to? Give --out FILE, a name that ends in .html, .svg or .png.")
    if arguments.keep and not arguments.train:
        raise TeslaError("--keep keeps what is trained now; give --train, too.")
    path = Path(arguments.out)
    kind_of_file(path)  # said before minutes of training, not after
    trained = None
    if arguments.train:
        keep_freed_memory()
        print(
            f"Training what figure {figure.name} shows: about {figure.seconds:.0f} s on a quiet core.", file=sys.stderr
        )
        trained = figure.train(lambda line: print(line, file=sys.stderr, flush=True))
        if arguments.keep:
            write_atomically(Path(arguments.keep), packed(**trained))
    write_figure(figure.draw(arguments.theme, trained), path, arguments.theme)
    print(path)
