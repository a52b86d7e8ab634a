// What a panel says of classes, where plane and cells agree: a byte of its grid as a picture and in words.

import { traceClasses, traceHalf } from "../drawing/boundary.js";
import { percent } from "../words/numbers.js";

export const LINE = "rgba(20, 20, 28, 0.85)";

export function paintSurface(context, panel, frame, smooth) {
  panel.surface.draw(context, frame.left, frame.top, frame.width, frame.height, smooth);
}

// The line where the panel changes its mind.
export function paintBorder(context, panel, frame, classes, width) {
  const { rows, columns } = panel.surface;
  context.save();
  context.translate(frame.left, frame.top);
  context.beginPath();
  (classes > 2 ? traceClasses : traceHalf)(context, panel.grid, rows, columns, frame.width, frame.height);
  context.strokeStyle = LINE;
  context.lineWidth = Math.max(1, Math.min(2.5, width / 160));
  context.stroke();
  context.restore();
}

// Where (u, v) of a picture, 0 to 1, lies among its cells.
export function cellAt({ rows, columns }, u, v) {
  const at = (share, count) => Math.min(count - 1, Math.max(0, Math.floor(share * count)));
  return at(v, rows) * columns + at(u, columns);
}

export function saidOf(byte, classNames) {
  if (classNames.length === 2) return `P(${classNames[1]}) = ${(byte / 255).toFixed(2)}`;
  return `${classNames[byte >> 4]}, confidence ${percent((byte & 15) / 15, 0)}`;
}
