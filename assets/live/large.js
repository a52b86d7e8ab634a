// One panel over the whole grid, live, with zoom and pan that later frames keep.

import { element, sized, write } from "./dom.js";
import { icon } from "./icons.js";
import { drawPicture } from "./panel.js";

const CLOSEST = 12;

export class LargeView {
  // actions: closed(), describe(panel, u, v) → what lies there, redraw(), chart(panel).
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
    this.heading = element("strong", { class: "tl-large-name" });
    this.reading = element("span", { class: "tl-reading" });
    this.root = element(
      "section", { class: "tl-large", hidden: true, "aria-label": "Large panel" },
      element("header", { class: "tl-large-bar" }, this.heading, this.reading,
        element("button", {
          class: "tl-button", type: "button", title: "Computed anew at a higher resolution", onclick: () => this.ask(),
        }, "Sharp chart"),
        element("button", { class: "tl-button", type: "button", title: "Whole picture", onclick: () => this.fit() },
          icon("fit"), element("span", { class: "tl-label" }, "Fit")),
        element("button", { class: "tl-button", type: "button", title: "Close (Esc)", onclick: () => this.close() },
          icon("close"), element("span", { class: "tl-label" }, "Close"))),
      this.canvas,
    );
    this.panel = null;
    this.pointers = new Map();
    this.view = { x: 0, y: 0, zoom: 1 };
  }

  get open() {
    return this.panel !== null;
  }

  show(panel) {
    this.panel = panel;
    this.root.hidden = false;
    this.view = { x: 0, y: 0, zoom: 1 };
    this.actions.redraw();
    this.canvas.focus({ preventScroll: true });
  }

  close() {
    if (!this.open) return;
    const { panel } = this;
    this.panel = null;
    this.root.hidden = true;
    this.pointers.clear();
    this.actions.closed(panel);
  }

  ask() {
    if (this.panel.index >= 0) this.actions.chart(this.panel);
  }

  fit() {
    this.view = { x: 0, y: 0, zoom: 1 };
    this.actions.redraw();
  }

  draw(scene, look, scores) {
    if (!this.open) return;
    const side = Math.max(120, Math.min(this.root.clientWidth - 24, this.root.clientHeight - 68));
    this.canvas.style.width = this.canvas.style.height = `${side}px`;
    const context = sized(this.canvas, side, side);
    const { x, y, zoom } = this.view;
    const frame = { left: -x * side * zoom, top: -y * side * zoom, width: side * zoom, height: side * zoom, side };
    drawPicture(context, this.panel, scene, frame, look, side, side, () => scene.mark(context, frame, look.showTest));
    write(this.heading, scores ? `${this.panel.info.label}  ${scores}` : this.panel.info.label);
    this.canvas.setAttribute("aria-label", `${this.heading.textContent}. Arrow keys move, plus and minus zoom.`);
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
}
