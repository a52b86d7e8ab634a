// What is known of a room: its sections as the server tells them, whole at first, then what changed.

const OVER = ["ended", "removed"]; // words of the section `ended`, which is empty before

const HERE = ["following", "exploring"];

export class Room {
  // on: {changed(names of sections), refused(sentence, what)}; send(message): to the server.
  constructor(on, send) {
    Object.assign(this, { on, send, sections: null, turn: 0 });
  }

  // Returns whether the message was the room's.
  hear(message) {
    const { type } = message;
    if (type === "room") this.take(message);
    else if (type === "error" && message.code === "room") this.on.refused(message.message, message.what);
    else return type === "done";
    return true;
  }

  take({ room, changed }) {
    if (room) this.sections = room;
    else if (this.sections) Object.assign(this.sections, changed);
    else return; // a difference to what never came
    this.on.changed(Object.keys(room ?? changed));
  }

  // Asks the server for something; what comes of it arrives as sections.
  do(what, values = {}) {
    this.turn += 1;
    this.send({ type: "do", what, ...values, turn: this.turn });
  }

  get(name) {
    return this.sections?.[name] ?? null;
  }

  get you() {
    return this.get("you") ?? { id: "", name: "", role: "", leads: false, following: true, answer: null };
  }

  // The question with one's own answer, or null.
  get question() {
    const question = this.get("question");
    return question && { options: [], ...question, mine: this.you.answer ?? null };
  }

  // Who leads moves the class: the owner, unless the lead was passed on.
  get leads() {
    return this.you.leads === true;
  }

  get over() {
    return OVER.includes(this.get("ended"));
  }

  // The name of the student who leads, where it may be read.
  get leader() {
    return this.get("leader") ?? "";
  }

  // All of them, for the teacher; nobody else is told.
  get members() {
    const members = this.get("members");
    return Array.isArray(members) ? members : [];
  }

  get count() {
    const members = this.get("members");
    return Array.isArray(members) ? members.filter(({ state }) => state !== "out").length : members?.count ?? 0;
  }

  // Of those, who has the page open just now.
  get here() {
    const members = this.get("members");
    return Array.isArray(members) ? members.filter(({ state }) => HERE.includes(state)).length : members?.here ?? 0;
  }
}
