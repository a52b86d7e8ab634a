"""The canvas' modules as one script. If these fail, browsers get a canvas that does not start."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tesla_core.canvas.bundle import ASSETS, bundled, stylesheet

ROOMS = ("words", "drawing", "scenes", "charts", "session", "shell")
"""A room of the canvas imports from those before it."""


ENTRIES = ("main", "recording")
"""The canvas on a page of the lab, and in a file of its own."""


def modules() -> list[Path]:
    return sorted(ASSETS.rglob("*.js"))


def test_the_canvas_script_holds_every_module_once() -> None:
    """A module nobody imports, or one that is in twice, would be a mistake in what browsers get."""
    found: set[str] = set()
    for entry in ENTRIES:
        script = bundled(entry)
        names = re.findall(r"^const _(\w+) = \(\(\) => \{", script, re.MULTILINE)
        assert len(names) == len(set(names)), entry
        found |= {entry, *names}
        assert script.count("export ") == 1
        assert "import {" not in script
    assert found >= {"_".join(path.relative_to(ASSETS).with_suffix("").parts) for path in modules()}
    assert ".tesla-live" in stylesheet()


def test_a_module_is_found_from_where_its_importer_stands(tmp_path: Path) -> None:
    """Two rooms may have a module of the same name, and each keeps its own scope."""
    for room in ("one", "two"):
        (tmp_path / room).mkdir()
        (tmp_path / room / "same.js").write_text(f'// A remark.\nexport const {room} = "{room}";\n')
    (tmp_path / "two" / "other.js").write_text('import { one } from "../one/same.js";\nexport const other = one;\n')
    imports = 'import { two } from "./two/same.js";\nimport { other } from "./two/other.js";\n'
    (tmp_path / "main.js").write_text(f"{imports}export default () => two + other;\n")
    script = bundled("main", tmp_path)
    assert script.index("const _one_same") < script.index("const _two_other")
    assert "const { one } = _one_same;" in script
    assert "A remark" not in script


def test_a_component_may_be_a_module_of_another(tmp_path: Path) -> None:
    """The address is a component, and what the canvas writes its epoch with: its default is nobody's there."""
    (tmp_path / "part.js").write_text("export const a = 1;\nexport default function part() {}\n")
    (tmp_path / "main.js").write_text('import { a } from "./part.js";\nexport default () => a;\n')
    assert bundled("main", tmp_path).count("export default") == 1
    assert "export default function part" in bundled("part", tmp_path)


def test_modules_that_import_each_other_are_refused(tmp_path: Path) -> None:
    """A ring would give the browser a script that fails; it is told at start instead."""
    (tmp_path / "main.js").write_text('import { a } from "./a.js";\nexport default () => a;\n')
    (tmp_path / "a.js").write_text('import { b } from "./b.js";\nexport const a = b;\n')
    (tmp_path / "b.js").write_text('import { a } from "./a.js";\nexport const b = a;\n')
    with pytest.raises(ValueError, match="ring"):
        bundled("main", tmp_path)


def test_no_text_goes_over_lines() -> None:
    """The script loses the indentation of its lines: a template over two of them would lose some of its text."""
    for path in modules():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            assert line.count("`") % 2 == 0, f"{path.name}:{number}"


def test_rooms_of_the_canvas_import_from_those_before_them() -> None:
    """Words and drawing know nothing of a run; whoever changes the toolbar can't break a scene."""
    assert {path.parent.name for path in modules()} == {*ROOMS, ASSETS.name}
    for path in modules():
        if path.parent == ASSETS:
            continue  # an entry has them all
        for room in re.findall(r'from "\.\./(\w+)/', path.read_text(encoding="utf-8")):
            assert ROOMS.index(room) < ROOMS.index(path.parent.name), f"{path.parent.name}/{path.name} imports {room}"
