// A number reads the same wherever it stands: in a panel's title and in a sentence.

import assert from "node:assert/strict";
import { test } from "node:test";

import { written } from "../../assets/live/words/numbers.js";

test("a share that is not whole never reads 100%", () => {
  assert.equal(written(0.997, "share"), "99.7%");
  assert.equal(written(0.9994, "share"), "99.9%");
  assert.equal(written(0.99975, "share"), "99.9%");
  assert.equal(written(1, "share"), "100%");
  assert.equal(written(0.5, "share"), "50.0%");
});

test("what is not a number is a dash", () => {
  assert.equal(written(Number.NaN, "share"), "–");
  assert.equal(written(Infinity, "decibels"), "–");
});

test("decibels have one digit, small and large numbers an exponent", () => {
  assert.equal(written(27.46, "decibels"), "27.5 dB");
  assert.equal(written(0.0012, "number"), "1.2e-3");
  assert.equal(written(0.25, "number"), "0.250");
});
