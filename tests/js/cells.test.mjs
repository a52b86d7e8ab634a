// What a person reads of a string of bits under the pointer.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Cells } from "../../assets/live/scenes/cells.js";

// Four bits, 4 × 4 cells; 0000 and 0011 are trained on.
const strings = Array.from({ length: 16 }, (_, i) => i);
const ones = (i) => i.toString(2).replaceAll("0", "").length;
const cells = new Cells(4, 4, {
  x: strings.map((i) => i % 4), y: strings.map((i) => Math.floor(i / 4)), label: strings.map((i) => ones(i) % 2),
  test: strings.map((i) => (i === 0 || i === 3 ? 0 : 1)),
}, ["even", "odd"]);
const at = (i) => cells.describe(((i % 4) + 0.5) / 4, (Math.floor(i / 4) + 0.5) / 4);

test("a string is read in its two halves, with its parity and whether it was seen", () => {
  assert.equal(at(0), "00 00 · even · seen");
  assert.equal(at(3), "00 11 · even · seen");
});

test("an unseen string says how many of its neighbours were seen", () => {
  assert.equal(at(1), "00 01 · odd · unseen, 2 of 4 neighbours seen");
  assert.equal(at(4), "01 00 · odd · unseen, 1 of 4 neighbours seen");
  assert.equal(at(15), "11 11 · even · unseen, 0 of 4 neighbours seen");
});
