// What a legend is made of.

import { element } from "../drawing/dom.js";
import { say } from "../words/say.js";

export const mark = (look) => element("span", { class: `tl-mark tl-${look}` });

// The diverging scale with its name and its two ends.
export function scale({ palette }, name, low, high) {
  const bar = element("span", { class: "tl-scale", role: "img", "aria-label": say("Blue is {low}, orange {high}, white between", { low, high }) });
  const stops = palette.diverging.map(([at, colour]) => `${colour} ${100 * at}%`);
  bar.style.background = `linear-gradient(90deg, ${stops.join(", ")})`;
  return [name, low, bar, high];
}

// A swatch and a name a class, or the scale between two.
export function classesKey(data, colours) {
  if (data.classes <= 2) return scale(data, say("P({name})", { name: data.classNames[1] }), "0", "1");
  return data.classNames.slice(0, data.classes).flatMap((name, i) => {
    const swatch = mark("disc");
    swatch.style.setProperty("--colour", colours[i]);
    return [swatch, name];
  });
}
