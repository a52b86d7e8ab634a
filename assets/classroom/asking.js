// Questions that a teacher can ask of the page at hand: a form each, and what is sent of it.

import { element, write } from "../live/drawing/dom.js";
import { kindOf } from "../live/scenes/kinds.js";
import { say } from "../live/words/say.js";

const FOUND = 0.9; // of what it never saw, right: the rule is found
const FIRST_ASKED = 50; // epochs

const labels = (scene) => scene.panels.map(({ label }) => label);

// label(): of the choice; fits(scene): whether this page can be asked so; needs: fields of the form; build(scene, given): the
// question as the server takes it: while it is open nobody passes the place where the class stands.
export const FORMS = [
  {
    name: "leads", label: () => say("Which panel will lead?"), needs: ["epoch"],
    fits: (scene) => scene?.panels.length > 1,
    build: (scene, { epoch }) => ({
      kind: "choice", text: say("Which panel will lead at epoch {epoch}?", { epoch }), options: labels(scene), panel: null, rule: { rule: "leads", epoch },
    }),
  },
  {
    name: "finds", label: () => say("Will it find the rule?"), needs: ["panel", "epoch"],
    fits: (scene) => Boolean(scene) && scene.measures.titles[1].unit === "share",
    build: (scene, { panel, epoch }) => ({
      kind: "choice", text: say("Will {name} find the rule by epoch {epoch}?", { name: labels(scene)[panel], epoch }),
      options: [say("Yes"), say("No")], panel, rule: { rule: "finds", panel, epoch, least: FOUND },
    }),
  },
  {
    name: "draw", label: () => say("Where will the boundary run? Draw it"), needs: ["panel", "epoch"],
    fits: (scene) => Boolean(scene) && kindOf(scene.kind).bounded === true,
    build: (scene, { panel, epoch }) => ({
      kind: "draw", text: say("Where will the boundary of {name} run at epoch {epoch}? Draw it.", { name: labels(scene)[panel], epoch }),
      options: [], panel, rule: null,
    }),
  },
  {
    name: "harmonic", label: () => say("Which harmonic can go?"), needs: ["panel", "epoch"],
    fits: (scene) => Boolean(scene?.panels.some(({ harmonics }) => harmonics > 1)),
    build: (scene, { panel, epoch }) => ({
      kind: "choice", text: say("Which harmonic of {name} can go at epoch {epoch} and be missed least?", { name: labels(scene)[panel], epoch }),
      options: Array.from({ length: scene.panels[panel].harmonics }, (_, k) => String(k + 1)), panel, rule: { rule: "harmonic", panel, epoch },
    }),
    panels: (scene) => scene.panels.flatMap(({ harmonics }, i) => (harmonics > 1 ? [i] : [])),
  },
  {
    name: "free", label: () => say("A question of your own"), needs: ["text", "options"],
    fits: () => true,
    build: (scene, { text, options }) => ({ kind: options.length ? "choice" : "number", text, options, panel: null, rule: null }),
  },
];

// The epoch that is asked about at first: ahead of where the class stands.
export function aheadOf(epochAt, epochs) {
  if (epochAt < FIRST_ASKED && FIRST_ASKED <= epochs) return FIRST_ASKED;
  return Math.min(epochs, Math.max(1, Math.round((epochAt + epochs) / 2)));
}

export class Asking {
  // on: {ask(question), epochAt()}.
  constructor(on) {
    this.on = on;
    this.what = element("select", { class: "tc-field", "aria-label": say("What to ask"), onchange: () => { this.chosen = this.what.value; this.choose(); } });
    this.panel = element("select", { class: "tc-field" });
    this.epoch = element("input", { class: "tc-field tc-short", type: "number", min: 1, step: 1 });
    this.text = element("input", { class: "tc-field", type: "text", maxlength: 200 });
    this.options = element("textarea", { class: "tc-field", rows: 4, maxlength: 1000, placeholder: say("One answer a line. Left empty, students give a number.") });
    this.fields = {
      text: this.labelled(say("Question"), this.text), options: this.labelled(say("Answers"), this.options),
      panel: this.labelled(say("Panel"), this.panel), epoch: this.labelled(say("At epoch"), this.epoch),
    };
    this.ready = element("p", { class: "tc-ready", hidden: true });
    this.problem = element("p", { class: "tc-alarm", role: "alert", hidden: true });
    const send = element("button", { class: "tc-button tc-primary", type: "submit" }, say("Ask"));
    this.root = element("form", { class: "tc-asking", novalidate: true, onsubmit: (event) => this.send(event) },
      this.what, this.ready, ...Object.values(this.fields), this.problem, send);
  }

