// A recording in a page plays as the engine would: a file that somebody opens at home has nobody to ask.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";

import { after, fromBase64, Recorded, unpack } from "../../assets/live/session/recorded.js";

const frame = (position) => ({ kind: "frame", number: position * 4, epoch: Math.floor(position), position, panels: [] });
const positions = [0, 0.5, 1, 2, 4, 8];
const run = { run: "abc", epochs: 20, kind: "plane", edits: [] };

function begun(head = 8, watch = {}) {
  const heard = { texts: [], decoded: [] };
  const clock = { time: 0, now: () => clock.time, start: (tick) => { clock.tick = tick; return 7; }, stop: (timer) => { clock.stopped = timer; } };
  const on = { open() {}, text: (message) => heard.texts.push(message), decoded: (message) => heard.decoded.push(message) };
  const recording = { run, head, backdrop: { kind: "points" }, curves: { kind: "curves" }, frames: positions.map(frame) };
  const player = new Recorded(recording, on, clock);
  player.send({ type: "watch", epoch: 0, playing: false, speed: 2, eases: false, ...watch });
  const pass = (seconds, paints = true) => {
    for (let gone = 0; gone < seconds - 1e-9; gone += 0.05) {
      clock.time += 50;
      clock.tick();
      if (paints) player.send({ type: "ack" });
    }
  };
  const shown = () => heard.decoded.findLast((message) => message.kind === "frame").position;
  const state = () => heard.texts.findLast((message) => message.type === "state");
  return { player, heard, clock, pass, shown, state };
}

test("it is introduced as a run is: what stands still first, then the first frame, paused", () => {
  const { heard, shown, state } = begun();
  assert.deepEqual(heard.texts[0], { type: "run", ...run, epochs: 8 });
  assert.deepEqual(heard.decoded.map((message) => message.kind), ["points", "curves", "frame"]);
  assert.equal(shown(), 0);
  assert.deepEqual([state().state, state().playing, state().head, state().end], ["paused", false, 8, 8]);
});

test("it plays at its speed, and stops at its end", () => {
  const { player, pass, shown, state } = begun();
  player.send({ type: "play", speed: 2, eases: false });
  pass(1);
  assert.equal(shown(), 2);
  assert.equal(state().state, "running");
  pass(3.1);
  assert.equal(shown(), 8);
  assert.deepEqual([state().state, state().playing], ["finished", false]);
});

test("Play at the end plays it again", () => {
  const { player, pass, shown } = begun();
  player.send({ type: "seek", epoch: 8 });
  player.send({ type: "play", speed: 2 });
  pass(0.3);
  assert.equal(shown(), 0.5);
});

test("a place that is sought is shown at once; beyond what was trained, the last one", () => {
  const { player, shown, state } = begun();
  player.send({ type: "seek", epoch: 3.9 });
  assert.equal(shown(), 2);
  player.send({ type: "seek", epoch: 300 });
  assert.equal(shown(), 8);
  assert.equal(state().epoch, 8);
  player.send({ type: "seek", epoch: -3 });
  assert.equal(shown(), 0);
});

test("a step goes to the next frame there is, also where epochs were left out", () => {
  const { player, shown } = begun();
  const seen = [];
  for (const unit of ["batch", "epoch", "epoch", "epoch", "epoch", "epoch"]) {
    player.send({ type: "step", unit });
    seen.push(shown());
  }
  assert.deepEqual(seen, [0.5, 1, 2, 4, 8, 8]);
  player.send({ type: "reset" });
  assert.equal(shown(), 0);
});

test("pausing stays on the frame that is seen", () => {
  const { player, pass, shown, state } = begun();
  player.send({ type: "play", speed: 2 });
  pass(1.6);
  player.send({ type: "pause" });
  assert.equal(shown(), 2);
  assert.deepEqual([state().state, state().epoch], ["paused", 2]);
});

test("a hidden tab is not passed by", () => {
  const { player, pass, shown } = begun();
  player.send({ type: "play", speed: 2 });
  pass(5, false);
  assert.ok(shown() <= 4, `at ${shown()}`);
});

test("after it is closed nothing moves", () => {
  const { player, clock, heard } = begun();
  player.close();
  const before = heard.texts.length + heard.decoded.length;
  player.send({ type: "play", speed: 100 });
  assert.equal(clock.stopped, 7);
  assert.equal(heard.texts.length + heard.decoded.length, before);
});

test("the first epochs are as slow as the engine plays them", () => {
  // As tesla_core/live/playhead.py: Ease.of(7, 200).after(0, 1), (0, 3) and (5, 2).
  const tempo = { speed: 7, eases: true };
  for (const [position, seconds, expected] of [[0, 1, 1.9997809578201688], [0, 3, 11.39433584249083], [5, 2, 17.649203340303792]]) {
    assert.ok(Math.abs(after(position, seconds, tempo, 200) - expected) < 1e-9);
  }
  assert.equal(after(3, 2, { speed: 7, eases: false }, 200), 17);
  assert.equal(after(0, 0.5, { speed: 0, eases: true }, 200), 50);
});

test("a packed recording gives its frames back, each from the one before it", async () => {
  const head = (number) => {
    const bytes = Buffer.alloc(24);
    bytes.set([6, 1, 1, 0]);
    bytes.writeUInt32LE(number, 4);
    bytes.writeUInt32LE(number, 8);
    [0, 4, 1, 1, 3].forEach((value, i) => bytes.writeUInt16LE(value, 12 + 2 * i));
    return bytes;
  };
  const message = (number, pixels) => Buffer.concat([head(number), Buffer.alloc(24), Buffer.from(pixels)]);
  const parts = [message(0, [10, 1, 1]), message(1, [5, 0, 251])]; // 10 11 12, then 15 16 12
  const whole = Buffer.concat(parts.flatMap((part) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(part.length);
    return [length, part];
  }));
  const { frames, backdrop } = await unpack(fromBase64(deflateSync(whole).toString("base64")));
  assert.deepEqual(frames.map(({ panels }) => [...panels[0].grid]), [[10, 11, 12], [15, 16, 12]]);
  assert.equal(backdrop, null);
});
