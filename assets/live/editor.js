// Points placed by hand on the data panel. What is placed goes to Python after a short rest.

import { element, write } from "./dom.js";

const REST_MS = 700;

export class Editor {
  // actions: changed(points), redraw(). limits: {most, classes, names, colours}.
  constructor(actions) {
    this.actions = actions;
    this.label = 0;
    this.points = [];
    this.root = element("div", { class: "tl-editor", hidden: true, role: "group", "aria-label": "Draw points" });
  }

  show(drawing) {
    this.limits = drawing;
    this.root.hidden = !drawing;
    if (!drawing) return;
    if (!this.timer) this.points = drawing.points.map((point) => [...point]);
    this.label = Math.min(this.label, drawing.classes - 1);
    const classes = Array.from({ length: drawing.classes }, (_, label) => {
      const name = drawing.names[label];
      const button = element("button", {
        class: "tl-button tl-class", type: "button", "aria-pressed": String(label === this.label),
        onclick: () => { this.label = label; this.show(this.limits); },
      }, name);
      button.style.setProperty("--colour", drawing.colours[label]);
      return button;
    });
    this.count = element("span", { class: "tl-count" });
    this.root.replaceChildren(
      element("span", {}, "Press in the first panel to place points of"), ...classes,
      element("button", { class: "tl-button", type: "button", onclick: () => this.change(() => this.points.pop()) },
        "Undo"),
      element("button", { class: "tl-button", type: "button", onclick: () => this.change(() => this.points.splice(0)) },
        "Clear"),
      this.count,
    );
    this.tell();
  }

  place(x, y) {
    if (this.points.length < this.limits.most) {
      this.change(() => this.points.push([Number(x.toFixed(2)), Number(y.toFixed(2)), this.label]));
    }
  }

  change(act) {
    act();
    this.tell();
    this.actions.redraw();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = null;
      this.actions.changed(this.points);
    }, REST_MS);
  }

  tell() {
    const { most, least } = this.limits;
    const count = this.points.length;
    const each = Array.from({ length: this.limits.classes }, (_, label) => this.points.filter((p) => p[2] === label).length);
    const short = count < least || each.filter((n) => n > 1).length < 2;
    write(this.count, short ? `${count} points; at least ${least}, two classes with 2 or more` : `${count} of ${most} points`);
  }

  close() {
    clearTimeout(this.timer);
  }
}
