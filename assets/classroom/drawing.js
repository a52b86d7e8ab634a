// A boundary drawn with a finger: strokes in a panel's picture, from 0 to 1 rightwards and down.

import { element, sized, write } from "../live/drawing/dom.js";
import { say, sayCount } from "../live/words/say.js";

export const MOST_POINTS = 96; // of all strokes together, as a server takes them
export const MOST_STROKES = 8;
const CLOSEST = 0.004; // a finger that rests draws nothing
const STEP = 0.05; // of an arrow key
const MINE = "#1f77d0";
const LETTERS = 16;

const rounded = (value) => Math.round(1000 * Math.min(1, Math.max(0, value))) / 1000;

// The points of a stroke that matter: none of those left out lies further than `tolerance` from the line through the others.
export function thinned(stroke, tolerance) {
  if (stroke.length < 3) return stroke;
  const [first, last] = [stroke[0], stroke.at(-1)];
  let [far, at] = [0, 0];
  for (let i = 1; i < stroke.length - 1; i += 1) {
    const away = distance(stroke[i], first, last);
    if (away > far) [far, at] = [away, i];
  }
  if (far <= tolerance) return [first, last];
  return [...thinned(stroke.slice(0, at + 1), tolerance).slice(0, -1), ...thinned(stroke.slice(at), tolerance)];
}

function distance([x, y], [x0, y0], [x1, y1]) {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const length = dx * dx + dy * dy;
  const share = length ? Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / length)) : 0;
  return Math.hypot(x - x0 - share * dx, y - y0 - share * dy);
}

// Strokes as they are sent: no more points than a server takes, as close to what was drawn as that allows.
export function simplified(strokes) {
  for (let tolerance = 0.004; ; tolerance *= 1.5) {
    const thin = strokes.map((stroke) => thinned(stroke, tolerance).map(([u, v]) => [rounded(u), rounded(v)]));
    if (thin.reduce((sum, stroke) => sum + stroke.length, 0) <= MOST_POINTS || tolerance > 1) return thin.slice(-MOST_STROKES);
  }
}

// Strokes on a picture of `size` pixels, with a rim that keeps them seen on any colour.
export function paintStrokes(context, strokes, size, { colour = MINE, width = 4, opacity = 1 } = {}) {
  context.save();
  context.globalAlpha = opacity;
  context.lineCap = context.lineJoin = "round";
  for (const [ink, wide] of [["#ffffff", width + 3], [colour, width]]) {
    context.strokeStyle = ink;
    context.lineWidth = wide;
    context.beginPath();
    for (const stroke of strokes) {
      stroke.forEach(([u, v], i) => (i ? context.lineTo(u * size, v * size) : context.moveTo(u * size, v * size)));
      if (stroke.length === 1) context.lineTo(stroke[0][0] * size + 0.1, stroke[0][1] * size);
    }
    context.stroke();
  }
  context.restore();
}

// Where somebody draws: the data's picture, large, with one's own line over it. A stroke is sent when the finger is lifted.
export class Pad {
  // on: {paint(context, size): the picture below, drawn(strokes)}.
  constructor(on) {
    this.on = on;
    this.strokes = [];
    this.cursor = null; // of the keyboard: {at: [u, v], down}
    this.canvas = element("canvas", {
      class: "tc-pad", tabindex: 0, role: "img",
      onpointerdown: (event) => this.down(event),
      onpointermove: (event) => this.move(event),
      onpointerup: () => this.up(),
      onpointercancel: () => this.up(),
      onkeydown: (event) => this.key(event),
    });
    this.undo = this.button(say("Undo"), () => this.strokes.slice(0, -1));
    this.clear = this.button(say("Clear"), () => []);
    this.words = element("p", { class: "tc-hint", role: "status" });
    this.root = element("div", { class: "tc-drawing" }, this.canvas, element("div", { class: "tc-row" }, this.undo, this.clear), this.words);
    this.told();
  }

  button(name, next) {
    return element("button", { class: "tc-button", type: "button", onclick: () => this.finish(next()) }, name);
  }

  // What the server has of mine; not while a finger is drawing.
  show(strokes) {
    if (this.stroke || this.cursor?.down) return;
    const saved = JSON.stringify(strokes);
    if (saved === this.saved) return; // what is on the pad may be newer, or cleared
    this.saved = saved;
    this.sent = Boolean(strokes);
    this.strokes = strokes ?? [];
    this.told();
    this.draw();
  }

