// One viewer of one run: sends what a person does, keeps what the engine says, and paints the newest frame.

import { say } from "../words/say.js";
import { Connection, routeAddress } from "./connection.js";
import { Decoder } from "./wire.js";

const QUIET = { frame: null, epoch: 0, batch: 0, batches: 0, epochAt: 0, head: 0, message: "", viewers: 0 };

const socket = (mount, on) => new Connection(routeAddress(mount.path), on);

export class Session {
  // paint(moment) draws; scene(run, backdrop) tells that another run begins, or that its points or truth came. connect(mount, on)
  // gives what leads to the run: a socket, unless the page holds it itself.
  constructor({ paint, scene, connect = socket }) {
    Object.assign(this, { paint, scene, open: connect });
    this.moment = { ...QUIET, run: "", state: "connecting", playing: false, ready: false, tempo: {}, epochs: 1, history: [] };
    this.recording = new Recording();
    this.reached = new Map(); // run → the furthest place this viewer has seen of it
    this.pending = null;
    this.generation = 0;
    this.decoder = new Decoder();
    this.decoding = Promise.resolve();
  }

  // mount: {path, spec, token, run, visit, room} as Python signed it; visit says who looks, where cookies don't, and room
  // which class sees it. The playhead stays where it is if `keep`, though a branch is
  // seen from where it began; else it is at epoch `at`.
  watch(mount, { epochs, keep, playing, branchedAt, at = 0 }) {
    const before = this.mount;
    this.mount = mount;
    if (before?.run === mount.run && before?.token === mount.token && before?.room === mount.room) return;
    if (before && keep && branchedAt) this.reach(mount.run, Math.min(this.reachedOf(before.run), branchedAt));
    if (before?.run !== mount.run && !keep) Object.assign(this.moment, QUIET, { playing, epochAt: at });
    if (before?.run !== mount.run && keep && branchedAt) this.moment.epochAt = Math.min(this.moment.epochAt, branchedAt);
    Object.assign(this.moment, { run: mount.run, epochs });
    const leaves = before?.room && before.room !== mount.room; // who has entered a room is in it until the connection ends
    if (!this.connection || before?.path !== mount.path || leaves) this.connect();
    else this.greet();
  }

  connect() {
    this.connection?.close();
    this.connection = this.open(this.mount, {
      open: () => this.greet(),
      text: (message) => this.hear(message),
      bytes: (buffer) => this.receive(buffer),
      decoded: (message) => this.take(message),
      lost: () => this.change({ state: this.moment.state === "restarting" ? "restarting" : "connecting", ready: false }),
      refused: () => this.end(say("This run's description is too large for the server.")),
    });
  }

  greet() {
    const { epochAt, playing, tempo } = this.moment;
    const { room, visit } = this.mount;
    if (room) this.connection.send({ type: "enter", room, as: "page", visit });
    this.connection.send({
      type: "watch", spec: this.mount.spec, token: this.mount.token, visit: this.mount.visit, epoch: epochAt, playing, differences: true, ...tempo,
    });
  }

  hear(message) {
    if (message.type === "run") this.begin(message);
    else if (message.type === "state") this.follow(message);
    else if (message.type === "error") this.complain(message);
  }

  // What came before it belongs to the run that was watched before.
  begin(run) {
    this.generation += 1;
    this.decoder = new Decoder();
    this.recording = new Recording();
    this.info = run;
    this.change({ run: run.run, epochs: run.epochs, history: [], ready: true });
    this.scene(run, null);
  }

  // While the engine starts or is full, it is the route that speaks: of the state alone. The rest stays as it is known.
  follow({ state, playing, epoch, place, message, ...known }) {
    const { head, end, viewers } = { head: this.moment.head, end: this.moment.epochs, viewers: this.moment.viewers, ...known };
    const queued = say("Waiting for a place: number {place} in the queue. {message}", { place, message });
    this.change({
      state, playing, head, viewers, epochs: Math.max(1, end), message: state === "queued" ? queued : message,
      ready: state !== "restarting", asked: epoch,
    });
  }

  complain({ code, message }) {
    if (code === "message" || code === "rate" || code === "room") return; // the class' bar says what is wrong there
    if (code === "token") this.end(say("{message} Reload the page.", { message }));
    else this.change({ state: "error", message, ready: true, playing: false });
  }

