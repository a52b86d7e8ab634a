// A viewer who is in a room: the canvas' own session, which says where it belongs instead of what it wishes to watch. The
// server then has it watch what the class sees, and tells of the room on the same socket.

import { Session } from "../live/session/session.js";
import { Room } from "./room.js";

export class ClassSession extends Session {
  // place: {path, room, as, visit}; on: what a session calls (paint, scene) and what a room does (changed, refused), and
  // arrived(first): whenever the room is there again.
  constructor(place, on) {
    super(on);
    this.place = place;
    this.mount = { path: place.path };
    this.arrived = on.arrived ?? (() => {});
    this.entered = 0;
    this.room = new Room(on, (message) => this.connection?.send(message));
    this.connect();
  }

  greet() {
    const { room, as, visit } = this.place;
    this.connection.send({ type: "enter", room, as, visit, differences: true, canvas: true });
  }

  hear(message) {
    const whole = message.type === "room" && message.room;
    if (!this.room.hear(message)) super.hear(message);
    if (!whole) return;
    this.entered += 1;
    this.arrived(this.entered === 1);
    if (this.room.over) this.connection.close();
  }

  // Another run begins with nothing of the one before.
  begin(run) {
    if (run.run !== this.moment.run) Object.assign(this.moment, { frame: null, epoch: 0, batch: 0, batches: 0, epochAt: 0, head: 0, message: "" });
    super.begin(run);
  }
}
