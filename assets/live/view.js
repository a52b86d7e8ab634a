// Everything that is seen: toolbar, panels, curves, the sentence. Knows nothing of the connection.

import { classTable, divergingTable, themeOf } from "./colours.js";
import { Cells } from "./cells.js";
import { element, setAttribute, write } from "./dom.js";
import { Editor } from "./editor.js";
import { Field, Photograph } from "./fields.js";
import { heightOf, layout } from "./grid.js";
import { LargeView } from "./large.js";
import { Legend } from "./legend.js";
import { scoresText } from "./measures.js";
import { Panel } from "./panel.js";
import { Plane } from "./plane.js";
import { Side } from "./side.js";
import { Signal } from "./signal.js";
import { Spectrum } from "./spectrum.js";
import { Toolbar } from "./toolbar.js";
import { sentence } from "./words.js";

const SPOKEN_EVERY_MS = 2500;
const BELOW_GRID = 96;
const TIED = 1e-6;

export class View {
  // actions: the toolbar's, and cool(panel), chart(panel), points(list), png(), svg().
  constructor(actions) {
    this.actions = actions;
    this.toolbar = new Toolbar(actions);
    this.editor = new Editor({ changed: (points) => actions.points(points), redraw: () => this.repaint() });
    this.large = new LargeView({
      closed: (panel) => panel.press.focus({ preventScroll: true }),
      describe: (panel, u, v) => this.reading(panel, u, v),
      redraw: () => this.drawLarge(),
      chart: (panel) => actions.chart(panel.index),
    });
    this.list = element("div", { class: "tl-grid", role: "list" });
    this.side = new Side();
    this.body = element("div", { class: "tl-body" }, this.list, this.side.root, this.large.root);
    this.status = element("div", { class: "tl-status", role: "status", hidden: true });
    this.readout = element("div", { class: "tl-readout" });
    this.legend = new Legend(actions);
    this.words = element("p", { class: "tl-words", "aria-live": "polite" });
    this.root = element(
      "section", { class: "tesla-live", "data-testid": "tesla-live", "aria-label": "Live training" },
      this.toolbar.root, this.editor.root, this.status, this.body,
      element("div", { class: "tl-foot" }, this.readout, this.legend.root), this.words,
    );
    this.panels = [];
    this.scene = null;
    this.highlight = null;
    this.version = 0;
    this.drawn = { frame: null, length: -1 };
    this.spokenAt = -Infinity;
  }

  // New ways to show a run, or another one; the page's data as Python gives it.
  setData(data) {
    this.data = data;
    this.theme = themeOf(this.root);
    this.version += 1;
    this.colours = data.palette.classes[this.theme.name];
    const diverging = data.kind === "image" ? null : divergingTable(data.palette.diverging);
    this.table = data.classes > 2 ? classTable(this.colours) : diverging;
    const infos = data.panels.map((panel) => ({ ...panel, colour: panel[this.theme.name] }));
    const wanted = JSON.stringify([infos, this.theme.name, data.truth]);
    if (wanted !== this.built) this.build(infos, wanted);
    this.side.setMeasures(data.measures, data.spectrum);
    this.editor.show(data.drawing ? { ...data.drawing, names: data.classNames, colours: this.colours } : null);
    this.truth.showText(data.truthText);
    this.legend.show(data, this.colours);
    this.setScene(this.run, this.backdrop);
    this.resize();
  }

  // Another run begins (its points or truth come a moment later), or they are here.
  setScene(run, backdrop) {
    this.run = run;
    this.backdrop = backdrop;
    this.version += 1;
    if (!run || !backdrop) return;
    this.scene = this.sceneOf(run, backdrop);
    const truth = this.scene.backdrop;
    if (truth) this.truth.load(truth.bytes, truth.rows, truth.columns, this.table);
    this.repaint();
  }

  // A scene paints panels and marks, and says what lies at a place; with a `backdrop`, the truth has a picture too.
  sceneOf(run, backdrop) {
    const { classNames } = this.data;
    return {
      plane: () => new Plane(run.extent, backdrop, this.colours, classNames),
      cells: () => new Cells(run.rows, run.columns, backdrop, classNames),
      field: () => new Field(run.extent, backdrop),
      image: () => new Photograph(backdrop),
      signal: () => new Signal(backdrop, () => this.theme.text),
    }[run.kind]();
  }

  build(infos, wanted) {
    this.built = wanted;
    this.large.close();
    const actions = {
      press: (panel, event) => this.press(panel, event),
      hover: (panel, event) => this.hover(panel, event),
      cool: (panel) => this.actions.cool(panel.index),
    };
    this.truth?.root.remove();
    this.truth = new Panel(-1, { label: this.data.truth, truth: true }, actions);
    this.panels = infos.map((info, index) => new Panel(index, info, actions));
    this.list.replaceChildren(this.truth.root, ...this.panels.map((panel) => panel.root));
  }

