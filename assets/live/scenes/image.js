// A photograph: the truth is a picture like the panels', of red, green and blue.

import { cellAt, paintSurface } from "../drawing/surface.js";
import { written } from "../words/numbers.js";
import { say, sayCount, sayList } from "../words/say.js";
import { least, models, most, names } from "./scores.js";

const SEEN = 1; // values: training loss, its PSNR, loss, PSNR; where pixels are withheld, PSNR of those seen and of those unseen
const PSNR = 3;
const SHARP = 30; // decibels from which a picture is hard to tell from the original
const EDGES = 22; // ... and from which its edges are there
const BY_HEART = 10; // decibels by which seen pixels are better than those between them when they were learned by heart
const NOISE = 20; // ... and below which what lies between is noise
const BEHIND = 4; // ... and by which a picture is worse than the best one before that is remarked on
const MOST_NAMED = 4;
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
    const places = { colour: colour(bytes, { rows, columns }, at), row: Math.floor(at / columns) + 1, column: (at % columns) + 1 };
    return this.seen && !this.seen[at] ? say("original {colour} · row {row}, column {column} · withheld", places)
      : say("original {colour} · row {row}, column {column}", places);
  }
}

const colour = (bytes, { rows, columns }, at) => [0, 1, 2].map((plane) => bytes[plane * rows * columns + at]).join(" ");
const decibels = (score, at) => written(score.values[at], "decibels");

function opening(count, { data, seen }) {
  const places = { models: models(count), data };
  if (!seen) return say("Before training: {models} will learn the colour of every pixel of {data} from its row and column. Press Play.", places);
  return sayCount(
    seen,
    "Before training: {models} will learn the colour of {count} pixel of {data} from its row and column, and be judged by the others. "
      + "Press Play.",
    "Before training: {models} will learn the colour of {count} pixels of {data} from their row and column, and be judged by the others. "
      + "Press Play.",
    places,
  );
}

function story(time, scores, { seen, over }) {
  const [best, last] = [most(scores, PSNR), least(scores, PSNR)];
  const parts = [bestOf(time, best, scores.length === 1, seen, over)];
  const byHeart = seen ? scores.filter(({ values }) => values[SEEN] - values[PSNR] >= BY_HEART && values[PSNR] < NOISE) : [];
  const blurred = scores.filter((score) => score.values[PSNR] < SHARP && best.values[PSNR] - score.values[PSNR] >= BEHIND
    && !byHeart.includes(score));
  if (byHeart.length) parts.push(knownByHeart(byHeart));
  else if (blurred.length) parts.push(blur(blurred, over));
  else if (last !== best) parts.push(say("{name} is last with {decibels}.", { name: last.label, decibels: decibels(last, PSNR) }));
  return parts.join(" ");
}

function looks(value, over) {
  if (value >= SHARP) return say("hard to tell from the original");
  if (value >= EDGES) return say("edges are there, fine detail is not");
  return over ? say("only coarse shapes") : say("only coarse shapes so far");
}

function bestOf(time, best, alone, seen, over) {
  const places = { time, name: best.label, decibels: decibels(best, PSNR), looks: looks(best.values[PSNR], over) };
  if (seen) {
    return alone ? say("After {time} {name} has a picture of {decibels} on pixels it never saw, {looks}.", places)
      : say("After {time} {name} has the best picture: {decibels} on pixels it never saw, {looks}.", places);
  }
  return alone ? say("After {time} {name} has a picture of {decibels}, {looks}.", places)
    : say("After {time} {name} has the best picture: {decibels}, {looks}.", places);
}

function knownByHeart(scores) {
  const each = (at) => sayList(scores.map((score) => decibels(score, at)));
  return sayCount(
    scores.length,
    "{names} has learned its pixels by heart ({seen}) and shows noise between them ({unseen}).",
    "{names} have learned their pixels by heart ({seen}) and show noise between them ({unseen}).",
    { names: names(scores), seen: each(SEEN), unseen: each(PSNR) },
  );
}

function blur(scores, over) {
  const places = { names: names(scores.slice(0, MOST_NAMED)) };
  return over
    ? sayCount(
      scores.length, "{names} sees a blur: slow changes are learned first.", "{names} see a blur: slow changes are learned first.", places,
    )
    : sayCount(
      scores.length,
      "{names} still sees a blur: slow changes are learned first.", "{names} still see a blur: slow changes are learned first.", places,
    );
}

export const image = {
  scene: (run, backdrop) => new Photograph(backdrop),
  table: () => null,
  legend: ({ story: { seen } }) => [seen ? say("in the large view a dot marks a withheld pixel") : ""],
  opening,
  story,
};
