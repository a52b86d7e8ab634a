// Long strings: what a person reads under the pointer, before training and after it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { halves, Halves } from "../../assets/live/scenes/halves.js";

// 2 × 2 cells: even ones on the left, odd ones on the right.
const scene = new Halves(2, 2, { x: [0, 1, 0, 1], y: [0, 0, 1, 1], label: [0, 1, 0, 1] }, ["even", "odd"]);

test("a cell is read with its true parity, and that nobody saw it", () => {
  assert.equal(scene.describe(0.25, 0.25), "even · never seen");
  assert.equal(scene.describe(0.75, 0.75), "odd · never seen");
  assert.deepEqual([...scene.backdrop.bytes], [0, 255, 0, 255]);
});

test("before training it says from how many strings, and of dots nothing, for there are none", () => {
  const text = halves.opening(2, { data: "20-bit parity", seen: 20000 });
  assert.match(text, /2 models will learn 20-bit parity from 20,?000 strings/);
  assert.doesNotMatch(text, /dot/);
});

test("afterwards who found the rule is named, and who guesses", () => {
  const score = (label, train, unseen) => ({ label, values: [0.1, train, 0.7, unseen] });
  const text = halves.story("20 epochs", [score("TESLA K=8", 1, 1), score("GELU", 1, 0.505)], { seen: 20000, unseen: 4096 });
  assert.match(text, /TESLA K=8 has found the rule/);
  assert.match(text, /GELU knows its 20,?000 seen strings by heart/);
});
