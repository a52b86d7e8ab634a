// A picture's withheld pixels: named under the pointer, and marked once there is room for a dot in each.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Photograph } from "../../assets/live/scenes/image.js";

const planes = (withheld) => Uint8Array.from([...Array(12).fill(100), ...(withheld ? [255, 0, 0, 255] : [])]);
const picture = (withheld) => new Photograph({ rows: 2, columns: 2, bytes: planes(withheld) });
const frame = (width) => ({ left: 10, top: 0, width, height: width });

function dots(scene, width) {
  const drawn = [];
  scene.mark({ fillRect: (x, y, size) => drawn.push([x + size / 2, y + size / 2]) }, frame(width));
  return drawn;
}

test("a dot lies in the middle of every withheld pixel, dark below light", () => {
  assert.deepEqual(dots(picture(true), 40), [[40, 10], [20, 30], [40, 10], [20, 30]]);
});

test("small panels and pictures that are seen whole have no dots", () => {
  assert.deepEqual(dots(picture(true), 13), []);
  assert.deepEqual(dots(picture(false), 400), []);
});

test("the pointer is told which pixels were withheld", () => {
  assert.equal(picture(true).describe(0.9, 0.1), "original 100 100 100 · row 1, column 2 · withheld");
  assert.equal(picture(true).describe(0.1, 0.1), "original 100 100 100 · row 1, column 1");
  assert.equal(picture(false).describe(0.9, 0.1), "original 100 100 100 · row 1, column 2");
});
