"""What the lab counts of itself: the web server's process and the engine's each for itself. `/metrics` shows both."""

from __future__ import annotations

import re
from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

SLICES = (0.005, 0.012, 0.025, 0.06, 0.12, 0.25, 0.5, 1.0, 2.5)  # seconds; slices are planned from 0.012 to 0.06
MOST_REASONS = 40


class WebCounts:
    """Of the web process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = self._counter("tesla_web_requests", "HTTP requests answered.", "status")
        self.connections = Gauge("tesla_web_connections", "Open WebSockets.", ["channel"], registry=self.registry)
        self.frames = self._counter("tesla_web_frames_sent", "Frames of live runs sent to browsers.")
        self.sent = self._counter("tesla_web_bytes_sent", "Bytes sent over WebSockets.", "channel")
        self._refusals = self._counter("tesla_refusals", "What was refused, by reason.", "reason")
        self._reasons: set[str] = set()

    def refuse(self, reason: object) -> None:
        """Count a refusal. Reasons are words of our own; whatever else comes here is one reason, "other"."""
        word = str(reason)
        if not re.fullmatch(r"[a-z][a-z0-9-]{0,30}", word):
            word = "other"
        if word not in self._reasons and len(self._reasons) >= MOST_REASONS:
            word = "other"
        self._reasons.add(word)
        self._refusals.labels(word).inc()

    def refused(self) -> dict[str, int]:
        """By reason, the most frequent first."""
        samples = [sample for metric in self._refusals.collect() for sample in metric.samples]
        found = {sample.labels["reason"]: int(sample.value) for sample in samples if sample.name.endswith("_total")}
        return dict(sorted(found.items(), key=lambda entry: -entry[1]))

    def _counter(self, name: str, text: str, *labels: str) -> Counter:
        return Counter(name, text, labels, registry=self.registry)


class EngineCounts:
    """Of the engine's process, from its start."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.slices = Histogram(
            "tesla_engine_slice_seconds",
            "What slices of training took: processor time, or a GPU's on the wall.",
            buckets=SLICES,
            registry=self.registry,
        )
        started = Gauge("tesla_engine_started_seconds", "When it was started, since 1970.", registry=self.registry)
        started.set_to_current_time()
        self.epochs = Counter("tesla_engine_epochs", "Epochs trained, all panels as one.", registry=self.registry)
        self.frames = Counter("tesla_engine_frames", "Frames made, each once for all viewers.", registry=self.registry)

    def text(self) -> str:
        """As Prometheus reads it."""
        return generate_latest(self.registry).decode()


@cache
def web_counts() -> WebCounts:
    """The process's one."""
    return WebCounts()
