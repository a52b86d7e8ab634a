// What is called guessing, and what is not.

import assert from "node:assert/strict";
import { test } from "node:test";

import { atMost, standing } from "../../assets/live/scenes/chance.js";

const near = (value, wanted) => assert.ok(Math.abs(value - wanted) < 1e-9, `${value} is not ${wanted}`);

test("tails are the binomial's", () => {
  near(atMost(0, 3, 0.5), 1 / 8);
  near(atMost(1, 3, 0.5), 4 / 8);
  near(atMost(3, 3, 0.5), 1);
  near(atMost(1, 4, 0.25), 0.75 ** 4 + 4 * 0.25 * 0.75 ** 3);
  assert.ok(Math.abs(atMost(2047, 4095, 0.5) - 0.5) < 1e-9);
});

test("the panels of the ten-bit surface stand where they should", () => {
  const stands = [0.349, 0.402, 0.463, 0.488, 0.546, 0.65].map((share) => standing(share, 674));
  assert.deepEqual(stands, ["below", "below", "level", "level", "level", "above"]);
});

test("a few strings prove nothing", () => {
  assert.equal(standing(0.3, 20), "level");
  assert.equal(standing(0, 9), "level");
  assert.equal(standing(0, 10), "below");
});

test("among ten classes a third is far above guessing", () => {
  assert.equal(standing(0.33, 300, 10), "above");
  assert.equal(standing(0.11, 300, 10), "level");
});
