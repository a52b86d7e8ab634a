// The charts beside the panels: what they draw and how their axes are labelled.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Curve } from "../../assets/live/charts/curves.js";

// A canvas context that remembers texts and lines.
class Pen {
  constructor() {
    Object.assign(this, { texts: [], labels: [], lines: [], path: [] });
  }

  beginPath() { this.path = []; }
  moveTo(x, y) { this.path.push(["move", x, y]); }
  lineTo(x, y) { this.path.push(["line", x, y]); }
  stroke() { this.lines.push({ colour: this.strokeStyle, path: this.path }); }
  fillText(text, x, y) {
    this.texts.push(text);
    this.labels.push({ text, x, y });
  }
}
for (const quiet of ["clearRect", "save", "restore", "rect", "clip", "setLineDash", "arc", "fill"]) Pen.prototype[quiet] = () => {};
Pen.prototype.measureText = (text) => ({ width: 7 * text.length });

const THEME = { text: "#111", grid: "#eee", font: "sans" };
const entry = (epoch, ...values) => ({ epoch, measures: [values, values, values, values] });

function drawn(axis, history, { lastEpoch = 40, panels = 1, looked = {}, highlight = null } = {}) {
  const curve = new Curve(null);
  curve.set({ title: "A title", measure: 3, faint: null, axis });
  const pen = new Pen();
  const looks = Array.from({ length: panels }, (_, i) => ({ colour: `colour ${i}`, dash: [], label: `panel ${i}`, ...looked }));
  curve.paint(pen, {
    history, panels: looks, marks: [], position: 0, lastEpoch, highlight, theme: THEME, width: 240, height: 146,
  });
  return { ...pen, own: pen.lines.filter((line) => line.colour === "colour 0").map((line) => line.path) };
}

test("the epoch axis spans the whole run, in whole epochs, also before the first", () => {
  for (const history of [[], [entry(0, 0.5)], [entry(0, 0.5), entry(1, 0.6)]]) {
    const { texts } = drawn("share", history);
    assert.ok(texts.includes("0") && texts.includes("epoch 40"), texts);
  }
  assert.ok(drawn("share", [entry(0, 0.5)], { lastEpoch: 0 }).texts.includes("epoch 1"));
});

test("a line ends where its history ends", () => {
  const [path] = drawn("share", [entry(0, 0.5), entry(1, 0.6), entry(2, 0.7)]).own;
  assert.equal(path.length, 3);
  const room = 240 - 34 - 6;
  assert.ok(Math.abs(path[2][1] - (34 + (2 / 40) * room)) < 1e-9);
});

test("shares stay between 0 and 100 percent", () => {
  const { own, texts } = drawn("share", [entry(0, -0.2), entry(1, 1.01), entry(2, 1)]);
  const heights = own[0].map(([, , y]) => y);
  assert.equal(heights[0], 28 + 100); // the bottom of the box
  assert.equal(heights[1], heights[2]);
  assert.deepEqual(texts.filter((text) => text.endsWith("%")), ["0%", "50%", "100%"]);
});

test("what is not finite leaves a gap, not a line through it", () => {
  const [path] = drawn("log", [entry(0, 1), entry(1, Infinity), entry(2, Number.NaN), entry(3, 0.1), entry(4, 0.2)]).own;
  assert.deepEqual(path.map(([kind]) => kind), ["move", "move", "line"]);
});

test("a logarithmic axis has whole decades and a linear one tens", () => {
  assert.deepEqual(drawn("log", [entry(0, 0.7), entry(1, 0.03)]).texts.slice(0, 3), ["0.01", "0.1", "1"]);
  assert.deepEqual(drawn("linear", [entry(0, 12), entry(1, 27)]).texts.slice(0, 3), ["10", "20", "30"]);
});

test("names stand at the lines' ends without lying on each other, and inside the chart", () => {
  const looked = { short: "K=16", symbol: "circle" };
  const history = [entry(0, 0.5, 0.5, 0.5, 0.5), entry(40, 0.99, 0.98, 0.97, 0.2)];
  const named = drawn("share", history, { panels: 4, looked }).labels.filter(({ text }) => text === "K=16");
  assert.equal(named.length, 4);
  const heights = named.map(({ y }) => y).sort((a, b) => a - b);
  for (let i = 1; i < heights.length; i += 1) assert.ok(heights[i] - heights[i - 1] >= 12 - 1e-6, heights);
  for (const { x } of named) assert.ok(x + 4 * 6 <= 240, x);
});

test("lines that end together all have a name only while there is room", () => {
  const looked = { short: "K=16", symbol: "circle" };
  const all = Array.from({ length: 14 }, () => 0.5);
  const { texts } = drawn("share", [entry(0, ...all)], { panels: 14, looked });
  const named = texts.filter((text) => text === "K=16").length;
  assert.ok(named >= 5 && named < 14, named);
});

test("what is drawn faintly fits into the axis too", () => {
  const curve = new Curve(null);
  curve.set({ title: "PSNR", measure: 3, faint: 1, axis: "linear" });
  const pen = new Pen();
  const history = [{ epoch: 0, measures: [[1], [12], [1], [7]] }, { epoch: 1, measures: [[1], [96], [1], [8]] }];
  curve.paint(pen, {
    history, panels: [{ colour: "c", dash: [], label: "panel" }], marks: [], position: 0, lastEpoch: 1, highlight: null, theme: THEME,
    width: 240, height: 146,
  });
  const heights = pen.lines.filter((line) => line.colour === "c").flatMap((line) => line.path.map(([, , y]) => y));
  assert.ok(Math.min(...heights) >= 28, heights);
  assert.ok(pen.texts.includes("100"), pen.texts);
});

test("of a chosen panel its own name alone stands at the ends", () => {
  const looked = { short: "K=16", symbol: "circle" };
  const { texts } = drawn("share", [entry(0, 0.5, 0.9)], { panels: 2, looked, highlight: 1 });
  assert.equal(texts.filter((text) => text === "K=16").length, 1);
});
