// The class' experiment: one mark a value, at the score that its run has reached so far.

import { element, write } from "../live/drawing/dom.js";
import { say } from "../live/words/say.js";

export class ExperimentChart {
  // large: for a wall.
  constructor({ large = false } = {}) {
    this.large = large;
    this.heading = element("h2", {});
    this.rows = element("ul", { class: "tc-results" });
    this.root = element("div", {}, this.heading, this.rows);
  }

  // experiment: the room's section.
  show({ label, measure, results }) {
    write(this.heading, say("{measure} by {label}", { measure: measure?.label ?? measure, label }));
    this.rows.replaceChildren(...(results ?? []).map(({ value, score, name }) => element("li", {}, `${value}: ${score ?? "–"}${name ? ` (${name})` : ""}`)));
  }

  close() {}
}
