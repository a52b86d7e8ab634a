// What colours and marks mean, and the buttons that save what is seen.

import { element } from "../drawing/dom.js";

export class Legend {
  // actions: png(), svg().
  constructor(actions) {
    this.key = element("span", { class: "tl-key" });
    const saves = [["PNG", actions.png], ["SVG", actions.svg]].map(([name, act]) => element(
      "button", { class: "tl-button tl-small", type: "button", title: `Save what is seen as ${name}`, onclick: () => act() }, name,
    ));
    this.root = element("div", { class: "tl-legend" }, this.key, element("span", { class: "tl-saves" }, ...saves));
  }

  show(data, colours) {
    const wanted = JSON.stringify([data.kind, data.classes, data.classNames, data.spectrum, data.showTest, colours, data.story.seen > 0]);
    if (wanted === this.shown) return;
    this.shown = wanted;
    const parts = data.classes ? this.sorted(data, colours) : this.fitted(data);
    this.key.replaceChildren(...parts.map((part) => (typeof part === "string" ? element("span", {}, part) : part)));
  }

  sorted(data, colours) {
    const parts = data.classes > 2 ? this.classes(data, colours) : this.scale(data, `P(${data.classNames[1]})`, "0", "1");
    const [train, test] = data.measures.titles.map(({ label }) => label);
    parts.push(mark(data.spectrum ? "dot" : "disc"), train);
    if (!data.spectrum && data.showTest) parts.push(mark("ring"), test);
    return parts;
  }

  fitted(data) {
    if (data.kind === "field") return this.scale(data, "u", "−1", "1").concat(`${data.story.axes[0]} to the right, ${data.story.axes[1]} upwards`);
    if (data.kind === "image") return [data.story.seen ? "in the large view a dot marks a withheld pixel" : ""];
    return ["grey: the signal; colour: the fit; below: amplitude by frequency"];
  }

  scale(data, name, low, high) {
    const bar = element("span", { class: "tl-scale", role: "img", "aria-label": `Blue is ${low}, orange ${high}, white between` });
    const stops = data.palette.diverging.map(([at, colour]) => `${colour} ${100 * at}%`);
    bar.style.background = `linear-gradient(90deg, ${stops.join(", ")})`;
    return [name, low, bar, high];
  }

  classes(data, colours) {
    return data.classNames.slice(0, data.classes).flatMap((name, i) => {
      const swatch = mark("disc");
      swatch.style.setProperty("--colour", colours[i]);
      return [swatch, name];
    });
  }
}

function mark(kind) {
  return element("span", { class: `tl-mark tl-${kind}` });
}
