"""What the parity page says of strings beside seen ones: who answers an unseen string as its seen neighbours do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from tesla_core.analysis.chance import standing
from tesla_core.figures.palette import Theme, model_look, told_apart
from tesla_core.lab.section import Body
from tesla_core.messages.say import marked, say, say_count
from tesla_core.problems.parity.figures import Line, neighbours_figure
from tesla_core.problems.parity.neighbours import ByNeighbours
from tesla_core.problems.parity.surface import SurfaceTask
from tesla_core.wording import listed, percent

if TYPE_CHECKING:
    from tesla_core.live.spec import LiveSpec

HEIGHT = 420
SMOOTH = marked("A smooth fit")
ENDS = 0.1  # the share of unseen strings that the sentence calls those with few, or with many, seen neighbours
FOUND, FALLS = 0.95, 0.4
EVEN = 0.06  # an accuracy as near to one half as this is called about half


def body(
    spec: LiveSpec, labels: Sequence[str], epoch: int, answered: tuple[list[int], ByNeighbours], theme: Theme
) -> Body:
    """The lesson, what came of it after so many epochs, and the chart."""
    alive, found = answered
    looks = told_apart([model_look(panel) for panel in spec.panels])
    lines = [Line(labels[index], looks[index]) for index in alive]
    said = (lesson(spec.task), sentence(epoch, found, [line.label for line in lines]))
    caption = ""
    if len(lines) < len(found.right):
        lines.append(Line(say(SMOOTH)))
        caption = say(
            "A smooth fit (dotted) is no network: it is the smooth surface through the seen strings that a Gaussian "
            "kernel makes, which knows nothing but which strings are near."
        )
    figure = neighbours_figure(found, lines, theme, HEIGHT)
    return Body(beside=said, caption=caption, figure=figure, share=0.36)


def lesson(task: SurfaceTask) -> str:
    """What a neighbour is, on one of the strings that were seen."""
    strings = np.flatnonzero(task.seen())
    example = int(strings[np.argmin(np.abs(np.bitwise_count(strings).astype(int) - task.bits // 2))])
    return say(
        "Flip one bit of a string and its parity changes: {string}, {flipped}. So each of a string's {bits} "
        "neighbours, one bit away, has the opposite parity; a string two bits away has its own. Whoever answers an "
        "unseen string as for the seen ones around it is right where hardly a neighbour was seen, and the more "
        "neighbours were seen, the more surely wrong.",
        string=_parity(example, task.bits),
        flipped=_parity(example ^ 1, task.bits),
        bits=task.bits,
    )


def _parity(value: int, bits: int) -> str:
    ones, string = value.bit_count(), f"{value:0{bits}b}"
    if ones % 2:
        return say_count(
            ones, "`{string}` is **odd ({count} one)**", "`{string}` is **odd ({count} ones)**", string=string
        )
    return say("`{string}` is **even ({ones} ones)**", string=string, ones=ones)


def sentence(epoch: int, found: ByNeighbours, labels: Sequence[str]) -> str:
    """What the chart shows of these panels, the first rows of `found`."""
    moment = say_count(epoch, "After {count} epoch", "After {count} epochs") if epoch else say("Before training")
    few, many = _end(found, 1), _end(found, -1)
    shares = [[_share(found, panel, end) for end in (few, many)] for panel in range(len(labels))]
    rule = [label for label, each in zip(labels, shares, strict=True) if min(each) >= FOUND]
    falling = [
        panel
        for panel, (left, right) in enumerate(shares)
        if left - right >= FALLS
        and standing(int(found.right[panel][many].sum()), int(found.strings[many].sum())) == "below"
    ]
    parts = []
    if falling:
        most = max(falling, key=lambda panel: shares[panel][0] - shares[panel][1])
        left, right = shares[most]
        up_to, or_more = int(found.highest[few][-1]), int(found.lowest[many][0])
        parts.append(_falls(moment, labels[most], left, right, up_to, or_more))
        others = [labels[panel] for panel in falling if panel != most]
        if others:
            names = listed(others)
            parts.append(
                say_count(len(others), "{names} falls in the same way.", "{names} fall in the same way.", names=names)
            )
        parts.extend(_evened_out(found, falling, labels))
    if rule and parts:
        parts.append(
            say_count(
                len(rule),
                "{names} is right whatever was seen around: it has found the rule.",
                "{names} are right whatever was seen around: they have found the rule.",
                names=listed(rule),
            )
        )
    elif rule:
        parts.append(
            say_count(
                len(rule),
                "{moment} {names} is right whatever was seen around: it has found the rule.",
                "{moment} {names} are right whatever was seen around: they have found the rule.",
                moment=moment,
                names=listed(rule),
            )
        )
    if not parts:
        return say("{moment} no panel has found the rule, and none answers by the neighbours alone.", moment=moment)
    return " ".join(parts)


def _falls(moment: str, panel: str, left: float, right: float, up_to: int, or_more: int) -> str:
    """A panel is right on the share `left` of the strings with at most `up_to` seen neighbours, and on `right` of those
    with many."""
    places = {"moment": moment, "panel": panel, "few": percent(left, 0), "many": percent(right, 0), "or_more": or_more}
    if not up_to:
        return say(
            "{moment} **{panel}** is right on {few} of the unseen strings with no seen neighbour, and on {many} of "
            "those with {or_more} or more.",
            **places,
        )
    return say_count(
        up_to,
        "{moment} **{panel}** is right on {few} of the unseen strings with at most {count} seen neighbour, and on "
        "{many} of those with {or_more} or more.",
        "{moment} **{panel}** is right on {few} of the unseen strings with at most {count} seen neighbours, and on "
        "{many} of those with {or_more} or more.",
        **places,
    )


def _evened_out(found: ByNeighbours, falling: Sequence[int], labels: Sequence[str]) -> list[str]:
    """Who falls and is right on about half of all the same: that looks like guessing, and isn't."""
    totals = [(panel, *found.total(panel)) for panel in falling]
    even = [(panel, share) for panel, share, stands in totals if stands == "level" and abs(share - 0.5) <= EVEN]
    if not even:
        return []
    return [
        say_count(
            len(even),
            "{names} is right on about half of all unseen strings, and yet it does not guess: what it wins beside few "
            "seen neighbours it loses beside many.",
            "{names} are right on about half of all unseen strings, and yet they do not guess: what they win beside "
            "few seen neighbours they lose beside many.",
            names=listed([f"{labels[panel]} ({percent(share)})" for panel, share in even]),
        )
    ]


def _end(found: ByNeighbours, step: int) -> slice:
    """The groups at one end that hold at least a tenth of the strings: step 1 from the left, -1 from the right."""
    sums = np.cumsum(found.strings[::step])
    count = int(np.searchsorted(sums, ENDS * sums[-1])) + 1
    return slice(0, count) if step == 1 else slice(len(sums) - count, len(sums))


def _share(found: ByNeighbours, panel: int, groups: slice) -> float:
    return float(found.right[panel][groups].sum() / found.strings[groups].sum())
