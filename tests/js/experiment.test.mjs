// The chart of a class experiment: what it says in words, and where its marks stand.

import assert from "node:assert/strict";
import { test } from "node:test";

import { paint } from "../../assets/classroom/charts/plot.js";
import { byRatio, linear, short, written } from "../../assets/classroom/charts/scale.js";
import { ownWords, summary } from "../../assets/classroom/experiment.js";

const THEME = { name: "light", text: "#111", grid: "#eee", font: "sans", background: "#fff" };
const SHARE = { name: "test_accuracy.end", what: "Right", when: "end", label: "Right", unit: "share", rises: true };
const result = (index, value, score, more = {}) => ({ index, value, epoch: 5, score, learned: score === null ? false : score >= 0.9, done: true, ...more });
const lottery = (results, more = {}) => ({
  id: 1, field: "seed", label: "Seed", seeds: true, byRatio: false, values: results.map(({ value }) => value),
  written: results.map(({ value }) => String(value)), titles: results.map(({ value }) => `seed ${value}`), measure: SHARE, learnedCounts: true, tickets: null, epochs: 5, state: "done", results, ...more,
});

// A canvas context that remembers texts, rings and diamonds.
class Pen {
  constructor() { Object.assign(this, { texts: [], rings: [], marks: [], path: [], font: "" }); }
  beginPath() { this.path = []; }
  moveTo(x, y) { this.path.push([x, y]); }
  lineTo(x, y) { this.path.push([x, y]); }
  arc(x, y, radius) { this.rings.push([x, y, radius]); }
  fill() { if (this.path.length === 5) this.marks.push(this.path); }
  measureText(text) { return { width: 10 * text.length }; }
  fillText(text, x, y) { this.texts.push([text, x, y]); }
}
for (const quiet of ["stroke", "fillRect", "setLineDash"]) Pen.prototype[quiet] = () => {};

function drawn(experiment, own = null) {
  const pen = new Pen();
  paint(pen, experiment, { width: 800, height: 400, type: 20, own, theme: THEME });
  return pen;
}

test("those who learned are counted, and told apart by shape as by colour", () => {
  const pen = drawn(lottery([result(0, 0, 1), result(1, 1, 0.5), result(2, 2, 0.49)]));
  assert.equal(pen.marks.length, 1); // a diamond
  assert.equal(pen.rings.length, 2);
  const texts = pen.texts.map(([text]) => text);
  assert.ok(texts.includes("learned: 1") && texts.includes("not learned: 2"), texts);
  assert.ok(texts.includes("Seed") && texts.includes("100%") && texts.includes("0%"), texts);
});

test("one's own value has a ring and a word", () => {
  const experiment = lottery([result(0, 0, 1), result(1, 1, 0.5)]);
  assert.ok(!drawn(experiment).texts.some(([text]) => text === "yours"));
  assert.ok(drawn(experiment, 1).texts.some(([text]) => text === "yours"));
});

test("tickets lie along the width where they were counted, by their ratios", () => {
  const pen = drawn(lottery([result(0, 0, 0.5, { tickets: 0.1 }), result(1, 1, 0.5, { tickets: 1 }), result(2, 2, 0.5, { tickets: 10 })], { tickets: "Ticket", byTickets: true }));
  const [a, b, c] = pen.rings.map(([x]) => x);
  assert.ok(Math.abs((b - a) - (c - b)) < 1e-6 && a < b);
  assert.ok(pen.texts.some(([text]) => text === "Ticket"));
});

test("by a field of the teacher's the marks stand at its values, though tickets were counted: those are all the same", () => {
  const results = [result(0, 0.001, 0.5, { tickets: 0.16 }), result(1, 0.01, 0.99, { tickets: 0.16 }), result(2, 0.1, 0.49, { tickets: 0.16 })];
  const pen = drawn(lottery(results, { seeds: false, byRatio: true, label: "Learning rate", tickets: "Ticket", byTickets: false }));
  assert.ok(pen.rings[0][0] < pen.marks[0][0][0] && pen.marks[0][0][0] < pen.rings[1][0]);
  const texts = pen.texts.map(([text]) => text);
  assert.ok(["Learning rate", "0.001", "0.01", "0.1", "50%", "99%", "49%"].every((text) => texts.includes(text)), texts);
  assert.ok(!texts.includes("Ticket"));
});

