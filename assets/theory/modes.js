// A training mode by mode: how much of each mode's error is left, as trained and as foretold, and the curve so far. Moved
// by hand or played; nothing is asked of the server.

import { element, write } from "../live/drawing/dom.js";
import { say, speak, whole } from "../live/words/say.js";

const SECONDS = 6; // from the first frame to the last
const [WIDE, HIGH, LEFT, LOW] = [560, 256, 52, 56]; // of a drawing, and its room for ticks
const mounted = new WeakMap();

function shape(name, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

function text(x, y, words, anchor = "middle") {
  return shape("text", { x, y, "text-anchor": anchor, fill: "currentColor" }, words);
}

class Modes {
  constructor(parent) {
    this.place = null;
    this.button = element("button", { type: "button", class: "tm-play", onclick: () => this.toggle() });
    this.slider = element("input", { type: "range", min: 0, "aria-label": say("Time of training"), oninput: () => this.moveTo(+this.slider.value) });
    this.moment = element("output", { class: "tm-moment" });
    this.bars = shape("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img" });
    this.curve = shape("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img" });
    this.key = element("div", { class: "tm-key" });
    this.root = element(
      "div",
      { class: "tesla-modes" },
      element("div", { class: "tm-row" }, this.button, this.slider, this.moment),
      this.key,
      element("div", { class: "tm-drawings" }, this.bars, this.curve),
    );
    parent.append(this.root);
  }

  update(data) {
    const text = JSON.stringify(data);
    if (this.drawn === text) return; // Streamlit mounts anew what has not changed
    this.drawn = text;
    this.data = data;
    const last = data.steps.length - 1;
    this.slider.max = last;
    this.place = Math.min(this.place ?? Math.round(last * 0.55), last);
    this.draw();
    this.show();
  }

  // What stays while time goes on: axes, outlines, and a bar and a mark for each mode.
  draw() {
    const { colours, measured, target, outputs } = this.data;
    this.most = Math.max(1, ...measured[0]);
    const each = (WIDE - LEFT) / measured[0].length;
    this.bars.replaceChildren();
    for (const share of [0, 0.5, 1]) {
      const y = this.height(share * this.most);
      this.bars.append(shape("line", { x1: LEFT, x2: WIDE, y1: y, y2: y, stroke: colours.grid }), text(LEFT - 6, y + 5, (share * this.most).toFixed(1), "end"));
    }
    this.marks = measured[0].map((_, index) => {
      const x = LEFT + index * each + each * 0.15;
      const bar = shape("rect", { x, width: each * 0.7, fill: colours.trained });
      const foretold = shape("line", { x1: x - each * 0.08, x2: x + each * 0.78, stroke: colours.foretold, "stroke-width": 4 });
      this.bars.append(bar, foretold, text(x + each * 0.35, HIGH - LOW + 23, String(index + 1)));
      return { bar, foretold };
    });
    this.bars.append(text((WIDE + LEFT) / 2, HIGH - 6, say("Mode m: what is left of its error")));
    this.reach = 1.15 * Math.max(...target.map(Math.abs));
    this.line = shape("polyline", { fill: "none", stroke: colours.trained, "stroke-width": 3 });
    const truth = shape("polyline", { fill: "none", stroke: colours.foretold, "stroke-width": 5, opacity: 0.35, points: this.points(target) });
    this.curve.replaceChildren(truth, this.line, text(WIDE / 2, HIGH - 6, say("The curve on the circle, from 0 to 2π")));
    this.count = outputs[0].length;
    this.key.replaceChildren(
      this.swatch(colours.trained, say("trained")),
      this.swatch(colours.foretold, say("foretold: e^(−ηλτ)")),
      this.swatch(colours.foretold, say("the curve to be learned"), 0.35),
    );
  }

  swatch(colour, words, opacity = 1) {
    const mark = element("span", { class: "tm-swatch", "aria-hidden": "true" });
    mark.style.background = colour;
    mark.style.opacity = opacity;
    return element("span", {}, mark, words);
  }

  height(value) {
    const room = HIGH - LOW - 10;
    return HIGH - LOW - (Math.min(value, 1.15 * this.most) / (1.15 * this.most)) * room;
  }

  points(values) {
    const middle = (HIGH - LOW) / 2;
    const at = (value) => middle - (Math.max(-this.reach, Math.min(this.reach, value)) / this.reach) * middle;
    const around = [...values, values[0]];
    return around.map((value, index) => `${((index / values.length) * WIDE).toFixed(1)},${at(value).toFixed(1)}`).join(" ");
  }

  show() {
    const { steps, measured, foretold, outputs } = this.data;
    const at = Math.round(this.place);
    this.slider.value = at;
    write(this.button, this.playing ? say("Pause") : say("Play"));
    write(this.moment, say("step {step}", { step: whole(steps[at]) }));
    this.marks.forEach(({ bar, foretold: mark }, mode) => {
      const top = this.height(measured[at][mode]);
      bar.setAttribute("y", top);
      bar.setAttribute("height", Math.max(0, HIGH - LOW - top));
      const y = this.height(foretold[at][mode]);
      mark.setAttribute("y1", y);
      mark.setAttribute("y2", y);
    });
    this.line.setAttribute("points", this.points(outputs[at]));
    const left = measured[at].map((value) => value.toFixed(2)).join(", ");
    const said = say("After step {step} the errors left in modes 1 to {last} are {left}.", { step: whole(steps[at]), last: measured[at].length, left });
    this.bars.setAttribute("aria-label", said);
    this.curve.setAttribute("aria-label", say("The trained curve over the curve to be learned."));
    this.root.dataset.frame = at;
  }

  moveTo(place) {
    this.stop();
    this.place = place;
    this.show();
  }

  toggle() {
    if (this.playing) {
      this.stop();
    } else {
      const last = this.data.steps.length - 1;
      if (this.place >= last) this.place = 0;
      this.playing = true;
      this.then = performance.now();
      this.next = requestAnimationFrame((now) => this.tick(now));
    }
    this.show();
  }

  tick(now) {
    const last = this.data.steps.length - 1;
    this.place = Math.min(last, this.place + ((now - this.then) / 1000 / SECONDS) * last);
    this.then = now;
    if (this.place >= last) this.stop();
    this.show();
    if (this.playing) this.next = requestAnimationFrame((later) => this.tick(later));
  }

  stop() {
    this.playing = false;
    cancelAnimationFrame(this.next);
  }
}

export default function modes(component) {
  const { parentElement, data } = component;
  if (speak(data.words)) unmount(parentElement); // all of it is written anew in another language
  if (!mounted.has(parentElement)) mounted.set(parentElement, new Modes(parentElement));
  mounted.get(parentElement).update(data);
  return () => unmount(parentElement);
}

function unmount(parent) {
  mounted.get(parent)?.stop();
  mounted.get(parent)?.root.remove();
  mounted.delete(parent);
}
