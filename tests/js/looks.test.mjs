// The looks of lines: symbols have the names that the page sends, and labels keep apart.

import assert from "node:assert/strict";
import { test } from "node:test";

import { drawSymbol, spread, symbolParts } from "../../assets/live/drawing/looks.js";

class Pen {
  constructor() { this.done = []; }
}
for (const name of ["beginPath", "moveTo", "lineTo", "arc", "stroke", "fill", "setLineDash"]) {
  Pen.prototype[name] = function note(...values) { this.done.push([name, ...values]); };
}

const drawing = (symbol) => {
  const pen = new Pen();
  drawSymbol(pen, { symbol, colour: "#123456" }, 0, 0, 10);
  return JSON.stringify(pen.done);
};

test("a symbol's name tells its outline, what lies in it and whether it is open", () => {
  assert.deepEqual(symbolParts("circle-x-open"), { outline: "circle", inner: "x", open: true, dot: false });
  assert.deepEqual(symbolParts("circle-open-dot"), { outline: "circle", inner: null, open: true, dot: true });
  assert.deepEqual(symbolParts("triangle-up"), { outline: "triangle-up", inner: null, open: false, dot: false });
  assert.deepEqual(symbolParts("star-diamond-open"), { outline: "star-diamond", inner: null, open: true, dot: false });
});

test("no two symbols are drawn alike", () => {
  const names = ["circle", "circle-open", "circle-open-dot", "circle-x-open", "circle-cross-open", "octagon", "square", "diamond",
    "cross", "x", "triangle-up", "triangle-down", "triangle-left", "triangle-right", "star", "star-diamond", "hexagon",
    "pentagon", "hourglass", "bowtie"];
  assert.equal(new Set(names.map(drawing)).size, names.length);
});

test("labels stand apart, in the order of their lines, near their ends or not at all", () => {
  assert.deepEqual(spread([50, 20, 80], 0, 100, 12, 40), [50, 20, 80]);
  assert.deepEqual(spread([50, 52, 48], 0, 100, 12, 40), [50, 62, 38]);
  assert.deepEqual(spread([2, 1, 0], 0, 100, 12, 40), [24, 12, 0]); // the leader at the edge has its name too
  assert.deepEqual(spread([99, 100], 0, 100, 12, 40), [88, 100]);
  assert.deepEqual(spread([10, 11, 12], 0, 20, 12, 40), [4.5, 16.5, null]);
  assert.deepEqual(spread([50, 50, 50], 0, 100, 12, 10), [44, 56, null]);
  assert.deepEqual(spread([5], 0, 100, 12, 40), [5]);
  assert.deepEqual(spread([], 0, 100, 12, 40), []);
});
