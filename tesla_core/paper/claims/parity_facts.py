"""What the paper says of parity that is counted or computed, without a run: strings, coefficients, features."""

from __future__ import annotations

from math import pi

import numpy as np

from tesla_core.analysis.walsh import parity_table, walsh_coefficients
from tesla_core.messages.say import say
from tesla_core.paper.claims.parity_rules import LENGTHS
from tesla_core.paper.rules import Case, every_case
from tesla_core.paper.runs import Runs
from tesla_core.paper.verdict import ClaimVerdict, Judgement


def samples(_runs: Runs) -> Judgement:
    """A third of 2^d strings has to hold 100,000 for training, another 20,000 for validation."""
    cases = []
    for bits in LENGTHS:
        third = 2**bits // 3
        cases.append(Case(say("{bits} bits", bits=bits), third >= 100_000, say("{count} strings", count=f"{third:,}")))
    return every_case(cases, note=say("There are only 65,536 strings of 16 bits."))


def share(_runs: Runs) -> Judgement:
    share = 100_000 / 2**32
    case = Case(say("100,000 of 2^32 strings"), abs(100 * share - 0.002) < 0.0005, f"{100 * share:.4f}%")
    return every_case([case])


def one_coefficient(_runs: Runs) -> Judgement:
    cases = []
    for bits in (4, 8, 12):
        coefficients = walsh_coefficients(parity_table(bits, 2 ** (bits // 2) - 1))
        count = int(np.count_nonzero(np.abs(coefficients) > 1e-12))
        cases.append(Case(say("{bits} bits", bits=bits), count == 1, say("{count} coefficient", count=count)))
    return every_case(cases)


def fourier_features(_runs: Runs) -> Judgement:
    """sin(2^k π x) and cos(2^k π x) at x = 0 and 1: how many of the 64 tell the two apart?"""
    rows, telling = [], 0
    for k in range(32):
        for name, wave in (("sin", np.sin), ("cos", np.cos)):
            # Whole turns are taken off first: 2^k π x is one for k ≥ 1, where floating point would make up a rest.
            zero, one = float(wave(0.0)), float(wave(pi * (2**k % 2)))
            telling += abs(one - zero) > 1e-9
            rows.append({"feature": f"{name}(2^{k} π x)", "x = 0": zero, "x = 1": one})
    if telling > 32:
        return Judgement(ClaimVerdict.HOLDS, say("Most features differ between 0 and 1."), str(telling), tuple(rows))
    because = say(
        "On bits written as 0 and 1, as the paper writes them, {constant} of the 64 features of a bit are constant; "
        "only cos πx differs. The embedding adds nothing to such inputs: near chance is what a ReLU network has.",
        constant=64 - telling,
    )
    return Judgement(ClaimVerdict.CONDITION, because, say("{count} of 64 features differ", count=telling), tuple(rows))
