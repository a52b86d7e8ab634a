// A room as a page knows it: what the server says becomes what a person reads, and nothing else is shown.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { open, readable } from "./page.mjs";

const sent = [];
open();
window.location = { protocol: "http:", host: "lab" };
globalThis.requestAnimationFrame = () => 1;
globalThis.cancelAnimationFrame = () => {};
globalThis.WebSocket = class {
  static OPEN = 1;
  readyState = 1;
  send(text) { sent.push(JSON.parse(text)); }
  close() {}
};
const { aheadOf, FORMS } = await import("../../assets/classroom/asking.js");
const { named, rowsOf } = await import("../../assets/classroom/bars.js");
const { drawingsOf, MOST_POINTS, MOST_STROKES, simplified, thinned } = await import("../../assets/classroom/drawing.js");
const { noticesOf, waysOn } = await import("../../assets/classroom/notices.js");
const { People } = await import("../../assets/classroom/people.js");
const { QuestionCard, verdict } = await import("../../assets/classroom/question.js");
const { Room } = await import("../../assets/classroom/room.js");
const { ClassSession } = await import("../../assets/classroom/session.js");

const SECTIONS = {
  code: "ABCD", lead: "", leader: "", locked: false, paused: false, hidden: false, members: { count: 3, following: 2 },
  question: null, step: null, experiment: null, ended: "", scene: { title: "Spiral", page: "/boundaries" },
  you: { id: "1", name: "Blue otter", role: "member", leads: false, following: true, answer: null },
};
const ASKED = { id: 7, kind: "choice", text: "Who leads?", options: ["TESLA", "ReLU"], epoch: 0, open: true, revealed: false, answered: 1 };
const said = (sections) => {
  const room = new Room({ changed() {}, refused() {} }, () => {});
  room.take({ room: { ...SECTIONS, ...sections } });
  return noticesOf(room, true);
};
const scene = (more = {}) => ({
  kind: "plane", epochs: 200, measures: { titles: [{}, { unit: "share" }] },
  panels: [{ label: "TESLA K=4", harmonics: 4 }, { label: "ReLU", harmonics: 0 }], ...more,
});
const form = (name) => FORMS.find((each) => each.name === name);

beforeEach(() => { sent.length = 0; });

test("a page says where it belongs, not what it wishes to watch, and again after a lost connection", () => {
  const session = new ClassSession({ path: "/live", room: "ABCD", as: "member", visit: "v" }, { paint() {}, scene() {}, changed() {}, refused() {} });
  session.greet();
  session.greet();
  assert.deepEqual(sent, Array(2).fill({ type: "enter", room: "ABCD", as: "member", visit: "v", differences: true, canvas: true }));
});

test("differences are laid over what is known, and one that comes before the whole is no room", () => {
  const changed = [];
  const room = new Room({ changed: (names) => changed.push(names), refused() {} }, (message) => sent.push(message));
  room.hear({ type: "room", changed: { paused: true } });
  assert.equal(room.sections, null);
  room.hear({ type: "room", room: { ...SECTIONS } });
  room.hear({ type: "room", changed: { paused: true, question: ASKED, you: { ...SECTIONS.you, answer: 1 } } });
  assert.deepEqual([room.get("paused"), room.get("code"), room.question.mine, room.count], [true, "ABCD", 1, 3]);
  assert.deepEqual(changed.at(-1), ["paused", "question", "you"]);
  assert.equal(room.hear({ type: "state", state: "running" }), false);
  room.do("answer", { value: 0 });
  room.do("follow", { on: false });
  assert.deepEqual(sent.map(({ what, turn }) => [what, turn]), [["answer", 1], ["follow", 2]]);
});

test("a sentence of the server's goes to who reads, and the canvas hears nothing of it", () => {
  const heard = [];
  const session = new ClassSession({ path: "/live", room: "ABCD", as: "member" }, { paint() {}, scene() {}, changed() {}, refused: (text) => heard.push(text) });
  session.hear({ type: "error", code: "room", message: "The teacher has locked this room." });
  assert.deepEqual(heard, ["The teacher has locked this room."]);
  assert.notEqual(session.moment.state, "error");
});

test("another run begins without the picture of the one before", () => {
  const session = new ClassSession({ path: "/live", room: "ABCD", as: "member" }, { paint() {}, scene() {}, changed() {}, refused() {} });
  const run = (name) => ({ type: "run", run: name, epochs: 100, kind: "plane", edits: [] });
  session.begin(run("a"));
  session.moment.frame = { number: 3 };
  session.begin(run("a"));
  assert.equal(session.moment.frame.number, 3);
  session.begin(run("b"));
  assert.equal(session.moment.frame, null);
});

