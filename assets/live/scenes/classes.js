// What a panel says of classes, where plane and cells agree: a byte of its grid as a picture and in words.

import { traceClasses, traceHalf } from "../drawing/boundary.js";
import { classTable, divergingTable } from "../drawing/colours.js";
import { written } from "../words/numbers.js";
import { say } from "../words/say.js";

const LINE = "rgba(20, 20, 28, 0.85)";

export const tableOf = ({ classes, palette }, colours) => (classes > 2 ? classTable(colours) : divergingTable(palette.diverging));

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

export function saidOf(byte, classNames) {
  if (classNames.length === 2) return say("P({name}) = {value}", { name: classNames[1], value: written(byte / 255, "fixed") });
  return say("{name}, confidence {share}", { name: classNames[byte >> 4], share: written((byte & 15) / 15, "share", 0) });
}
