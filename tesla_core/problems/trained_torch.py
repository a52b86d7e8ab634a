"""A trained model out of a run's folder, a checkpoint, or a file of weights."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from tesla_core.analysis.network.losses import LossSamples
from tesla_core.analysis.network.trained import TrainedModel, model_of, read_safetensors
from tesla_core.errors import TeslaError
from tesla_core.experiments.assembler import Assembled, assemble_by_spec
from tesla_core.experiments.folder import RunFolder
from tesla_core.experiments.registry import spec_from_dict
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.tasks.data import Dataset
from tesla_core.training.checkpoint import FORMAT, load_checkpoint
from tesla_core.training.fit import FitTraining
from tesla_core.training.lockstep import Lockstep
from tesla_core.training.trainable import history_lines


def read_trained(path: Path) -> TrainedModel:
    """What the path holds; a missing, torn or foreign one is named."""
    if path.is_dir():
        folder = RunFolder.open(path)
        if not folder.checkpoint_file.exists():
            raise TeslaError(f"{path} has no {folder.checkpoint_file.name} yet: the run has not saved one.")
        return _of_checkpoint(folder.checkpoint_file, folder.spec())
    if not path.exists():
        raise TeslaError(f"There is no folder or file {path}.")
    tensors, texts = read_safetensors(path)
    if texts.get("format") == FORMAT:
        return _of_checkpoint(path, spec_from_dict(_read_json(path, texts.get("spec", ""))))
    label = ""
    if "model" in texts:
        written = _read_json(path, texts["model"])
        label = str(written.get("activation", "")) if isinstance(written, dict) else ""
    return model_of(path.name, label or path.stem, tensors)


def _read_json(path: Path, text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise TeslaError(f"{path} describes itself by a text that is no JSON: {error}.") from error


def _of_checkpoint(path: Path, spec: ExperimentSpec) -> TrainedModel:
    tensors, data = load_checkpoint(path, spec.to_dict())
    if not spec.model().entry.series:
        raise TeslaError(f"{path} is of {spec.run_label}, which has no TESLA layer: neither a budget nor a series.")
    assembled = assemble_by_spec([spec])
    assembled.training.load_state(tensors, data)
    state = {name: tensor.detach().cpu().numpy() for name, tensor in _model(assembled).state_dict().items()}
    own = history_lines(assembled.training.history, 0)
    return model_of(
        str(path), f"{spec.title}, {spec.run_label}", state, history=tuple(own), **_samples(assembled, spec)
    )


@torch.no_grad()
def _model(assembled: Assembled) -> nn.Module:
    training: Any = assembled.training
    if isinstance(training, Lockstep):
        models: list[nn.Module] = vars(assembled)["models"]
        training.stack.write_back(models)
        return models[0]
    return training.network


def _samples(assembled: Assembled, spec: ExperimentSpec) -> dict[str, Any]:
    """Where it was trained, and what was asked for there."""
    training = assembled.training
    if isinstance(training, FitTraining):
        train = LossSamples("squares", _floats(training.x), _floats(training.y))
        return {"inputs": train.x, "train": train}
    if not isinstance(training, Lockstep):
        return {}
    data = spec.task().sample()
    if isinstance(data, Dataset):
        kind = "logit" if data.classes == 2 else "classes"
        train, test = (LossSamples(kind, split.x.astype(np.float64), split.y) for split in (data.train, data.test))
        return {"inputs": train.x, "train": train, "held_out": test}
    inside = getattr(data, "inside", None)  # an equation's loss is one of derivatives, not of outputs alone
    return {} if inside is None else {"inputs": np.asarray(inside, np.float64)}


def _floats(tensor: torch.Tensor) -> NDArray[np.float64]:
    return tensor.detach().cpu().numpy().astype(np.float64)
