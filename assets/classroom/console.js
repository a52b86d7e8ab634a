// The teacher's console: what the class sees and how it is led, what is asked, who is there. A component of a page; the room
// is told and heard on its own socket, so nothing here runs the page's script again until the room is over.

import { element, setAttribute, write } from "../live/drawing/dom.js";
import { say, speak } from "../live/words/say.js";
import { Asking } from "./asking.js";
import { drawingsOf, Overlay } from "./drawing.js";
import { ExperimentChart } from "./experiment.js";
import { ExperimentForm } from "./experimenting.js";
import { LessonBar } from "./lesson.js";
import { People } from "./people.js";
import { QuestionCard } from "./question.js";
import { Stage } from "./stage.js";

const PANELS_HEIGHT = 460;
const SURE_MS = 4000; // within which a second press means it

const mounted = new WeakMap();

class Console {
  // told: {path, room, visit, base, wall, join, qr, notes, pages: [{title, page}]}.
  constructor(parent, told) {
    this.parent = parent;
    this.told = told;
    this.stage = new Stage({ path: told.path, room: told.room, as: "console", visit: told.visit }, {
      changed: () => this.show(),
      refused: (sentence) => this.tell(sentence),
      arrived: () => this.tell(""),
      painted: () => this.showDrawings(),
    }, PANELS_HEIGHT);
    const { room } = this.stage;
    this.room = room;
    this.people = new People({
      pass: (member) => room.do("pass", { member }),
      rename: (member, name) => room.do("rename", { member, name }),
      remove: (member, on) => room.do("remove", { member, on }),
    });
    this.asking = new Asking({ ask: (question) => room.do("ask", { question }), epochAt: () => this.stage.session.moment.epochAt });
    this.experimenting = new ExperimentForm({ start: (asked) => room.do("experiment", asked) });
    this.lessons = new LessonBar({ move: (lesson, step) => room.do("step", { lesson, step }) }, told.base);
    this.question = new QuestionCard();
    this.chart = new ExperimentChart({ large: false });
    this.overlay = new Overlay();
    this.build();
  }

  button(name, act, kind = "") {
    return element("button", { class: `tc-button ${kind}`, type: "button", onclick: act }, name);
  }

  // On or off; what it does, its name says.
  toggle(what) {
    const button = this.button("", () => this.room.do(what, { on: button.getAttribute("aria-pressed") !== "true" }));
    return button;
  }

  build() {
    const { told, room } = this;
    this.problem = element("p", { class: "tc-alarm", role: "alert", hidden: true });
    this.pause = this.toggle("pause");
    this.lock = this.toggle("lock");
    this.hide = this.toggle("hide");
    this.gather = this.button(say("Gather everyone"), () => room.do("gather"));
    this.take = this.button(say("Take the lead back"), () => room.do("take"), "tc-primary");
    this.end = this.sure(say("End the room"), say("Press again: the room and all it holds are deleted"), () => room.do("end"));
    const qr = element("div", { class: "tc-qr" });
    qr.innerHTML = told.qr; // drawn by the server
    const join = element("div", { class: "tc-join" }, qr, element("div", {},
      element("p", { class: "tc-join-code", "aria-label": say("Code {code}", { code: [...told.room].join(" ") }) }, told.room),
      element("p", { class: "tc-join-link" }, told.join),
      element("div", { class: "tc-row" }, this.link(say("Open the wall"), told.wall), this.link(say("Notes of the room"), told.notes))));
    this.crowd = element("div", { class: "tc-alarm", role: "alert", hidden: true },
      element("p", {}, say("Very many are joining at once, and some have to wait. If these are not your students, lock the room: nobody new comes in, and who is in stays.")),
      element("div", { class: "tc-row" }, this.button(say("Lock the room"), () => room.do("lock", { on: true })), this.button(say("They are mine"), () => room.do("lock", { on: false }))));
    const control = element("div", { class: "tc-row tc-control" }, this.pause, this.gather, this.lock, this.hide, this.end);
    this.seen = element("p", { class: "tc-seen" });
    this.pages = element("div", { class: "tc-row tc-pages" }, element("span", {}, say("Show a page of the lab:")), ...told.pages.map(({ title, page }) => this.link(title, page)));
    this.reveal = this.button(say("Reveal"), () => room.do("reveal"), "tc-primary");
    this.close = this.button(say("Close the question"), () => room.do("close"));
    this.stop = this.button(say("Stop the experiment"), () => room.do("stop"));
    this.asked = element("div", { class: "tc-asked" }, element("div", { class: "tc-row" }, this.reveal, this.close), this.question.root);
    const files = [this.link(say("Results as CSV"), told.results), this.button(say("Chart as a picture"), () => this.chart.save())];
    const jobs = this.button(say("Run the same as jobs"), () => this.setTriggerValue?.("jobs", { experiment: room.get("experiment")?.id }));
    this.tried = element("div", { class: "tc-asked" }, element("div", { class: "tc-row" }, this.stop, ...files, jobs), this.chart.root);
    const part = (title, kind, ...parts) => element("section", { class: `tc-part ${kind}` }, element("h2", {}, title), ...parts);
    this.root = element("div", { class: "tc-console", "data-testid": "tesla-console" }, this.problem, this.crowd,
      element("div", { class: "tc-top" }, join, control),
      element("div", { class: "tc-columns" },
        element("div", { class: "tc-wide" },
          part(say("The class sees"), "tc-sees", this.seen, this.take, this.lessons.root, this.stage.view.root, this.pages)),
        element("div", { class: "tc-narrow" },
          part(say("Ask the class"), "tc-asks", this.asking.root, this.asked),
          part(say("Who is here"), "tc-who", this.people.root),
          part(say("Experiment with the class"), "tc-tries", this.experimenting.root, this.tried))));
    this.parent.append(this.root);
    this.stage.view.root.hidden = true;
    this.stage.listen();
    this.show();
  }

