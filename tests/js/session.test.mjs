// One viewer's place in a run: what it has reached is what its curves show.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const sent = [];
globalThis.window = { location: { protocol: "http:", host: "lab" } };
globalThis.requestAnimationFrame = () => 1;
globalThis.cancelAnimationFrame = () => {};
globalThis.WebSocket = class {
  static OPEN = 1;
  readyState = 1;
  send(text) { sent.push(JSON.parse(text)); }
  close() {}
};
const { Session } = await import("../../assets/live/session/session.js");

const mount = (run, token = "t") => ({ path: "/live", spec: "{}", token, run, visit: "v" });
const begin = (session, run, epochs = 200) => session.hear({ type: "run", run, epochs, kind: "plane", edits: [] });
const frame = (epoch, batch = 0) => ({
  kind: "frame", number: 4 * epoch + batch, epoch, batch, batches: 4, position: epoch + batch / 4, panels: [{ values: [1, 2, 3, 4] }],
});
const curves = (from, to) => ({
  kind: "curves", entries: Array.from({ length: to - from + 1 }, (_, i) => ({ epoch: from + i, measures: [[0], [0], [0], [0]] })),
});
const shown = (session) => session.moment.history.map((entry) => entry.epoch);
const upTo = (last) => Array.from({ length: last + 1 }, (_, epoch) => epoch);

let session;
beforeEach(() => {
  sent.length = 0;
  session = new Session({ paint() {}, scene() {} });
  session.watch(mount("a"), { epochs: 200, keep: false, playing: false });
  begin(session, "a");
});

test("a run that others have trained shows no curves before one has played it", () => {
  session.take(frame(0));
  session.take(curves(1, 150));
  assert.deepEqual(shown(session), [0]);
  session.take(frame(3, 2));
  assert.deepEqual(shown(session), upTo(3));
});

test("a place sought by the scrubber counts as reached, and going back takes nothing away", () => {
  session.take(frame(0));
  session.take(curves(1, 150));
  session.take(frame(90));
  assert.deepEqual(shown(session), upTo(90));
  session.take(frame(10));
  assert.deepEqual(shown(session), upTo(90));
});

test("what was reached outlives a lost connection", () => {
  session.take(frame(0));
  session.take(frame(20));
  begin(session, "a");
  session.take(frame(0));
  session.take(curves(1, 150));
  assert.deepEqual(shown(session), upTo(20));
});

test("a branch begins with what was seen of its parent, another run with nothing, and the parent keeps its own", () => {
  session.take(frame(0));
  session.take(frame(60));
  session.watch(mount("branch"), { epochs: 200, keep: true, branchedAt: 36 });
  begin(session, "branch");
  session.take(frame(0));
  session.take(curves(1, 150));
  assert.deepEqual(shown(session), upTo(36));
  session.watch(mount("other"), { epochs: 200, keep: false });
  begin(session, "other");
  session.take(frame(0));
  session.take(curves(1, 150));
  assert.deepEqual(shown(session), [0]);
  session.watch(mount("a"), { epochs: 200, keep: false });
  begin(session, "a");
  session.take(frame(0));
  session.take(curves(1, 150));
  assert.deepEqual(shown(session), upTo(60));
});

test("a step back goes to the epoch before, and further when pressed again at once", () => {
  session.connection.on.open();
  session.take(frame(12, 2));
  session.back("epoch");
  session.back("epoch");
  assert.deepEqual(sent.filter(({ type }) => type === "seek").map(({ epoch }) => epoch), [12, 11]);
  session.back("batch");
  assert.equal(session.moment.epochAt, 10.75);
  session.take(frame(0));
  session.back("epoch");
  assert.equal(session.moment.epochAt, 0);
});

test("the tempo goes with the first word and with every press of Play", () => {
  session.speed({ speed: 7, eases: true });
  session.connection.on.open();
  const { speed, eases } = sent.at(-1);
  assert.deepEqual([sent.at(-1).type, speed, eases], ["watch", 7, true]);
  session.play({ speed: 0, eases: false });
  assert.deepEqual(sent.at(-1), { type: "play", speed: 0, eases: false });
});

test("while the engine starts, or the lab is full, the end of the run stays known", () => {
  session.hear({ type: "state", state: "queued", place: 2, message: "The lab is full." });
  assert.equal(session.moment.epochs, 200);
  assert.equal(session.moment.message, "Waiting for a place: number 2 in the queue. The lab is full.");
  session.hear({ type: "state", state: "ready", playing: false, epoch: 0, head: 3, end: 150, viewers: 2, message: "" });
  assert.deepEqual([session.moment.epochs, session.moment.head, session.moment.viewers], [150, 3, 2]);
  session.hear({ type: "state", state: "restarting", message: "The engine is being started." });
  assert.deepEqual([session.moment.epochs, session.moment.head, session.moment.viewers], [150, 3, 2]);
});

test("who looks is what the page's token says, and nothing that was made up here", () => {
  session.connection.on.open();
  assert.deepEqual([sent.at(-1).visit, sent.at(-1).viewer], ["v", undefined]);
});

test("a page that the server no longer knows stops asking until it brings another token", () => {
  const before = session.connection;
  session.hear({ type: "error", code: "token", message: "This page is old." });
  assert.equal(before.closed, true);
  assert.equal(session.moment.state, "error");
  assert.match(session.moment.message, /Reload the page/);
  session.watch(mount("a"), { epochs: 200, keep: true });
  assert.equal(session.connection, null);
  session.watch(mount("a", "fresh"), { epochs: 200, keep: true });
  assert.notEqual(session.connection, null);
});
