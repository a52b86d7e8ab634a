"""How results of parity and LPN are judged.

Under rademacher all weights of a neuron have one size, which is the shape of the answer: nearly every activation learns
then. So each claim is asked under both rules, that one and the one that knows nothing of the task.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tesla_core.messages.say import say, say_count
from tesla_core.paper.entry import Suite
from tesla_core.paper.rules import Case, activation_label, by_cases, every_case, rows_of
from tesla_core.paper.runs import Runs
from tesla_core.paper.verdict import ClaimVerdict, Judgement
from tesla_core.wording import listed

ACCURACY, LAST = "test_accuracy", "final_accuracy"
BOTH = (("best", ACCURACY), ("last", LAST))
NOISES = (0.0, 0.1, 0.2, 0.3)
LENGTHS = (16, 20, 24, 28, 32)
BEYOND = (40, 48, 56, 64)
COMMON = ("relu", "gelu", "tanh")
OTHERS = ("siren", "snake", "fourier")
CHANCE = 0.03
"""How far from 50% a mean may be and still count as guessing."""
NEAR = 0.015
"""How far below the limit a mean may be and still count as being there."""


SETTING = {
    "secret_weight": 0,
    "bits": LENGTHS,
    "noise": NOISES,
    "harmonics": 8,
    "epochs": 20,
    "width": 128,
    "depth": 2,
    "weight_decay": 0.0,
    "budget_weight": 0.0,
}
"""Table 5's, as its caption and rows have it."""


def parity(**where: object) -> Suite:
    return Suite("parity", "parity", {**SETTING, **where})


def supplement(**where: object) -> Suite:
    """Parity with K = d/4 and 30 epochs, 5% of flips among its noises."""
    free = {name: value for name, value in SETTING.items() if name not in ("harmonics", "noise")}
    return Suite("parity_supplement", "parity", {**free, "epochs": 30, **where})


def long_strings(**where: object) -> Suite:
    """Clean parity beyond the paper's lengths, under rademacher."""
    return Suite("parity_long", "parity", {**SETTING, "bits": BEYOND, "noise": 0.0, "init": "rademacher", **where})


def limit(noise: float) -> float:
    return 1 - noise


def rule_name(rule: object) -> str:
    return say("SIREN's own rule") if rule == "own" else str(rule)


def setting_name(rule: object, epochs: object) -> str:
    """The rule, and the supplement's setting where it is that and not the table's."""
    if epochs == SETTING["epochs"]:
        return rule_name(rule)
    return say("{rule}, K = d/4 and {epochs} epochs", rule=rule_name(rule), epochs=epochs)


def _grouped(runs: Runs, *options: str) -> list[tuple[tuple[object, ...], Runs]]:
    return [(key, group) for key, group in runs.by(*options).items() if group.values(ACCURACY)]


def _by_rule(runs: Runs, agrees: Callable[[Runs], bool], words: Callable[[Runs], str]) -> list[Case]:
    return [Case(rule_name(rule), agrees(group), words(group)) for (rule,), group in _grouped(runs, "init")]


def _span(runs: Runs) -> str:
    means = [group.mean(ACCURACY) for _, group in _grouped(runs, "bits", "noise", "activation", "init")]
    low, high = min(means), max(means)
    return f"{low:.1%}" if high - low < 0.0005 else say("{low} to {high}", low=f"{low:.1%}", high=f"{high:.1%}")


def with_rows(found: Judgement, runs: Runs) -> Judgement:
    rows = rows_of(runs, ACCURACY, "init", "activation", "bits", "noise")
    return Judgement(found.verdict, found.because, found.ours, rows, len(runs), runs.seeds)


def _all_means(runs: Runs, good: Callable[[float, float], bool]) -> bool:
    """Whether the mean of every setting is good, given the best that its noise allows."""
    groups = _grouped(runs, "bits", "noise", "activation", "init")
    return all(good(group.mean(ACCURACY), limit(float(str(key[1])))) for key, group in groups)


def at_limit(runs: Runs) -> bool:
    return _all_means(runs, lambda mean, best: mean >= best - NEAR)


def at_chance(runs: Runs) -> bool:
    return _all_means(runs, lambda mean, _best: abs(mean - 0.5) <= CHANCE)


def learns(runs: Runs) -> bool:
    """On the mean of every setting."""
    return _all_means(runs, lambda mean, best: mean > (0.5 + best) / 2)


def every_seed_learns(runs: Runs) -> Judgement:
    """The judge of "TESLA learns this", asked under each rule: of every setting every seed."""
    cases = []
    for (rule,), group in _grouped(runs, "init"):
        words = say("{span}; {learned} of {all} runs learn", span=_span(group), learned=group.learned, all=len(group))
        cases.append(Case(rule_name(rule), group.learned == len(group), words))
    return with_rows(by_cases(cases, runs), runs)


