"""Checkpoints: one safetensors file, written so that a crash leaves either the old one or the new one, never half.

Tensors and plain data go into one file together with the spec they belong to and a digest of it all, so that a torn,
foreign or damaged file is refused by name. Nothing is ever unpickled.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor

from tesla_core.errors import CheckpointError
from tesla_core.files import write_atomically

FORMAT = "tesla-lab-checkpoint-1"


def save_checkpoint(path: Path, tensors: dict[str, Tensor], data: dict[str, Any], spec: dict[str, Any]) -> None:
    """Replace `path` atomically: temporary file, fsync, rename, fsync of the folder."""
    tensors = {name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()}
    texts = {"format": FORMAT, "spec": json.dumps(spec, sort_keys=True), "data": json.dumps(data)}
    write_atomically(path, save(tensors, {**texts, "digest": _digest(tensors, texts)}))


def load_checkpoint(path: Path, spec: dict[str, Any]) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """Tensors and plain data of the checkpoint at `path`, if it is whole and belongs to `spec`."""
    if not path.is_file():
        raise CheckpointError(f"There is no checkpoint at {path}.")
    try:
        with safe_open(path, framework="pt") as file:
            metadata = file.metadata() or {}
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 (not a dict)
    except (SafetensorError, OSError) as error:
        raise CheckpointError(f"The checkpoint {path} is torn or not a checkpoint: {error}.") from error
    if metadata.get("format") != FORMAT:
        raise CheckpointError(f"{path} is not a checkpoint of this program (format {metadata.get('format')!r}).")
    if metadata.pop("digest", None) != _digest(tensors, metadata):
        raise CheckpointError(f"The checkpoint {path} is damaged: its contents don't match their digest.")
    theirs = json.loads(metadata["spec"])
    differing = sorted(key for key in theirs.keys() | spec.keys() if theirs.get(key) != spec.get(key))
    if differing:
        changes = ", ".join(f"{key} {theirs.get(key)!r} (now {spec.get(key)!r})" for key in differing)
        raise CheckpointError(f"The checkpoint {path} belongs to another spec: {changes}.")
    return tensors, json.loads(metadata["data"])


def _digest(tensors: dict[str, Tensor], texts: dict[str, str]) -> str:
    digest = hashlib.blake2b(json.dumps(texts, sort_keys=True).encode(), digest_size=16)
    for name, tensor in sorted(tensors.items()):
        digest.update(f"{name} {tensor.dtype} {tuple(tensor.shape)}".encode())
        digest.update(tensor.contiguous().view(-1).view(torch.uint8).numpy().data)
    return digest.hexdigest()
