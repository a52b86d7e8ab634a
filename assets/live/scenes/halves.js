// Some of many long strings of bits as cells, none of them learned from: the even ones on the left, the odd ones on the right.

import { cellAt, paintSurface } from "../drawing/surface.js";
import { say, sayCount } from "../words/say.js";
import { saidOf, tableOf } from "./classes.js";
import { classesKey } from "./key.js";
import { story } from "./rule.js";
import { models } from "./scores.js";

export class Halves {
  // points: x and y are a string's column and row, label its parity.
  constructor(rows, columns, points, classNames) {
    Object.assign(this, { rows, columns, classNames });
    this.truth = new Uint8Array(rows * columns);
    points.x.forEach((column, i) => { this.truth[points.y[i] * columns + column] = points.label[i]; });
  }

  // The line between the even ones and the odd ones.
  mark(context, { left, top, width, height }) {
    context.beginPath();
    context.moveTo(left + width / 2, top);
    context.lineTo(left + width / 2, top + height);
    context.strokeStyle = "rgba(20, 20, 28, 0.6)";
    context.lineWidth = Math.max(1, width / 200);
    context.stroke();
  }

  // The picture of the truth, as bytes.
  get backdrop() {
    return { bytes: this.truth.map((bit) => 255 * bit), rows: this.rows, columns: this.columns };
  }

  paint(context, panel, frame) {
    paintSurface(context, panel, frame, false);
  }

  says(panel, u, v) {
    return saidOf(panel.grid[cellAt(panel.surface, u, v)], this.classNames);
  }

  describe(u, v) {
    return say("{parity} · never seen", { parity: this.truth[cellAt(this, u, v)] ? say("odd") : say("even") });
  }
}

const opening = (count, { data, seen }) => sayCount(
  seen,
  "Before training: {models} will learn {data} from {count} string, and must find the rule for all others. Press Play.",
  "Before training: {models} will learn {data} from {count} strings, and must find the rule for all others. Press Play.",
  { models: models(count), data },
);

export const halves = {
  scene: (run, backdrop, { data }) => new Halves(run.rows, run.columns, backdrop, data.classNames),
  table: tableOf,
  legend: classesKey,
  opening,
  story,
};
