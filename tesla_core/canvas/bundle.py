"""A component's modules as one script: Streamlit takes a component's JavaScript as a single module."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

ASSETS = Path(__file__).parents[2] / "assets" / "live"
_IMPORT = re.compile(r'^import\s*(\{[^}]*\})\s*from\s*"(\.\.?/[\w./]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_DEFAULT = re.compile(r"^export default ", re.MULTILINE)
_NOT_RUN = re.compile(r"^\s*//.*\n|^[ \t]+|^\n", re.MULTILINE)


@cache
def bundled(entry: str = "main", folder: Path = ASSETS) -> str:
    """`entry`.js of a folder and every module it imports, each once, what is needed first; each keeps a scope of its
    own. Remarks and indentation stay behind: Streamlit sends the script with every mount."""
    parts: dict[Path, str] = {}

    def visit(file: Path, path: tuple[Path, ...]) -> str:
        if file in path:
            ring = " → ".join(each.stem for each in (*path, file))
            raise ValueError(f"JavaScript modules import each other in a ring: {ring}.")
        text = file.read_text(encoding="utf-8")

        def taken(found: re.Match[str]) -> str:
            needed = Path(os.path.normpath(file.parent / found[2]))
            if needed not in parts:
                parts[needed] = _scoped(_name(needed, folder), visit(needed, (*path, file)))
            return f"const {found[1]} = {_name(needed, folder)};\n"

        return _IMPORT.sub(taken, text)

    last = visit(folder / f"{entry}.js", ())
    return _NOT_RUN.sub("", "\n".join([*parts.values(), last]))


def _name(file: Path, folder: Path) -> str:
    """A module's name in the script: its place as seen from the folder, `_words_say` for words/say.js."""
    return "_" + re.sub(r"\W+", "_", os.path.relpath(file, folder).removesuffix(".js")).strip("_")


def _scoped(name: str, text: str) -> str:
    exports = ", ".join(exported for _, exported in _EXPORT.findall(text))
    body = _DEFAULT.sub("", _EXPORT.sub(r"\1", text))  # only the entry's default is the component
    return f"const {name} = (() => {{\n{body}\nreturn {{ {exports} }};\n}})();\n"


@cache
def stylesheet(name: str = "live.css", folder: Path = ASSETS) -> str:
    """The component's rules."""
    return (folder / name).read_text(encoding="utf-8")
