// A wall, seen from five metres: few panels, the ones that matter, as large as they fit.

import assert from "node:assert/strict";
import { test } from "node:test";

import { admit, choose, MOST, only, scaleOf, wall } from "../../assets/live/shell/projector.js";

const SCREENS = [[1024, 768], [1280, 720], [1280, 800], [1920, 1080], [1920, 1200], [3840, 2160]];

test("panels and the curve fill a wall without growing out of it", () => {
  for (const [width, height] of SCREENS) {
    const scale = scaleOf(width, height);
    const [wide, high] = [width - 48 * scale, height - 330 * scale];
    for (let count = 2; count <= MOST + 1; count += 1) {
      const { columns, rows, size, beside, curve } = wall(count, wide, high, scale);
      assert.ok(columns * rows >= count);
      const [across, down] = [columns * size + (columns - 1) * 24 * scale, rows * (size + 84 * scale) + (rows - 1) * 24 * scale];
      assert.ok(across + (beside ? curve.width : 0) <= wide + 1, `${count} on ${width} × ${height}`);
      assert.ok(down + (beside ? 0 : curve.height) <= high + 1, `${count} on ${width} × ${height}`);
      assert.ok(size >= 240 * scale, `${count} panels of ${size} on ${width} × ${height}`);
      assert.ok(Math.min(curve.width, curve.height) >= 200 * scale, "the curve can be read");
    }
  }
});

test("everything is as large a part of the wall at any resolution", () => {
  assert.equal(scaleOf(1920, 1080), 1);
  assert.equal(scaleOf(3840, 2160), 2);
  assert.ok(Math.abs(scaleOf(1280, 720) - 2 / 3) < 1e-9);
});

const LIST = ["tesla", "tesla", "tesla", "kan", "relu", "tanh"];

test("before training: the middle of the page's own activation, then the others in order", () => {
  assert.deepEqual(choose(LIST, LIST.map(() => NaN)), [1, 3, 4]);
});

test("later: the best of the page's own, and whoever leads", () => {
  assert.deepEqual(choose(LIST, [0.6, 0.7, 0.9, 0.5, 0.8, 0.99]), [2, 4, 5]);
  assert.deepEqual(choose(LIST, [0.1, 0.1, 0.2, NaN, 0.8, 0.99]), [2, 4, 5], "a model that diverged comes last");
});

test("of ten starts of one network all are on the wall, the losers too", () => {
  assert.deepEqual(choose(["tesla", "tesla", "tesla", "tesla"], [0.1, 0.9, 0.8, 0.2]), [0, 1, 2, 3]);
  assert.deepEqual(choose(Array(10).fill("tesla"), Array(10).fill(NaN)), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.deepEqual(choose(["tesla"], [0.5]), [0]);
});

test("ten starts with the data and the curve fit the wall that has a code above it, each large enough to be told apart", () => {
  for (const [width, height] of [[1440, 900], [1920, 1080]]) {
    const scale = scaleOf(width, height);
    const [wide, high] = [width - 64 * scale, height - 480 * scale]; // head, slider, legend and sentence take the rest
    for (const curved of [true, false]) {
      const { columns, rows, size, beside, dense, curve } = wall(11, curved ? wide : 0.65 * wide, high, scale, curved);
      assert.ok(dense && beside && columns * rows >= 11);
      assert.ok(size >= 170 * scale, `${size} on ${width} × ${height}`);
      assert.ok(rows * (size + 68 * scale) + (rows - 1) * 14 * scale <= high + 1);
      if (curved) assert.ok(columns * size + (columns - 1) * 14 * scale + curve.width <= wide + 1 && curve.width >= 300 * scale);
    }
  }
});

test("whoever leads comes in for the weakest of the others; nothing else moves on the wall", () => {
  const leads = (...who) => LIST.map((_, i) => who.includes(i));
  const scores = [0.5, 0.6, 0.7, 0.4, 0.3, 0.9];
  assert.deepEqual(admit([1, 3, 4], LIST, scores, leads(5)), [1, 3, 5]);
  assert.deepEqual(admit([1, 3, 4], LIST, scores, leads(3)), [1, 3, 4], "a leader who is there already");
  assert.deepEqual(admit([1, 3, 4], LIST, scores, leads()), [1, 3, 4]);
  assert.deepEqual(admit([0, 1], LIST, scores, leads(5)), [0, 1], "the page's own activation keeps its place");
});

test("curves speak of the panels that are shown, and no others", () => {
  const options = { history: [{ epoch: 1, measures: [[1, 2, 3], [4, 5, 6]] }], panels: ["a", "b", "c"], highlight: 1, width: 9 };
  assert.deepEqual(only(options, [0, 2]), {
    history: [{ epoch: 1, measures: [[1, 3], [4, 6]] }], panels: ["a", "c"], highlight: null, width: 9,
  });
});
