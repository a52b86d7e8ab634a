// Whole sentences of functions that are fitted: an equation's solution, a picture, a signal.

import assert from "node:assert/strict";
import { test } from "node:test";

import { sentence } from "../../assets/live/shell/speech.js";

// panels: label → its four numbers.
const say = (kind, panels, more = {}) => sentence({
  state: "running", message: "", epoch: 200, batch: 0, epochs: 1000, scene: { kind, data: "this picture", axes: ["t", "x"], crux: "the steep front in the middle" },
  scores: Object.entries(panels).map(([label, values]) => ({ label, values, diverged: null })), ...more,
});

test("before training", () => {
  const two = { A: [1, 1, 1, 1], B: [1, 1, 1, 1] };
  assert.equal(say("field", two, { epoch: 0 }), "Before training: 2 models will look for u(t, x), told only the equation and what is "
    + "given at the edges. The exact solution is there for you to compare; the models never see it. Press Play.");
  assert.equal(say("signal", two, { epoch: 0, scene: { kind: "signal", data: "a second of 20 waves, 3 to 80 Hz" } }), "Before training: "
    + "2 models will learn a second of 20 waves, 3 to 80 Hz, from its values at some moments. The grey line is the signal. Press Play.");
});

test("Burgers' equation: the errors of the panels' titles", () => {
  assert.equal(say("field", { SIREN: [0.1, 0, 0, 0.0456], ReLU: [0.3, 0, 0, 0.614] }), "After 200 epochs SIREN is closest to the exact "
    + "solution: its error is 4.6%; that of ReLU is 61.4%. What tells them apart is the steep front in the middle.");
  assert.equal(say("field", { SIREN: [0.1, 0, 0, 0.0456] }), "After 200 epochs the error of SIREN against the exact solution is 4.6%.");
});

test("Burgers' equation: a small loss with a wrong picture", () => {
  assert.equal(say("field", { TESLA: [0.001, 0, 0, 0.91], Tanh: [0.3, 0, 0, 0.2] }), "After 200 epochs Tanh is closest to the exact "
    + "solution: its error is 20.0%; that of TESLA is 91.0%. TESLA has the smallest loss and still the wrong picture: it obeys the "
    + "equation at its training points, but not between them.");
});

test("Burgers' equation: nothing is yet to come at the last epoch", () => {
  const panels = { A: [0.1, 0, 0, 0.5], B: [0.2, 0, 0, 0.6] };
  const start = "A is closest to the exact solution: its error is 50.0%; that of B is 60.0%. Nobody has found the steep front in the "
    + "middle";
  assert.equal(say("field", panels), `After 200 epochs ${start} yet.`);
  assert.equal(say("field", panels, { epoch: 1000 }), `After 1,000 epochs ${start}.`);
  assert.equal(say("field", { A: [0.1, 0, 0, 0.5] }, { epoch: 1000 }), "After 1,000 epochs the error of A against the exact solution is "
    + "50.0%. It has not found the steep front in the middle.");
});

test("a sharp picture is not called a blur because another one is sharper still", () => {
  const told = say("image", { SIREN: [0, 0, 0, 51], TESLA: [0, 0, 0, 43], ReLU: [0, 0, 0, 22] });
  assert.match(told, /ReLU still/);
  assert.doesNotMatch(told, /TESLA/);
  const sharp = say("image", { SIREN: [0, 0, 0, 51], TESLA: [0, 0, 0, 43] });
  assert.match(sharp, /TESLA is last with 43\.0 dB/);
  assert.doesNotMatch(sharp, /blur/);
});

test("a signal: who follows, who finds the slow waves, who knows only its points", () => {
  assert.equal(say("signal", { SIREN: [1e-6, 1, 1e-6, 0.99999] }), "After 200 epochs SIREN follows the signal: with a test error of 1.0e-6 "
    + "it misses less than 0.1% of the signal's energy between the training points.");
  assert.equal(say("signal", { SIREN: [0.01, 0.98, 0.012, 0.97], GELU: [0.4, 0.2, 0.4, 0.2], ReLU: [0.4, 0.2, 0.4, 0.2] }), "After 200 "
    + "epochs SIREN follows the signal best: with a test error of 0.0120 it misses 3.0% of the signal's energy between the training "
    + "points. GELU and ReLU find the slow waves at most.");
  assert.equal(say("signal", { A: [0.001, 0.99, 0.1, 0.7], B: [0.001, 0.99, 0.2, 0.5] }), "After 200 epochs A follows the signal best: with "
    + "a test error of 0.100 it misses 30.0% of the signal's energy between the training points. A and B fit their training points "
    + "better than what lies between them.");
  assert.equal(say("signal", { A: [0.9, 0.05, 0.9, 0.05], B: [0.9, 0.02, 0.9, 0.02] }), "After 200 epochs nobody follows the signal: a flat "
    + "line would do about as well.");
});

test("a picture that was learned by heart is told from one that was understood", () => {
  const scene = { kind: "image", data: "this picture", seen: 1152 };
  const panels = { "TESLA K=8": [0, 111, 0, 6.8], SIREN: [0, 40.8, 0, 27.5], ReLU: [0, 18.2, 0, 18.3] };
  assert.equal(say("image", panels, { scene }), "After 200 epochs SIREN has the best picture: 27.5 dB on pixels it never saw, edges are "
    + "there, fine detail is not. TESLA K=8 has learned its pixels by heart (111.0 dB) and shows noise between them (6.8 dB).");
  assert.match(say("image", { ...panels, "TESLA K=4": [0, 70, 0, 10] }, { scene }), /TESLA K=8 and TESLA K=4 have learned their pixels by heart /);
  assert.match(say("image", { ...panels, "TESLA K=4": [0, 70, 0, 10] }, { scene }), /\(111\.0 dB and 70\.0 dB\) and show noise between them \(6\.8 dB/);
  delete panels["TESLA K=8"];
  assert.equal(say("image", panels, { scene, epoch: 1000 }), "After 1,000 epochs SIREN has the best picture: 27.5 dB on pixels it never "
    + "saw, edges are there, fine detail is not. ReLU sees a blur: slow changes are learned first.");
  assert.equal(say("image", panels, { scene, epoch: 0 }), "Before training: 2 models will learn the colour of 1,152 pixels of this picture "
    + "from their row and column, and be judged by the others. Press Play.");
});

test("a picture of which every pixel is learned says nothing of unseen ones", () => {
  const scene = { kind: "image", data: "this picture", seen: 0 };
  const told = say("image", { TESLA: [0, 0, 0, 43], ReLU: [0, 60, 0, 15] }, { scene });
  assert.match(told, /TESLA has the best picture: 43\.0 dB, hard to tell from the original\./);
  assert.doesNotMatch(told, /never saw|by heart/);
  assert.match(say("image", { TESLA: [0, 0, 0, 43] }, { scene, epoch: 0 }), /colour of every pixel of this picture from its row/);
});
