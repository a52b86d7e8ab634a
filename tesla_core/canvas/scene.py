"""The run of a link to a live page, without the page: for whoever shows a preset elsewhere, in a lesson or a room.

What a page's controls, edits and brought points mean is read here as the page reads it; `tests/canvas/test_scene.py`
holds both to the same runs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from tesla_core.canvas.changes import apply_changes, read_changes, starts_in, with_starts
from tesla_core.canvas.data import canvas_data
from tesla_core.canvas.inspected import (
    beside_charts,
    data_controls,
    inspected_run,
    source_controls,
    teslas_of,
    with_tesla,
)
from tesla_core.canvas.runs import class_run, fit_run
from tesla_core.data_folder import data_folder
from tesla_core.errors import TeslaError
from tesla_core.lab.brought import FileField
from tesla_core.lab.class_page import ClassPage, as_they_are
from tesla_core.lab.controls import Values
from tesla_core.lab.inspected import INSPECTED, Inspected
from tesla_core.lab.kept_files import FOLDER, KeptFiles
from tesla_core.lab.links import EVERY_PAGE, Given, given_of, version_of
from tesla_core.lab.page import FitPage
from tesla_core.lab.surroundings import Surroundings
from tesla_core.lab.table import ControlTable
from tesla_core.lab.training import panels_of
from tesla_core.live.reach import check_reach
from tesla_core.live.spec import LiveSpec
from tesla_core.messages.say import say
from tesla_core.problems.registry import class_pages, fit_pages

CONTINUOUS, WHAT = "continuous", "c_what"
"""The path of the page that lists several, and the parameter that chooses one of them."""
OF_MODELS = ("panels", "width", "depth", "lr", "batch", "epochs", "seed")
"""Controls of every page that are always in force; rare ones are, too."""
HELD = ("holds_at", "holds_for")


@dataclass(frozen=True)
class LinkedRun:
    """What a link leads to. title: the preset's, or the page's where the settings are somebody's own. note: what to
    look for. path, query: the link itself. told: what the link asks for and can't be had, a sentence each."""

    spec: LiveSpec
    around: Surroundings
    labels: tuple[str, ...]
    title: str
    note: str
    path: str
    query: str
    pace: float | None = None
    told: tuple[str, ...] = ()

    @property
    def data(self) -> dict[str, Any]:
        """What the canvas is told, with the title and the link to the full page."""
        data = canvas_data(self.spec, self.around, self.labels, link=self.query, pace=self.pace)
        return {**data, "title": self.title, "page": f"{self.path}?{self.query}" if self.query else self.path}


@dataclass(frozen=True)
class _LinkReader:
    """Where pages differ in how they read a link. data: names of controls in force, by the values known so far. bring:
    what of the link's own files and drawings goes into the values. linked: further parameters that have a meaning."""

    label: str
    table: ControlTable
    data: Callable[[Values], Sequence[str]]
    run: Callable[[Values], LiveSpec]
    around: Callable[[Values, LiveSpec], Surroundings]
    bring: Callable[[Values, Given], tuple[Values, str]]
    within: Callable[[Values], tuple[Values, str]] = as_they_are
    linked: tuple[str, ...] = ()
    given_run: str = ""
    named: Mapping[str, str] = field(default_factory=dict)


def scene_of(path: str, query: str = "") -> LinkedRun:
    """The run of a live page's link, as in scene_of("/boundaries", "v=2&b_seed=3") or scene_of("/parity?p_bits=6").
    What can't be a run at all is a TeslaError that says why; what a control can't have is brought within its limits,
    and `told` says so."""
    parts = urlsplit(path)
    query = query.removeprefix("?") or parts.query
    page = parts.path.strip("/")
    given = given_of(query)
    reader, told = _reader_of(page, given)
    told += _without_meaning(reader, given)
    if reader.given_run and (word := "".join(given.get(reader.given_run, [])[-1:])):
        return _brought_along(reader, word, f"/{page}", query, told)
    values, more = _values(reader, given)
    edits = "".join(given.get(reader.table.key("edits"), [])[-1:])
    read, wrong = read_changes(edits, reader.table)
    values = {**values, **{change.name: change.value for change in read}}
    changes = with_starts(read)
    initial = {**values, **starts_in(changes)}
    spec, left_out = apply_changes(reader.run(initial), changes)
    preset = None if changes else reader.table.matching(initial)
    return LinkedRun(
        spec,
        reader.around(values, spec),
        panels_of(values)[1],
        title=say(preset.name) if preset else say(reader.label),
        note=say(preset.note) if preset else "",
        path=f"/{page}",
        query=query,
        pace=preset.pace if preset else None,
        told=tuple(filter(None, (*told, *more, wrong, *left_out))),
    )


def preset_links() -> list[tuple[str, str]]:
    """Every preset of every live page: its name in the reader's language, and its link."""
    found: list[tuple[str, str]] = []
    for path, reader in _listed():
        first = tuple(reader.named.items())
        for preset in reader.table.presets:
            query = reader.table.query_of(preset, first)
            found.append((say("{page}: {preset}", page=say(reader.label), preset=say(preset.name)), f"/{path}?{query}"))
    return found