  link(name, href) {
    return element("a", { class: "tc-button", href, target: "_blank", rel: "noopener" }, name);
  }

  // A button for what can't be undone.
  sure(name, question, act) {
    let asked = 0;
    const button = this.button(name, () => {
      if (Date.now() - asked < SURE_MS) {
        act();
        return;
      }
      asked = Date.now();
      write(button, question);
      setTimeout(() => write(button, name), SURE_MS);
    }, "tc-danger");
    return button;
  }

  show() {
    const { room } = this;
    const { question } = room;
    const [scene, experiment] = [room.get("scene"), room.get("experiment")];
    this.press(this.pause, room.get("paused"), say("Pause all screens"), say("All screens are paused: go on"));
    this.press(this.lock, room.get("locked"), say("Lock the room"), say("Locked: let people in again"));
    this.crowd.hidden = !room.get("crowd") || Boolean(room.get("locked"));
    this.press(this.hide, room.get("hidden"), say("Hide names"), say("Names are hidden: show them"));
    this.people.show(room.members, room.get("lead") ?? "", Boolean(question?.open), Boolean(room.get("locked")));
    this.take.hidden = room.leads || !room.sections;
    write(this.seen, this.seenWords(scene));
    this.stage.view.root.classList.toggle("tc-leads", room.leads);
    this.lessons.show(room.get("lessons"), room.get("step"), room.get("notes"));
    this.asking.root.hidden = Boolean(question);
    this.asked.hidden = !question;
    this.asking.show(scene, room.get("asks"));
    this.question.show(question, room.count);
    this.reveal.hidden = !question || question.revealed;
    this.experimenting.root.hidden = Boolean(experiment);
    this.tried.hidden = !experiment;
    this.experimenting.show(room.get("offer"));
    if (experiment) this.chart.show(experiment, room.you);
    write(this.stop, experiment?.state === "running" ? say("Stop the experiment") : say("Put the experiment away"));
    this.showDrawings();
    if (room.over && !this.told.ended) {
      this.told.ended = true;
      this.setTriggerValue?.("ended", { room: this.told.room });
    }
  }

  seenWords(scene) {
    if (!scene && this.room.get("step")?.html) return say("The text of this step, on every phone. There is no run to it.");
    if (!scene) return say("Nothing yet. Choose a lesson's step, or open a page of the lab: the class sees what you do there.");
    const { room } = this;
    if (room.leads) return say("{title}. You lead: press Play here or on the lab's page, and everyone sees it.", { title: scene.title });
    return say("{title}. {name} leads.", { title: scene.title, name: room.leader });
  }

  press(button, on, off, isOn) {
    setAttribute(button, "aria-pressed", String(Boolean(on)));
    write(button, on ? isOn : off);
  }

  showDrawings() {
    const { view } = this.stage;
    const question = this.room.question;
    this.overlay.show(view.panels[question?.panel ?? -1] ?? view.truth, drawingsOf(question));
  }

  tell(sentence) {
    this.problem.hidden = !sentence;
    write(this.problem, sentence);
  }

  unmount() {
    this.stage.close();
    this.chart.close();
    this.root.remove();
  }
}

export default function console_({ parentElement, data, setTriggerValue }) {
  const other = speak(data.words) || mounted.get(parentElement)?.told.room !== data.room;
  if (other) unmount(parentElement);
  if (!mounted.has(parentElement)) mounted.set(parentElement, new Console(parentElement, data));
  mounted.get(parentElement).setTriggerValue = setTriggerValue;
  return () => unmount(parentElement);
}

function unmount(parent) {
  mounted.get(parent)?.unmount();
  mounted.delete(parent);
}
