// Strings of bits as cells of a picture: the parity surface, with the strings that are trained on marked.

import { cellAt, paintSurface } from "../drawing/surface.js";
import { say, sayCount } from "../words/say.js";
import { saidOf, tableOf } from "./classes.js";
import { classesKey, mark } from "./key.js";
import { story } from "./rule.js";
import { models } from "./scores.js";

export class Cells {
  // points: x and y are a string's column and row, label its parity, test whether it is unseen.
  constructor(rows, columns, points, classNames) {
    Object.assign(this, { rows, columns, bits: Math.round(Math.log2(rows * columns)), classNames });
    this.seen = new Uint8Array(rows * columns);
    this.truth = new Uint8Array(rows * columns);
    points.x.forEach((column, i) => {
      const at = points.y[i] * columns + column;
      this.seen[at] = 1 - points.test[i];
      this.truth[at] = points.label[i];
    });
  }

  mark(context, frame) {
    const width = frame.width / this.columns;
    const height = frame.height / this.rows;
    const radius = Math.max(0.8, Math.min(width, height) * 0.17);
    context.beginPath();
    for (let i = 0; i < this.seen.length; i += 1) {
      if (!this.seen[i]) continue;
      const x = frame.left + ((i % this.columns) + 0.5) * width;
      const y = frame.top + (Math.floor(i / this.columns) + 0.5) * height;
      context.moveTo(x + radius, y);
      context.arc(x, y, radius, 0, 2 * Math.PI);
    }
    context.fillStyle = "rgba(0, 0, 0, 0.8)";
    context.fill();
    context.strokeStyle = "rgba(255, 255, 255, 0.75)";
    context.lineWidth = radius / 2;
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

  // How many of the strings one bit away are trained on: each has the opposite parity.
  seenNeighbours(i) {
    let count = 0;
    for (let bit = 0; bit < this.bits; bit += 1) count += this.seen[i ^ (1 << bit)];
    return count;
  }

  describe(u, v) {
    const i = cellAt(this, u, v);
    const bits = i.toString(2).padStart(this.bits, "0");
    const half = Math.floor(this.bits / 2);
    const string = `${bits.slice(0, half)} ${bits.slice(half)}`;
    const parity = this.truth[i] ? say("odd") : say("even");
    if (this.seen[i]) return say("{string} · {parity} · seen", { string, parity });
    const places = { string, parity, seen: this.seenNeighbours(i), bits: this.bits };
    return say("{string} · {parity} · unseen, {seen} of {bits} neighbours seen", places);
  }
}

function opening(count, { seen, unseen }) {
  const places = { models: models(count), strings: sayCount(seen, "{count} dotted string", "{count} dotted strings") };
  return sayCount(
    unseen,
    "Before training: {models} will learn from the {strings}, and must find out whether the one without a dot is even or odd. Press Play.",
    "Before training: {models} will learn from the {strings}, and must find out whether the {count} without a dot are even or odd. "
      + "Press Play.",
    places,
  );
}

export const cells = {
  scene: (run, backdrop, { data }) => new Cells(run.rows, run.columns, backdrop, data.classNames),
  table: tableOf,
  legend: (data, colours) => [...classesKey(data, colours), mark("dot"), data.measures.titles[0].label],
  opening,
  story,
};
