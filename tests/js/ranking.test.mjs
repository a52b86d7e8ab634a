// The mark of a leader is for somebody who leads.

import assert from "node:assert/strict";
import { test } from "node:test";

import { leaders, ranking } from "../../assets/live/shell/ranking.js";

const frame = (number, values, lost = []) => ({
  number, panels: values.map((value, i) => ({ values: [0, value], diverged: lost.includes(i) ? 3 : null })),
});

test("nobody is ranked before training, nor where the frame is of other panels", () => {
  const title = { measure: 1, rises: true };
  assert.ok(ranking(null, 2, title).every(Number.isNaN));
  assert.ok(ranking(frame(0, [0.4, 0.6]), 2, title).every(Number.isNaN));
  assert.ok(ranking(frame(3, [0.4]), 2, title).every(Number.isNaN));
});

test("the best number leads, high or low; one that diverged doesn't", () => {
  assert.deepEqual(leaders(ranking(frame(3, [0.4, 0.6, 0.5]), 3, { measure: 1, rises: true })), [false, true, false]);
  assert.deepEqual(leaders(ranking(frame(3, [0.4, 0.6, 0.5], [0]), 3, { measure: 1, rises: false })), [false, false, true]);
});

test("where most are best, nobody leads", () => {
  assert.deepEqual(leaders([1, 1, 0.5]), [false, false, false]);
  assert.deepEqual(leaders([NaN, NaN]), [false, false]);
});
