// The list of jobs. Rows are told apart by their job's number, so that what is chosen stays chosen while jobs come and
// go, and every update writes only what changed.

import { element, write } from "../live/drawing/dom.js";
import { say, speak } from "../live/words/say.js";

const mounted = new WeakMap();
// A state's mark and its name.
const STATES = {
  queued: ["○", () => say("queued")],
  starting: ["◔", () => say("starting")],
  running: ["▶", () => say("running")],
  cancelling: ["◌", () => say("cancelling")],
  succeeded: ["✓", () => say("succeeded")],
  failed: ["✕", () => say("failed")],
  cancelled: ["–", () => say("cancelled")],
  lost: ["?", () => say("lost")],
};

class Row {
  constructor(id, table) {
    this.box = element("input", { type: "checkbox", "aria-label": say("Choose job {id}", { id }), onchange: () => table.toggle(id) });
    this.title = element("button", { type: "button", class: "tj-title", onclick: () => table.open(id) });
    this.settings = element("span", { class: "tj-settings" });
    this.state = element("span", { class: "tj-state" });
    this.mark = element("span", { class: "tj-mark", "aria-hidden": "true" });
    this.label = element("span");
    this.state.append(this.mark, this.label);
    this.bar = element("progress", { class: "tj-bar", max: 1, "aria-label": say("Progress of job {id}", { id }) });
    this.words = element("span", { class: "tj-words" });
    this.when = element("span", { class: "tj-when" });
    this.node = element(
      "tr",
      { "data-job": id },
      element("td", { class: "tj-choose" }, element("label", {}, this.box)),
      element("td", { class: "tj-what" }, this.title, this.settings),
      element("td", { class: "tj-where" }, this.state),
      element("td", { class: "tj-how" }, this.bar, this.words),
      element("td", { class: "tj-time" }, this.when),
    );
  }

  show(row, chosen, open) {
    write(this.title, row.title);
    write(this.settings, row.settings);
    const [mark, name] = STATES[row.state] ?? ["", () => row.state];
    write(this.mark, mark);
    write(this.label, name());
    write(this.words, row.words);
    write(this.when, row.when);
    this.bar.hidden = row.done === null;
    if (row.done !== null) this.bar.value = row.done;
    this.box.checked = chosen;
    this.node.dataset.state = row.state;
    this.node.classList.toggle("tj-open", open);
    this.title.setAttribute("aria-current", open ? "true" : "false");
  }
}

class Table {
  constructor(parent) {
    this.rows = new Map();
    this.chosen = new Set();
    this.all = element("input", { type: "checkbox", "aria-label": say("Choose all on this page"), onchange: () => this.toggleAll() });
    this.body = element("tbody");
    this.empty = element("p", { class: "tj-empty" });
    const heads = [say("Run"), say("State"), say("Progress and outcome"), say("When")].map((name) => element("th", { scope: "col" }, name));
    this.table = element(
      "table",
      { "aria-label": say("Jobs") },
      element("thead", {}, element("tr", {}, element("th", { scope: "col", class: "tj-choose" }, element("label", {}, this.all)), ...heads)),
      this.body,
    );
    this.root = element("div", { class: "tesla-jobs", "data-testid": "tesla-jobs" }, this.table, this.empty);
    parent.append(this.root);
  }

  update({ data, setStateValue, setTriggerValue }) {
    Object.assign(this, { data, setStateValue, setTriggerValue });
    if (data.reset !== this.reset) {
      this.reset = data.reset;
      this.chosen = new Set(data.chosen);
    }
    const ids = data.rows.map((row) => row.id);
    for (const [id, row] of this.rows) {
      if (!ids.includes(id)) {
        row.node.remove();
        this.rows.delete(id);
      }
    }
    data.rows.forEach((row, place) => {
      if (!this.rows.has(row.id)) this.rows.set(row.id, new Row(row.id, this));
      const { node } = this.rows.get(row.id);
      if (this.body.children[place] !== node) this.body.insertBefore(node, this.body.children[place] ?? null);
    });
    this.paint();
  }

  paint() {
    for (const row of this.data.rows) {
      this.rows.get(row.id).show(row, this.chosen.has(row.id), row.id === this.data.open);
    }
    const here = this.data.rows.filter((row) => this.chosen.has(row.id)).length;
    this.all.checked = here > 0 && here === this.data.rows.length;
    this.all.indeterminate = here > 0 && here < this.data.rows.length;
    this.table.hidden = !this.data.rows.length;
    this.empty.hidden = this.data.rows.length > 0;
    write(this.empty, this.data.empty);
  }

  toggle(id) {
    if (!this.chosen.delete(id)) this.chosen.add(id);
    this.tell();
  }

  toggleAll() {
    for (const row of this.data.rows) {
      if (this.all.checked) this.chosen.add(row.id);
      else this.chosen.delete(row.id);
    }
    this.tell();
  }

  tell() {
    this.paint();
    this.setStateValue("chosen", [...this.chosen]);
  }

  open(id) {
    this.told = (this.told || 0) + 1;
    this.data = { ...this.data, open: id };
    this.paint();
    this.setTriggerValue("open", { id, told: this.told });
  }
}

export default function jobs(component) {
  const { parentElement, data } = component;
  if (speak(data.words)) unmount(parentElement); // all of it is written anew in another language
  if (!mounted.has(parentElement)) mounted.set(parentElement, new Table(parentElement));
  mounted.get(parentElement).update(component);
  return () => unmount(parentElement);
}

function unmount(parent) {
  mounted.get(parent)?.root.remove();
  mounted.delete(parent);
}
