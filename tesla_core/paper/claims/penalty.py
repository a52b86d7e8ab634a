"""Sections 4.1 and 5.6: what an ℓ1 penalty on A_K does, by its weight, to noisy bits and to photographs."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tesla_core.messages.say import marked, say
from tesla_core.paper.claims.other_pictures import DATA, percent, seeds_so_far
from tesla_core.paper.entry import Entry, Suite
from tesla_core.paper.rules import Case, by_cases, rows_of
from tesla_core.paper.runs import Runs, together
from tesla_core.paper.verdict import Cell, ClaimVerdict, Judgement
from tesla_core.wording import listed

POINT = 0.01
"""Of accuracy: what a penalty has to bring, and has to be left to gain."""
LAST, TOP1 = "final_accuracy", "top1"
OF_THE_PAPER = 1e-3
BITS = {"activation": "tesla", "harmonics": 8, "width": 128, "depth": 2, "epochs": 20, "secret_weight": 0}
BITS |= {"weight_decay": 0.0}
SUITES = (
    Suite("parity_budget", "parity", {**BITS, "bits": 24, "noise": (0.0, 0.1), "init": "uniform(0.35)"}),
    Suite("parity_held", "parity", {**BITS, "bits": 32, "noise": (0.1, 0.2, 0.3), "init": "rademacher"}),
)
PICTURES = Suite(
    "fashion_mnist_budget",
    "imagenet100",
    {"data": DATA, "activation": "tesla", "backbone": "resnet18", "place": "last-stage"},
)


@dataclass(frozen=True)
class Weighed:
    """One task with and without a penalty, all else equal."""

    name: str
    limit: float
    without: Runs
    held: dict[float, Runs]

    @property
    def room(self) -> bool:
        """Whether there is a point to gain without which no penalty could show itself."""
        return self.limit - self.without.mean(LAST) >= POINT

    @property
    def case(self) -> Case:
        none, means = self.without.mean(LAST), {weight: runs.mean(LAST) for weight, runs in self.held.items()}
        best = max(means, key=lambda weight: means[weight])
        words = say(
            "{none}; {best} with a weight of {weight}", none=percent(none), weight=best, best=percent(means[best])
        )
        return Case(self.name, means[best] >= none + POINT, words)

    @property
    def too_much(self) -> str:
        """From which weight on seeds no longer learn, in words; empty where all do, or some do not without it."""
        weights = [weight for weight, runs in sorted(self.held.items()) if runs.learned < len(runs)]
        if not weights or self.without.learned < len(self.without):
            return ""
        above = together(runs for weight, runs in self.held.items() if weight >= weights[0])
        return say(
            "{learned} of {count} runs learn from a weight of {weight} on",
            weight=f"{weights[0]:g}",
            learned=above.learned,
            count=len(above),
        )


def _weighed(runs: Runs) -> list[Weighed]:
    """Over the seeds that were trained with a penalty: other tables have more without one."""
    found = []
    for (bits, noise), group in runs.by("bits", "noise").items():
        held = {weight: one for (weight,), one in group.by("budget_weight").items() if weight and one.values(LAST)}
        seeds = tuple({seed for one in held.values() for seed in one.seeds})
        without = group.where(budget_weight=0.0, seed=seeds)
        if held and without.values(LAST):
            flips = say("{noise} flips", noise=f"{noise:.0%}") if noise else say("clean")
            found.append(Weighed(say("{bits} bits, {flips}", bits=bits, flips=flips), 1 - noise, without, held))
    return found


def trade_off(runs: Runs) -> Judgement:
    weighed = _weighed(runs)
    if not weighed:
        return by_cases(())
    used = together(part for one in weighed for part in (one.without, *one.held.values()))
    found = by_cases([one.case for one in weighed if one.room], used)
    verdict, said = found.verdict, [found.because]
    stopped = [f"{one.name} ({one.too_much})" for one in weighed if one.too_much]
    if verdict is ClaimVerdict.NOT_MEASURED:
        verdict, said = ClaimVerdict.NOT_REPRODUCED, [say("Without a penalty nothing is left to gain.")]
    elif verdict is ClaimVerdict.HOLDS and stopped:
        verdict = ClaimVerdict.CONDITION
    if full := [one.name for one in weighed if not one.room]:
        said.append(say("Left out, since less than a point could be gained: {cases}.", cases=listed(full)))
    if stopped:
        said.append(say("Too strong a penalty stops what all seeds learn without one: {cases}.", cases=listed(stopped)))
    rows = rows_of(used, LAST, "bits", "noise", "budget_weight")
    return Judgement(verdict, " ".join(said), found.ours, rows, len(used), used.seeds)


def on_pictures(runs: Runs) -> Judgement:
    """With the paper's weight against none, over the seeds that both have."""
    none, paper = runs.where(budget_weight=0.0), runs.where(budget_weight=OF_THE_PAPER)
    seeds = tuple(sorted(set(none.seeds) & set(paper.seeds)))
    none, paper = (one.where(seed=seeds) for one in (none, paper))
    if not none.values(TOP1) or not paper.values(TOP1):
        return by_cases(())
    ours = say(
        "{none}, with the paper's weight {paper}", none=percent(none.mean(TOP1)), paper=percent(paper.mean(TOP1))
    )
    found = by_cases([Case("ResNet-18", paper.mean(TOP1) >= none.mean(TOP1) + POINT, ours)], runs)
    means = {weight: one.mean(TOP1) for (weight,), one in sorted(runs.by("budget_weight").items()) if one.values(TOP1)}
    each = [
        say("{share} with {weight}", share=percent(mean), weight=f"{weight:g}")
        for weight, mean in means.items()
        if weight
    ]
    all_weights = say("By weight: {none} without, {each}.", none=percent(none.mean(TOP1)), each=listed(each))
    verdict = ClaimVerdict.CONDITION if found.verdict is ClaimVerdict.HOLDS else found.verdict
    said = say("On real photographs, which are not the paper's data.")
    because = f"{said} {found.because} {all_weights}{seeds_so_far(runs)}"
    return replace(found, verdict=verdict, because=because, rows=_rows(runs))


