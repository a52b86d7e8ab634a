// One panel: a title with two numbers, and a picture of what its model says everywhere.

import { element, setAttribute, sized, write } from "../drawing/dom.js";
import { swatch } from "../drawing/looks.js";
import { Surface } from "../drawing/surface.js";
import { scored, written } from "../words/numbers.js";
import { say } from "../words/say.js";

export class Panel {
  // info: {label, colour, dash, symbol, width, truth}; actions: open(panel), hover(panel or null), point(panel, event), cool(panel).
  constructor(index, info, actions) {
    Object.assign(this, { index, info, actions });
    this.canvas = element("canvas", { class: "tl-picture", "aria-hidden": "true" });
    this.name = element("span", { class: "tl-name" }, info.label);
    this.scores = element("span", { class: "tl-scores" });
    this.numbers = [element("span", { class: "tl-number" }), element("strong", { class: "tl-number tl-test" })];
    this.notice = element("div", { class: "tl-notice", hidden: true });
    this.press = element("button", {
      class: "tl-press", type: "button", "aria-label": say("{name}. Open large.", { name: info.label }),
      onclick: (event) => actions.press(this, event),
      onpointermove: (event) => actions.hover(this, event),
      onpointerleave: () => actions.hover(null),
      onfocus: () => actions.hover(this, null),
      onblur: () => actions.hover(null),
    }, this.canvas);
    this.root = element(
      "div", { class: `tl-panel${info.truth ? " tl-truth" : ""}`, role: "listitem" },
      element("div", { class: "tl-title" },
        element("span", { class: "tl-heading" }, info.truth ? "" : swatch(info), this.name), this.scores),
      element("div", { class: "tl-stage" }, this.press, this.notice),
    );
    this.grid = null;
    this.surface = null;
    this.marks = document.createElement("canvas");
    this.marksFor = "";
  }

  // Two short words and two numbers that keep their width.
  showScores({ values, diverged, spiked }, titles, leads) {
    if (!this.scores.childElementCount) {
      titles.forEach(({ label }, i) => this.scores.append(i ? " " : "", element("span", { class: "tl-score" }, `${label} `, this.numbers[i])));
    }
    titles.forEach(({ measure, unit }, i) => write(this.numbers[i], written(values[measure], unit)));
    this.root.classList.toggle("tl-leads", leads);
    write(this.name, this.info.label);
    this.showTrouble(diverged, spiked, values[0]);
    const told = { name: this.info.label, scores: scored({ values }, titles).join(", ") };
    setAttribute(this.press, "aria-label", leads ? say("{name}: {scores}, leads. Open large.", told) : say("{name}: {scores}. Open large.", told));
  }

  showText(text) {
    write(this.scores, text);
    setAttribute(this.press, "aria-label", say("{name}: {scores}. Open large.", { name: this.info.label, scores: text }));
  }

  // A panel whose numbers are not finite keeps its last good picture; one whose loss spikes goes on painting.
  showTrouble(epoch, spiked, loss) {
    const diverged = epoch !== null;
    this.root.classList.toggle("tl-diverged", diverged);
    this.root.classList.toggle("tl-spiked", spiked);
    this.notice.hidden = !diverged && !spiked;
    if (this.notice.hidden) return;
    if (!this.notice.childElementCount) {
      this.notice.append(element("span"), element("button", {
        class: "tl-button tl-asks", type: "button", onclick: () => this.actions.cool(this),
      }, say("Try a smaller learning rate")));
    }
    const [trouble, cool] = this.notice.children;
    write(trouble, diverged ? say("Diverged at epoch {epoch}. Last good frame.", { epoch })
      : say("Spike: loss {loss}", { loss: written(loss, "number") }));
    cool.hidden = !diverged;
  }

  // Where in the picture, 0 to 1 rightwards and down, a pointer stands.
  placeOf({ clientX, clientY }) {
    const box = this.canvas.getBoundingClientRect();
    return [(clientX - box.left) / box.width, (clientY - box.top) / box.height];
  }

  load(bytes, rows, columns, table) {
    if (!this.surface || this.surface.rows !== rows || this.surface.columns !== columns) {
      this.surface = new Surface(rows, columns);
    }
    this.grid = bytes;
    this.surface.load(bytes, table);
  }

  // Nothing to show of a model until the next frame.
  unload() {
    this.grid = this.surface = null;
    this.notice.hidden = true;
    this.root.classList.remove("tl-leads", "tl-diverged", "tl-spiked");
    for (const number of this.numbers) write(number, "–");
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

// What the scene makes of a panel and its marks inside `frame`, which may reach beyond the canvas when zoomed.
export function drawPicture(context, panel, scene, frame, look, width, height, marks) {
  context.clearRect(0, 0, width, height);
  if (panel.surface) scene.paint(context, panel, frame, look, width);
  marks();
}
