// Everything that is seen: toolbar, panels, curves, the sentence. Knows nothing of the connection.

import { Side } from "../charts/side.js";
import { Spectrum } from "../charts/spectrum.js";
import { themeOf } from "../drawing/colours.js";
import { element, setAttribute } from "../drawing/dom.js";
import { kindOf } from "../scenes/kinds.js";
import { say } from "../words/say.js";
import { Editor } from "./editor.js";
import { Foot } from "./foot.js";
import { pageRoom } from "./grid.js";
import { LargeView } from "./large.js";
import { Panel } from "./panel.js";
import { Projector } from "./projector.js";
import { leaders, ranking } from "./ranking.js";
import { sentence, Speech } from "./speech.js";
import { Toolbar } from "./toolbar.js";

const BELOW_GRID = 96;
const TIGHT = 170; // below so many pixels two numbers with their words need smaller letters

export class View {
  // actions: the toolbar's, and cool(panel), chart(panel), points(list), png(), svg().
  constructor(actions) {
    this.actions = actions;
    this.toolbar = new Toolbar(actions);
    this.editor = new Editor({ changed: (points) => actions.points(points), redraw: () => this.redrawn() });
    this.large = new LargeView({
      opened: (place) => this.lend(place),
      closed: (panel) => this.takeBack(panel),
      describe: (panel, u, v) => this.reading(panel, u, v),
      redraw: () => this.drawLarge(),
      chart: (panel) => actions.chart(panel.index),
    });
    this.list = element("div", { class: "tl-grid", role: "list" });
    this.side = new Side();
    this.body = element("div", { class: "tl-body" }, this.list, this.side.root);
    this.projector = new Projector(this);
    this.bar = element("div", { class: "tl-bar" }, this.toolbar.root, this.projector.button, this.projector.root);
    this.foot = new Foot(actions);
    this.speech = new Speech({
      text: () => (this.waiting ? this.editor.words : this.seenWords()),
      moving: () => this.moment.playing && !this.waiting,
      spoken: () => this.projector.follow(),
    });
    this.root = element(
      "section", { class: "tesla-live", "data-testid": "tesla-live", "aria-label": say("Live training") },
      this.bar, this.editor.root, this.speech.status, this.body, this.foot.root, this.speech.words, this.large.root,
    );
    this.panels = [];
    this.scene = null;
    this.highlight = null;
    this.version = 0;
    this.drawn = { frame: null, length: -1 };
  }

  // New ways to show a run, or another one; the page's data as Python gives it.
  setData(data) {
    this.data = data;
    this.theme = themeOf(this.root);
    this.version += 1;
    this.colours = data.palette.classes[this.theme.name];
    this.kind = kindOf(data.kind);
    this.table = this.kind.table(data, this.colours);
    this.editor.show(data.drawing ? { ...data.drawing, names: data.classNames, colours: this.colours } : null);
    const infos = data.panels.map((panel) => ({ ...panel, colour: panel[this.theme.name] }));
    const wanted = JSON.stringify([infos, this.theme.name, data.truth, Boolean(data.drawing)]);
    if (wanted !== this.built) this.build(infos, wanted);
    this.toolbar.setPace(data.pace);
    this.side.setMeasures(data.measures, data.spectrum);
    this.large.side.setMeasures(data.measures, false);
    this.truth.root.classList.toggle("tl-draw", Boolean(data.drawing));
    this.foot.showLegend(data, this.colours);
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
    const truth = this.scene?.backdrop;
    if (truth) this.truth.load(truth.bytes, truth.rows, truth.columns, this.table);
    this.repaint();
  }

  // A scene paints panels and marks, and says what lies at a place; with a `backdrop`, the truth has a picture too.
  sceneOf(run, backdrop) {
    return kindOf(run.kind).scene(run, backdrop, { data: this.data, colours: this.colours, theme: this.theme });
  }

  build(infos, wanted) {
    this.built = wanted;
    this.shown = null; // new panels have no picture yet
    this.large.close();
    const actions = {
      press: (panel, event) => this.press(panel, event),
      hover: (panel, event) => this.hover(panel, event),
      cool: (panel) => this.actions.cool(panel.index),
    };
    this.truth?.root.remove();
    this.truth = new Panel(-1, { label: this.data.drawing ? say("Draw here") : this.data.truth, truth: true }, actions);
    this.panels = infos.map((info, index) => new Panel(index, info, actions));
    this.list.replaceChildren(this.truth.root, ...this.panels.map((panel) => panel.root));
    this.projector.choose();
  }

  // A drawing too short to train on: the panels show it and nothing else until its own run is there.
  get waiting() {
    return this.editor.waiting;
  }

  redrawn() {
    this.version += 1;
    this.repaint();
    this.showState();
  }

  wait() {
    const { waiting } = this;
    if (waiting) {
      this.scene = this.placed();
      for (const panel of this.panels) panel.unload();
    } else if (this.waited) {
      this.scene = this.backdrop ? this.sceneOf(this.run, this.backdrop) : null;
    }
    if (waiting || this.waited) this.shown = null;
    this.waited = waiting;
    this.truth.showText(waiting ? this.editor.counted : this.data.truthText);
    this.root.classList.toggle("tl-waiting", waiting);
  }

  press(panel, event) {
    if (panel !== this.truth || !this.data.drawing || !event.detail) {
      this.large.show(panel);
      return;
    }
    if (this.scene) this.editor.place(...this.scene.at(...panel.placeOf(event)));
  }

