// A kind of picture has all its parts, and one that nobody knows is told of instead of breaking the canvas.

import assert from "node:assert/strict";
import { test } from "node:test";

import { kindOf } from "../../assets/live/scenes/kinds.js";
import { sentence } from "../../assets/live/shell/speech.js";

const NAMES = ["plane", "cells", "field", "image", "signal"];

test("every kind can be painted, explained and spoken of", () => {
  for (const name of NAMES) {
    const kind = kindOf(name);
    for (const part of ["scene", "table", "legend", "opening", "story"]) assert.equal(typeof kind[part], "function", `${name}: ${part}`);
    assert.equal(kind.complaint, undefined);
  }
});

test("a kind of somebody's own package says what it lacks and leaves the numbers alone", () => {
  const told = "This canvas has no picture for runs of the kind “voxels”. It knows plane, cells, halves, field, image and signal.";
  const kind = kindOf("voxels");
  assert.equal(kind.complaint, told);
  assert.equal(kind.scene({}, {}, {}), null);
  assert.deepEqual(kind.legend({}, []), []);
  assert.equal(kind.table({ palette: { diverging: [[0, "#000000"], [1, "#ffffff"]] } }).length, 256);
  const scores = [{ label: "A", values: [1, 1, 1, 1], diverged: null }];
  for (const epoch of [0, 5]) assert.equal(sentence({ state: "ready", epoch, batch: 0, epochs: 9, scores, scene: { kind: "voxels" } }), told);
});

test("no name of the language itself is taken for a kind", () => {
  for (const name of ["constructor", "toString", "", undefined]) assert.ok(kindOf(name).complaint);
});
