// Whole sentences: what a person reads under the panels, in the state in which it is said.

import assert from "node:assert/strict";
import { test } from "node:test";

import { sentence } from "../../assets/live/shell/speech.js";

const CELLS = { kind: "cells", data: "10-bit parity", seen: 350, unseen: 674, classes: 2 };
const PLANE = { kind: "plane", data: "the spiral", seen: 0, unseen: 300, classes: 2 };

// panels: label → [accuracy in training, accuracy on the unseen].
const scored = (panels) => Object.entries(panels).map(([label, [train, unseen]]) => (
  { label, values: [0.1, train, 0.1, unseen], diverged: null }
));
const say = (scene, panels, more = {}) => sentence({
  state: "running", message: "", epoch: 40, batch: 0, epochs: 200, scores: scored(panels), scene, ...more,
});

test("what the connection says comes first", () => {
  assert.equal(say(CELLS, {}, { state: "connecting" }), "Connecting to the training engine…");
  assert.equal(say(CELLS, {}, { state: "restarting" }), "The training engine is restarting; the run begins again in a moment.");
  assert.equal(say(CELLS, {}, { state: "queued", message: "Number 3." }), "Number 3.");
  assert.equal(say(CELLS, {}, { state: "error", message: "Reload the page." }), "Reload the page.");
  assert.equal(say(CELLS, {}), "No panel has a result yet.");
});

test("parity, before training", () => {
  const panels = { "TESLA K=4": [0.5, 0.5], ReLU: [0.5, 0.5] };
  assert.equal(say(CELLS, panels, { epoch: 0 }), "Before training: 2 models will learn from the 350 dotted strings, and must find "
    + "out whether the 674 without a dot are even or odd. Press Play.");
  assert.equal(say({ ...CELLS, seen: 1, unseen: 15 }, { ReLU: [0.5, 0.5] }, { epoch: 0 }), "Before training: one model will learn "
    + "from the 1 dotted string, and must find out whether the 15 without a dot are even or odd. Press Play.");
  assert.equal(say({ ...CELLS, seen: 15, unseen: 1 }, { ReLU: [0.5, 0.5] }, { epoch: 0 }), "Before training: one model will learn "
    + "from the 15 dotted strings, and must find out whether the one without a dot is even or odd. Press Play.");
});

test("parity: who found it, who guesses, who is below half, with the numbers of the panels' titles", () => {
  const panels = {
    "TESLA K=4": [1, 0.997], "TESLA K=8": [1, 0.991], ReLU: [1, 0.546], GELU: [1, 0.349], Tanh: [1, 0.381],
  };
  assert.equal(say(CELLS, panels, { epoch: 50 }), "After 50 epochs TESLA K=4 has found the rule: it is right on 99.7% of the strings "
    + "it never saw. TESLA K=8 has found it too. ReLU knows its 350 seen strings by heart and is right on 54.6% of the rest, as "
    + "guessing may be. GELU and Tanh are right on only 34.9% to 38.1% of the rest, significantly below half: a string one bit away has "
    + "the opposite parity, so copying the nearest seen ones goes wrong.");
});

test("parity: one alone, and many at once", () => {
  assert.equal(say(CELLS, { KAN: [1, 1] }), "After 40 epochs KAN has found the rule: it is right on 100% of the strings it never saw.");
  const eight = Object.fromEntries(["A", "B", "C", "D", "E", "F", "G", "H"].map((label) => [label, [1, 1]]));
  assert.equal(say(CELLS, eight), "After 40 epochs A has found the rule: it is right on 100% of the strings it never saw. 7 panels have "
    + "found it too.");
  assert.equal(say(CELLS, { A: [1, 1], B: [1, 1], C: [1, 1] }), "After 40 epochs A has found the rule: it is right on 100% of the strings "
    + "it never saw. B and C have found it too.");
});

test("parity: a panel below half does not only guess, and one with too few strings to tell is not called below", () => {
  assert.equal(say(CELLS, { GELU: [0.9, 0.35], ReLU: [0.8, 0.51] }, { epoch: 1 }), "After 1 epoch nobody does better than guessing on "
    + "the strings they never saw. GELU is right on only 35.0% of the rest, significantly below half: a string one bit away has "
    + "the opposite parity, so copying the nearest seen ones goes wrong.");
  assert.equal(say({ ...CELLS, seen: 8, unseen: 8 }, { GELU: [1, 0.25] }), "After 40 epochs GELU does no better than guessing on the "
    + "strings it never saw. GELU knows its 8 seen strings by heart.");
  assert.equal(say(CELLS, { GELU: [1, 0.35] }), "After 40 epochs GELU is right on only 35.0% of the strings it never saw, significantly "
    + "below half: a string one bit away has the opposite parity, so copying the nearest seen ones goes wrong.");
});