def _rows(runs: Runs) -> tuple[dict[str, Cell], ...]:
    """With the A_K that the layers ended with, where a run has kept it."""
    rows = rows_of(runs, TOP1, "budget_weight")
    budgets = {
        weight: one.mean("budget") for (weight,), one in runs.by("budget_weight").items() if one.values("budget")
    }
    return tuple({**row, "A_K": budgets.get(row["budget_weight"])} for row in rows)


ENTRIES = (
    Entry(
        "s4.1-trade-off",
        marked("A larger K reaches higher frequencies; holding A_K down keeps training stable."),
        marked(
            "The second half: several weights of the ℓ1 penalty on A_K, and none, on 24 bits under uniform(0.35), "
            "clean and with 10% flips, and on 32 bits under rademacher with 10 to 30% flips. What K reaches, section "
            "4.4 has."
        ),
        marked(
            "A task agrees where some weight's last epoch is a point better than without a penalty; one with less than "
            "a point to gain is left out. It holds if all agree, with a condition if some do or if a stronger penalty "
            "keeps seeds from learning that learn without one, and is not reproduced if none does."
        ),
        trade_off,
        suites=SUITES,
    ),
    Entry(
        "s5.6-penalty",
        marked("In vision networks an ℓ1 penalty on A_K keeps training stable and helps generalisation."),
        marked(
            "ResNet-18 on Fashion-MNIST with TESLA in its last stage, without the penalty and with four weights of it, "
            "the paper's among them; top-1 accuracy after the last of 5 epochs."
        ),
        marked(
            "It agrees where the paper's weight is a point better than none on the seeds that both have. On other "
            "pictures than the paper's it can hold only with a condition."
        ),
        on_pictures,
        suites=(PICTURES,),
    ),
)
