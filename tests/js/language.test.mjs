// The canvas and the jobs' list in a language that has no letters: whatever letters are left were written past `say`.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { open, readable, written } from "./page.mjs";

const parent = open();
const { View } = await import("../../assets/live/shell/view.js");
const { Keys } = await import("../../assets/live/shell/keys.js");
const { Session } = await import("../../assets/live/session/session.js");
const { speak } = await import("../../assets/live/words/say.js");
const { default: jobs } = await import("../../assets/jobs/table.js");

// Every message is its places in brackets; a counted one has two forms.
const messages = new Proxy({}, {
  get: (_, message) => [1, 2].map(() => `⟦${[...message.matchAll(/\{\w+\}/g)].join(" ")}⟧`),
});
const WORDS = { language: "en-x-brackets", messages };
const GIVEN = /P\d|PNG|SVG|Esc|\b(voxels|plane|cells|halves|field|image|signal)\b|\be[+-]?\d/g; // names of panels, formats, keys and kinds, and exponents
const left = (texts) => [...new Set(texts)].map((text) => text.replace(GIVEN, "")).filter((text) => /\p{L}{2,}/u.test(text));

const nothing = () => {};
const ACTIONS = Object.fromEntries("play pause step back reset speed seek cool chart points png svg".split(" ").map((name) => [name, nothing]));
const CLASSES = { classes: 2, classNames: ["P0", "P1"] };
const ROWS = 4;
const cells = (count) => Array.from({ length: count }, (_, i) => i);
const points = {
  x: cells(16).map((i) => i % ROWS), y: cells(16).map((i) => Math.floor(i / ROWS)), label: cells(16).map((i) => i % 2),
  test: cells(16).map((i) => (i > 5 ? 1 : 0)),
};
const truth = (planes, columns = ROWS) => ({ rows: 1, columns, bytes: Uint8Array.from({ length: planes * columns }, (_, i) => (37 * i) % 256) });

const KINDS = {
  plane: { ...CLASSES, backdrop: points, story: { data: "P1", unseen: 300, classes: 2 } },
  cells: { ...CLASSES, spectrum: true, backdrop: points, story: { data: "P1", seen: 350, unseen: 674, classes: 2 } },
  halves: { ...CLASSES, backdrop: points, story: { data: "P1", seen: 20000, unseen: 4096, classes: 2 } },
  field: { backdrop: { ...truth(4), rows: 4 }, story: { data: "P1", axes: ["t", "x"], crux: "P2" } },
  image: { backdrop: { ...truth(16), rows: 4 }, story: { data: "P1", seen: 8 } },
  signal: { backdrop: truth(1, 200), story: { data: "P1" } },
  voxels: { backdrop: truth(4), story: { data: "P1" } },
};
const VALUES = [[0.5, 0.5, 0.5, 0.5], [0, 1, 0, 1], [0.01, 0.97, 0.02, 0.5], [0.1, 0.9, 0.1, 0.2], [0, 60, 0.1, 12], [0, 40, 0.1, 33], [0, 20, 0.5, 26]];

function dataOf(kind, { story, classes = 0, classNames = [], spectrum = false }, count, drawing) {
  const measures = {
    titles: [{ label: "P1", measure: 1, unit: "share", rises: true }, { label: "P2", measure: 3, unit: "decibels", rises: true }],
    curves: [{ title: "P1", measure: 3, faint: 1, axis: "share" }, { title: "P2", measure: 0, faint: null, axis: "log" }],
  };
  const look = { activation: "a", short: "P1", dash: [], symbol: "circle", width: 1, light: "#112233", dark: "#112233" };
  return {
    kind, measures, classes, classNames, spectrum, drawing, story: { ...story, kind }, showTest: true, pace: 7, truth: "P1", truthText: "P2",
    panels: cells(count).map((i) => ({ ...look, label: `P${i}` })),
    palette: { diverging: [[0, "#000000"], [1, "#ffffff"]], classes: { light: ["#112233", "#445566", "#778899"], dark: [] } },
  };
}

