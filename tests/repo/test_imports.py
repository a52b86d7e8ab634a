"""Imports point down only: the science knows nothing of the pages, and no page waits for torch."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

FOLDERS = (
    (
        "brought",
        "errors",
        "counts",
        "files",
        "data_folder",
        "seeds",
        "devices",
        "allocator",
        "allowance",
        "extras",
        "fields",
        "link_words",
        "logs",
        "progress_line",
    ),
    ("messages", "wording"),
    ("activations",),
    ("analysis",),
    ("models",),
    ("tasks",),
    ("training",),
    ("paper",),
    ("figures",),
    ("experiments",),
    ("lab",),
    ("problems",),
    ("visits",),
    ("live",),
    ("canvas",),
    ("lessons",),
    ("jobs",),
    ("classroom",),
    ("doctor",),
    ("operations",),
    ("commands",),
)
"""From the bottom up, as ARCHITECTURE.md has them: each may import its own row and those before it."""
LOOK_UP = {
    "experiments/registry.py": ("problems",),  # a spec in a file names its experiment, which problems know
    "figures/paper/__init__.py": ("problems",),  # each problem names the paper's figures that are of it
    "live/__main__.py": ("doctor", "jobs"),  # the engine leaves word of how its kernel fared, and that it trains
}
SCIENCE = ("activations", "models", "tasks", "analysis", "training")
ABOVE_SCIENCE = ("live", "jobs", "figures", "experiments", "lab", "commands")
NUMPY_ONLY = ("figures", "analysis", "tasks", "paper", "lab", "canvas")


def imported(path: Path) -> Iterator[str]:
    """Every module a file names in an import, at whatever depth; `from x import y` gives both x and x.y."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def at_run_time(tree: ast.Module) -> Iterator[ast.ImportFrom]:
    """The imports of a module that are more than a type checker's."""
    for node in tree.body:
        if not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)):
            yield from (part for part in ast.walk(node) if isinstance(part, ast.ImportFrom))


def offenders(folder: Path, *forbidden: str) -> list[str]:
    return [
        f"{path.relative_to(folder)} imports {name}"
        for path in sorted(folder.rglob("*.py"))
        for name in imported(path)
        if any(name == banned or name.startswith(f"{banned}.") for banned in forbidden)
    ]


def run_python(code: str, root: Path) -> str:
    """What `code` prints, in a process of its own, so that this one's imports don't count."""
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip().splitlines()[-1]


def test_the_library_never_needs_streamlit(root: Path) -> None:
    """A researcher takes tesla_core into their own model without a web framework."""
    assert offenders(root / "tesla_core", "streamlit", "pages", "app") == []


def test_every_folder_imports_from_those_below_it(root: Path) -> None:
    """Who changes a folder knows whom that can break: those above it."""
    place = {name: number for number, row in enumerate(FOLDERS) for name in row}
    folder, wrong = root / "tesla_core", []
    for path in sorted(folder.rglob("*.py")):
        own = path.relative_to(folder)
        part = own.parts[0].removesuffix(".py")
        if part in ("__init__", "__main__"):
            continue
        for node in at_run_time(ast.parse(path.read_text(encoding="utf-8"))):
            _, _, target = (node.module or "").partition("tesla_core.")
            needed = target.split(".")[0]
            if needed and place[needed] > place[part] and needed not in LOOK_UP.get(own.as_posix(), ()):
                wrong.append(f"{own} imports {node.module}")
    assert wrong == []


@pytest.mark.parametrize("package", SCIENCE)
def test_the_science_knows_nothing_above_it(root: Path, package: str) -> None:
    """A change in the live engine, the jobs or the pages can't change what is trained."""
    above = [f"tesla_core.{name}" for name in ABOVE_SCIENCE]
    assert offenders(root / "tesla_core" / package, *above) == []


@pytest.mark.parametrize("package", NUMPY_ONLY)
def test_what_pages_import_does_not_load_torch(root: Path, package: str) -> None:
    """A page that shows a figure starts in a second, not in ten."""
    folder = root / "tesla_core" / package
    modules = [".".join(path.relative_to(root).with_suffix("").parts) for path in sorted(folder.rglob("*.py"))]
    names = [module.removesuffix(".__init__") for module in modules]
    code = f"import importlib, sys\nfor name in {names!r}: importlib.import_module(name)\nprint('torch' in sys.modules)"
    assert names, f"tesla_core/{package} has no modules"
    assert run_python(code, root) == "False"


def test_a_problem_says_in_a_file_s_name_that_it_needs_torch(root: Path) -> None:
    """Whoever writes a page sees which files of a problem it may import."""
    folder = root / "tesla_core" / "problems"
    modules = [path for path in sorted(folder.rglob("*.py")) if not path.stem.endswith("_torch")]
    names = [".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__") for path in modules]
    code = f"import importlib, sys\nfor name in {names!r}: importlib.import_module(name)\nprint('torch' in sys.modules)"
    assert run_python(code, root) == "False"


def test_the_streamlit_process_never_loads_torch(root: Path) -> None:
    """Training can't block a page, and the app starts quickly and stays small."""
    code = """
import runpy, sys
from pathlib import Path
from streamlit.testing.v1 import AppTest

sys.path.insert(0, ".")
runpy.run_path("app.py")
app = AppTest.from_file("pages/router.py", default_timeout=60).run()
assert not app.exception, app.exception
pages = [path.relative_to("pages") for path in Path("pages").rglob("*.py")]
for page in pages:
    if page.name != "router.py" and not any(part.startswith("_") for part in page.parts):
        app.switch_page(str(page)).run()
        assert not app.exception, (page, app.exception)
print("torch" in sys.modules)
"""
    assert run_python(code, root) == "False"


@pytest.mark.parametrize("module", ["tesla_core", "tesla_core.activations"])
def test_the_package_itself_loads_lazily(root: Path, module: str) -> None:
    """`import tesla_core` costs nothing until something is used."""
    assert run_python(f"import sys, {module}\nprint('torch' in sys.modules)", root) == "False"
