"""What the notes of all live presets claim, by page and preset, and whether the kept runs show it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benchmarks.claims.boundaries import BOUNDARIES
from benchmarks.claims.bounded import BOUNDS
from benchmarks.claims.claim import Claim, Numbers
from benchmarks.claims.equations import ALLEN_CAHN, BURGERS, CONVECTION, HELMHOLTZ
from benchmarks.claims.fits import IMAGE, SIGNAL
from benchmarks.claims.insides import SPECTRA, TAYLOR
from benchmarks.claims.parity import PARITY
from benchmarks.preset_runs import Recorded

Claims = Mapping[str, tuple[Claim, ...]]
"""By preset."""

CLAIMS: Mapping[str, Claims] = {
    "boundaries": BOUNDARIES,
    "parity": PARITY,
    "spectra": SPECTRA,
    "taylor": TAYLOR,
    "bounds": BOUNDS,
    "Burgers": BURGERS,
    "Allen-Cahn": ALLEN_CAHN,
    "Helmholtz": HELMHOLTZ,
    "Convection": CONVECTION,
    "image": IMAGE,
    "signal": SIGNAL,
}
"""By page."""


def problems_of(
    page: str, preset: str, runs: Recorded, seeds: Sequence[int], claims: Sequence[Claim] | None = None
) -> list[str]:
    """What a note says and the kept runs do not show, in sentences; empty if the note is true. claims: others than
    those of the note."""
    found = []
    for seed in seeds:
        look = runs.get(page, {}).get(preset, {}).get(str(seed))
        if look is None:
            found.append(f"Seed {seed} was not measured.")
            continue
        run = Numbers(look, seed)
        found += [
            f"Seed {seed}: “{claim.says}” is not so: {claim.shows(run)}."
            for claim in (CLAIMS[page].get(preset, ()) if claims is None else claims)
            if not claim.holds(run)
        ]
    return found
