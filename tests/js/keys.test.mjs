// Keys of the whole page: they play and step, and leave alone whoever types or moves a control.

import assert from "node:assert/strict";
import { test } from "node:test";

import { KEYS, meaning } from "../../assets/live/shell/keys.js";

// An element as `closest` sees it, given the parts of the selectors that hold for it or what it is in.
const on = (...holds) => ({ closest: (selector) => selector.split(", ").some((part) => holds.includes(part)) || null });
const words = (key, target = on(), more = {}) => meaning({ key, target, ...more })?.words() ?? null;

const BUTTON = on("button");
const SLIDER = on("input[type=range]");
const FIELD = on("input:not([type=range])");
const TEXT = on("textarea");
const LIST = on("select");

test("on the page itself every key has its meaning", () => {
  assert.equal(words(" "), "Play or pause");
  for (const key of ["ArrowRight", "."]) assert.equal(words(key), "One step forward");
  for (const key of ["ArrowLeft", ","]) assert.equal(words(key), "One step back");
  assert.equal(words("0"), "Back to the start");
  assert.equal(words("?"), "This list");
});

test("Streamlit keeps R and C, and every other letter is nobody's", () => {
  for (const key of ["r", "R", "c", "C", "a", "Enter", "Tab", "Home"]) assert.equal(words(key), null);
});

test("whoever types is left alone", () => {
  for (const target of [FIELD, TEXT, LIST]) {
    for (const { keys } of KEYS) for (const key of keys) if (key !== "Escape") assert.equal(words(key, target), null);
  }
});

test("a slider keeps its arrows, a button its Space, and both give the rest", () => {
  assert.equal(words("ArrowLeft", SLIDER), null);
  assert.equal(words(" ", SLIDER), "Play or pause");
  assert.equal(words(" ", BUTTON), null);
  assert.equal(words("ArrowRight", BUTTON), "One step forward");
});

test("a key with Control is the browser's, and one that is held down plays once", () => {
  for (const held of ["ctrlKey", "metaKey", "altKey", "defaultPrevented"]) assert.equal(words(" ", on(), { [held]: true }), null);
  assert.equal(words(" ", on(), { repeat: true }), null);
  assert.equal(words("ArrowRight", on(), { repeat: true }), "One step forward");
});

test("behind a dialog nothing moves, in the large view it does", () => {
  assert.equal(words(" ", on("[role=dialog]")), null);
  assert.equal(words(" ", on("dialog", ".tl-large")), "Play or pause");
});
