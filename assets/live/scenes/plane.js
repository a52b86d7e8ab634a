// Points in the plane: where they lie in a picture, how they are marked, which one is nearest.

import { cellAt, paintBorder, paintSurface, saidOf } from "./classes.js";
import { parseHex, css, mix } from "../drawing/colours.js";

const BLACK = [0, 0, 0];

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
    const [x, y] = this.at(u, v);
    const i = this.nearest(u, v, showTest);
    const place = `x ${x.toFixed(2)}, y ${y.toFixed(2)}`;
    if (i < 0) return place;
    const split = this.points.test[i] ? "test" : "train";
    return `${place} · nearest: ${split} point of ${this.classNames[this.points.label[i]]}`;
  }
}
