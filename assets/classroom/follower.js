// The page of somebody in a class: it shows what the teacher shows, asks what the teacher asks, and has one way out.

import { element, setAttribute, write } from "../live/drawing/dom.js";
import { say, speak } from "../live/words/say.js";
import { pageData } from "../pages/plain.js";
import { drawingsOf, Overlay } from "./drawing.js";
import { ExperimentChart } from "./experiment.js";
import { noticesOf, waysOn } from "./notices.js";
import { QuestionCard } from "./question.js";
import { Stage } from "./stage.js";

class Follower {
  // told: {path, room, visit, base, words} as the server wrote it into the page.
  constructor(root, told) {
    this.told = told;
    this.refusal = "";
    this.stage = new Stage({ path: told.path, room: told.room, as: "member", visit: told.visit }, {
      changed: () => this.show(),
      refused: (sentence) => this.refused(sentence),
      arrived: (first) => this.arrived(first),
      painted: (moment) => this.painted(moment),
    });
    this.room = this.stage.room;
    this.overlay = new Overlay();
    this.question = new QuestionCard({
      answer: (value) => this.room.do("answer", { value, question: this.room.question.id }),
      paint: (context, size) => this.paintBelow(context, size),
    });
    this.chart = new ExperimentChart({ large: false });
    this.build(root);
  }

  build(root) {
    this.code = element("strong", { class: "tc-code" }, this.told.room);
    this.name = element("span", { class: "tc-name" });
    this.explore = element("a", { class: "tc-button", href: this.told.base || "/", onclick: () => this.letGo() }, say("Explore on my own"));
    this.back = element("button", { class: "tc-button tc-primary", type: "button", hidden: true, onclick: () => this.room.do("follow", { on: true }) }, say("Back to the class"));
    this.give = element("button", { class: "tc-button", type: "button", hidden: true, onclick: () => this.room.do("give") }, say("Give the lead back"));
    const head = element("header", { class: "tc-head" }, element("h1", { class: "tc-title" }, say("Class"), " ", this.code, " ", this.name), this.give, this.back, this.explore);
    this.line = element("p", { class: "tc-line", role: "status" });
    this.alarm = element("p", { class: "tc-alarm", role: "alert", hidden: true });
    this.screenTitle = element("h2");
    this.screenText = element("p");
    this.ways = element("nav", { class: "tc-ways", "aria-label": say("Go on by yourself"), hidden: true });
    this.screen = element("div", { class: "tc-screen", role: "status", hidden: true }, this.screenTitle, this.screenText, this.ways);
    this.stepTitle = element("h2", { class: "tc-step-title" });
    this.stepBody = element("div", { class: "tc-step-body" });
    this.step = element("section", { class: "tc-card tc-step", "aria-label": say("The lesson's step"), hidden: true }, this.stepTitle, this.stepBody);
    this.experiment = element("section", { class: "tc-card tc-experiment", "aria-label": say("The class experiment"), hidden: true }, this.chart.root);
    this.canvas = element("div", { class: "tc-canvas" }, this.stage.view.root);
    this.main = element("main", { class: "tc-main" }, this.line, this.alarm, this.screen, this.question.root, this.step, this.canvas, this.experiment);
    root.replaceChildren(head, this.main);
    this.stage.view.root.hidden = true;
    this.stage.listen();
    this.show();
  }

  // Who opens this page comes back to the class; who only lost the connection is what they were.
  arrived(first) {
    this.connected = true;
    this.refusal = "";
    if (first && this.room.you.following === false) this.room.do("follow", { on: true });
    this.show();
  }

  // An answer came too late, the room is full or locked: the server says why.
  refused(sentence) {
    this.refusal = sentence;
    this.show();
  }

  // To the full page, where the class is in the run.
  letGo() {
    const epoch = Math.round(1000 * this.stage.session.moment.epochAt) / 1000;
    const link = new URL(this.explore.href);
    if (epoch) link.searchParams.set("epoch", epoch);
    this.explore.href = link.href;
    this.room.do("follow", { on: false });
  }

