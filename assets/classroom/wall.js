// The wall: what a class sees from eight metres. How to join, the run, the question, the class' experiment; nothing to press.

import { element, setAttribute, write } from "../live/drawing/dom.js";
import { scaleOf } from "../live/shell/projector.js";
import { say, sayCount, speak } from "../live/words/say.js";
import { pageData } from "../pages/plain.js";
import { drawingsOf, Overlay } from "./drawing.js";
import { ExperimentChart } from "./experiment.js";
import { answeredOf, QuestionCard } from "./question.js";
import { Stage } from "./stage.js";

const KEYS = [["F", () => say("Fill the screen, or leave it")], ["?", () => say("This list")]];

class Wall {
  // root: the page as the server wrote it, with the code, the link and the picture of it in its head.
  constructor(root, told) {
    this.told = told;
    this.root = root;
    this.stage = new Stage({ path: told.path, room: told.room, as: "wall", visit: told.visit }, {
      changed: () => this.show(),
      refused: (sentence) => this.sayAloud(sentence),
      arrived: () => this.sayAloud(""),
      painted: () => this.showDrawings(),
    });
    this.room = this.stage.room;
    this.question = new QuestionCard();
    this.answered = element("p", { class: "tc-answered" });
    this.chart = new ExperimentChart({ large: true });
    this.overlays = [new Overlay(), new Overlay()];
    this.people = document.getElementById("people");
    this.title = document.getElementById("title");
    this.notice = element("p", { class: "tc-wall-notice", role: "status", hidden: true });
    this.canvas = element("div", { class: "tc-canvas" }, this.stage.view.root);
    this.side = element("div", { class: "tc-wall-side", hidden: true }, this.question.root, this.answered);
    this.experiment = element("div", { class: "tc-wall-experiment", hidden: true }, this.chart.root);
    this.main = document.getElementById("wall");
    this.main.append(this.notice, this.canvas, this.side, this.experiment);
    this.stage.view.bar.inert = true; // it says where the run stands, and can't be pressed
    window.addEventListener("resize", () => this.scale());
    document.addEventListener("keydown", (event) => this.key(event));
    this.scale();
    this.show();
  }

  scale() {
    this.root.style.setProperty("--wall", scaleOf(window.innerWidth, window.innerHeight));
  }

  show() {
    const { room } = this;
    const { question } = room;
    const [scene, experiment] = [room.get("scene"), room.get("experiment")];
    const [running, paused] = [Boolean(experiment), Boolean(room.get("paused"))];
    write(this.people, room.sections ? sayCount(room.here, "{count} person is here", "{count} people are here") : "");
    write(this.title, room.get("step")?.title || scene?.title || say("Class {code}", { code: this.told.room }));
    this.sayAloud(room.over ? say("The class is over. Thank you.") : paused ? say("Paused: look up.") : "");
    this.question.show(question, room.count);
    write(this.answered, question?.open ? answeredOf(question.answered ?? 0, room.count) : "");
    this.side.hidden = !question;
    this.experiment.hidden = !running;
    this.canvas.hidden = running || !scene;
    if (running) this.chart.show(experiment, room.you);
    setAttribute(this.root, "data-shows", scene || question || running ? "class" : "join");
    if (scene && !this.stage.view.projector.on) this.project();
    this.showAsked(question);
    this.showDrawings();
  }

  // The view's own layout for walls, inside this page instead of over it.
  project() {
    const { projector } = this.stage.view;
    projector.on = true;
    projector.show();
  }

  // A panel that is asked about is on the wall, alone beside the data; the question takes the curve's place.
  showAsked(question) {
    const { view } = this.stage;
    const asked = view.panels[question?.panel ?? -1];
    const wanted = question ? `${asked?.info.label} asked` : "";
    setAttribute(this.root, "data-asks", Boolean(question));
    if (!view.projector.on || this.asked === wanted) return;
    this.asked = wanted;
    view.projector.picked = asked ? [asked.info.label] : null;
    view.projector.curved = !question;
    view.projector.choose();
    view.resize();
  }

  showDrawings() {
    const { view } = this.stage;
    const question = this.room.question;
    const drawings = drawingsOf(question);
    const scale = 1.6 * scaleOf(window.innerWidth, window.innerHeight);
    this.overlays[0].show(view.truth, drawings, scale);
    this.overlays[1].show(view.panels[question?.panel ?? -1], drawings, scale);
  }

  sayAloud(sentence) {
    this.notice.hidden = !sentence;
    write(this.notice, sentence);
  }

  key({ key, ctrlKey, metaKey, altKey }) {
    if (ctrlKey || metaKey || altKey) return;
    if (key === "f" || key === "F") {
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
      else document.documentElement.requestFullscreen?.().catch(() => {});
    } else if (key === "?") this.list();
  }

  list() {
    this.dialog ??= this.buildList();
    if (!this.dialog.open) this.dialog.showModal();
  }

  buildList() {
    const rows = KEYS.flatMap(([key, words]) => [element("dt", {}, element("kbd", {}, key)), element("dd", {}, words())]);
    const dialog = element("dialog", { class: "tc-keys", "aria-label": say("Keys") }, element("h2", {}, say("Keys")), element("dl", {}, ...rows),
      element("button", { class: "tc-button", type: "button", onclick: () => dialog.close() }, say("Close")));
    this.root.append(dialog);
    return dialog;
  }
}

const told = pageData();
speak(told.words);
new Wall(document.getElementById("page"), told);
