"""Nothing outside a problem's folder knows the problem: a new one is a folder and a line of the registry."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tesla_core.problems.registry import problems

ROOT = Path(__file__).resolve().parents[2]
PROBLEMS = ROOT / "tesla_core" / "problems"
FOLDERS = {path.name for path in PROBLEMS.iterdir() if (path / "__init__.py").exists()}
INSIDE = re.compile(rf"tesla_core\.problems\.({'|'.join(sorted(FOLDERS))})\b")
SHARED = {"pde"}
"""What equations have in common that PINNs solve: the one folder that others know."""


def outside() -> list[Path]:
    """Every module of the program that belongs to no problem; the registry may name the folders."""
    files = [ROOT / "app.py", *(ROOT / "tesla_core").rglob("*.py"), *(ROOT / "pages").rglob("*.py")]
    own = [PROBLEMS / "registry.py", *(path for folder in FOLDERS for path in (PROBLEMS / folder).rglob("*.py"))]
    return sorted(set(files) - set(own))


def relative(path: Path) -> str:
    return str(path.relative_to(ROOT))


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def modules_named(path: Path) -> Iterator[str]:
    """What a file imports, at whatever depth, and modules that it names to be imported later."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and INSIDE.match(node.value):
            yield node.value


def folders_named(path: Path) -> set[str]:
    return {found[1] for name in modules_named(path) if (found := INSIDE.match(name))}


def classes_of_problems() -> set[str]:
    """The classes by which specs, tasks and ways of watching are known."""
    found: set[str] = set()
    for problem in problems().values():
        found |= {spec.__name__ for spec in problem.experiments}
        found |= {task.__name__ for task in problem.kinds}
        found |= {type(kind).__name__ for kind in problem.kinds.values()}
    return found


def classes_named(path: Path) -> set[str]:
    """Such classes that a file names, in code or, those of specs and tasks, in a string. Not what it has elsewhere by
    the same name, as PIL's Image."""
    own: set[str] = set()
    names: set[str] = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ImportFrom) and not INSIDE.match(node.module or ""):
            own |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.ClassDef):
            own.add(node.name)
        elif isinstance(node, ast.Name):
            names.add(node.id)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.endswith(("Task", "Spec")):
            names.add(node.value)
    return (names & classes_of_problems()) - own


def names_of_problems() -> set[str]:
    found: set[str] = set()
    for problem in problems().values():
        found |= {problem.name, *(spec.experiment for spec in problem.experiments)}
        found |= {table.name for table in problem.tables} | {kind.name for kind in problem.kinds.values()}
    return found


def names_compared(path: Path) -> set[str]:
    """Names of problems, experiments, tables and kinds of pictures that a file branches on."""
    constants = {
        target.id: node.value.value
        for node in tree_of(path).body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    found: set[object] = set()
    for node in ast.walk(tree_of(path)):
        sides: list[ast.expr] = []
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
        elif isinstance(node, ast.MatchValue):
            sides = [node.value]
        parts = [part for side in sides for part in (side.elts if isinstance(side, ast.Tuple | ast.Set) else [side])]
        found |= {part.value for part in parts if isinstance(part, ast.Constant)}
        found |= {constants[part.id] for part in parts if isinstance(part, ast.Name) and part.id in constants}
    return {name for name in found if isinstance(name, str)} & names_of_problems()


@pytest.mark.parametrize("named", [folders_named, classes_named, names_compared], ids=lambda named: named.__name__)
def test_nothing_outside_a_folder_knows_its_problem(named) -> None:
    """Somebody who adds a problem, or takes one away, has no other file to look for."""
    found = {relative(path): sorted(names) for path in outside() if (names := named(path))}
    assert found == {}


@pytest.mark.parametrize("folder", sorted(FOLDERS))
def test_a_problem_knows_no_other(folder: str) -> None:
    """One can be read, and taken away, without the rest."""
    known = {name for path in (PROBLEMS / folder).rglob("*.py") for name in folders_named(path)}
    assert known - {folder} <= SHARED


def test_the_checks_find_what_they_look_for(tmp_path: Path) -> None:
    """They would notice each of the ways in which a page could know a problem."""
    file = tmp_path / "page.py"
    file.write_text(
        "from tesla_core.problems import toys\n"
        "from tesla_core.problems.toys.task import ToyTask\n"
        "PARITY = 'parity'\n"
        "def pick(task, kind):\n"
        "    if isinstance(task, ToyTask) or type(task).__name__ == 'SurfaceTask':\n"
        "        return kind in ('signal', 'plane')\n"
        "    return kind == PARITY\n"
    )
    assert folders_named(file) == {"toys"}
    assert classes_named(file) == {"ToyTask", "SurfaceTask"}
    assert names_compared(file) == {"parity", "signal", "plane"}