// The view of a run through its states and epochs; every text that was readable on the way.
function* seen(kind, given, count, drawing = null) {
  const view = new View(ACTIONS);
  const keys = new Keys(view);
  keys.list();
  view.setData(dataOf(kind, given, count, drawing));
  view.setScene({ kind, extent: [-1, 1, -1, 1], rows: ROWS, columns: ROWS, edits: [] }, given.backdrop);
  const moment = { run: "r", playing: false, ready: true, epochs: 200, history: [], head: 3, batch: 0, batches: 4, message: "", state: "ready" };
  const size = given.backdrop.bytes?.length ?? 16;
  for (let turn = 0; turn < VALUES.length; turn += 1) {
    const panels = cells(count).map((i) => ({
      values: VALUES[(turn + i) % VALUES.length], grid: new Uint8Array(Math.max(16, size)).fill(40 * i), diverged: turn === 5 && i === 0 ? 2 : null, spiked: turn === 4,
    }));
    for (const [epoch, batch] of [[0, 0], [0, 2], [1, 0], [40, 3], [200, 0]]) {
      const rows = kind === "signal" ? 1 : ROWS;
      const frame = { number: 4 * epoch + batch, epoch, batch, batches: 4, rows, columns: kind === "signal" ? size : ROWS, panels };
      view.show({ ...moment, frame, epoch, batch, epochAt: epoch });
      yield* readable(view.root);
    }
    view.large.show(view.panels[0]);
    for (const [u, v] of [[0.1, 0.1], [0.9, 0.9]]) {
      for (const panel of [view.truth, view.panels[0]]) {
        view.hover(panel, { clientX: 100 * u, clientY: 100 * v });
        yield* readable(view.root);
      }
    }
    view.large.close();
  }
  for (const state of ["connecting", "restarting"]) {
    view.show({ ...moment, state, frame: null, epoch: 0, epochAt: 0 });
    yield* readable(view.root);
  }
  view.toolbar.scrub.value = "100";
  for (const head of [0, 3]) {
    view.toolbar.show({ ...moment, head, epoch: 0, epochAt: 0, playing: head > 0 });
    view.toolbar.showPlaying(head > 0);
    view.toolbar.seek();
    yield* readable(view.root);
  }
  view.projector.fillList();
  yield* readable(view.root);
  keys.close();
  view.close();
}

afterEach(() => speak());

for (const [kind, given] of Object.entries(KINDS)) {
  test(`a run of the kind ${kind} has no text that could not be translated`, () => {
    speak(WORDS);
    written.length = 0;
    for (const count of [1, 2, 3, 8]) {
      const texts = [...seen(kind, given, count)];
      assert.ok(texts.length > 100);
      assert.deepEqual(left(texts), []);
    }
    assert.ok(written.length);
    assert.deepEqual(left(written), []);
  });
}

test("neither has a drawing while it is too short to train on", () => {
  speak(WORDS);
  for (const drawn of [[], [[0, 0, 0]], [[0, 0, 0], [0, 1, 1], [0, 2, 1]], cells(4).map((i) => [i, 0, 1])]) {
    assert.deepEqual(left([...seen("plane", KINDS.plane, 2, { points: drawn, most: 9, least: 4, classes: 2 })]), []);
  }
});

test("nor what a session says of a queue or a token", () => {
  speak(WORDS);
  const told = [];
  const session = Object.assign(Object.create(Session.prototype), { moment: {}, change: ({ message }) => told.push(message) });
  session.follow({ state: "queued", place: 3, message: "P1." });
  session.complain({ code: "token", message: "P1." });
  assert.deepEqual(told, ["⟦3 P1.⟧", "⟦P1.⟧"]);
});

test("nor has the list of jobs", () => {
  const states = ["queued", "starting", "running", "cancelling", "succeeded", "failed", "cancelled", "lost"];
  const rows = states.map((state, i) => ({ id: String(i), state, title: "P1", settings: "P1", words: "P1", when: "P1", done: 0.5 }));
  jobs({ parentElement: parent, data: { rows, open: null, chosen: [], reset: 0, empty: "P1", words: WORDS }, setStateValue: nothing });
  const texts = readable(parent);
  assert.ok(texts.includes("⟦0⟧"));
  assert.deepEqual(left(texts), []);
});

test("the same texts in English have letters, so that this would notice", () => {
  assert.ok(left([...seen("plane", KINDS.plane, 2)]).length > 20);
});