  press(panel, event) {
    if (panel !== this.truth || !this.data.drawing || !event.detail) {
      this.large.show(panel);
      return;
    }
    const box = panel.canvas.getBoundingClientRect();
    this.editor.place(...this.scene.at((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height));
  }

  hover(panel, event) {
    const highlight = panel && panel !== this.truth ? panel.index : null;
    if (highlight !== this.highlight) {
      this.highlight = highlight;
      this.drawSide();
    }
    if (!panel || !event) {
      write(this.readout, "");
      return;
    }
    const box = panel.canvas.getBoundingClientRect();
    const [u, v] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    write(this.readout, `${panel.info.label}: ${this.reading(panel, u, v)}`);
  }

  // What a panel says at (u, v) of its picture, and what lies there.
  reading(panel, u, v) {
    if (!this.scene) return "";
    const place = this.scene.describe(u, v, this.data.showTest);
    if (!panel.surface || panel === this.truth) return place;
    return `${this.scene.says(panel, u, v, this.data.classes)} · ${place}`;
  }

  // moment: {frame, history, state, message, playing, epochAt, …} as the session keeps it.
  show(moment) {
    const { frame } = moment;
    this.moment = moment;
    if (frame && frame !== this.shown && frame.panels.length === this.panels.length) {
      const leaders = this.leaders(frame);
      frame.panels.forEach((scores, i) => {
        this.panels[i].load(scores.grid, frame.rows, frame.columns, this.table);
        this.panels[i].showScores(scores, this.data.measures.titles, leaders[i]);
      });
      this.shown = frame;
      this.drawPanels();
      this.drawLarge();
    }
    this.showState();
    if (frame !== this.drawn.frame || moment.history.length !== this.drawn.length) this.drawSide();
  }

  // The panels that are best by the second number of their titles, unless most of them are: then nobody leads.
  leaders(frame) {
    const { measure, rises } = this.data.measures.titles[1];
    const scores = frame.panels.map((panel) => (panel.diverged === null ? (rises ? 1 : -1) * panel.values[measure] : NaN));
    const best = Math.max(...scores.filter(Number.isFinite));
    const leading = scores.map((score) => best - score <= TIED);
    const count = leading.filter(Boolean).length;
    return frame.number > 0 && 2 * count <= scores.length ? leading : scores.map(() => false);
  }

  showState() {
    const { moment, toolbar } = this;
    toolbar.showPlaying(moment.playing);
    toolbar.enable(moment.ready);
    toolbar.show(moment);
    setAttribute(this.root, "data-run", moment.run);
    setAttribute(this.root, "data-state", moment.state);
    const said = {
      connecting: "Connecting…", restarting: "The engine is restarting…", queued: moment.message, error: moment.message,
    }[moment.state];
    this.status.hidden = !said;
    write(this.status, said || "");
    this.root.classList.toggle("tl-away", Boolean(said));
    this.speak();
  }

  // The sentence may not change faster than it can be read; the last one always arrives.
  speak() {
    clearTimeout(this.speaking);
    const wait = this.moment.playing ? this.spokenAt + SPOKEN_EVERY_MS - performance.now() : 0;
    if (wait > 0) {
      this.speaking = setTimeout(() => this.speak(), wait);
      return;
    }
    const { frame } = this.moment;
    const scores = frame ? frame.panels.map((panel, i) => ({ ...panel, label: this.panels[i]?.info.label })) : [];
    write(this.words, sentence({ ...this.moment, scores, scene: this.data.story }));
    this.spokenAt = performance.now();
  }

  look(size = this.room.size) {
    return { size, showTest: this.data.showTest, theme: this.theme, version: this.version, classes: this.data.classes };
  }

  drawPanels() {
    if (!this.scene || !this.room) return;
    const look = this.look();
    if (this.data.drawing) this.truth.draw(this.placed(), { ...look, version: JSON.stringify(this.editor.points) });
    else this.truth.draw(this.scene, look);
    for (const panel of this.panels) panel.draw(this.scene, look);
  }

  // The points of the editor, which may be ahead of the run's.
  placed() {
    const column = (at) => this.editor.points.map((point) => point[at]);
    const points = { x: column(0), y: column(1), label: column(2), test: this.editor.points.map(() => 0) };
    return new Plane(this.run.extent, points, this.colours, this.data.classNames);
  }

  sideOptions() {
    const marks = this.run?.edits || [];
    const { panels, highlight, theme, moment } = this;
    return { moment, panels, marks, highlight, theme, width: this.room.sideWidth, height: this.room.curveHeight };
  }

  drawSide() {
    if (!this.moment || !this.room) return;
    this.drawn = { frame: this.moment.frame, length: this.moment.history.length };
    this.side.draw(this.sideOptions());
  }

  drawLarge() {
    if (!this.large.open || !this.scene) return;
    const { panel } = this.large;
    const scores = panel === this.truth ? null : this.moment.frame?.panels[panel.index];
    this.large.draw(this.scene, this.look(), scores ? scoresText(scores, this.data.measures.titles) : "");
  }

  // Fit the panels to the room; called when it changes.
  resize() {
    const width = this.root.clientWidth;
    if (!this.data || !width) return;
    const above = this.toolbar.root.offsetHeight + this.editor.root.offsetHeight + 130;
    const height = this.data.height || Math.max(400, window.innerHeight - above - BELOW_GRID);
    const room = layout(this.panels.length, width, height);
    const whole = heightOf(room.rows, room.size);
    const spectrum = this.data.spectrum ? Spectrum.height(this.panels.length) + 12 : 0;
    const beside = room.truthBeside ? room.size + 54 : 0;
    room.sideWidth = room.side || width;
    room.curveHeight = room.side ? Math.max(120, Math.min(280, (whole - spectrum - beside) / 2 - 12)) : 170;
    if (room.truthBeside) this.side.root.prepend(this.truth.root);
    else this.list.prepend(this.truth.root);
    this.room = room;
    this.root.style.setProperty("--columns", room.columns);
    this.root.style.setProperty("--size", `${room.size}px`);
    this.root.style.setProperty("--side", `${room.sideWidth}px`);
    this.root.classList.toggle("tl-narrow", !room.side);
    this.repaint();
  }

  repaint() {
    this.drawPanels();
    this.drawSide();
    this.drawLarge();
  }

  close() {
    clearTimeout(this.speaking);
    this.toolbar.close();
    this.editor.close();
  }
}
