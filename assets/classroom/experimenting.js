// How a class experiment is set up: what differs from person to person, of which panel, and what is measured.

import { element, write } from "../live/drawing/dom.js";
import { say } from "../live/words/say.js";
import { fieldOf, measureOf } from "./charts/labels.js";

export class ExperimentForm {
  // on: {start({field, values, measure, panel} or {again})}. What was typed is judged by the server, which says what is wrong.
  constructor(on) {
    this.on = on;
    this.field = element("select", { class: "tc-field", onchange: () => this.choose() });
    this.panel = element("select", { class: "tc-field" });
    this.values = element("input", { class: "tc-field", type: "text", maxlength: 1000 });
    this.limits = element("span", { class: "tc-limits" });
    this.measure = element("select", { class: "tc-field" });
    this.none = element("p", {}, say("Show the class a page first: the experiment varies what it sees."));
    const labelled = (name, ...parts) => element("label", { class: "tc-labelled" }, element("span", {}, name), ...parts);
    this.whose = labelled(say("Of which panel"), this.panel);
    this.form = element("form", { class: "tc-asking", novalidate: true, onsubmit: (event) => this.send(event) },
      labelled(say("What differs"), this.field), this.whose,
      labelled(say("Values, with commas between them, or from-to"), this.values, this.limits), labelled(say("What is measured"), this.measure),
      element("button", { class: "tc-button tc-primary", type: "submit" }, say("Start the experiment")));
    this.earlier = element("div", { class: "tc-row" });
    this.root = element("div", {}, this.none, this.form, this.earlier);
  }

  // offer: {panel, panels, fields, measures, earlier} of what the class sees, or null.
  show(offer) {
    this.form.hidden = !offer?.fields.length;
    this.none.hidden = !this.form.hidden;
    const wanted = JSON.stringify(offer);
    if (!offer || wanted === this.shown) return;
    this.shown = wanted;
    this.offer = offer;
    fill(this.field, offer.fields.map(({ name, label }) => [name, fieldOf(name, label)]));
    fill(this.panel, offer.panels.map((title, index) => [index, title]));
    fill(this.measure, offer.measures.map((measure) => [measure.name, measureOf(measure)]));
    this.whose.hidden = offer.panels.length < 2;
    this.earlier.replaceChildren(...offer.earlier.map(({ id, field, label }) => element("button", {
      class: "tc-button", type: "button", onclick: () => this.on.start({ again: id }),
    }, say("Show again: {number}. {label}", { number: id, label: fieldOf(field, label) }))));
    const typed = this.values.value && this.values.value !== this.suggested; // somebody who joins takes nothing of it away
    if (!this.form.hidden && !typed) this.choose();
  }

  choose() {
    const { text, low, high } = this.offer.fields.find(({ name }) => name === this.field.value) ?? this.offer.fields[0];
    this.suggested = this.values.value = text;
    write(this.limits, say("from {low} to {high}", { low, high }));
  }

  send(event) {
    event.preventDefault();
    const [field, measure, panel] = [this.field.value, this.measure.value, Number(this.panel.value)];
    this.on.start({ field, values: this.values.value, measure, panel });
  }
}

// The choices of a list, [value, text] each; what was chosen stays so.
function fill(select, rows) {
  const before = select.value;
  select.replaceChildren(...rows.map(([value, text]) => element("option", { value }, text)));
  if (rows.some(([value]) => String(value) === before)) select.value = before;
}
