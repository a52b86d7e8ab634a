// A run that is held in the page: played, paused, scrubbed and stepped through as the engine would, with nobody to ask.
// It has what Connection has, so a Session can't tell them apart. tesla_core/canvas/recorded.py packs it.

import { Decoder, inflate } from "./wire.js";

const TICK_MS = 40;
const STATE_GAP_MS = 250;
const FIRST_PACE = 1.5; // as tesla_core/live/playhead.py eases the first epochs
const [EASED_EPOCHS, EASED_SHARE] = [10, 0.05];
const ASLEEP_MS = 1000; // since a frame that nobody has painted: a hidden tab
const REPLAY_SPEED = 100; // "full speed", epochs a second

// The messages of a packed recording: {backdrop, curves, frames}, decoded.
export async function unpack(bytes) {
  const buffer = (await inflate(bytes)).buffer;
  const view = new DataView(buffer);
  const decoder = new Decoder();
  const found = { backdrop: null, curves: null, frames: [] };
  for (let at = 0; at < buffer.byteLength;) {
    const length = view.getUint32(at, true);
    const message = await decoder.decode(buffer.slice(at + 4, at + 4 + length));
    at += 4 + length;
    if (message.kind === "frame") found.frames.push(message);
    else if (message.kind === "curves") found.curves = message;
    else found.backdrop = message;
  }
  return found;
}

export function fromBase64(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

// Where a playhead is some seconds later: the solution of p′ = speed(p), slower in the first epochs where it eases.
export function after(position, seconds, { speed, eases }, epochs) {
  const pace = speed || REPLAY_SPEED;
  const until = Math.max(EASED_EPOCHS, EASED_SHARE * epochs);
  if (!eases || !speed || pace <= FIRST_PACE || position >= until) return position + pace * seconds;
  const growth = (pace - FIRST_PACE) / until;
  const slow = Math.log(pace / (FIRST_PACE + growth * position)) / growth; // seconds until the pace is reached
  if (seconds >= slow) return until + pace * (seconds - slow);
  const lead = FIRST_PACE / growth;
  return (position + lead) * Math.exp(growth * seconds) - lead;
}

const browserClock = {
  now: () => performance.now(),
  start: (tick) => setInterval(tick, TICK_MS),
  stop: (timer) => clearInterval(timer),
};

export class Recorded {
  // recording: {run, head} as Python tells it and {backdrop, curves, frames} as unpacked. on: as Connection's, and
  // decoded(message).
  constructor({ run, head, backdrop, curves, frames }, on, clock = browserClock) {
    // A run that was not trained to its end when it was saved is as long as it is here.
    Object.assign(this, { run: { ...run, epochs: Math.max(1, Math.ceil(head)) }, whole: run.epochs, head, backdrop, curves, frames, on, clock });
    Object.assign(this, { position: 0, playing: false, tempo: { speed: 0, eases: false }, shown: null, waits: false, told: "", toldAt: -Infinity });
    this.tickedAt = clock.now();
    this.timer = clock.start(() => this.tick());
    queueMicrotask(() => { if (!this.closed) on.open(); });
  }

  send(message) {
    if (this.closed) return;
    this.pass();
    const act = this[`on_${message.type}`];
    if (act) act.call(this, message);
    if (message.type !== "ack") this.pump();
  }

  on_watch({ epoch = 0, playing, speed = 0, eases }) {
    Object.assign(this, { playing: Boolean(playing), tempo: { speed, eases }, shown: null, waits: false, told: "" });
    this.on_seek({ epoch });
    this.on.text({ type: "run", ...this.run });
    if (this.backdrop) this.on.decoded(this.backdrop);
    if (this.curves) this.on.decoded(this.curves);
  }

  on_play({ speed = this.tempo.speed, eases = this.tempo.eases }) {
    if (this.position >= this.head) this.position = 0; // play at the end plays again
    Object.assign(this, { playing: true, tempo: { speed, eases } });
  }

  on_pause() {
    this.playing = false;
    if (this.shown) this.position = this.shown.position; // stay on the frame that is seen
  }

  on_speed({ speed, eases }) {
    this.tempo = { speed, eases };
  }

  on_seek({ epoch }) {
    this.position = Math.min(Math.max(epoch, 0), this.head);
  }

  // A recording may leave batches or epochs out: then to the next frame there is.
  on_step({ unit }) {
    this.playing = false;
    const from = this.shown?.position ?? this.position;
    const wanted = unit === "batch" ? from + 1e-6 : Math.floor(from + 1e-6) + 1;
    this.position = (this.frames.find(({ position }) => position >= wanted - 1e-9) ?? this.frames.at(-1)).position;
  }

  on_reset() {
    Object.assign(this, { playing: false, position: 0 });
  }

  on_ack() {
    this.waits = false;
  }

  tick() {
    this.pass();
    this.pump();
  }

  // Time passes.
  pass() {
    const now = this.clock.now();
    const seconds = (now - this.tickedAt) / 1000;
    this.tickedAt = now;
    if (!this.playing || (this.waits && now - this.sentAt > ASLEEP_MS)) return; // what is not painted is not passed by
    this.position = Math.min(this.head, after(this.position, seconds, this.tempo, this.run.epochs));
    if (this.position >= this.head) this.playing = false;
  }

  pump() {
    const frame = this.frames.findLast(({ position }) => position <= this.position + 1e-9) ?? this.frames[0];
    if (frame !== this.shown) {
      this.shown = frame;
      Object.assign(this, { waits: true, sentAt: this.clock.now() });
      this.on.decoded({ ...frame, acknowledged: false });
    }
    const state = this.playing ? "running" : this.position >= this.head ? "finished" : "paused";
    const told = `${state} ${this.playing} ${this.position}`;
    const urgent = !this.told.startsWith(`${state} ${this.playing} `);
    if (told === this.told || (!urgent && this.clock.now() - this.toldAt < STATE_GAP_MS)) return;
    Object.assign(this, { told, toldAt: this.clock.now() });
    const { position: epoch, playing, head } = this;
    this.on.text({ type: "state", state, playing, epoch, head, end: this.run.epochs, viewers: 1, place: 0, message: "" });
  }

  close() {
    this.closed = true;
    this.clock.stop(this.timer);
  }
}