test("beside a mark stands whose it is and what it reached, where there is room, and never over another's", () => {
  const apart = [result(0, 3, 0.5, { tickets: 0.1 }), result(1, 7, 1, { tickets: 10 })];
  const texts = (results) => drawn(lottery(results, { tickets: "Ticket", byTickets: true })).texts.map(([text]) => text);
  assert.ok(["seed 3: 50%", "seed 7: 100%"].every((text) => texts(apart).includes(text)), texts(apart));
  const crowd = Array.from({ length: 8 }, (_, i) => result(i, i, 0.5, { tickets: 1 + i / 1000 }));
  assert.equal(texts(crowd).filter((text) => text.startsWith("seed")).length, 4); // one on each side
  assert.equal(ownWords(lottery(apart), 0), "Yours, seed 3: 50%.");
});

test("a value without a score yet is not drawn at zero", () => {
  const pen = drawn(lottery([result(0, 0, null, { done: false }), result(1, 1, 0.5)]));
  assert.equal(pen.rings.length, 1);
});

test("who never got there stands at never, and who still trains nowhere", () => {
  const measure = { ...SHARE, unit: "epochs", rises: false, when: "reached" };
  const pen = drawn(lottery([result(0, 1, null), result(1, 2, 3, { learned: false }), result(2, 4, null, { done: false })], { measure, seeds: false }));
  assert.equal(pen.rings.length, 2);
  assert.ok(pen.texts.some(([text]) => text === "never"));
  assert.ok(pen.rings[0][1] < pen.rings[1][1]);
});

test("an experiment that has nothing yet is drawn without a number that is none", () => {
  const measure = { ...SHARE, unit: "number", rises: false };
  for (const results of [[result(0, 0.1, null, { done: false })], [result(0, 0.1, 0)], [result(0, 0.1, 1e-9), result(1, 0.2, 5)]]) {
    const pen = drawn(lottery(results, { seeds: false, measure, learnedCounts: false, byRatio: true }));
    assert.ok(pen.texts.every(([text, x, y]) => text !== "NaN" && Number.isFinite(x) && Number.isFinite(y)), JSON.stringify(pen.texts));
  }
});

test("what the chart shows is said in a sentence", () => {
  const results = [result(0, 0, 1), result(1, 1, 0.5, { done: false })];
  assert.equal(summary(lottery(results, { state: "running" })), "1 of 2 has learned it. 1 of 2 are done.");
  assert.equal(summary(lottery([result(0, 0, 1)])), "1 of 1 has learned it. All are done.");
  assert.match(summary(lottery(results, { state: "stopped" })), /was stopped; 1 of 2 were done/);
  const error = { ...SHARE, rises: false };
  assert.match(summary(lottery(results, { learnedCounts: false, measure: error })), /Best so far: seed 1, with 50%/);
});

test("axes have round marks within their ends", () => {
  assert.deepEqual(linear(0, 1, 4, (value) => `${Math.round(100 * value)}%`).marks.map(([, text]) => text), ["0%", "50%", "100%"]);
  assert.deepEqual(byRatio(1, 100, 4, short).marks.map(([value]) => value), [1, 3, 10, 30, 100]);
  for (const axis of [linear(3, 3, 4, short), byRatio(2, 2, 4, short)]) assert.ok(axis.marks.length && Number.isFinite(axis.at(2)));
});

test("scores are written in their units", () => {
  assert.equal(written(0.9876, "share"), "98.8%");
  assert.equal(written(31.26, "decibels"), "31.3 dB");
  assert.equal(written(12, "epochs"), "12");
  assert.equal(written(null, "share"), "–");
  assert.equal(short(0.00002), "2e-5");
});