test("parity: on the way", () => {
  assert.equal(say(CELLS, { "TESLA K=4": [0.9, 0.7], ReLU: [0.8, 0.5] }), "After 40 epochs TESLA K=4 is ahead and does better than "
    + "guessing: it is right on 70.0% of the strings it never saw.");
});

test("within the first epoch something has been trained", () => {
  assert.equal(say(PLANE, { ReLU: [0.7, 0.7] }, { epoch: 0, batch: 1 }), "After 1 batch ReLU is right on 70.0% of the points it never "
    + "saw.");
  assert.equal(say(PLANE, { ReLU: [0.7, 0.7] }, { epoch: 0, batch: 3 }), "After 3 batches ReLU is right on 70.0% of the points it never "
    + "saw.");
});

test("points, before training", () => {
  assert.equal(say(PLANE, { ReLU: [0.5, 0.5] }, { epoch: 0 }), "Before training: one model on the spiral. Press Play to watch it learn.");
  assert.equal(say(PLANE, { ReLU: [0.5, 0.5] }, { epoch: 0, playing: true }), "Training begins: nothing is learned yet.");
  assert.equal(say(PLANE, { ReLU: [0.5, 0.5], GELU: [0.5, 0.5] }, { epoch: 0 }), "Before training: 2 models on the spiral, with the same "
    + "data in the same batches. Press Play to start the race.");
});

test("points: a race has its leaders, its last, its guessers", () => {
  assert.equal(say(PLANE, { "TESLA K=2": [1, 0.93], "TESLA K=4": [1, 0.9], ReLU: [0.77, 0.69] }), "After 40 epochs TESLA K=2 leads: right "
    + "on 93.0% of the points it never saw; ReLU is last with 69.0%.");
  assert.equal(say(PLANE, { A: [1, 0.9303], B: [1, 0.9301], GELU: [0.57, 0.51], Tanh: [0.59, 0.51] }), "After 40 epochs A and B lead: "
    + "right on 93.0% of the points they never saw; GELU and Tanh are last with 51.0%. GELU and Tanh do no better than guessing.");
  assert.equal(say(PLANE, { A: [1, 0.9], B: [1, 0.7] }), "After 40 epochs A leads: right on 90.0% of the points it never saw; B is last "
    + "with 70.0%. B learned the training points by heart, and less of what lies between them.");
  assert.equal(say(PLANE, { A: [0.6, 0.51], B: [0.6, 0.49] }), "After 40 epochs nobody does better than guessing on the points they "
    + "never saw.");
});

test("points: \"yet\" is for what is still to come", () => {
  const panels = { A: [1, 0.997], B: [1, 0.99], C: [1, 1] };
  const start = "all 3 panels are right on 99.0% to 100% of the points they never saw: this data does not tell them apart";
  assert.equal(say(PLANE, panels), `After 40 epochs ${start} yet.`);
  assert.equal(say(PLANE, panels, { epoch: 200 }), `After 200 epochs ${start}.`);
  assert.equal(say(PLANE, { A: [1, 0.997], B: [1, 0.997] }, { epoch: 200 }), "After 200 epochs both panels are right on 99.7% of the "
    + "points they never saw: this data does not tell them apart.");
});

test("a panel whose numbers are gone is named, and so is one whose loss only jumped", () => {
  const scores = scored({ A: [0.9, 0.9], B: [0.9, 0.9] });
  scores[1].spiked = true;
  assert.equal(say(PLANE, {}, { scores }), "After 40 epochs both panels are right on 90.0% of the points they never saw: this data does "
    + "not tell them apart yet. The loss of B has a spike: the steps are too long, but training goes on.");
  const lost = [{ ...scores[0], diverged: 3 }, { ...scores[1], diverged: 4 }];
  assert.equal(say(PLANE, {}, { scores: lost }), "A and B diverged: their numbers are no longer finite.");
  assert.equal(say(PLANE, {}, { scores: [scores[0], lost[1]] }), "After 40 epochs A is right on 90.0% of the points it never saw. B "
    + "diverged: its numbers are no longer finite.");
});
