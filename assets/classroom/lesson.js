// The lesson in the console: which one, and the step at which the class is.

import { element, setAttribute, write } from "../live/drawing/dom.js";
import { say } from "../live/words/say.js";

export class LessonBar {
  // on: {move(lesson, step)}; step: from 0. base: the folder of the lab's addresses.
  constructor(on, base = "") {
    Object.assign(this, { on, base });
    this.which = element("select", { class: "tc-field", "aria-label": say("Lesson"), onchange: () => this.choose() });
    this.before = element("button", { class: "tc-button", type: "button", onclick: () => this.move(-1) }, say("‹ Step back"));
    this.next = element("button", { class: "tc-button", type: "button", onclick: () => this.move(1) }, say("Next step ›"));
    this.place = element("span", { class: "tc-place" });
    this.page = element("a", { class: "tc-button", target: "_blank", hidden: true }, say("Open the page"));
    this.notes = element("details", { class: "tc-lesson-notes" }, element("summary", {}, say("Notes for the teacher")), element("div"));
    this.root = element("div", { class: "tc-lesson", hidden: true }, element("div", { class: "tc-row" }, this.which, this.before, this.next, this.place, this.page), this.notes);
  }

  // lessons: [{name, title, steps}], or null; step: the room's section, or null; notes: the teacher's, as HTML.
  show(lessons, step, notes) {
    this.root.hidden = !lessons?.length;
    if (this.root.hidden) return;
    const names = lessons.map(({ name }) => name).join();
    if (names !== this.names) {
      this.names = names;
      const options = lessons.map(({ name, title }) => element("option", { value: name }, title));
      this.which.replaceChildren(element("option", { value: "" }, say("No lesson")), ...options);
    }
    Object.assign(this, { lessons, step });
    this.which.value = step?.lesson ?? "";
    const steps = this.lesson?.steps ?? [];
    this.before.hidden = this.next.hidden = !steps.length;
    this.before.disabled = !step || step.step <= 0;
    this.next.disabled = !step || step.step >= steps.length - 1;
    write(this.place, step ? say("Step {step} of {steps}: {title}", { step: step.step + 1, steps: step.of, title: step.title }) : "");
    const still = step?.link && !step.link.live; // a page without a run, which can't stand in the console
    this.page.hidden = !still;
    if (still) setAttribute(this.page, "href", `${this.base}/${step.link.page}?${step.link.query}`);
    this.notes.hidden = !notes;
    if (notes && this.noted !== notes) this.notes.lastElementChild.innerHTML = notes; // made of the lesson's Markdown by the server
    this.noted = notes;
  }

  get lesson() {
    return this.lessons?.find(({ name }) => name === this.step?.lesson);
  }

  choose() {
    this.on.move(this.which.value || null, 0);
  }

  move(by) {
    this.on.move(this.step.lesson, this.step.step + by);
  }
}
