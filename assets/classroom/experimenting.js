// How a class experiment is set up: what differs from person to person, and what is measured.

import { element, write } from "../live/drawing/dom.js";
import { say } from "../live/words/say.js";

export class ExperimentForm {
  // on: {start({field, values, measure})}.
  constructor(on) {
    this.on = on;
    this.field = element("select", { class: "tc-field", onchange: () => this.choose() });
    this.values = element("input", { class: "tc-field", type: "text", maxlength: 1000 });
    this.measure = element("select", { class: "tc-field" });
    this.problem = element("p", { class: "tc-alarm", role: "alert", hidden: true });
    this.none = element("p", {}, say("Show the class a page first: the experiment varies what it sees."));
    const labelled = (name, field) => element("label", { class: "tc-labelled" }, element("span", {}, name), field);
    this.form = element("form", { class: "tc-asking", novalidate: true, onsubmit: (event) => this.send(event) },
      labelled(say("What differs"), this.field), labelled(say("Values, with commas between them"), this.values),
      labelled(say("What is measured"), this.measure), this.problem,
      element("button", { class: "tc-button tc-primary", type: "submit" }, say("Start the experiment")));
    this.root = element("div", {}, this.none, this.form);
  }

  // offer: {fields: [{name, label, values}], measures: [{name, label}]} of what the class sees, or null.
  show(offer) {
    this.form.hidden = !offer?.fields.length;
    this.none.hidden = !this.form.hidden;
    const wanted = JSON.stringify(offer);
    if (this.form.hidden || wanted === this.shown) return;
    this.shown = wanted;
    this.offer = offer;
    const fill = (select, rows) => {
      const before = select.value;
      select.replaceChildren(...rows.map(({ name, label }) => element("option", { value: name }, label)));
      if (rows.some(({ name }) => name === before)) select.value = before;
    };
    fill(this.field, offer.fields);
    fill(this.measure, offer.measures);
    this.choose();
  }

  choose() {
    const chosen = this.offer.fields.find(({ name }) => name === this.field.value);
    this.values.value = (chosen?.values ?? []).join(", ");
  }

  send(event) {
    event.preventDefault();
    const values = this.values.value.split(/[,;\s]+/).filter(Boolean).map(Number);
    const wrong = !values.length || values.some((value) => !Number.isFinite(value));
    this.problem.hidden = !wrong;
    write(this.problem, wrong ? say("Give numbers with commas between them.") : "");
    const [field, measure] = [this.field.value, this.measure.value];
    if (!wrong) this.on.start({ field, values, measure });
  }
}
