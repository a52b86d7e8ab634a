"""Training a vision model on pictures: stops and resumes at any batch, bit for bit."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from tesla_core.activations.budget import budget_penalty
from tesla_core.errors import TeslaError
from tesla_core.problems.imagenet100.crops_torch import MiddleView, TrainView
from tesla_core.problems.imagenet100.loader_torch import PictureBatch, PictureLoader, usual_workers
from tesla_core.problems.imagenet100.pictures.image_set import ImageSet
from tesla_core.problems.imagenet100.settings import VisionSettings
from tesla_core.seeds import torch_stream
from tesla_core.training.optimizer import PromptAdamW
from tesla_core.training.optimizer_state import below, load_moments, moments_of
from tesla_core.training.sharing import Alone, Sharing
from tesla_core.training.trainable import Record, Step
from tesla_core.wording import form

MEAN, SPREAD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)  # of ImageNet's red, green and blue
MOST_UNREADABLE = 1000  # names that are kept
WARM_UP = 3  # batches: kernels are chosen and memory is found


class VisionTraining:
    """One network on one set of pictures.

    The last batch of an epoch is left out where it would be smaller than the others: norms over a batch need company.
    Pictures that can't be read are left out, too, and named in `unreadable`. channels_last: the memory format that
    convolutions like. sharing: how a batch is split over several processes.
    """

    def __init__(
        self,
        network: nn.Module,
        data: ImageSet,
        settings: VisionSettings,
        image_size: int,
        seed: int = 0,
        device: str | torch.device = "cpu",
        workers: int | None = None,
        channels_last: bool = False,
        sharing: Sharing | None = None,
    ) -> None:
        self.device, self.settings, self.seed = torch.device(device), settings, seed
        self.data = data
        self._format = torch.channels_last if channels_last else torch.contiguous_format
        self.network = network.to(self.device).to(memory_format=self._format)  # pyright: ignore[reportCallIssue]
        self.sharing = sharing or Alone()
        workers = usual_workers(self.device) if workers is None else workers
        pinned = self.device.type == "cuda"
        self._train = PictureLoader(data.train, TrainView(image_size, data.least_crop, seed), workers, pinned)
        self._held_out = PictureLoader(data.validation, MiddleView(image_size), workers, pinned)
        on_mps = self.device.type == "mps"  # which has neither the fused optimizer nor float64
        self.optimizer = PromptAdamW(
            self.network.parameters(), lr=settings.lr, weight_decay=settings.weight_decay, fused=not on_mps
        )
        self.epoch, self.batch = 0, 0
        self.history: list[Record] = []
        self.unreadable: dict[str, str] = {}
        self.images_per_second: float | None = None
        self.best: dict[str, Tensor] = {}
        # Of each validation picture: the class it was taken for (-1: not seen), and how surely.
        self.predicted = torch.full((len(self._held_out),), -1, dtype=torch.int64)
        self.confidence = torch.zeros(len(self._held_out))
        # Sums over the epoch so far: of losses, right answers and samples.
        self._running = torch.zeros(3, dtype=torch.float64, device="cpu" if on_mps else self.device)
        self._throughput = Throughput(lambda: torch.cuda.synchronize(self.device) if pinned else None)
        self._mean, self._spread = (
            torch.tensor(values, device=self.device).mul(255).view(1, 3, 1, 1) for values in (MEAN, SPREAD)
        )

    @property
    def epochs(self) -> int:
        return self.settings.epochs

    @property
    def batches(self) -> int:
        """Whole batches in an epoch; a set smaller than one is one batch."""
        return max(1, len(self._train) // self.settings.batch)

    @property
    def finished(self) -> bool:
        return self.epoch >= self.settings.epochs

    @property
    def precision(self) -> str:
        """The arithmetic that is used."""
        if self.settings.precision != "auto":
            return self.settings.precision
        fast = self.device.type == "cuda" and torch.cuda.is_bf16_supported()
        return "bfloat16" if fast else "float32"

    def steps(self) -> Iterator[Step]:
        """Train from where it stands to the last epoch, yielding after every batch."""
        try:
            while not self.finished:
                epoch = self.epoch
                loaded = self._train.batches(self._shares(epoch)[self.batch :], epoch)
                while self.epoch == epoch:
                    yield self._step(loaded)
        finally:
            self._train.close()
            self._held_out.close()

    def _shares(self, epoch: int) -> list[Tensor]:
        """The indices of each batch of the epoch, as far as they are this process's. Depends on nothing but the seed,
        the epoch and the process's place."""
        order = torch.randperm(len(self._train), generator=torch_stream(self.seed, "order", epoch))
        size = self.settings.batch
        return [self.sharing.own(order[start * size : (start + 1) * size]) for start in range(self.batches)]

    def _step(self, loaded: Iterator[PictureBatch]) -> Step:
        self._throughput.start()
        batch = next(loaded)
        self._note(batch)
        progress = (self.epoch + self.batch / self.batches) / self.settings.epochs
        for group in self.optimizer.param_groups:
            group["lr"] = self.settings.learning_rate(progress)
        self.network.train()
        loss, right, count = self.sharing.join(self.network, *self._gradients(batch))
        if not count:
            raise TeslaError(f"No picture of a batch can be read: {', '.join(list(self.unreadable)[-10:])}.")
        self.optimizer.step()
        self._running[0] += (loss * count).to(self._running.device)
        self._running[1] += right.to(self._running.device)
        self._running[2] += count
        self.batch += 1
        epoch, number, batches = self.epoch, self.batch, self.batches
        self._throughput.stop(count, last=number >= batches)
        record = self._finish_epoch() if number >= batches else None
        return Step(epoch, number, batches, loss[None], record)

    def _gradients(self, batch: PictureBatch) -> tuple[Tensor, Tensor, int]:
        """Leaves the gradients of this process's share in the network; returns its mean loss, how many of it are right
        and how many there are."""
        self.optimizer.zero_grad(set_to_none=True)
        if not len(batch):
            zero = torch.zeros((), device=self.device)
            return zero, zero, 0
        y = batch.y.to(self.device, non_blocking=True)
        logits = self._logits(batch.x)
        loss = functional.cross_entropy(logits, y)
        total = loss
        if self.settings.budget_weight:
            total = loss + budget_penalty(self.network, self.settings.budget_weight, self.settings.budget_target)
        total.backward()
        return loss.detach(), (logits.detach().argmax(-1) == y).sum().to(loss.dtype), len(batch)

    def _logits(self, x: Tensor) -> Tensor:
        """Bytes (b, 3, size, size) on the host → float32 logits (b, classes) on the device."""
        x = x.to(self.device, non_blocking=True).float().sub_(self._mean).div_(self._spread)
        x = x.contiguous(memory_format=self._format)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.precision == "bfloat16"):
            logits = self.network(x)
        return logits.float()

    def _finish_epoch(self) -> Record:
        loss, right, count = self._running.tolist()
        record: Record = {"train_loss": [loss / count], "train_accuracy": [right / count]}
        record |= {f"validation_{name}": [value] for name, value in self._evaluate().items()}
        if record["validation_accuracy"][0] > max((r["validation_accuracy"][0] for r in self.history), default=-1.0):
            self.best = {name: tensor.detach().cpu().clone() for name, tensor in self.network.state_dict().items()}
        self._running.zero_()
        self.history.append(record)
        self.epoch, self.batch = self.epoch + 1, 0
        self.images_per_second = self._throughput.rate or self.images_per_second
        return record

    @torch.no_grad()
    def _evaluate(self) -> dict[str, float]:
        """Loss, accuracy (top-1) and top-5 accuracy on all validation pictures that can be read."""
        self.network.eval()
        size = len(self._held_out)
        sums = torch.zeros(4, dtype=torch.float64)  # loss, top-1, top-5, samples
        predicted, confidence = torch.zeros(size, dtype=torch.float64), torch.zeros(size, dtype=torch.float64)
        for batch in self._held_out.batches(self.sharing.own(torch.arange(size)).split(self.settings.batch)):
            self._note(batch)
            if not len(batch):
                continue
            logits = self._logits(batch.x)
            y = batch.y.to(self.device)
            best = logits.topk(min(5, logits.shape[-1])).indices
            hits = best == y[:, None]
            loss = functional.cross_entropy(logits, y, reduction="sum")
            sums += torch.stack([loss, hits[:, 0].sum(), hits.sum(), y.new_tensor(len(batch))]).double().cpu()
            # 0 is kept for those that no process could read, so that processes can add theirs up.
            predicted[batch.index] = best[:, 0].double().cpu() + 1
            confidence[batch.index] = logits.softmax(-1).amax(-1).double().cpu()
        sums, predicted, confidence = self.sharing.add([sums, predicted, confidence])
        if not sums[3]:
            raise TeslaError(f"No validation picture can be read: {', '.join(list(self.unreadable)[-10:])}.")
        self.predicted, self.confidence = predicted.long() - 1, confidence.float()
        loss, top1, top5 = (sums[:3] / sums[3]).tolist()
        return {"loss": loss, "accuracy": top1, "top5": top5}

    def _note(self, batch: PictureBatch) -> None:
        for name, reason in batch.unreadable:
            if len(self.unreadable) < MOST_UNREADABLE:
                self.unreadable.setdefault(name, reason)

    @property
    def unreadable_in_words(self) -> str:
        """How many pictures could not be read, if any; names end at a limit, and a process knows those of its share."""
        count = len(self.unreadable)
        if not count:
            return ""
        many = f"at least {count:,}" if count >= MOST_UNREADABLE else f"{count:,}"
        share = "" if isinstance(self.sharing, Alone) else " of the first process's share"
        return f"{many} {form(count, 'picture')}{share} could not be read"

    def state(self) -> tuple[dict[str, Tensor], dict[str, Any]]:
        """All that a resumed training needs: tensors by name, and plain data. The next step changes both in place."""
        tensors = {f"model/{name}": tensor for name, tensor in self.network.state_dict().items()}
        tensors |= {f"best/{name}": tensor for name, tensor in self.best.items()}
        tensors |= {f"optimizer/{name}": tensor for name, tensor in moments_of(self.optimizer).items()}
        tensors |= {"running": self._running, "predicted": self.predicted, "confidence": self.confidence}
        plain = {"unreadable": self.unreadable, "images_per_second": self.images_per_second}
        return tensors, {"epoch": self.epoch, "batch": self.batch, "history": self.history, **plain}

    def load_state(self, tensors: dict[str, Tensor], data: dict[str, Any]) -> None:
        """Go back to a state; training on from there repeats what came after it bit for bit."""
        self.network.load_state_dict(below(tensors, "model/"))
        self.best = {name: tensor.clone() for name, tensor in below(tensors, "best/").items()}
        load_moments(self.optimizer, below(tensors, "optimizer/"))
        self._running.copy_(tensors["running"])
        self.predicted, self.confidence = tensors["predicted"].clone(), tensors["confidence"].clone()
        self.epoch, self.batch = data["epoch"], data["batch"]
        self.history = [dict(record) for record in data["history"]]
        self.unreadable, self.images_per_second = dict(data["unreadable"]), data["images_per_second"]


class Throughput:
    """How many samples a second a training takes, without its first batches and without what others do in between.

    Counts while it runs: `start` before a batch, `stop` after it. `synchronise` waits for the device."""

    def __init__(
        self, synchronise: Callable[[], object] = lambda: None, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self._synchronise, self._clock = synchronise, clock
        self._warm_up = WARM_UP
        self._samples, self._seconds, self._started = 0, 0.0, 0.0

    @property
    def rate(self) -> float | None:
        """Samples a second; None before anything was counted."""
        return self._samples / self._seconds if self._seconds > 0 else None

    def start(self) -> None:
        self._started = self._clock()

    def stop(self, samples: int, last: bool = False) -> None:
        """After the last batch before something else is done, and after the warm-up, the device is waited for."""
        if self._warm_up:
            self._warm_up -= 1
            if not self._warm_up:
                self._synchronise()
            return
        if last:
            self._synchronise()
        self._samples += samples
        self._seconds += self._clock() - self._started
