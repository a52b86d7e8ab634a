// Fits of functions that fill a square: a field over time and space, and an image. The truth is a picture like theirs.

import { cellAt, paintSurface } from "./classes.js";

export class Field {
  // extent: [left, right, bottom, top]; truth: {rows, columns, bytes} of u from -1 to 1; axes: the inputs' names.
  constructor([left, right, bottom, top], truth, axes) {
    Object.assign(this, { left, right, bottom, top, axes, backdrop: truth });
  }

  mark() {}

  paint(context, panel, frame) {
    paintSurface(context, panel, frame, true);
  }

  says(panel, u, v) {
    return `u = ${value(panel.grid[cellAt(panel.surface, u, v)])}`;
  }

  describe(u, v) {
    const place = [this.left + u * (this.right - this.left), this.top - v * (this.top - this.bottom)];
    const where = this.axes.map((name, i) => `${name} ${place[i].toFixed(2)}`).join(", ");
    return `exact ${value(this.backdrop.bytes[cellAt(this.backdrop, u, v)])} · ${where}`;
  }
}

const MARKED = 7; // pixels of the screen that one of the picture must have before a dot in it can be told
const DOTS = [["rgba(0, 0, 0, 0.6)", 3], ["rgba(255, 255, 255, 0.95)", 1.5]];

export class Photograph {
  // truth: {rows, columns, bytes}: a plane of red, one of green, one of blue; a fourth, where pixels are withheld, is 0
  // at those.
  constructor(truth) {
    this.backdrop = truth;
    const { rows, columns, bytes } = truth;
    this.seen = bytes.length > 3 * rows * columns ? bytes.subarray(3 * rows * columns) : null;
  }

  // A dot in every pixel that nobody was trained on, once there is room for it: in the large view.
  mark(context, { left, top, width, height }) {
    const { rows, columns } = this.backdrop;
    const [wide, high] = [width / columns, height / rows];
    if (!this.seen || Math.min(wide, high) < MARKED) return;
    for (const [colour, size] of DOTS) {
      context.fillStyle = colour;
      this.seen.forEach((seen, at) => {
        if (seen) return;
        const [x, y] = [left + (at % columns + 0.5) * wide, top + (Math.floor(at / columns) + 0.5) * high];
        context.fillRect(x - size / 2, y - size / 2, size, size);
      });
    }
  }

  // Pixels stay squares: what is learned is seen as it is.
  paint(context, panel, frame) {
    paintSurface(context, panel, frame, false);
  }

  says(panel, u, v) {
    return colour(panel.grid, panel.surface, cellAt(panel.surface, u, v));
  }

  describe(u, v) {
    const { rows, columns, bytes } = this.backdrop;
    const at = cellAt(this.backdrop, u, v);
    const place = `row ${Math.floor(at / columns) + 1}, column ${(at % columns) + 1}`;
    return `original ${colour(bytes, { rows, columns }, at)} · ${place}${this.seen && !this.seen[at] ? " · withheld" : ""}`;
  }
}

const value = (byte) => (byte / 127.5 - 1).toFixed(2);
const colour = (bytes, { rows, columns }, at) => [0, 1, 2].map((plane) => bytes[plane * rows * columns + at]).join(" ");
