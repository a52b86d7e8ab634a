// Points in the plane: where they lie in a picture, how they are marked, which one is nearest.

import { parseHex, css, mix } from "../drawing/colours.js";
import { cellAt, paintSurface } from "../drawing/surface.js";
import { written } from "../words/numbers.js";
import { say, sayCount } from "../words/say.js";
import { standing } from "./chance.js";
import { paintBorder, saidOf, tableOf } from "./classes.js";
import { classesKey, mark } from "./key.js";
import { few, least, memorised, most, share, span, TEST } from "./scores.js";

const BLACK = [0, 0, 0];
const TIE = 0.015;

export class Plane {
  // extent: [x0, x1, y0, y1]; points: {x, y, label, test}, arrays; colours and classNames: one for each class.
  constructor(extent, points, colours, classNames) {
    [this.x0, this.x1, this.y0, this.y1] = extent;
    this.points = points;
    this.colours = colours.slice(0, classNames.length).map(parseHex);
    this.classNames = classNames;
  }

  paint(context, panel, frame, look, width) {
    paintSurface(context, panel, frame, true);
    paintBorder(context, panel, frame, look.classes, width);
  }

  says(panel, u, v, classes) {
    return saidOf(panel.grid[cellAt(panel.surface, u, v)], this.classNames.slice(0, classes));
  }

  // Picture coordinates run from 0 to 1, rightwards and down.
  unit(i) {
    const { x, y } = this.points;
    return [(x[i] - this.x0) / (this.x1 - this.x0), (this.y1 - y[i]) / (this.y1 - this.y0)];
  }

  at(u, v) {
    return [this.x0 + u * (this.x1 - this.x0), this.y1 - v * (this.y1 - this.y0)];
  }

  // Train points are discs with a light rim behind them, test points small pale ones with a dark ring.
  mark(context, frame, showTest) {
    const count = Math.max(1, this.points.x.length);
    const crowd = Math.min(1, Math.sqrt(400 / count));
    const radius = Math.max(1.5, Math.min(6, (frame.side || frame.width) / 75) * crowd);
    this.colours.forEach((colour, label) => {
      if (showTest) this.ring(context, frame, label, colour, radius * 0.85);
    });
    this.colours.forEach((colour, label) => {
      context.beginPath();
      this.trace(context, frame, label, 0, radius);
      context.strokeStyle = "rgba(255, 255, 255, 0.9)";
      context.lineWidth = Math.max(1.2, radius / 2);
      context.stroke();
    });
    this.colours.forEach((colour, label) => {
      context.beginPath();
      this.trace(context, frame, label, 0, radius);
      context.fillStyle = css(mix(colour, BLACK, 0.18));
      context.fill();
    });
  }

  ring(context, frame, label, colour, radius) {
    context.beginPath();
    this.trace(context, frame, label, 1, radius);
    context.fillStyle = css(mix(colour, [255, 255, 255], 0.75));
    context.strokeStyle = css(mix(colour, BLACK, 0.55));
    context.lineWidth = Math.max(0.6, radius / 2.4);
    context.fill();
    context.stroke();
  }

  trace(context, frame, label, test, radius) {
    const points = this.points;
    for (let i = 0; i < points.x.length; i += 1) {
      if (points.label[i] !== label || points.test[i] !== test) continue;
      const [u, v] = this.unit(i);
      const x = frame.left + u * frame.width;
      const y = frame.top + v * frame.height;
      context.moveTo(x + radius, y);
      context.arc(x, y, radius, 0, 2 * Math.PI);
    }
  }

  // The point nearest to (u, v), if it lies within `reach` of it.
  nearest(u, v, showTest, reach = 0.04) {
    let best = -1;
    let least = reach * reach;
    for (let i = 0; i < this.points.x.length; i += 1) {
      if (this.points.test[i] && !showTest) continue;
      const [pu, pv] = this.unit(i);
      const distance = (pu - u) ** 2 + (pv - v) ** 2;
      if (distance < least) [best, least] = [i, distance];
    }
    return best;
  }

  describe(u, v, showTest) {
    const [x, y] = this.at(u, v).map((value) => written(value, "fixed"));
    const i = this.nearest(u, v, showTest);
    if (i < 0) return say("x {x}, y {y}", { x, y });
    const places = { x, y, name: this.classNames[this.points.label[i]] };
    return this.points.test[i] ? say("x {x}, y {y} · nearest: test point of {name}", places)
      : say("x {x}, y {y} · nearest: train point of {name}", places);
  }
}

function legend(data, colours) {
  const [train, test] = data.measures.titles.map(({ label }) => label);
  return [...classesKey(data, colours), mark("disc"), train, ...(data.showTest ? [mark("ring"), test] : [])];
}

function opening(count, { data }) {
  return sayCount(
    count,
    "Before training: one model on {data}. Press Play to watch it learn.",
    "Before training: {count} models on {data}, with the same data in the same batches. Press Play to start the race.",
    { data },
  );
}

// Who leads, who is last, who guesses.
function story(time, scores, { unseen, classes, over }) {
  const [leader, last] = [most(scores, TEST), least(scores, TEST)];
  const stands = (score) => standing(score.values[TEST], unseen, classes);
  if (scores.length === 1) {
    return say("After {time} {name} is right on {share} of the points it never saw.", { time, name: leader.label, share: share(leader) });
  }
  if (stands(leader) !== "above") return say("After {time} nobody does better than guessing on the points they never saw.", { time });
  if (leader.values[TEST] - last.values[TEST] <= TIE) return tie(time, scores, over);
  const parts = [order(time, scores, leader, last)];
  const guessing = scores.filter((score) => stands(score) !== "above");
  const byHeart = scores.filter((score) => memorised(score) && !guessing.includes(score));
  if (guessing.length) {
    const places = { names: few(guessing) };
    parts.push(sayCount(guessing.length, "{names} does no better than guessing.", "{names} do no better than guessing.", places));
  } else if (byHeart.length) {
    parts.push(say("{names} learned the training points by heart, and less of what lies between them.", { names: few(byHeart) }));
  }
  return parts.join(" ");
}

function tie(time, scores, over) {
  const places = { time, share: span(scores), panels: scores.length };
  if (scores.length === 2) {
    return over
      ? say("After {time} both panels are right on {share} of the points they never saw: this data does not tell them apart.", places)
      : say("After {time} both panels are right on {share} of the points they never saw: this data does not tell them apart yet.", places);
  }
  return over
    ? say("After {time} all {panels} panels are right on {share} of the points they never saw: this data does not tell them apart.", places)
    : say("After {time} all {panels} panels are right on {share} of the points they never saw: this data does not tell them apart yet.", places);
}

// Whoever reads the same number in their title shares a place.
function order(time, scores, leader, last) {
  const [first, end] = [leader, last].map((one) => scores.filter((score) => share(score) === share(one)));
  const lowest = { names: few(end), share: share(last) };
  return sayCount(
    first.length,
    "After {time} {names} leads: right on {share} of the points it never saw; {last}.",
    "After {time} {names} lead: right on {share} of the points they never saw; {last}.",
    {
      time, names: few(first), share: share(leader),
      last: sayCount(end.length, "{names} is last with {share}", "{names} are last with {share}", lowest),
    },
  );
}

export const plane = {
  scene: (run, backdrop, { data, colours }) => new Plane(run.extent, backdrop, colours, data.classNames),
  table: tableOf,
  legend,
  opening,
  story,
  bounded: true,
};
