// Singular and plural, where every sentence of the canvas gets them from.

import assert from "node:assert/strict";
import { test } from "node:test";

import { counted, form, listed } from "../../assets/live/words/wording.js";

test("one is singular and nothing else is", () => {
  assert.deepEqual([0, 1, 2, 1024].map((count) => counted(count, "point")), ["0 points", "1 point", "2 points", "1,024 points"]);
  assert.equal(counted(1, "class", "classes"), "1 class");
  assert.equal(counted(3, "class", "classes"), "3 classes");
  assert.equal(form(2, "finds", "find"), "find");
});

test("a list reads as one says it", () => {
  assert.deepEqual([[], ["A"], ["A", "B"], ["A", "B", "C"]].map(listed), ["", "A", "A and B", "A, B and C"]);
});
