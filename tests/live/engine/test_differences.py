"""If these fail, a page that is sent differences paints other pixels than one that is sent whole frames."""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from tesla_core.live.engine.recording import DIFFERENCES_KEPT, Recording
from tesla_core.live.engine.viewer import Viewer
from tesla_core.live.protocol import DIFFERENCE, FRAMES, Frame, decode_frame, encode_difference, encode_frame
from tesla_core.live.spec import LiveSpec
from tests.js.test_javascript import node
from tests.live.engine.test_engine import Lab, Person, tell

WIRE = Path(__file__).parents[3] / "assets" / "live" / "session" / "wire.js"
DECODE = """
import { Decoder } from %s;
let text = "";
for await (const part of process.stdin) text += part;
const found = [];
for (const run of JSON.parse(text)) {
  const decoder = new Decoder();
  for (const message of run) {
    const bytes = Uint8Array.from(Buffer.from(message, "hex"));
    const { kind, number, panels } = await decoder.decode(bytes.buffer);
    const [grids, values] = [panels?.map((panel) => [...panel.grid]), panels?.map((panel) => panel.values)];
    found.push({ kind, number, grids, values });
  }
}
console.log(JSON.stringify(found));
"""


def decoded(*runs: list[bytes]) -> list[dict[str, Any]]:
    """Messages as the canvas decodes them; each run's by a decoder of its own."""
    code = DECODE % json.dumps(WIRE.as_uri())
    done = subprocess.run(
        [node(), "--input-type=module", "-e", code],
        input=json.dumps([[message.hex() for message in run] for run in runs]),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return json.loads(done.stdout)


def frame_of(grid: np.ndarray, number: int) -> Frame:
    metrics = np.full((len(grid), 4), number / 8, np.float32)
    lost = np.full(len(grid), -1)
    return Frame(number, 3, 1, 4, grid, metrics, lost, lost >= 0, pixels=1)


grids = arrays.arrays(np.uint8, (4, 3, 2, 5, 6))  # four frames of three panels, two planes


@settings(max_examples=5, deadline=None)
@given(st.lists(grids, min_size=6, max_size=6))
def test_the_canvas_reads_the_pixels_that_were_encoded(drawn: list[np.ndarray]) -> None:
    runs, wanted = [], []
    for grid in drawn:
        frames = [frame_of(one, number) for number, one in enumerate(grid)]
        changes = [encode_difference(now, before) for before, now in pairwise(frames)]
        runs.append([encode_frame(frames[0]), *changes])
        wanted += frames
    for found, frame in zip(decoded(*runs), wanted, strict=True):
        assert found["number"] == frame.number
        assert found["values"] == frame.metrics.tolist()
        assert found["grids"] == frame.grid.reshape(3, -1).tolist()


def test_a_difference_to_a_frame_that_is_not_there_is_said_to_be_lost() -> None:
    frames = [frame_of(np.full((1, 1, 2, 2), 10 * number, np.uint8), number) for number in range(4)]
    whole = [encode_frame(frame) for frame in frames]
    skipped = encode_difference(frames[2], frames[1])
    found = decoded([whole[0], skipped, whole[2], encode_difference(frames[3], frames[2])], [skipped])
    assert [message["kind"] for message in found] == ["frame", "lost", "frame", "frame", "lost"]
    assert found[3]["grids"] == [[30] * 4]


class Page(Person):
    """A person whose page knows differences; all its binary messages, run by run."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.runs: list[list[bytes]] = []

    def _take(self, message: bytes | str) -> bool:
        if isinstance(message, str):
            if json.loads(message)["type"] == "run":
                self.runs.append([])
            return super()._take(message)
        if message[0] in FRAMES:
            self.runs[-1].append(message)
            self.shown = int.from_bytes(message[4:8], "little")
            if self.acknowledges:
                asyncio.get_running_loop().call_soon(self.press, "ack", self.shown)
        return True


def test_played_scrubbed_and_watched_anew_the_pixels_are_those_of_whole_frames(
    make_spec: Callable[..., LiveSpec],
) -> None:
    kept: dict[int, Frame] = {}
    page: list[Page] = []

    async def story(lab: Lab) -> None:
        one, spec = Page(lab.engine), make_spec(epochs=60)
        page.append(one)
        one.watch(spec, differences=True, playing=True, speed=30)
        await lab.until(lambda: one.state.get("state") == "finished")
        for epoch in (7.0, 3.0, 59.0):
            one.press("seek", epoch=epoch)
            await lab.until(lambda epoch=epoch: one.shown == 4 * epoch)
        one.viewer = Viewer(one._take, one.viewer.stirred_at)  # another connection
        lab.engine.viewers.add(one.viewer)
        one.watch(spec, differences=True, epoch=10.0)
        await lab.until(lambda: one.shown == 40)
        assert one.viewer.run is not None
        recording = one.viewer.run.recording
        for number in {int.from_bytes(message[4:8], "little") for run in one.runs for message in run}:
            found = recording.frame(number)
            assert found is not None
            assert found[0] == number
            kept[number] = decode_frame(found[1])

    tell(story)
    messages = [message for run in page[0].runs for message in run]
    assert any(message[0] == DIFFERENCE for message in messages)
    assert len(page[0].runs) == 2
    for found in decoded(*page[0].runs):
        assert found["kind"] == "frame"
        assert found["grids"] == kept[found["number"]].grid.reshape(2, -1).tolist()


def test_a_page_of_before_is_sent_whole_frames_alone(make_spec: Callable[..., LiveSpec]) -> None:
    async def story(lab: Lab) -> None:
        one = Page(lab.engine)
        one.watch(make_spec(), playing=True, speed=0)
        await lab.until(lambda: one.state.get("state") == "finished")
        assert all(message[0] != DIFFERENCE for run in one.runs for message in run)

    tell(story)


def test_only_the_newest_differences_are_kept() -> None:
    recording = Recording()
    for step in range(1, 3 * DIFFERENCES_KEPT):
        recording.add_difference(step, step - 1, bytes(100))
    last = 3 * DIFFERENCES_KEPT - 1
    assert recording.difference(last, last - 1) == bytes(100)
    assert recording.difference(last, last - 2) is None
    assert recording.difference(last, None) is None
    assert recording.difference(1, 0) is None
    assert recording.nbytes == 100 * DIFFERENCES_KEPT