test("what a page says of its place in the class", () => {
  assert.equal(said({}).line, "You follow your teacher. This page moves by itself.");
  assert.equal(said({ lead: "2", leader: "Red fox" }).line, "You follow Red fox. This page moves by itself.");
  assert.equal(said({ you: { ...SECTIONS.you, leads: true } }).line, "You lead: press Play, and the whole class sees it.");
  assert.equal(said({ you: { ...SECTIONS.you, following: false } }).line, "You explore on your own. The class goes on without you.");
  assert.equal(said({ experiment: {}, scene: { title: "Yours: seed 3", focus: 2 } }).line, "The class is the experiment. Yours: seed 3");
  assert.equal(said({ scene: null }).screen.title, "You are in");
  assert.equal(said({ paused: true }).screen.title, "Look up");
  assert.equal(said({ ended: "ended" }).screen.title, "The class is over");
  assert.equal(said({ ended: "removed", paused: true }).screen.title, "You left the room");
});

test("when the class is over, one goes on with its lesson, its last run, or the lab", () => {
  const ways = waysOn({ lesson: "4-lottery", step: 3 }, "/parity?v=2&p_bits=6", "/lab");
  assert.deepEqual(ways.map(({ href }) => href), ["/lab/learn?lesson=4-lottery", "/lab/parity?v=2&p_bits=6", "/lab"]);
  assert.deepEqual(waysOn(null, undefined, "").map(({ href }) => href), ["/"]);
});

test("an open question shows how many answered, and no answer but one's own", () => {
  const answered = [];
  const card = new QuestionCard({ answer: (value) => answered.push(value), paint() {} });
  card.show({ ...ASKED, mine: 1 }, 3);
  const buttons = card.root.all().filter((each) => each.tag === "button");
  assert.deepEqual(buttons.map((each) => each.attributes["aria-pressed"]), ["false", "true"]);
  assert.equal(card.note.textContent, "Your answer is saved. You can change it until the reveal. 1 of 3 have answered.");
  buttons[0].listeners.click();
  assert.deepEqual(answered, [0]);
});

test("after the reveal there are bars and no buttons, with what was right", () => {
  const card = new QuestionCard({ answer() {}, paint() {} });
  const revealed = { ...ASKED, open: false, revealed: true, mine: 1, counts: [2, 1], right: { options: [0] }, answers: [
    { value: 0, name: "Red fox" }, { value: 0, name: "Green owl" }, { value: 1, name: "Blue otter" }] };
  card.show(revealed, 3);
  assert.equal(card.root.all().filter((each) => each.tag === "button").length, 0);
  const words = readable(card.root);
  for (const word of ["✓ right", "your answer", "2 answers", "1 answer", "Red fox and Green owl"]) assert.ok(words.includes(word), word);
  assert.equal(card.note.textContent, "It was: TESLA. You said: ReLU.");
});

test("who was right is said when the run has shown it", () => {
  const revealed = { ...ASKED, revealed: true, mine: 0 };
  assert.equal(verdict({ ...revealed, right: null }), "Now Play shows who was right.");
  assert.equal(verdict({ ...revealed, right: { options: [0] } }), "You were right: TESLA.");
  assert.equal(verdict({ ...revealed, right: { options: [0, 1] } }), "You were right: TESLA and ReLU.");
  assert.equal(verdict({ ...revealed, mine: null, right: { options: [1] } }), "It was: ReLU.");
  assert.equal(verdict({ ...revealed, kind: "number", mine: 40, right: { number: 42.123456 } }), "It was: 42.12. You said: 40.");
  assert.equal(verdict({ ...revealed, kind: "number", mine: 500, right: { number: 512, within: 20 } }), "You were right: 512.");
  assert.equal(verdict({ ...revealed, kind: "number", mine: 500, right: { number: 512, within: 0 } }), "It was: 512. You said: 500.");
});

test("a wall has nothing to press", () => {
  const card = new QuestionCard();
  card.show({ ...ASKED, mine: null }, 3);
  assert.deepEqual(card.root.all().filter((each) => ["button", "input", "canvas"].includes(each.tag)), []);
  assert.ok(readable(card.root).includes("ReLU"));
});

test("numbers become rows, few as they are and many together", () => {
  const answers = (values) => values.map((value) => ({ value }));
  const few = rowsOf({ kind: "number", answers: answers([3, 1, 3]), right: { number: 3 }, mine: 1 });
  assert.deepEqual(few.map(({ label, count, right, mine }) => [label, count, right, mine]), [["1", 1, false, true], ["3", 2, true, false]]);
  const many = rowsOf({ kind: "number", answers: answers(Array.from({ length: 40 }, (_, i) => i)), right: null, mine: null });
  assert.equal(many.length, 12);
  assert.equal(many.reduce((sum, { count }) => sum + count, 0), 40);
  assert.equal(named(["a", "b", "c", "d", "e", "f", "g", "h"]), "a, b, c, d, e, f and 2 more");
});

