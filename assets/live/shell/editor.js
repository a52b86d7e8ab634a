// Points placed by hand on the data panel. What is placed goes to Python after a short rest.

import { element, write } from "../drawing/dom.js";
import { say, sayCount } from "../words/say.js";

const REST_MS = 700;

// What a drawing still needs before it can be a run, in words; "" when it has enough. Python's PointsTask has the rule.
export function wanting(points, least) {
  const more = Math.max(0, least - points.length);
  const another = new Set(points.map((point) => point[2])).size < 2;
  if (!points.length) return sayCount(least, "{count} point of at least two classes", "{count} points of at least two classes");
  if (more && another) return sayCount(more, "{count} more point, some of another class", "{count} more points, some of another class");
  if (more) return sayCount(more, "{count} more point", "{count} more points");
  return another ? say("points of another class") : "";
}

// A class may be drawn when all before the one below it have points, so that a run's classes have no gap.
export function open(points, label) {
  return label < 2 || Array.from({ length: label }, (_, lower) => lower).every((lower) => points.some((p) => p[2] === lower));
}

// Which points to show: Python's answer may be an echo of what was sent, late or not, while a person draws on.
export class Echo {
  constructor() {
    this.told = null;
    this.sent = [];
  }

  send(points) {
    this.sent.push(JSON.stringify(points));
  }

  // Whether Python means other points than those it has been sent or has said before.
  news(points) {
    const said = JSON.stringify(points);
    const place = this.sent.indexOf(said);
    const fresh = place < 0 && said !== this.told;
    this.told = said;
    this.sent = fresh ? [] : this.sent.slice(place + 1);
    return fresh;
  }
}

export class Editor {
  // actions: changed(points), redraw(). drawing: {points, most, least, classes, names, colours}.
  constructor(actions) {
    this.actions = actions;
    this.label = 0;
    this.points = [];
    this.echo = new Echo();
    this.root = element("div", { class: "tl-editor", hidden: true, role: "group", "aria-label": say("Draw points") });
    this.count = element("span", { class: "tl-count", role: "status" });
    this.undo = this.button(say("Undo"), () => this.change(() => this.points.pop()));
    this.clear = this.button(say("Clear"), () => this.change(() => this.points.splice(0)));
    this.classes = [];
  }

  button(name, onclick) {
    return element("button", { class: "tl-button", type: "button", onclick }, name);
  }

  // What the drawing needs to be a run; "" when it has enough, or when nothing is drawn on this page.
  get wanting() {
    return this.limits ? wanting(this.points, this.limits.least) : "";
  }

  // Whether what is drawn, or what Python last heard of it, is too short to train on: there is no run of it to show.
  get waiting() {
    return Boolean(this.limits && (this.wanting || wanting(this.limits.points, this.limits.least)));
  }

  // What the sentence says meanwhile.
  get words() {
    const { wanting: needs } = this;
    return needs ? say("Press in “Draw here”: a run needs {needs}.", { needs }) : say("Your points are on their way to the models.");
  }

  // The points as a run's come.
  get placed() {
    const column = (at) => this.points.map((point) => point[at]);
    return { x: column(0), y: column(1), label: column(2), test: this.points.map(() => 0) };
  }

  get counted() {
    return sayCount(this.points.length, "{count} point", "{count} points");
  }

  show(drawing) {
    this.limits = drawing;
    this.root.hidden = !drawing;
    if (!drawing) {
      this.echo = new Echo();
      return;
    }
    if (this.echo.news(drawing.points) && !this.timer) this.points = drawing.points.map((point) => [...point]);
    const wanted = JSON.stringify([drawing.classes, drawing.names, drawing.colours]);
    if (wanted !== this.built) this.build(wanted);
    this.tell();
  }

  build(wanted) {
    this.built = wanted;
    const { classes, names, colours } = this.limits;
    this.classes = Array.from({ length: classes }, (_, label) => {
      const button = this.button(names[label], () => { this.label = label; this.tell(); });
      button.classList.add("tl-class");
      button.style.setProperty("--colour", colours[label]);
      return button;
    });
    this.root.replaceChildren(
      element("span", {}, say("Press in the outlined panel, “Draw here”, to place points of")),
      ...this.classes, this.undo, this.clear, this.count,
    );
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
      this.echo.send(this.points);
      this.actions.changed(this.points);
    }, REST_MS);
  }

  tell() {
    while (!open(this.points, this.label)) this.label -= 1;
    this.classes.forEach((button, label) => {
      button.setAttribute("aria-pressed", String(label === this.label));
      button.disabled = !open(this.points, label);
      button.title = button.disabled ? say("First place points of every class before it") : "";
    });
    this.undo.disabled = this.clear.disabled = !this.points.length;
    const { points: { length: count }, wanting: needs, limits: { most } } = this;
    write(this.count, needs ? sayCount(count, "{count} point: a run needs {needs}", "{count} points: a run needs {needs}", { needs })
      : say("{placed} of {most} points", { placed: count, most }));
  }

  close() {
    clearTimeout(this.timer);
  }
}
