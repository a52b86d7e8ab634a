// The bytes of the live route, as tests/live/test_protocol.py writes them: a torn layout paints wrong pixels.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";

import { Decoder } from "../../assets/live/session/wire.js";

const decode = (bytes) => new Decoder().decode(bytes);

const buffer = (...parts) => {
  const whole = Buffer.concat(parts);
  return whole.buffer.slice(whole.byteOffset, whole.byteOffset + whole.length);
};

const head = ({ planes = 1, pixels = 0, panels, rows = 1, columns = 3 }) => {
  const bytes = Buffer.alloc(24);
  bytes.set([1, 1, planes, pixels]);
  bytes.writeUInt32LE(7, 4);
  bytes.writeUInt32LE(3, 8);
  [1, 4, panels, rows, columns].forEach((value, i) => bytes.writeUInt16LE(value, 12 + 2 * i));
  return bytes;
};

const scores = (values, status = 0, epoch = 0) => {
  const bytes = Buffer.alloc(24);
  values.forEach((value, i) => bytes.writeFloatLE(value, 4 * i));
  bytes.writeUInt8(status, 16);
  bytes.writeUInt32LE(epoch, 20);
  return bytes;
};

test("a frame's place, numbers, troubles and pixels", async () => {
  const table = [scores([0.5, 0.25, 0.75, 1]), scores([1, 1, 1, 1], 1, 5), scores([80, 0.5, 90, 0.5], 2)];
  const grid = deflateSync(Buffer.from([10, 2, 243, 0, 0, 1, 3, 0, 0])); // differences to the left neighbour
  const frame = await decode(buffer(head({ panels: 3 }), ...table, grid));
  assert.deepEqual([frame.kind, frame.number, frame.epoch, frame.batch, frame.batches], ["frame", 7, 3, 1, 4]);
  assert.equal(frame.position, 3.25);
  assert.deepEqual(frame.panels.map((panel) => panel.diverged), [null, 5, null]);
  assert.deepEqual(frame.panels.map((panel) => panel.spiked), [false, false, true]);
  assert.deepEqual(frame.panels[0].values, [0.5, 0.25, 0.75, 1]);
  assert.deepEqual(frame.panels.map((panel) => [...panel.grid]), [[10, 12, 255], [0, 0, 1], [3, 3, 3]]);
});

test("of several classes a pixel holds the class and its confidence", async () => {
  const grid = deflateSync(Buffer.from([2, 255, 0, 255, 1, 0])); // classes 2 1 1, confidences 255 0 0
  const frame = await decode(buffer(head({ panels: 1, planes: 2 }), scores([0, 0, 0, 0]), grid));
  assert.deepEqual([...frame.panels[0].grid], [0x2f, 0x10, 0x10]);
});

test("curves come by epoch, measure and panel", async () => {
  const bytes = Buffer.alloc(12 + 2 * 2 * 16);
  bytes.set([2, 1]);
  bytes.writeUInt16LE(2, 2);
  bytes.writeUInt32LE(41, 4);
  bytes.writeUInt32LE(2, 8);
  for (let i = 0; i < 16; i += 1) bytes.writeFloatLE(i, 12 + 4 * i);
  const { kind, entries } = await decode(buffer(bytes));
  assert.equal(kind, "curves");
  assert.deepEqual(entries, [
    { epoch: 41, measures: [[0, 4], [1, 5], [2, 6], [3, 7]] },
    { epoch: 42, measures: [[8, 12], [9, 13], [10, 14], [11, 15]] },
  ]);
});

test("points with their classes and splits, and the truth of a fit", async () => {
  const points = Buffer.alloc(8 + 2 * 8 + 4);
  points.set([3, 1]);
  points.writeUInt16LE(3, 2);
  points.writeUInt32LE(2, 4);
  [0, 1, 2, 3].forEach((value, i) => points.writeFloatLE(value, 8 + 4 * i));
  points.set([0, 2, 0, 2], 24);
  const found = await decode(buffer(points));
  assert.deepEqual([[...found.x], [...found.y], [...found.label], [...found.test]], [[0, 2], [1, 3], [0, 2], [0, 1]]);

  const truth = Buffer.from([4, 1, 1, 1, 1, 0, 3, 0]);
  const picture = await decode(buffer(truth, deflateSync(Buffer.from([5, 1, 255]))));
  assert.deepEqual([picture.kind, picture.rows, picture.columns, [...picture.bytes]], ["truth", 1, 3, [5, 6, 5]]);
});

test("a message of tomorrow is no error", async () => {
  assert.deepEqual(await decode(buffer(Buffer.from([9, 1]))), { kind: "unknown" });
});