  labelled(name, field) {
    return element("label", { class: "tc-labelled" }, element("span", {}, name), field);
  }

  // scene: what the class sees, or null. lesson: a question of the lesson's step, or null.
  show(scene, lesson) {
    const wanted = JSON.stringify([scene?.panels.map(({ label, harmonics }) => [label, harmonics]), scene?.epochs, scene?.kind, lesson]);
    // What the class has seen meanwhile is no question any more; who types is left alone.
    const passed = scene && Number(this.epoch.value) <= this.on.epochAt() && document.activeElement !== this.epoch;
    if (passed) this.epoch.value = String(aheadOf(this.on.epochAt(), scene.epochs));
    if (wanted === this.shown) return;
    this.shown = wanted;
    Object.assign(this, { scene, lesson });
    const before = this.chosen;
    const forms = FORMS.filter(({ fits }) => fits(scene));
    const offered = [...(lesson ? [["lesson", say("The lesson's question")]] : []), ...forms.map(({ name, label }) => [name, label()])];
    this.what.replaceChildren(...offered.map(([value, text]) => element("option", { value }, text)));
    if (offered.some(([value]) => value === before)) this.what.value = before;
    this.lookAhead();
    this.choose();
  }

  // Where the class stands may have changed since the form was last seen.
  lookAhead() {
    if (!this.scene || document.activeElement === this.epoch) return;
    this.epoch.max = this.scene.epochs;
    this.epoch.value = String(aheadOf(this.on.epochAt(), this.scene.epochs));
  }

  get form() {
    return FORMS.find(({ name }) => name === this.what.value);
  }

  choose() {
    const { form, scene } = this;
    for (const [name, field] of Object.entries(this.fields)) field.hidden = !form?.needs.includes(name);
    this.ready.hidden = this.what.value !== "lesson";
    write(this.ready, this.lesson?.text ?? ""); // nobody asks a class what they have not read
    this.tell("");
    if (!form?.needs.includes("panel")) return;
    const before = this.panel.value;
    const places = form.panels ? form.panels(scene) : scene.panels.map((_, i) => i);
    this.panel.replaceChildren(...places.map((i) => element("option", { value: i }, scene.panels[i].label)));
    if (places.includes(Number(before))) this.panel.value = before;
  }

  // What stands in the form; a sentence where something lacks.
  read() {
    const { form } = this;
    const given = {
      epoch: Math.round(Number(this.epoch.value)), panel: Number(this.panel.value), text: this.text.value.trim(),
      options: this.options.value.split("\n").map((line) => line.trim()).filter(Boolean),
    };
    if (form.needs.includes("text") && !given.text) return { problem: say("Write the question first.") };
    if (form.needs.includes("options") && given.options.length === 1) return { problem: say("One answer is no choice: give two at least, or none for a number.") };
    const most = this.scene?.epochs ?? 0;
    const at = this.on.epochAt();
    if (form.needs.includes("epoch") && at >= most && most) return { problem: say("The class has seen this run to its end. Press Reset, then ask.") };
    if (form.needs.includes("epoch") && given.epoch <= at) return { problem: say("The class has seen epoch {epoch} already: ask about a later one, or press Reset first.", { epoch: given.epoch }) };
    if (form.needs.includes("epoch") && !(given.epoch >= 1 && given.epoch <= most)) return { problem: say("The run has epochs 1 to {most}.", { most }) };
    return { given };
  }

  send(event) {
    event.preventDefault();
    if (this.what.value === "lesson") {
      this.on.ask(this.lesson);
      return;
    }
    const { given, problem } = this.read();
    this.tell(problem ?? "");
    if (given) this.on.ask(this.form.build(this.scene, given));
  }

  tell(problem) {
    this.problem.hidden = !problem;
    write(this.problem, problem);
  }
}
