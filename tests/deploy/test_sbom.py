"""The bill of materials: what is inside an image can be looked up when a hole in a package becomes known."""

from __future__ import annotations

import json
from pathlib import Path

from deploy.sbom import bill, licences, needed, plain, python_packages


def test_every_component_can_be_looked_up() -> None:
    """By the address that advisories use for packages."""
    made = json.loads(json.dumps(bill()))
    assert (made["bomFormat"], made["specVersion"]) == ("CycloneDX", "1.5")
    components = {one["name"]: one for one in made["components"] if one["purl"].startswith("pkg:pypi/")}
    assert components["streamlit"]["purl"] == f"pkg:pypi/streamlit@{components['streamlit']['version']}"
    assert len({one["bom-ref"] for one in made["components"]}) == len(made["components"])


def test_what_the_app_needs_is_followed_to_the_end(root: Path) -> None:
    """A package of a package of a requirement is there; a tool of the tests is not."""
    found = needed(root / "requirements.txt")
    assert {"torch", "streamlit", "pyarrow", "markupsafe"} <= found
    assert not {"pytest", "ruff", "playwright"} & found


def test_every_package_of_the_app_states_a_licence(root: Path) -> None:
    """One without is nobody's to hand on."""
    wanted = needed(root / "requirements.txt")
    assert [one["name"] for one in python_packages() if one["name"] in wanted and one["licence"] == "not stated"] == []
    assert "| torch |" in licences()


def test_names_are_compared_as_registries_do() -> None:
    assert plain("Foo_Bar.baz") == "foo-bar-baz"