def _listed() -> list[tuple[str, _LinkReader]]:
    return [
        *((page.path, _class_reader(page)) for page in class_pages().values()),
        *((CONTINUOUS, _fit_reader(page)) for page in fit_pages().values()),
        *((page.name, _inspected_reader(page)) for page in INSPECTED),
    ]


def _reader_of(path: str, given: Given) -> tuple[_LinkReader, list[str]]:
    own = [reader for place, reader in _listed() if place == path]
    if not own:
        paths = ", ".join(dict.fromkeys(f"/{place}" for place, _ in _listed()))
        told = say("There is no live page at “{path}”; there are {paths}.", path=f"/{path[:60]}", paths=paths)
        raise TeslaError(told)
    wanted = (given.get(WHAT) or [own[0].label])[-1] if path == CONTINUOUS else own[0].label
    found = next((reader for reader in own if reader.label == wanted), None)
    if found:
        return found, []
    names = ", ".join(reader.label for reader in own)
    told = say("The link asks for “{asked}”; there are {names}.", asked=wanted[:60], names=names)
    return own[0], [told]


def _values(reader: _LinkReader, given: Given) -> tuple[Values, list[str]]:
    """Every control's value: as the link says where it is in force, else as the page opens."""
    table = reader.table
    asked, _ = table.asked(given, version_of(given))
    in_force: Values = {}
    while name := next((name for name in reader.data(in_force) if name not in in_force), None):
        in_force[name] = asked[name]
    in_force, held = reader.within(in_force)
    rare = [control.name for control in table.controls if control.rare]
    for name in (*OF_MODELS, *rare):
        if name not in in_force and (name not in HELD or asked["holds"]):
            in_force[name] = asked[name]
    told = [
        message
        for control in table.controls
        if control.name in in_force and (texts := given.get(table.key(control.name)))
        if (message := control.nearest(texts)[1])
    ]
    values, brought = reader.bring({**table.opening, **in_force}, given)
    return values, [*told, held, brought]


def _without_meaning(reader: _LinkReader, given: Given) -> list[str]:
    """Parameters that nobody reads: a slip of whoever wrote the link by hand."""
    table = reader.table
    names = {*EVERY_PAGE, *reader.named, *map(table.key, (*(c.name for c in table.controls), *reader.linked, "edits"))}
    return [
        say("“{name}” in the link means nothing on this page.", name=name[:60]) for name in given if name not in names
    ]


def _brought_along(reader: _LinkReader, word: str, path: str, query: str, told: list[str]) -> LinkedRun:
    """A link that holds a whole run, for a page that looks into any."""
    spec = LiveSpec.from_link(word)
    if not spec.classes:
        raise TeslaError(
            say("The run in this link fits a function; this page looks into runs that tell classes apart.")
        )
    if not teslas_of(spec.panels):
        raise TeslaError(say("The run in this link has no TESLA panel, so there are no harmonics to look into."))
    labels = tuple(panel.label for panel in check_reach(spec).panels)
    return LinkedRun(spec, reader.around({}, spec), labels, say(reader.label), "", path, query, told=tuple(told))


def _found(file: FileField, prefix: str, words: Sequence[str]) -> tuple[Any, str]:
    """What a link's word names, in the word itself or among what this server keeps."""
    if not words:
        return None, ""
    kept = KeptFiles(data_folder() / FOLDER / prefix.strip("_"), file)
    try:
        return file.from_word(words[-1], kept.find), ""
    except TeslaError as error:
        return None, str(error)


def _class_reader(page: ClassPage) -> _LinkReader:
    def bring(values: Values, given: Given) -> tuple[Values, str]:
        if page.points is None:
            return values, ""
        points, told = _found(page.points.file, page.prefix, given.get(table.key(page.points.name), ()))
        return {**values, page.points.name: points}, told

    table = ControlTable(page.prefix, page.controls, page.presets)
    return _LinkReader(
        page.label,
        table,
        page.data,
        partial(class_run, page.task_of),
        lambda values, _: page.around(values),
        bring,
        page.within,
        (page.points.name,) if page.points else (),
    )


def _fit_reader(page: FitPage) -> _LinkReader:
    def bring(values: Values, given: Given) -> tuple[Values, str]:
        field_ = page.picture
        if field_ is None or values[field_.below] != field_.choice:
            return ({**values, field_.name: None} if field_ else values), ""
        picture, told = _found(field_.file, page.prefix, given.get(table.key(field_.name), ()))
        return {**values, field_.name: picture}, told

    table = ControlTable(page.prefix, page.controls, page.presets)
    return _LinkReader(
        page.label,
        table,
        lambda _: page.data,
        partial(fit_run, page),
        lambda values, _: page.around(values),
        bring,
        linked=(page.picture.name,) if page.picture else (),
        named={WHAT: page.label},
    )


def _inspected_reader(page: Inspected) -> _LinkReader:
    table = ControlTable(page.prefix, source_controls(), page.presets)
    return _LinkReader(
        page.label,
        table,
        data_controls,
        inspected_run,
        lambda _, spec: beside_charts(spec),
        lambda values, _: with_tesla(values),
        linked=(*page.linked, "run"),
        given_run=table.key("run"),
    )