def on_32_bits(runs: Runs) -> Judgement:
    """By the runs of the paper's length and network; what wider networks and longer strings do stands beside it."""
    own = runs.where(bits=32, width=SETTING["width"], harmonics=SETTING["harmonics"])
    found = every_seed_learns(own)
    if not len(own):
        return found
    beside: dict[tuple[object, ...], list[str]] = {}
    for (rule, width, harmonics, bits), group in _grouped(runs, "init", "width", "harmonics", "bits"):
        if (bits, width, harmonics) != (32, SETTING["width"], SETTING["harmonics"]):
            beside.setdefault((rule, width, harmonics, group.learned, len(group)), []).append(str(bits))
    told = [
        say(
            "{bits} bits, width {width}, K = {harmonics}, {rule}: {learned} of {all} runs learn",
            bits=listed(lengths),
            width=width,
            harmonics=harmonics,
            rule=rule_name(rule),
            learned=learned,
            all=count,
        )
        for (rule, width, harmonics, learned, count), lengths in beside.items()
    ]
    note = say("Beside it: {cases}.", cases="; ".join(told)) if told else ""
    rows = rows_of(runs, ACCURACY, "init", "activation", "bits", "width", "harmonics")
    return replace(found, because=f"{found.because} {note}".strip(), rows=rows, runs=len(runs), seeds=runs.seeds)


def limit_reached(runs: Runs) -> Judgement:
    """At the epoch chosen on validation, and at the last, where flipped labels may have been learned by heart. What
    holds the last one stands beside it and decides nothing: the paper names no such thing."""
    cases = []
    plain = runs.where(weight_decay=0.0, budget_weight=0.0)
    for (rule, epochs), group in _grouped(plain, "init", "epochs"):
        for name, number in ((say("best epoch"), ACCURACY), (say("last epoch"), LAST)):
            short = [
                limit(float(str(noise))) - each.mean(number)
                for (_, noise), each in group.by("bits", "noise").items()
                if each.values(number)
            ]
            if short:
                words = say("up to {points} points short", points=f"{100 * max(0.0, *short):.1f}")
                cases.append(Case(f"{setting_name(rule, epochs)}, {name}", max(short) <= NEAR, words))
    found = by_cases(cases, runs, note=_held(runs))
    settings = ("init", "bits", "noise", "epochs", "weight_decay", "budget_weight")
    rows = [{**row, "epoch": name} for name, number in BOTH for row in rows_of(runs, number, *settings)]
    return replace(found, rows=tuple(rows))


def _held(runs: Runs) -> str:
    """What each way to hold a network leaves of the last epoch, at the most noise of which there are such runs."""
    held = (
        runs.where(weight_decay=lambda decay: decay > 0).all + runs.where(budget_weight=lambda weight: weight > 0).all
    )
    if not held:
        return ""
    noise = max(run.spec.noise for run in held)
    bits, rule = held[0].spec.bits, held[0].spec.init
    alike = runs.where(bits=bits, noise=noise, init=rule, epochs=held[0].spec.epochs)
    told = []
    for (decay, weight), group in alike.by("weight_decay", "budget_weight").items():
        words = say("with weight decay {decay}", decay=f"{decay:g}") if decay else say("with nothing against it")
        words = say("with an ℓ1 weight of {weight}", weight=f"{weight:g}") if weight else words
        told.append(say("{share} {words}", share=f"{group.mean(LAST):.1%}", words=words))
    return say(
        "What is left in the last epoch at {bits} bits with {noise} flipped, {rule}: {told}; stopped where validation "
        "is best {best}.",
        bits=bits,
        noise=f"{noise:.0%}",
        rule=rule_name(rule),
        told=listed(told),
        best=f"{alike.where(weight_decay=0.0, budget_weight=0.0).mean(ACCURACY):.1%}",
    )


def claim_by_rule(agrees: Callable[[Runs], bool]) -> Callable[[Runs], Judgement]:
    """The judge of a claim on one set of runs, asked under each first-layer rule."""
    return lambda runs: with_rows(by_cases(_by_rule(runs, agrees, _span), runs), runs)


