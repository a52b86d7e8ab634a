// Who is in the room, for the teacher: a row each, which stays where it is while its state changes.

import { element, setAttribute, write } from "../live/drawing/dom.js";
import { say, sayCount } from "../live/words/say.js";

const STATES = {
  following: ["●", () => say("follows")],
  exploring: ["◇", () => say("explores")],
  away: ["○", () => say("away")],
  out: ["×", () => say("taken out")],
};

class Person {
  constructor(id, on) {
    this.mark = element("span", { class: "tc-mark", "aria-hidden": "true" });
    this.name = element("span", { class: "tc-person-name" });
    this.state = element("span", { class: "tc-person-state" });
    this.answered = element("span", { class: "tc-person-answered" });
    this.more = element("button", { class: "tc-button tc-small", type: "button", "aria-expanded": "false", onclick: () => this.open(this.actions.hidden) }, "⋯");
    const action = (name, act) => element("button", { class: "tc-button tc-small", type: "button", onclick: () => { act(); this.open(false); } }, name);
    this.lead = action(say("Give the lead"), () => on.pass(id));
    this.field = element("input", { class: "tc-field", type: "text", maxlength: 40, "aria-label": say("New name") });
    this.rename = element("form", { class: "tc-row", onsubmit: (event) => { event.preventDefault(); if (this.field.value.trim()) on.rename(id, this.field.value.trim()); this.open(false); } },
      this.field, element("button", { class: "tc-button tc-small", type: "submit" }, say("Rename")));
    this.out = action(say("Take out of the room"), () => on.remove(id, true));
    this.back = action(say("Let in again"), () => on.remove(id, false));
    this.actions = element("div", { class: "tc-person-actions", hidden: true }, this.lead, this.rename, this.out, this.back);
    this.root = element("li", { class: "tc-person", "data-member": id }, element("div", { class: "tc-person-row" }, this.mark, this.name, this.answered, this.state, this.more), this.actions);
  }

  open(open) {
    this.actions.hidden = !open;
    setAttribute(this.more, "aria-expanded", String(open));
    if (open) this.field.value = this.name.textContent;
  }

  show({ name, state, answered }, leads, asked) {
    const [mark, words] = STATES[state] ?? STATES.away;
    setAttribute(this.root, "data-state", state);
    write(this.mark, mark);
    write(this.name, name);
    write(this.state, leads ? say("leads") : words());
    write(this.answered, asked && answered ? say("✓ answered") : "");
    setAttribute(this.more, "aria-label", say("More on {name}", { name }));
    this.root.classList.toggle("tc-person-leads", leads);
    const out = state === "out";
    this.lead.hidden = leads || out;
    this.rename.hidden = this.out.hidden = out;
    this.back.hidden = !out;
  }
}

export class People {
  // on: {pass(id), rename(id, name), remove(id, on)}; on: out, or in again.
  constructor(on) {
    this.on = on;
    this.rows = new Map();
    this.count = element("p", { class: "tc-count" });
    this.list = element("ul", { class: "tc-people" });
    this.hint = element("p", { class: "tc-hint", hidden: true }, say("Who was taken out may come back as somebody new, from another browser. Lock the room, and nobody new comes in."));
    this.root = element("div", {}, this.count, this.list, this.hint);
  }

  // members: all of them; lead: the id of who leads, or ""; asked: whether a question is open; locked: whether anybody new
  // comes in.
  show(members, lead, asked, locked = false) {
    this.hint.hidden = locked || members.every(({ state }) => state !== "out");
    const joined = members.filter(({ state }) => state !== "out").length;
    const here = members.filter(({ state }) => state === "following" || state === "exploring").length;
    const follow = members.filter(({ state }) => state === "following").length;
    write(this.count, members.length
      ? say("{joined}: {here} here, {follow} following", { joined: sayCount(joined, "{count} joined", "{count} joined"), here, follow })
      : say("Nobody has joined yet. Show the code, or open the wall."));
    const ids = new Set(members.map(({ id }) => id));
    for (const [id, row] of this.rows) {
      if (ids.has(id)) continue;
      row.root.remove();
      this.rows.delete(id);
    }
    for (const member of members) {
      if (!this.rows.has(member.id)) {
        const row = new Person(member.id, this.on);
        this.rows.set(member.id, row);
        this.list.append(row.root);
      }
      this.rows.get(member.id).show(member, member.id === lead, asked);
    }
  }
}
