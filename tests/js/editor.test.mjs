// A drawing is a person's own: it stays as drawn, and says what it needs to be trained on.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Echo, open, wanting } from "../../assets/live/shell/editor.js";

const points = (...labels) => labels.map((label, i) => [i / 10, 0, label]);

test("what a run still needs is said until it has enough", () => {
  assert.equal(wanting([], 4), "4 points of at least two classes");
  assert.equal(wanting(points(0), 4), "3 more points, some of another class");
  assert.equal(wanting(points(0, 1, 0), 4), "1 more point");
  assert.equal(wanting(points(1, 1, 1, 1), 4), "points of another class");
  assert.equal(wanting(points(0, 0, 0, 1), 4), "");
});

test("a third class waits until both before it have points, and no undo can leave a gap", () => {
  assert.deepEqual([0, 1, 2, 3].map((label) => open([], label)), [true, true, false, false]);
  assert.equal(open(points(0, 0), 2), false);
  assert.equal(open(points(1, 0), 2), true);
  assert.equal(open(points(1, 0), 3), false);
  assert.equal(open(points(1, 0, 2), 3), true);
});

test("an empty drawing that Python has not heard of yet stays empty", () => {
  const echo = new Echo();
  const old = points(0, 1, 0, 1);
  assert.equal(echo.news(old), true, "the first points come from Python");
  echo.send([]);
  assert.equal(echo.news(old), false, "a page that ran again meanwhile says what it said before");
  assert.equal(echo.news([]), false, "then what was sent comes back");
});

test("an answer to an older drawing doesn't take away what was drawn since", () => {
  const echo = new Echo();
  echo.news([]);
  const [first, second] = [points(0), points(0, 1)];
  echo.send(first);
  echo.send(second);
  assert.equal(echo.news(first), false);
  assert.equal(echo.news(second), false);
});

test("a preset, a link or the way back brings other points, even those drawn earlier", () => {
  const echo = new Echo();
  const [first, second] = [points(0), points(0, 1)];
  echo.news([]);
  echo.send(first);
  echo.news(first);
  echo.send(second);
  echo.news(second);
  assert.equal(echo.news(first), true);
});
