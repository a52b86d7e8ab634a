"""The canvas component's modules as one script: Streamlit takes a component's JavaScript as a single module."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

ASSETS = Path(__file__).parents[3] / "assets" / "live"
_IMPORT = re.compile(r'^import\s*(\{[^}]*\})\s*from\s*"\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)


@cache
def bundled(entry: str = "main", folder: Path = ASSETS) -> str:
    """`entry`.js and every module it imports, each once, what is needed first; each keeps a scope of its own."""
    parts: dict[str, str] = {}

    def visit(name: str, path: tuple[str, ...]) -> str:
        if name in path:
            raise ValueError(f"JavaScript modules import each other in a ring: {' → '.join((*path, name))}.")
        text = (folder / f"{name}.js").read_text(encoding="utf-8")
        for _, needed in _IMPORT.findall(text):
            if needed not in parts:
                parts[needed] = _scoped(needed, visit(needed, (*path, name)))
        return _IMPORT.sub(r"const \1 = _\2;\n", text)

    last = visit(entry, ())
    return "\n".join([*parts.values(), last])


def _scoped(name: str, text: str) -> str:
    exports = ", ".join(exported for _, exported in _EXPORT.findall(text))
    body = _EXPORT.sub(r"\1", text)
    return f"const _{name} = (() => {{\n{body}\nreturn {{ {exports} }};\n}})();\n"


@cache
def stylesheet(name: str = "live.css", folder: Path = ASSETS) -> str:
    """The component's rules."""
    return (folder / name).read_text(encoding="utf-8")
