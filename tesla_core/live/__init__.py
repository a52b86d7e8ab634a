"""Live training: runs that many people watch at once. The engine has a process of its own; nothing else here needs
torch."""

from __future__ import annotations