def ahead(runs: Runs) -> Judgement:
    """TESLA learned and the others did not, by rule and length; SIREN under its own rule stands beside every rule."""
    cases = []
    own = runs.where(init="own")
    for (rule, bits, epochs), group in _grouped(runs.where(init=lambda rule: rule != "own"), "init", "bits", "epochs"):
        tesla, rest = group.where(activation="tesla"), group.where(activation=lambda name: name != "tesla")
        others = Runs(rest.all + own.where(bits=bits, epochs=epochs).all)
        if len(tesla) and len(others):
            settings = others.by("activation", "init", "noise").values()
            agrees = learns(tesla) and not any(learns(each) for each in settings)
            words = say("TESLA {own}, others {rest}", own=_span(tesla), rest=_span(others))
            cases.append(Case(say("{bits} bits, {rule}", bits=bits, rule=setting_name(rule, epochs)), agrees, words))
    return with_rows(by_cases(cases, runs), runs)


def bayes(runs: Runs) -> Judgement:
    """Nobody is above 1 − p by more than the test set's chance: three standard errors of 20,000 labels."""
    rows, above = [], 0
    for (noise,), group in _grouped(runs.where(noise=lambda noise: noise > 0), "noise"):
        p = float(str(noise))
        highest = max(group.values(ACCURACY))
        margin = 3 * (p * (1 - p) / 20_000) ** 0.5
        above += highest > limit(p) + margin
        rows.append({"noise": p, "limit": limit(p), "highest measured": highest, "three standard errors": margin})
    if not rows:
        return Judgement(ClaimVerdict.NOT_MEASURED, say("No noisy run is among the results."))
    told = ", ".join(f"{row['highest measured']:.1%} ≤ {row['limit']:.0%}" for row in rows)
    verdict = ClaimVerdict.CONTRADICTED if above else ClaimVerdict.HOLDS
    because = say("The highest of all runs, of every activation: {told} (and sampling).", told=told)
    return Judgement(verdict, because, told, tuple(rows), len(runs), runs.seeds)


def collapse(runs: Runs) -> Judgement:
    """Any common activation above chance on long strings, under a rule that is TESLA's too, speaks against it."""
    cases = []
    for (rule, name, bits), group in _grouped(runs, "init", "activation", "bits"):
        label = say("{name}, {bits} bits, {rule}", name=activation_label(name), bits=bits, rule=rule_name(rule))
        cases.append(Case(label, at_chance(group), f"{group.mean(ACCURACY):.1%}"))
    cases.sort(key=lambda case: case.agrees)
    return with_rows(every_case(cases, runs, note=say("Clean labels, the same rule for all activations.")), runs)


def lpn(runs: Runs) -> Judgement:
    cases = []
    for (width, bits), group in sorted(_grouped(runs.where(bits=(24, 26, 27)), "width", "bits"), key=str):
        best = max(group.by("init").values(), key=lambda each: each.mean(ACCURACY))
        mean, good = best.mean(ACCURACY), best.learned
        name = say("{bits} bits, width {width}", bits=bits, width=width)
        words = say_count(
            len(best),
            "{mean}, {good} of {count} seed",
            "{mean}, {good} of {count} seeds",
            mean=f"{mean:.1%}",
            good=good,
        )
        cases.append(Case(name, mean > (0.5 + 0.9) / 2, words))
    return with_rows(by_cases(cases, runs), runs)


def lpn_harder(runs: Runs) -> Judgement:
    """The same noise and lengths, the secret known by position or not."""
    cases = []
    for bits in (20, 24):
        fixed = runs.where(bits=bits, secret_weight=0)
        hidden = runs.where(bits=bits, secret_weight=lambda weight: weight > 0)
        if len(fixed) and len(hidden):
            own, other = (max(each.mean(ACCURACY) for each in group.by("init").values()) for group in (hidden, fixed))
            cases.append(Case(say("{bits} bits", bits=bits), own < other - 0.02, f"{own:.1%}, {other:.1%}"))
    return with_rows(by_cases(cases, runs), runs)


def matched(runs: Runs) -> Judgement:
    """Do all activations of a table have the same network and training? Read off the runs themselves."""
    settings = ("width", "depth", "epochs", "batch", "lr", "weight_decay", "schedule", "train_size")
    kinds = {(run.spec.bits, *(getattr(run.spec, name) for name in settings)) for run in runs.all}
    lengths = {run.spec.bits for run in runs.all}
    if not kinds:
        return Judgement(ClaimVerdict.NOT_MEASURED, say("No run is among the results."))
    verdict = ClaimVerdict.HOLDS if len(kinds) == len(lengths) else ClaimVerdict.CONTRADICTED
    because = say("All runs of one length share width, depth, epochs, batch, rate and samples; the rule is each one's.")
    activations = len({run.spec.activation for run in runs.all})
    ours = say("{count} activations, one setting a length", count=activations)
    return Judgement(verdict, because, ours, (), len(runs), runs.seeds)
