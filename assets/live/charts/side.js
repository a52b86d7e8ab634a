// Beside the panels: two charts over the recording, and on the parity page the Walsh energy.

import { element, sized } from "../drawing/dom.js";
import { written } from "../words/numbers.js";
import { say } from "../words/say.js";
import { Curve } from "./curves.js";
import { Spectrum } from "./spectrum.js";

const picture = () => element("canvas", { class: "tl-curve", role: "img" });

export class Side {
  constructor() {
    this.upper = new Curve(picture());
    this.lower = new Curve(picture());
    this.spectrum = new Spectrum(picture());
    this.root = element("div", { class: "tl-side" }, this.upper.canvas, this.lower.canvas, this.spectrum.canvas);
  }

  // measures: as the page gives them (words/numbers.js).
  setMeasures(measures, withSpectrum) {
    this.measures = measures;
    [this.upper, this.lower].forEach((curve, i) => curve.set(measures.curves[i]));
    this.withSpectrum = withSpectrum;
    this.spectrum.canvas.hidden = !withSpectrum;
  }

  // What both curves need, from what the view knows.
  options({ moment, panels, marks, highlight, theme, width, height }) {
    return {
      history: moment.history.filter((entry) => entry.measures[0].length === panels.length),
      panels: panels.map((panel) => panel.info),
      position: moment.epochAt, lastEpoch: moment.epochs, marks, highlight, theme, width, height,
    };
  }

  // The first chart alone, for people far away: everything in it `scale` times as large. options: as both curves need them.
  drawUpper(options, scale) {
    const [width, height] = [options.width / scale, options.height / scale];
    const context = sized(this.upper.canvas, options.width, options.height);
    context.scale(scale, scale);
    this.upper.paint(context, { ...options, width, height });
    const last = options.history.at(-1)?.measures[this.measures.titles[1].measure] ?? [];
    this.tell(options.panels.map(({ label }, i) => [label, last[i]]));
  }

  // What the upper chart shows, for who can't see it. scores: [label, value], the second number of the titles.
  tell(scores) {
    const { unit } = this.measures.titles[1];
    const told = scores.map(([label, value]) => `${label} ${written(value, unit)}`).join(", ");
    this.upper.canvas.setAttribute("aria-label", say("{title}, by epoch: {scores}.", { title: this.upper.title, scores: told }));
  }

  draw(view) {
    const options = this.options(view);
    this.upper.draw(options);
    this.lower.draw(options);
    if (this.withSpectrum) this.spectrum.draw(view);
    const { measure } = this.measures.titles[1];
    this.tell((view.moment.frame?.panels || []).map(({ values }, i) => [options.panels[i]?.label, values[measure]]));
    this.lower.canvas.setAttribute("aria-label", say("{title}, by epoch, on a logarithmic axis.", { title: this.lower.title }));
  }
}
