"""One name, one thing: who looks a class up by its name finds the only one."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path


def test_no_two_classes_have_the_same_name(root: Path) -> None:
    found: dict[str, list[str]] = defaultdict(list)
    for path in [*root.glob("tesla_core/**/*.py"), *root.glob("pages/**/*.py"), root / "app.py"]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(str(path.relative_to(root)))
    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}
