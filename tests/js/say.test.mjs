// Every text goes through one door: English as it is written, or what the page's language has for it.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { written } from "../../assets/live/words/numbers.js";
import { say, sayCount, sayList, speak } from "../../assets/live/words/say.js";

const points = (count) => sayCount(count, "{count} point", "{count} points");

afterEach(() => speak());

test("English is the message itself, with its places filled", () => {
  assert.equal(say("After {time} {name} leads.", { time: "40 epochs", name: "TESLA K=4" }), "After 40 epochs TESLA K=4 leads.");
  assert.equal(say("{name} and {other}", { name: "A" }), "A and {other}", "what is not given is seen, not swallowed");
  assert.equal(say("{name}", { name: "{time}", time: "never" }), "{time}", "a panel's own name is not a message");
});

test("one is singular and nothing else is", () => {
  assert.deepEqual([0, 1, 2, 1024].map(points), ["0 points", "1 point", "2 points", "1,024 points"]);
  assert.equal(sayCount(2, "{names} finds it.", "{names} find it.", { names: "A and B" }), "A and B find it.");
});

test("a list reads as one says it", () => {
  assert.deepEqual([[], ["A"], ["A", "B"], ["A", "B", "C"]].map(sayList), ["", "A", "A and B", "A, B and C"]);
});

test("another language has its own text, its own order of places, and its own number of forms", () => {
  speak({ language: "ko", messages: { "After {time} {name} leads.": ["{name} 선두, {time} 후."], "{count} point": ["점 {count}개"] } });
  assert.equal(say("After {time} {name} leads.", { time: "5", name: "ReLU" }), "ReLU 선두, 5 후.");
  assert.deepEqual([1, 2, 1024].map(points), ["점 1개", "점 2개", "점 1,024개"]);
  speak({ language: "pl", messages: { "{count} point": ["{count} punkt", "{count} punkty", "{count} punktów"] } });
  assert.deepEqual([1, 2, 5, 22].map(points), ["1 punkt", "2 punkty", "5 punktów", "22 punkty"]);
});

test("what a language has no text for stays English", () => {
  speak({ language: "ko", messages: { Reset: [""], Step: [] } });
  assert.deepEqual([say("Reset"), say("Step")], ["Reset", "Step"]);
  assert.equal(points(3), "3 points");
});

test("whether the language is another is told once", () => {
  assert.deepEqual([speak({}), speak({ language: "ko" }), speak({ language: "ko" }), speak(undefined)], [false, true, false, true]);
  assert.equal(written(27.46, "decibels"), "27.5 dB");
});
