// What colours and marks mean, and the buttons that save what is seen.

import { element } from "./dom.js";

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
    const wanted = JSON.stringify([data.classes, data.classNames, data.spectrum, data.showTest, colours]);
    if (wanted === this.shown) return;
    this.shown = wanted;
    const parts = data.classes > 2 ? this.classes(data, colours) : this.scale(data);
    parts.push(...(data.spectrum ? [mark("dot"), data.words.train] : [mark("disc"), data.words.train]));
    if (!data.spectrum && data.showTest) parts.push(mark("ring"), data.words.test);
    this.key.replaceChildren(...parts.map((part) => (typeof part === "string" ? element("span", {}, part) : part)));
  }

  scale(data) {
    const bar = element("span", { class: "tl-scale", role: "img", "aria-label": "Blue is 0, white one half, orange 1" });
    const stops = data.palette.diverging.map(([at, colour]) => `${colour} ${100 * at}%`);
    bar.style.background = `linear-gradient(90deg, ${stops.join(", ")})`;
    return [`P(${data.classNames[1]})`, "0", bar, "1"];
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
