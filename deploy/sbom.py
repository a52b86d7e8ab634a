"""What this environment is made of, as a CycloneDX bill of materials on stdout; `--licences` gives a table instead.

Python's packages come from their own metadata, the system's from dpkg where there is one. Only the standard library is
used, so that it runs inside an image as it is.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
FORMAT = "1.5"
UNKNOWN = "not stated"


def plain(name: str) -> str:
    """A package's name as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def licence(about: metadata.PackageMetadata) -> str:
    """An SPDX expression where there is one, else the classifiers' words, else the first line of the free text."""
    if "License-Expression" in about:
        return about["License-Expression"]
    classified = [
        line.rsplit(" :: ", 1)[-1] for line in about.get_all("Classifier") or [] if line.startswith("License :: ")
    ]
    if named := [words for words in classified if words != "OSI Approved"]:
        return " / ".join(named)
    text = about["License"].strip() if "License" in about else ""
    return text.splitlines()[0][:80] if text else UNKNOWN


def python_packages() -> list[dict[str, str]]:
    found = {plain(one.metadata["Name"]): one for one in metadata.distributions()}
    return [
        {
            "name": name,
            "version": one.version,
            "licence": licence(one.metadata),
            "purl": f"pkg:pypi/{name}@{one.version}",
        }
        for name, one in sorted(found.items())
    ]


def system_packages() -> list[dict[str, str]]:
    if shutil.which("dpkg-query") is None:
        return []
    lines = subprocess.run(
        ["dpkg-query", "--show", "--showformat", "${Package}\t${Version}\t${Architecture}\n"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    return [
        {"name": name, "version": version, "purl": f"pkg:deb/debian/{name}@{version}?arch={architecture}"}
        for name, version, architecture in sorted(line.split("\t") for line in lines)
    ]


def needed(top: Path) -> set[str]:
    """The packages of a requirements file with all that they ask for here, extras aside."""
    lines = (line.split("#")[0].strip() for line in top.read_text(encoding="utf-8").splitlines())
    waiting, seen = [plain(re.split(r"[\[=<> ;]", line)[0]) for line in lines if line and line[0] != "-"], set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        try:
            asked = metadata.requires(name) or []
        except metadata.PackageNotFoundError:
            continue  # for another system or Python
        seen.add(name)
        waiting += [plain(re.split(r"[\[=<>!~ ;(]", one)[0]) for one in asked if "extra ==" not in one]
    return seen


def component(package: dict[str, str]) -> dict[str, Any]:
    entry: dict[str, Any] = {"type": "library", "bom-ref": package["purl"], **package}
    if stated := entry.pop("licence", ""):
        entry["licenses"] = [{"license": {"name": stated}}]
    return entry


def bill() -> dict[str, Any]:
    from tesla_core import __version__

    return {
        "bomFormat": "CycloneDX",
        "specVersion": FORMAT,
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "tesla-lab", "version": __version__}},
        "components": [component(package) for package in python_packages() + system_packages()],
    }


def licences() -> str:
    """What the app's own requirements bring, as a table in Markdown."""
    wanted = needed(ROOT / "requirements.txt")
    rows = [f"| {one['name']} | {one['licence']} |" for one in python_packages() if one["name"] in wanted]
    return "\n".join(["| package | licence |", "|---|---|", *rows])


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    print(licences() if "--licences" in sys.argv else json.dumps(bill(), indent=1))
