"""The guide is true: its code runs, its tables are the shipped results, what it names exists, and it can be built."""

from __future__ import annotations

import importlib.metadata
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
import torch

from tesla_core.problems.imagenet100.torchvision_torch import declare_schemas
from tests.docs.tables import SENTENCES, TABLES

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = sorted((ROOT / "docs").glob("*.md"))
SLOW = {"limits", "pinn", "compile", "vision"}  # a ResNet-50, a training run, compilers, and transformers' import


def python_blocks(chapter: Path) -> list[tuple[int, str]]:
    """Each block with the line where its code begins."""
    text = chapter.read_text(encoding="utf-8")
    return [
        (text[: found.start(1)].count("\n"), found[1])
        for found in re.finditer(r"^```python\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)
    ]


@pytest.mark.parametrize(
    "chapter",
    [pytest.param(one, id=one.stem, marks=[pytest.mark.slow] if one.stem in SLOW else []) for one in CHAPTERS],
)
def test_every_block_of_a_chapter_runs(
    chapter: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a reader copies works, in the order of the chapter and without a warning."""
    declare_schemas()
    script = ModuleType(f"guide_{chapter.stem}")
    monkeypatch.setitem(sys.modules, script.__name__, script)  # where compilers and pickles look for its names
    with torch.random.fork_rng(devices=[]):
        for line, block in python_blocks(chapter):
            # A forward is found by its source: what torch reads as a file is the chapter, at the block's own lines.
            exec(compile("\n" * line + block, str(chapter), "exec"), vars(script))
    chapter_text = chapter.read_text(encoding="utf-8")
    for shown in re.findall(r"^```text\n(.*?)^```", chapter_text, flags=re.DOTALL | re.MULTILINE):
        assert shown in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:`torch.jit.script.* is deprecated:DeprecationWarning")  # PyTorch's own words
@pytest.mark.filterwarnings("ignore:.*isinstance.treespec, LeafSpec.:FutureWarning")
def test_the_compiled_model_of_the_guide_runs_with_inductor_as_it_says() -> None:
    """Readers leave `backend` out."""
    _, block = python_blocks(ROOT / "docs" / "compile.md")[0]
    with_inductor = block.replace(', backend="aot_eager"', "")
    assert with_inductor != block
    torch._dynamo.reset()
    with torch.random.fork_rng(devices=[]):
        exec(compile(with_inductor, "compile.md", "exec"), {"__name__": "guide_inductor"})


@pytest.mark.parametrize("name", TABLES)
def test_the_tables_are_what_was_measured(name: str) -> None:
    """`python -m tests.docs.tables` prints them anew after a measurement."""
    text = (ROOT / "docs" / "choosing.md").read_text(encoding="utf-8")
    assert "\n".join(TABLES[name]()) in text


@pytest.mark.parametrize("chapter", SENTENCES)
def test_the_times_in_a_chapter_are_what_was_measured(chapter: str) -> None:
    """`python -m tests.docs.tables` prints them anew after a measurement."""
    text = (ROOT / "docs" / f"{chapter}.md").read_text(encoding="utf-8")
    assert SENTENCES[chapter]() in " ".join(text.split())


@pytest.mark.slow
def test_the_table_of_the_gpu_kernels_is_what_the_compiler_counts(tmp_path: Path) -> None:
    """`python -m benchmarks.kernels.gpu_table --write` makes it anew."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("TRITON_")}
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.kernels.gpu_table"],
        cwd=ROOT,
        env={**clean, "TRITON_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") == 14
    assert done.stdout in (ROOT / "docs" / "gpus.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.stem)
def test_every_file_it_names_exists(chapter: Path) -> None:
    """A number's source can be opened."""
    text = chapter.read_text(encoding="utf-8")
    named = [
        name for name in re.findall(r"`([\w./-]+)`", text) if name.startswith(("assets/", "benchmarks/", "tests/"))
    ]
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_list_of_what_is_tested_is_whole_and_names_the_versions_it_was_tested_with() -> None:
    text = (ROOT / "docs" / "tested.md").read_text(encoding="utf-8")
    tests = [
        path.relative_to(ROOT).as_posix()
        for folder in ("activations", "doctor", "docs")
        for path in sorted((ROOT / "tests" / folder).glob("test_*.py"))
    ]
    assert [name for name in tests if f"`{name}`" not in text] == []
    names = ("torch", "torchvision", "timm", "transformers", "onnx", "onnxscript", "onnxruntime")
    said = {name: version for name in names for version in re.findall(rf"\b{name} (\d[\d.]*\d)", text)}
    assert said == {name: importlib.metadata.version(name).partition("+")[0] for name in names}
    required = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    (oldest,) = (line.removeprefix("torch>=") for line in required if line.startswith("torch>="))
    assert f"asks for {oldest} or newer" in text


def test_every_chapter_is_in_the_list_of_contents() -> None:
    contents = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert [chapter.name for chapter in CHAPTERS if f": {chapter.name}\n" not in contents] == []


@pytest.mark.slow
def test_the_guide_is_built_without_a_warning_and_without_anything_from_elsewhere(tmp_path: Path) -> None:
    """A page that asks another server for a font or a script tells it who reads, and fails without a network."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    library = (tmp_path / "api.html").read_text(encoding="utf-8")
    assert "replace_activations" in library
    assert "what was replaced, what not, and why" in library
    fetched = re.compile(
        r"<(?:script|img|iframe)[^>]+src=\"https?:|<link[^>]+rel=\"?(?:stylesheet|preconnect)[^>]+https?:"
    )
    assert [page.name for page in tmp_path.glob("*.html") if fetched.search(page.read_text(encoding="utf-8"))] == []
