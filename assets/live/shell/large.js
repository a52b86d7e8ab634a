// One panel over the whole screen, live: its picture with zoom and pan that later frames keep, its numbers, its curves, and
// the data beside it. A modal dialog: the browser keeps the focus inside, Escape closes it, and it lies above everything.

import { element, sized, write } from "../drawing/dom.js";
import { icon } from "../drawing/icons.js";
import { written } from "../words/numbers.js";
import { say } from "../words/say.js";
import { Side } from "../charts/side.js";
import { stage } from "./grid.js";
import { drawPicture } from "./panel.js";

const CLOSEST = 12;

export class LargeView {
  // actions: opened(tools): a place for the toolbar, closed(panel), describe(panel, u, v) → what lies there, redraw(),
  // chart(panel).
  constructor(actions) {
    this.actions = actions;
    this.canvas = element("canvas", {
      class: "tl-large-picture", tabindex: 0, role: "img",
      onwheel: (event) => this.wheel(event),
      onpointerdown: (event) => this.down(event),
      onpointermove: (event) => this.move(event),
      onpointerup: (event) => this.pointers.delete(event.pointerId),
      onpointercancel: (event) => this.pointers.delete(event.pointerId),
      onpointerleave: () => write(this.reading, ""),
      ondblclick: () => this.fit(),
      onkeydown: (event) => this.key(event),
    });
    this.heading = element("h2", { class: "tl-large-name" });
    this.numbers = element("dl", { class: "tl-large-numbers" });
    this.reading = element("p", { class: "tl-reading" });
    this.data = element("canvas", { class: "tl-large-data", role: "img" });
    this.dataName = element("figcaption", { class: "tl-large-caption" });
    this.beside = element("figure", { class: "tl-large-figure" }, this.dataName, this.data);
    this.side = new Side();
    this.tools = element("div", { class: "tl-large-tools" });
    this.sharp = this.button(say("Sharp chart"), say("Computed anew at a higher resolution"), () => this.ask());
    this.sharp.classList.add("tl-asks");
    this.column = element(
      "div", { class: "tl-large-column" },
      element("div", { class: "tl-large-facts" }, this.beside, this.numbers), this.side.root,
    );
    this.room = element("div", { class: "tl-large-room" }, element("div", {}, this.canvas, this.reading), this.column);
    this.root = element(
      "dialog", { class: "tl-large", oncancel: (event) => { event.preventDefault(); this.close(); } },
      element("header", { class: "tl-large-bar" }, this.heading, this.sharp,
        this.button(say("Fit"), say("Whole picture"), () => this.fit(), "fit"),
        this.button(say("Close"), say("Close (Esc)"), () => this.close(), "close")),
      this.tools, this.room,
    );
    this.panel = null;
    this.pointers = new Map();
    this.view = { x: 0, y: 0, zoom: 1 };
    this.watcher = new ResizeObserver(() => this.open && this.actions.redraw());
    this.watcher.observe(this.room);
  }

  button(name, title, onclick, picture) {
    const label = element("span", { class: "tl-word" }, name);
    return element("button", { class: "tl-button", type: "button", title, onclick }, picture ? icon(picture) : "", label);
  }

  get open() {
    return this.panel !== null;
  }

  show(panel) {
    this.panel = panel;
    this.pressed = panel.press.clientWidth;
    this.view = { x: 0, y: 0, zoom: 1 };
    this.sharp.hidden = this.beside.hidden = Boolean(panel.info.truth);
    this.actions.opened(this.tools);
    this.root.showModal();
    this.actions.redraw();
    this.canvas.focus({ preventScroll: true });
  }

  close() {
    if (!this.open) return;
    const { panel } = this;
    this.panel = null;
    // Streamlit's dialogs take a focus that nobody asked for, as the browser gives it back here, for a screen reader's, and
    // then leave it where it is: a chart that opens next would not hear Escape. This asks for it.
    panel.press.focus({ preventScroll: true });
    this.root.close();
    this.pointers.clear();
    this.actions.closed(panel);
  }

  // The chart opens in a dialog of the page, which would lie below this one.
  ask() {
    const { panel } = this;
    this.close();
    this.actions.chart(panel);
  }

  fit() {
    this.view = { x: 0, y: 0, zoom: 1 };
    this.actions.redraw();
  }

  // scores: the panel's numbers, or null; titles: what they are called; truth: {panel, scene, text}, the data's own.
  draw(scene, look, { scores, titles, truth }) {
    if (!this.open) return;
    this.size = stage(this.room.clientWidth, this.room.clientHeight, this.pressed);
    const { picture, data, side } = this.size;
    const context = sized(this.canvas, picture, picture);
    this.canvas.style.width = this.canvas.style.height = `${picture}px`;
    const { x, y, zoom } = this.view;
    const [width, left, top] = [picture * zoom, -x * picture * zoom, -y * picture * zoom];
    const frame = { left, top, width, height: width, side: picture };
    const shown = this.panel === truth.panel ? truth.scene : scene;
    drawPicture(context, this.panel, shown, frame, look, picture, picture, () => shown.mark(context, frame, look.showTest));
    // At its full size a finger on the picture scrolls what lies below it.
    this.canvas.style.touchAction = zoom > 1 ? "none" : "pan-y";
    this.room.style.setProperty("--side", `${side}px`);
    this.drawData(data, look, truth);
    this.tell(scores, titles, truth);
  }

