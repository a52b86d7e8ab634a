// The line below the panels: what lies under the pointer, what colours and marks mean, and the buttons that save what is seen.

import { element, write } from "../drawing/dom.js";
import { kindOf } from "../scenes/kinds.js";
import { say } from "../words/say.js";

export class Foot {
  // actions: png(), svg().
  constructor(actions) {
    this.readout = element("div", { class: "tl-readout" });
    this.key = element("span", { class: "tl-key" });
    const saves = [["PNG", actions.png], ["SVG", actions.svg]].map(([format, act]) => element("button", {
      class: "tl-button tl-small", type: "button", title: say("Save what is seen as {format}", { format }), onclick: () => act(),
    }, format));
    const legend = element("div", { class: "tl-legend" }, this.key, element("span", { class: "tl-saves" }, ...saves));
    this.root = element("div", { class: "tl-foot" }, this.readout, legend);
  }

  showLegend(data, colours) {
    const { kind, classes, classNames, showTest, story, measures } = data;
    const wanted = JSON.stringify([kind, classes, classNames, showTest, colours, story, measures.titles]);
    if (wanted === this.shown) return;
    this.shown = wanted;
    const parts = kindOf(kind).legend(data, colours);
    this.key.replaceChildren(...parts.map((part) => (typeof part === "string" ? element("span", {}, part) : part)));
  }

  // What `reading` says of the place in a panel's picture that an event points to; nothing without one.
  point(panel, event, reading) {
    if (!panel || !event) {
      write(this.readout, "");
      return;
    }
    write(this.readout, `${panel.info.label}: ${reading(panel, ...panel.placeOf(event))}`);
  }
}