  // What Escape means: out of what lies on top.
  escape() {
    if (this.large.open) this.large.close();
    else this.projector.escape();
  }

  // The one toolbar goes along to the large view; its place is kept, so that nothing moves behind.
  lend(place) {
    this.bar.style.minHeight = `${this.bar.offsetHeight}px`;
    place.append(this.toolbar.root);
  }

  takeBack(panel) {
    this.bar.prepend(this.toolbar.root);
    this.bar.style.minHeight = "";
    panel.press.focus({ preventScroll: true });
  }

  hover(panel, event) {
    const highlight = panel && panel !== this.truth ? panel.index : null;
    if (highlight !== this.highlight) {
      this.highlight = highlight;
      this.drawSide();
    }
    this.foot.point(panel, event, (...place) => this.reading(...place));
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
    const fresh = frame && frame !== this.shown && frame.panels.length === this.panels.length;
    if (fresh && !this.waiting) {
      const leads = leaders(this.ranking());
      frame.panels.forEach((scores, i) => {
        this.panels[i].load(scores.grid, frame.rows, frame.columns, this.table);
        this.panels[i].showScores(scores, this.data.measures.titles, leads[i]);
      });
      this.shown = frame;
      this.drawPanels();
      this.drawLarge();
    }
    this.showState();
    if (frame !== this.drawn.frame || moment.history.length !== this.drawn.length) this.drawSide();
  }

  // Each panel's second number, higher for better (shell/ranking.js).
  ranking() {
    const frame = this.waiting ? null : this.moment?.frame;
    return ranking(frame, this.panels.length, this.data.measures.titles[1]);
  }

  showState() {
    const { moment, toolbar } = this;
    toolbar.showPlaying(moment.playing);
    toolbar.enable(moment.ready && !this.waiting);
    toolbar.show(moment);
    setAttribute(this.root, "data-run", moment.run);
    setAttribute(this.root, "data-state", moment.state);
    this.root.classList.toggle("tl-away", this.speech.showStatus(moment, this.kind.complaint));
    this.speech.speak();
  }

  seenWords() {
    const { frame } = this.moment;
    const scores = frame ? frame.panels.map((panel, i) => ({ ...panel, label: this.panels[i]?.info.label })) : [];
    return sentence({ ...this.moment, scores, scene: this.data.story, led: this.data.led });
  }

  look(size = this.room.size) {
    return { size, showTest: this.data.showTest, theme: this.theme, version: this.version, classes: this.data.classes };
  }

  drawPanels() {
    if (!this.scene || !this.room) return;
    const look = this.look();
    this.truth.draw(this.data.drawing ? this.placed() : this.scene, { ...look, size: this.room.truth });
    for (const panel of this.panels) panel.draw(this.scene, look);
  }

  // The points of the editor, which may be ahead of the run's.
  placed() {
    return this.sceneOf(this.run, this.editor.placed);
  }

  sideOptions() {
    const marks = this.run?.edits || [];
    const { panels, highlight, theme } = this;
    const moment = this.waiting ? { ...this.moment, frame: null, history: [] } : this.moment;
    return { moment, panels, marks, highlight, theme, width: this.room.sideWidth, height: this.room.curveHeight };
  }

  drawSide() {
    if (!this.moment || !this.room) return;
    this.drawn = { frame: this.moment.frame, length: this.moment.history.length };
    const options = this.sideOptions();
    if (this.projector.on) this.projector.drawCurve(this.side, options);
    else this.side.draw(options);
    this.large.drawSide(options, this.projector.letters);
  }

  drawLarge() {
    if (!this.large.open || !this.scene) return;
    const { panel } = this.large;
    const scores = (!this.waiting && this.moment.frame?.panels[panel.index]) || null;
    const truth = { panel: this.truth, scene: this.data.drawing ? this.placed() : this.scene, text: this.data.truthText };
    this.large.draw(this.scene, this.look(), { scores, titles: this.data.measures.titles, truth });
    this.large.drawSide(this.sideOptions());
  }

  // Fit the panels to the room; called when it changes.
  resize() {
    const width = this.root.clientWidth;
    if (!this.data || !width) return;
    const room = this.projector.on ? this.projector.room(this.body) : this.ownRoom(width);
    (room.truthBeside ? this.side.root : this.list).prepend(this.truth.root);
    setAttribute(this.truth.root, "role", room.truthBeside ? "group" : "listitem"); // an item only where there is a list
    this.room = room;
    this.root.style.setProperty("--columns", room.columns);
    this.root.style.setProperty("--size", `${room.size}px`);
    this.truth.root.style.setProperty("--size", `${room.truth}px`);
    this.root.style.setProperty("--side", `${room.sideWidth}px`);
    this.root.classList.toggle("tl-narrow", !room.side);
    this.root.classList.toggle("tl-tight", room.size < TIGHT);
    this.repaint();
  }

  // The room there is on a page, below its title and above the sentence.
  ownRoom(width) {
    const { data: { height, drawing, spectrum }, panels: { length: models } } = this;
    const above = this.bar.offsetHeight + this.editor.root.offsetHeight + 130;
    const high = height || Math.max(400, window.innerHeight - above - BELOW_GRID);
    return pageRoom(models, width, high, Boolean(drawing), spectrum ? Spectrum.height(models) : 0);
  }

  repaint() {
    if (this.run) this.wait();
    this.drawPanels();
    this.drawSide();
    this.drawLarge();
  }

  close() {
    this.speech.close();
    this.toolbar.close();
    this.editor.close();
    this.large.end();
    this.projector.end();
  }
}