  // Nothing that is tried again would help: the page has to bring another mount.
  end(message) {
    this.connection?.close();
    this.connection = null;
    this.change({ state: "error", message, ready: false, playing: false });
  }

  // Messages are decoded one after another, in the order they came.
  receive(buffer) {
    const { generation, decoder } = this;
    this.decoding = this.decoding.then(() => decoder.decode(buffer)).then((message) => {
      if (generation === this.generation) this.take(message);
    }).catch((error) => console.warn("A message of the live route was not understood:", error));
  }

  take(message) {
    if (message.kind === "frame") {
      this.recording.start(message);
      const { epoch, batch, batches, position } = message;
      this.reach(this.info.run, position);
      this.change({ frame: message, epoch, batch, batches, epochAt: position, history: this.shown() });
    } else if (message.kind === "curves") {
      this.recording.add(message.entries);
      this.change({ history: this.shown() });
    } else if (message.kind === "points" || message.kind === "truth") {
      this.scene(this.info, message);
    } else if (message.kind === "lost") {
      this.greet(); // the server takes another frame for the last one here: begin again with a whole one
    }
  }

  reachedOf(run) {
    return this.reached.get(run) || 0;
  }

  reach(run, position) {
    this.reached.set(run, Math.max(this.reachedOf(run), position));
  }

  // The curves as far as this viewer has come, however far others have trained.
  shown() {
    return this.recording.until(this.reachedOf(this.info.run));
  }

  change(values) {
    Object.assign(this.moment, values);
    if (this.pending === null) this.pending = requestAnimationFrame(() => this.draw());
  }

  // A hidden tab draws nothing and so acknowledges nothing: the server then rests too.
  draw() {
    this.pending = null;
    this.paint(this.moment);
    const { frame } = this.moment;
    if (frame && !frame.acknowledged) {
      frame.acknowledged = true;
      this.connection?.send({ type: "ack", frame: frame.number });
    }
  }

  // tempo: {speed, eases}.
  play(tempo) {
    this.change({ playing: true, tempo });
    if (this.moment.epochAt >= this.moment.epochs) this.connection?.send({ type: "seek", epoch: 0 });
    this.connection?.send({ type: "play", ...tempo });
  }

  pause() {
    this.change({ playing: false });
    this.connection?.send({ type: "pause" });
  }

  speed(tempo) {
    this.moment.tempo = tempo;
    this.connection?.send({ type: "speed", ...tempo });
  }

  step(unit) {
    this.change({ playing: false });
    this.connection?.send({ type: "step", unit });
  }

  // To the end of the epoch before, or one batch back; pressed again before the picture is there, further still.
  back(unit) {
    const { epochAt, batches } = this.moment;
    const before = unit === "batch" && batches ? epochAt - 1 / batches : Math.ceil(epochAt - 1e-6) - 1;
    this.pause();
    this.change({ epochAt: Math.max(0, before) });
    this.seek(this.moment.epochAt);
  }

  reset() {
    this.change({ playing: false });
    this.connection?.send({ type: "reset" });
  }

  seek(epoch) {
    this.connection?.send({ type: "seek", epoch });
  }

  close() {
    if (this.pending !== null) cancelAnimationFrame(this.pending);
    this.connection?.close();
  }
}

// The numbers of a run by epoch, for its curves. All that is trained comes; only what this viewer has reached is shown, so
// that the answer doesn't stand there before the question.
class Recording {
  constructor() {
    this.entries = [];
  }

  // entries: consecutive epochs, after what is known or over it.
  add(entries) {
    for (const entry of entries) {
      const last = this.entries.at(-1);
      if (!last || entry.epoch > last.epoch) this.entries.push(entry);
    }
  }

  // The untrained models stand at epoch 0, which no epoch's record holds.
  start(frame) {
    if (frame.number !== 0 || this.entries[0]?.epoch === 0) return;
    this.entries.unshift({ epoch: 0, measures: [0, 1, 2, 3].map((at) => frame.panels.map((panel) => panel.values[at])) });
  }

  // What ended at or before a position.
  until(position) {
    if (!this.entries.length) return [];
    return this.entries.slice(0, Math.max(0, Math.floor(position + 1e-6) - this.entries[0].epoch + 1));
  }
}
