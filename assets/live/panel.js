// One panel: a title with accuracies, and a picture of what its model says everywhere.

import { traceClasses, traceHalf } from "./boundary.js";
import { element, percent, setAttribute, sized, write } from "./dom.js";
import { Surface } from "./surface.js";

export class Panel {
  // info: {label, colour, dash, truth}; actions: open(panel), hover(panel or null), point(panel, event), cool(panel).
  constructor(index, info, actions) {
    Object.assign(this, { index, info, actions });
    this.canvas = element("canvas", { class: "tl-picture", "aria-hidden": "true" });
    this.name = element("span", { class: "tl-name" }, info.label);
    this.scores = element("span", { class: "tl-scores" });
    this.train = element("span", { class: "tl-number" });
    this.test = element("strong", { class: "tl-number tl-test" });
    this.notice = element("div", { class: "tl-notice", hidden: true });
    this.press = element("button", {
      class: "tl-press", type: "button",
      onclick: (event) => actions.press(this, event),
      onpointermove: (event) => actions.hover(this, event),
      onpointerleave: () => actions.hover(null),
      onfocus: () => actions.hover(this, null),
      onblur: () => actions.hover(null),
    }, this.canvas);
    const swatch = element("span", { class: "tl-swatch", "data-dash": info.dash || "solid" });
    swatch.style.setProperty("--colour", info.colour || "transparent");
    this.root = element(
      "div", { class: `tl-panel${info.truth ? " tl-truth" : ""}`, role: "listitem" },
      element("div", { class: "tl-title" },
        element("span", { class: "tl-heading" }, info.truth ? "" : swatch, this.name), this.scores),
      element("div", { class: "tl-stage" }, this.press, this.notice),
    );
    this.grid = null;
    this.surface = null;
    this.marks = document.createElement("canvas");
    this.marksFor = "";
  }

  // Two short words and two numbers that keep their width.
  showScores({ trainAccuracy, testAccuracy, diverged }, words, leads) {
    if (!this.scores.childElementCount) {
      this.scores.append(`${words.train} `, this.train, ` ${words.test} `, this.test);
    }
    write(this.train, percent(trainAccuracy));
    write(this.test, percent(testAccuracy));
    this.root.classList.toggle("tl-leads", leads);
    write(this.name, this.info.label);
    this.showDivergence(diverged);
    const said = `${this.info.label}: ${words.train} ${percent(trainAccuracy)}, ${words.test} ${percent(testAccuracy)}`;
    setAttribute(this.press, "aria-label", `${said}${leads ? ", leads" : ""}. Open large.`);
  }

  showText(text) {
    write(this.scores, text);
    setAttribute(this.press, "aria-label", `${this.info.label}: ${text}. Open large.`);
  }

  showDivergence(epoch) {
    const diverged = epoch !== null && epoch !== undefined;
    this.root.classList.toggle("tl-diverged", diverged);
    this.notice.hidden = !diverged;
    if (!diverged || this.notice.childElementCount) return;
    this.notice.append(
      element("span", {}, `Diverged at epoch ${epoch}. Last good frame.`),
      element("button", { class: "tl-button", type: "button", onclick: () => this.actions.cool(this) },
        "Try a smaller learning rate"),
    );
  }

  load(bytes, rows, columns, table) {
    if (!this.surface || this.surface.rows !== rows || this.surface.columns !== columns) {
      this.surface = new Surface(rows, columns);
    }
    this.grid = bytes;
    this.surface.load(bytes, table);
  }

  draw(scene, look) {
    const { size } = look;
    const context = sized(this.canvas, size, size);
    drawPicture(context, this, scene, { left: 0, top: 0, width: size, height: size }, look, size, size, () => {
      this.drawMarks(context, scene, look);
    });
  }

  // Points don't move between frames: they are drawn once for a size and kept.
  drawMarks(context, scene, look) {
    const wanted = `${look.size} ${look.showTest} ${look.theme.name} ${look.version}`;
    if (this.marksFor !== wanted) {
      const layer = sized(this.marks, look.size, look.size);
      layer.clearRect(0, 0, look.size, look.size);
      scene.mark(layer, { left: 0, top: 0, width: look.size, height: look.size }, look.showTest);
      this.marksFor = wanted;
    }
    context.drawImage(this.marks, 0, 0, look.size, look.size);
  }
}

// The surface, its border line and its marks inside `frame`, which may reach beyond the canvas when zoomed.
export function drawPicture(context, panel, scene, frame, look, width, height, marks) {
  context.clearRect(0, 0, width, height);
  if (panel.surface) {
    panel.surface.draw(context, frame.left, frame.top, frame.width, frame.height, scene.smooth);
    if (scene.smooth) {
      context.save();
      context.translate(frame.left, frame.top);
      context.beginPath();
      const trace = look.classes > 2 ? traceClasses : traceHalf;
      trace(context, panel.grid, panel.surface.rows, panel.surface.columns, frame.width, frame.height);
      context.strokeStyle = "rgba(20, 20, 28, 0.85)";
      context.lineWidth = Math.max(1, Math.min(2.5, width / 160));
      context.stroke();
      context.restore();
    }
  }
  marks();
}