  drawData(size, look, { panel, scene }) {
    if (this.beside.hidden) return;
    this.data.style.width = this.data.style.height = `${size}px`;
    const frame = { left: 0, top: 0, width: size, height: size };
    const context = sized(this.data, size, size);
    drawPicture(context, panel, scene, frame, look, size, size, () => scene.mark(context, frame, look.showTest));
  }

  tell(scores, titles, truth) {
    write(this.heading, this.panel.info.label);
    const numbers = scores ? titles.map(({ label, measure, unit }) => [label, written(scores.values[measure], unit)]) : [];
    if (this.numbers.childElementCount !== 2 * numbers.length) {
      this.numbers.replaceChildren(...numbers.flatMap(() => [element("dt"), element("dd")]));
    }
    numbers.flat().forEach((text, i) => write(this.numbers.children[i], text));
    write(this.dataName, `${truth.panel.info.label}: ${truth.text}`);
    this.data.setAttribute("aria-label", this.dataName.textContent);
    const places = { name: this.panel.info.label, scores: numbers.map((pair) => pair.join(" ")).join(", ") };
    this.root.setAttribute("aria-label", say("{name}, large", places));
    this.canvas.setAttribute("aria-label", say("{name}. {scores}. Arrow keys move, plus and minus zoom.", places));
  }

  // options: as the curves beside the grid get them; here the panel's own stand out. letters: how much larger a wall needs
  // them, where one curve takes the place of two.
  drawSide(options, letters) {
    if (!this.open || !this.size) return;
    const { side: width, curve } = this.size;
    const highlight = this.panel.info.truth ? null : this.panel.index;
    if (letters > 1) this.side.drawUpper({ ...this.side.options(options), width, height: 1.8 * curve, highlight }, letters);
    else this.side.draw({ ...options, width, height: curve, highlight });
  }

  unit(event) {
    const box = this.canvas.getBoundingClientRect();
    const { x, y, zoom } = this.view;
    return [x + (event.clientX - box.left) / box.width / zoom, y + (event.clientY - box.top) / box.height / zoom];
  }

  // Zoom by `factor` around the picture's point (u, v), which stays where it is.
  zoomAt(u, v, factor) {
    const zoom = Math.min(CLOSEST, Math.max(1, this.view.zoom * factor));
    const share = 1 - this.view.zoom / zoom;
    this.place(this.view.x + (u - this.view.x) * share, this.view.y + (v - this.view.y) * share, zoom);
  }

  place(x, y, zoom) {
    const most = 1 - 1 / zoom;
    this.view = { x: Math.min(most, Math.max(0, x)), y: Math.min(most, Math.max(0, y)), zoom };
    this.actions.redraw();
  }

  wheel(event) {
    event.preventDefault();
    this.zoomAt(...this.unit(event), Math.exp(-event.deltaY / 400));
  }

  down(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, event);
  }

  move(event) {
    const [u, v] = this.unit(event);
    if (this.panel) write(this.reading, this.actions.describe(this.panel, u, v));
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const side = this.canvas.clientWidth * this.view.zoom;
    if (this.pointers.size === 1) {
      const dx = (event.clientX - before.clientX) / side;
      const dy = (event.clientY - before.clientY) / side;
      this.place(this.view.x - dx, this.view.y - dy, this.view.zoom);
    } else {
      const other = [...this.pointers.values()].find((pointer) => pointer.pointerId !== event.pointerId);
      const apart = (pointer) => Math.hypot(pointer.clientX - other.clientX, pointer.clientY - other.clientY) || 1;
      this.zoomAt(...this.unit(other), apart(event) / apart(before));
    }
    this.pointers.set(event.pointerId, event);
  }

  key(event) {
    const { x, y, zoom } = this.view;
    const jump = 0.1 / zoom;
    const moves = { ArrowLeft: [-jump, 0], ArrowRight: [jump, 0], ArrowUp: [0, -jump], ArrowDown: [0, jump] };
    if (moves[event.key]) this.place(x + moves[event.key][0], y + moves[event.key][1], zoom);
    else if (event.key === "+" || event.key === "=") this.zoomAt(x + 0.5 / zoom, y + 0.5 / zoom, 1.25);
    else if (event.key === "-") this.zoomAt(x + 0.5 / zoom, y + 0.5 / zoom, 0.8);
    else if (event.key === "0") this.fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  end() {
    this.watcher.disconnect();
  }
}