  painted({ state }) {
    const connected = state !== "connecting";
    if (connected !== this.connected) {
      this.connected = connected;
      this.showNotices();
    }
    this.question.redraw();
    this.showDrawings();
  }

  show() {
    const { room } = this;
    write(this.name, room.you.name);
    const scene = room.get("scene");
    if (scene) this.page = scene.page; // outlives the class
    setAttribute(this.explore, "href", `${this.told.base}${scene?.page ?? "/"}`);
    this.explore.hidden = room.over || Boolean(room.question?.open) || !scene || room.leads;
    this.give.hidden = room.you.role !== "lead";
    this.stage.view.root.classList.toggle("tc-leads", room.leads);
    this.question.show(room.question, room.count);
    setAttribute(this.main, "data-asks", Boolean(room.question || (room.get("step")?.html && !room.get("experiment"))));
    this.showStep(room.get("step"));
    const experiment = room.get("experiment");
    this.experiment.hidden = !experiment || room.over;
    if (experiment) this.chart.show(experiment, room.you);
    this.showNotices();
    this.showDrawings();
  }

  showNotices() {
    const { line, screen } = noticesOf(this.room, this.connected !== false);
    const { over } = this.room;
    write(this.line, line);
    this.alarm.hidden = !this.refusal;
    write(this.alarm, this.refusal);
    this.screen.hidden = !screen;
    write(this.screenTitle, screen?.title ?? "");
    write(this.screenText, screen?.text ?? "");
    this.ways.hidden = !over;
    if (over && !this.ways.childElementCount) this.ways.append(...this.waysOn());
    this.back.hidden = over || this.room.you.following !== false;
    setAttribute(this.main, "data-screen", screen ? (this.room.get("paused") && !over ? "paused" : "wait") : "none");
    for (const part of [this.question.root, this.step, this.canvas, this.experiment]) part.inert = Boolean(screen) && !this.waits(screen);
  }

  waysOn() {
    const found = this.room.get("ended") === "removed" ? waysOn(null, null, this.told.base) : waysOn(this.room.get("step"), this.page, this.told.base);
    return found.map(({ name, href }, place) => element("a", { class: `tc-button${place ? "" : " tc-primary"}`, href }, name));
  }

  // A screen that only says that nothing is there yet takes nothing away.
  waits(screen) {
    return screen && !this.room.over && !this.room.get("paused");
  }

  showStep(step) {
    this.step.hidden = !step?.html || this.room.over || this.room.get("experiment") !== null; // one's own run comes first
    const wanted = JSON.stringify(step);
    if (this.step.hidden || this.stepShown === wanted) return;
    this.stepShown = wanted;
    write(this.stepTitle, step.title);
    this.stepBody.innerHTML = step.html + (step.look ? `<div class="tl-look">${step.look}</div>` : ""); // the server lets no markup through
    const still = step.link && !step.link.live; // a page without a run, which can't stand here
    if (still) this.stepBody.append(element("a", { class: "tc-button", href: `${this.told.base}/${step.link.page}?${step.link.query}`, target: "_blank" }, say("Open the page")));
  }

  // What a boundary is drawn on: the data alone, never what a model has made of it.
  paintBelow(context, size) {
    const { scene, data, truth } = this.stage.view;
    if (!scene) return;
    const frame = { left: 0, top: 0, width: size, height: size };
    if (truth.surface) scene.paint(context, truth, frame, this.stage.view.look(size), size);
    scene.mark(context, frame, data.showTest);
  }

  showDrawings() {
    const { view } = this.stage;
    const question = this.room.question;
    this.overlay.show(view.panels[question?.panel ?? -1] ?? view.truth, drawingsOf(question));
  }
}

const told = pageData();
speak(told.words);
new Follower(document.getElementById("page"), told);
