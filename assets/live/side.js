// Beside the panels: accuracy and loss over the recording, and on the parity page the Walsh energy.

import { Curve } from "./curves.js";
import { element, percent } from "./dom.js";
import { Spectrum } from "./spectrum.js";

const picture = () => element("canvas", { class: "tl-curve", role: "img" });

export class Side {
  constructor() {
    this.accuracy = new Curve(picture(), {
      title: "", quantity: "testAccuracy", faint: "trainAccuracy", logarithmic: false,
    });
    this.loss = new Curve(picture(), { title: "Training loss", quantity: "trainLoss", faint: null, logarithmic: true });
    this.spectrum = new Spectrum(picture());
    this.root = element("div", { class: "tl-side" }, this.accuracy.canvas, this.loss.canvas, this.spectrum.canvas);
  }

  setWords({ train, test }, withSpectrum) {
    this.accuracy.title = `Accuracy: ${test} (faint: ${train})`;
    this.test = test;
    this.withSpectrum = withSpectrum;
    this.spectrum.canvas.hidden = !withSpectrum;
  }

  // What both curves need, from what the view knows.
  options({ moment, panels, marks, highlight, theme, width, height }) {
    return {
      history: moment.history.filter((entry) => entry.testAccuracy.length === panels.length),
      panels: panels.map((panel) => panel.info),
      position: moment.epochAt, lastEpoch: moment.epochs, marks, highlight, theme, width, height,
    };
  }

  draw(view) {
    const options = this.options(view);
    this.accuracy.draw(options);
    this.loss.draw(options);
    if (this.withSpectrum) this.spectrum.draw(view);
    const scored = view.moment.frame?.panels || [];
    const told = scored.map((scores, i) => `${options.panels[i]?.label} ${percent(scores.testAccuracy, 0)}`);
    this.accuracy.canvas.setAttribute("aria-label", `Accuracy by epoch, ${this.test}: ${told.join(", ")}.`);
    this.loss.canvas.setAttribute("aria-label", "Training loss by epoch, on a logarithmic axis.");
  }
}
