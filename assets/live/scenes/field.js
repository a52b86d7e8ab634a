// The solution of an equation over a square: the truth is a picture like the panels'.

import { divergingTable } from "../drawing/colours.js";
import { cellAt, paintSurface } from "../drawing/surface.js";
import { written } from "../words/numbers.js";
import { say } from "../words/say.js";
import { scale } from "./key.js";
import { least, models, most, share } from "./scores.js";

const ERROR = 3; // values: total loss, PDE loss, loss of the conditions, relative error
const LOSS = 0;
const FAR = 0.3; // a relative error above this is another picture
const WRONG_PICTURE = 2; // how many times the best error the smallest loss may have before it is remarked on
const value = (byte) => written(byte / 127.5 - 1, "fixed");

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
    return say("u = {value}", { value: value(panel.grid[cellAt(panel.surface, u, v)]) });
  }

  describe(u, v) {
    const place = [this.left + u * (this.right - this.left), this.top - v * (this.top - this.bottom)];
    const where = this.axes.map((name, i) => `${name} ${written(place[i], "fixed")}`).join(", ");
    return say("exact {value} · {where}", { value: value(this.backdrop.bytes[cellAt(this.backdrop, u, v)]), where });
  }
}

function opening(count, { axes }) {
  return say(
    "Before training: {models} will look for u({inputs}), told only the equation and what is given at the edges. The exact solution is "
      + "there for you to compare; the models never see it. Press Play.",
    { models: models(count), inputs: axes.join(", ") },
  );
}

function story(time, scores, { over, crux }) {
  const [best, last] = [least(scores, ERROR), most(scores, ERROR)];
  const pleased = least(scores, LOSS);
  const places = { time, name: best.label, error: share(best, ERROR), last: last.label, largest: share(last, ERROR) };
  const parts = [scores.length === 1
    ? say("After {time} the error of {name} against the exact solution is {error}.", places)
    : say("After {time} {name} is closest to the exact solution: its error is {error}; that of {last} is {largest}.", places)];
  if (pleased.values[ERROR] > FAR && pleased.values[ERROR] > WRONG_PICTURE * best.values[ERROR]) {
    parts.push(say(
      "{name} has the smallest loss and still the wrong picture: it obeys the equation at its training points, but not between them.",
      { name: pleased.label },
    ));
  } else if (best.values[ERROR] > FAR) {
    parts.push(notFound(scores.length === 1, over, crux));
  } else if (last.values[ERROR] > FAR) {
    parts.push(say("What tells them apart is {crux}.", { crux }));
  }
  return parts.join(" ");
}

function notFound(alone, over, crux) {
  if (alone) return over ? say("It has not found {crux}.", { crux }) : say("It has not found {crux} yet.", { crux });
  return over ? say("Nobody has found {crux}.", { crux }) : say("Nobody has found {crux} yet.", { crux });
}

export const field = {
  scene: (run, backdrop, { data }) => new Field(run.extent, backdrop, data.story.axes),
  table: ({ palette }) => divergingTable(palette.diverging),
  legend: (data) => {
    const [x, y] = data.story.axes;
    return [...scale(data, "u", "−1", "1"), say("{x} to the right, {y} upwards", { x, y })];
  },
  opening,
  story,
};
