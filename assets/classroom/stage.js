// The canvas on a page of plain HTML, fed by a room: it shows the scene that the class sees.

import { Keys } from "../live/shell/keys.js";
import { View } from "../live/shell/view.js";
import { onTheme } from "../pages/plain.js";
import { ClassSession } from "./session.js";

export class Stage {
  // place: as ClassSession has it; on: {changed(names), refused(sentence), arrived(first), painted(moment)}; height: of the
  // panels, in pixels, where the page has not the whole window for them.
  constructor(place, on, height) {
    Object.assign(this, { on, height });
    const act = (name) => (...given) => { if (this.room.leads) this.session[name](...given); };
    this.view = new View({
      ...Object.fromEntries(["play", "pause", "step", "back", "reset", "seek", "speed"].map((name) => [name, act(name)])),
      link: () => new URL(this.scene?.page ?? "", document.baseURI).href,
      cool() {}, chart() {}, points() {}, png() {}, svg() {},
    });
    this.session = new ClassSession(place, {
      paint: (moment) => this.paint(moment),
      scene: (run, backdrop) => this.view.setScene(run, backdrop),
      changed: (names) => this.changed(names),
      refused: (sentence, what) => on.refused(sentence, what),
      arrived: (first) => on.arrived?.(first),
    });
    this.room = this.session.room;
    this.scene = null;
    this.observer = new ResizeObserver(() => this.view.resize());
    this.observer.observe(this.view.root);
    onTheme(() => this.recolour());
  }

  // A run that stands still brings no moment by itself.
  recolour() {
    if (!this.scene) return;
    this.view.setData(this.data);
    if (this.session.moment) this.paint(this.session.moment);
  }

  // After the view is in the page, which it looks at for what has the focus.
  listen() {
    this.keys = new Keys(this.view);
  }

  changed(names) {
    if (names.includes("scene")) this.take(this.room.get("scene"));
    if (names.includes("you") && this.session.moment) this.paint(this.session.moment); // a run that stands still brings no moment in which the buttons learn who leads
    this.on.changed(names);
  }

  // The data of the canvas; null while nothing is shown.
  take(scene) {
    const wanted = JSON.stringify(scene);
    if (wanted === this.taken) return;
    this.taken = wanted;
    this.scene = scene;
    this.view.root.hidden = !scene;
    if (scene) this.view.setData(this.data);
    this.focus(scene?.focus ?? null);
  }

  // Of a class experiment's run a student sees their own panel; the others' lines stay in the curves.
  focus(own) {
    this.view.highlight = own;
    this.view.root.classList.toggle("tc-own", own !== null);
    const { projector, panels } = this.view;
    if (own === null && projector.on) projector.set(projector.chosen); // a wall shows the few that it has room for
    else for (const panel of panels) panel.root.hidden = own !== null && panel.index !== own;
  }

  // As the view takes it. Nobody draws points here, and who follows is not told to press Play.
  get data() {
    return { ...this.scene, drawing: null, led: !this.room.leads, height: this.height ?? this.scene.height };
  }

  // The toolbar answers to who leads, and to nobody else.
  paint(moment) {
    if (!this.scene) return;
    this.view.data.led = !this.room.leads;
    this.view.show({ ...moment, ready: moment.ready && this.room.leads });
    const { root } = this.view;
    if (moment.frame) {
      root.setAttribute("data-frame", moment.frame.number);
      root.setAttribute("data-epoch", moment.frame.epoch);
    }
    this.on.painted?.(moment);
  }

  close() {
    this.observer.disconnect();
    this.keys?.close();
    this.session.close();
    this.view.close();
  }
}