  place(event) {
    const box = this.canvas.getBoundingClientRect();
    return [rounded((event.clientX - box.left) / box.width), rounded((event.clientY - box.top) / box.height)];
  }

  down(event) {
    event.preventDefault();
    this.canvas.setPointerCapture?.(event.pointerId);
    this.stroke = [this.place(event)];
    this.draw();
  }

  move(event) {
    if (!this.stroke) return;
    for (const each of event.getCoalescedEvents?.() ?? [event]) {
      const at = this.place(each);
      const [u, v] = this.stroke.at(-1);
      if (Math.hypot(at[0] - u, at[1] - v) > CLOSEST) this.stroke.push(at);
    }
    this.draw();
  }

  up() {
    const { stroke } = this;
    this.stroke = null;
    if (stroke) this.finish([...this.strokes, stroke]);
  }

  finish(strokes) {
    this.strokes = simplified(strokes);
    this.told();
    this.draw();
    if (this.strokes.length) this.on.drawn(this.strokes);
  }

  // Arrow keys move a mark; Enter sets the line's first point, arrows draw on, Enter ends it.
  key(event) {
    const moves = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };
    this.cursor ??= { at: [0.5, 0.5], down: null };
    const { cursor } = this;
    if (moves[event.key]) {
      cursor.at = cursor.at.map((value, i) => rounded(value + moves[event.key][i]));
      cursor.down?.push(cursor.at);
    } else if (event.key === "Enter" || event.key === " ") {
      const line = cursor.down;
      cursor.down = line ? null : [cursor.at];
      if (line) this.finish([...this.strokes, line]);
    } else return;
    event.preventDefault();
    event.stopPropagation();
    this.draw();
  }

  told() {
    const count = this.strokes.length;
    this.undo.disabled = this.clear.disabled = !count;
    this.canvas.setAttribute("aria-label", say("The data. Draw the boundary here. With the keyboard: arrow keys move, Enter begins and ends a line."));
    write(this.words, count
      ? sayCount(count, "Your line is saved. You can change it until the reveal.", "Your {count} lines are saved. You can change them until the reveal.")
      : this.sent ? say("Draw again. Until then your last line counts.") : say("Draw with your finger where you expect the boundary."));
  }

  draw() {
    const size = this.canvas.clientWidth;
    if (!size) return;
    const context = sized(this.canvas, size, size);
    context.clearRect(0, 0, size, size);
    this.on.paint(context, size);
    const open = [this.stroke, this.cursor?.down].filter(Boolean);
    paintStrokes(context, [...this.strokes, ...open], size);
    if (this.cursor && document.activeElement === this.canvas) this.cross(context, size);
  }

  cross(context, size) {
    const [x, y] = this.cursor.at.map((value) => value * size);
    context.strokeStyle = MINE;
    context.lineWidth = 2;
    context.strokeRect(x - LETTERS / 2, y - LETTERS / 2, LETTERS, LETTERS);
  }
}

// What the class drew, one's own on top; nothing before the reveal, or where nothing was to be drawn.
export function drawingsOf(question) {
  if (question?.kind !== "draw" || !question.revealed) return [];
  const { answers, mine } = question;
  const all = (answers ?? []).map(({ value }) => ({ strokes: value, mine: false }));
  return mine ? [...all, { strokes: mine, mine: true }] : all;
}

// A layer over a panel's picture on which drawings are shown; it follows the panel when the view builds its panels anew.
export class Overlay {
  constructor() {
    this.canvas = element("canvas", { class: "tc-overlay", "aria-hidden": "true" });
  }

  // panel: of the view; drawings: [{strokes, mine}].
  show(panel, drawings, scale = 1) {
    const stage = panel?.press?.parentElement;
    this.canvas.hidden = !stage || !drawings.length;
    if (this.canvas.hidden) return;
    if (this.canvas.parentElement !== stage) stage.append(this.canvas);
    const size = stage.clientWidth;
    const context = sized(this.canvas, size, size);
    context.clearRect(0, 0, size, size);
    const opacity = Math.max(0.35, Math.min(0.8, 4 / drawings.length));
    for (const { strokes, mine } of drawings) {
      paintStrokes(context, strokes, size, mine ? { width: 4 * scale } : { colour: "#7b3fa0", width: 2.5 * scale, opacity });
    }
  }
}