test("whoever reads a lesson's step is not told to wait for something to appear", () => {
  assert.equal(said({ scene: null, step: { title: "A ticket", html: "<p>Say every factor is one half.</p>" } }).screen, null);
  assert.equal(said({ scene: null }).screen.title, "You are in");
});

test("every number that is near enough is marked as right, not the exact one alone", () => {
  const answers = [0.001, 0.0012, 0.05].map((value) => ({ value }));
  const rows = rowsOf({ kind: "number", answers, mine: null, right: { number: 0.001, within: 0.0003 } });
  assert.deepEqual(rows.map(({ right }) => right), [true, true, false]);
});

test("drawings are shown after the reveal, one's own on top", () => {
  const asked = { kind: "draw", answers: [{ value: ["theirs"] }], mine: ["mine"] };
  assert.deepEqual([null, asked, { ...asked, kind: "number", revealed: true }].map(drawingsOf), [[], [], []]);
  assert.deepEqual(drawingsOf({ ...asked, revealed: true }).map(({ strokes }) => strokes), [["theirs"], ["mine"]]);
});

test("a drawing keeps its shape and stays within what a server takes", () => {
  assert.deepEqual(thinned([[0, 0], [0.5, 0.001], [1, 0]], 0.01), [[0, 0], [1, 0]]);
  const wave = Array.from({ length: 2000 }, (_, i) => [i / 2000, 0.5 + 0.4 * Math.sin(i / 40)]);
  const sentOff = simplified([wave, ...Array.from({ length: 12 }, (_, i) => [[0, i / 12], [1, i / 12]])]);
  assert.ok(sentOff.length <= MOST_STROKES);
  assert.ok(sentOff.flat().length <= MOST_POINTS);
  const [one] = simplified([wave.slice(0, 260)]);
  const highest = Math.min(...one.map(([, v]) => v));
  assert.ok(Math.abs(highest - 0.1) < 0.02, "the wave's crest is lost");
  assert.ok(JSON.stringify({ type: "do", what: "answer", value: sentOff, turn: 10, question: 3 }).length < 2048);
});

test("questions that fit the page at hand, and what is sent of them", () => {
  const fitting = (given) => FORMS.filter(({ fits }) => fits(given)).map(({ name }) => name);
  assert.deepEqual(fitting(scene()), ["leads", "finds", "draw", "harmonic", "free"]);
  assert.deepEqual(fitting(scene({ kind: "cells" })), ["leads", "finds", "harmonic", "free"]);
  assert.deepEqual(fitting(null), ["free"]);
  const leads = form("leads").build(scene(), { epoch: 50 });
  assert.deepEqual([leads.text, leads.options, leads.rule], ["Which panel will lead at epoch 50?", ["TESLA K=4", "ReLU"], { rule: "leads", epoch: 50 }]);
  assert.equal("epoch" in leads, false, "the class would be held where the answer is seen");
  assert.deepEqual(form("harmonic").build(scene(), { panel: 0, epoch: 50 }).options, ["1", "2", "3", "4"]);
  assert.deepEqual(form("free").build(null, { text: "How many?", options: [] }).kind, "number");
  assert.deepEqual([aheadOf(0, 200), aheadOf(60, 200), aheadOf(0, 20), aheadOf(200, 200)], [50, 130, 10, 200]);
});

test("the teacher's list keeps a row where it is while its state changes", () => {
  const people = new People({ pass() {}, rename() {}, remove() {} });
  const fox = { id: "f", name: "Red fox", state: "following", answered: false };
  people.show([fox, { id: "o", name: "Blue otter", state: "exploring", answered: true }], "", true);
  const [row] = people.list.children;
  assert.ok(readable(people.root).includes("2 joined: 2 here, 1 following"));
  assert.ok(readable(people.root).includes("✓ answered"));
  people.show([{ ...fox, state: "away" }], "f", false);
  assert.equal(people.list.children[0], row);
  assert.equal(people.list.childElementCount, 1);
  assert.ok(readable(row).includes("leads"));
  people.show([{ ...fox, state: "out" }], "", false);
  assert.ok(readable(people.root).includes("0 joined: 0 here, 0 following"));
  assert.equal(people.rows.get("f").back.hidden, false, "who was taken out by mistake can be let in again");
  assert.equal(people.rows.get("f").out.hidden, true);
});
