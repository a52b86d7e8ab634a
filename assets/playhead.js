// Tells Python where the live canvas' playhead stands: seldom while it moves, soon after it stops, and never again
// before Python has answered the last time. Reads only the canvas' public attributes.

const LOOK_MS = 200;
const STILL_MS = 450;
const GENTLE_MS = 800;
const PATIENCE_MS = 8000;
const followers = new WeakMap();

// What the canvas shows of the run that is asked about, or null.
function position(run) {
  const view = document.querySelector('[data-testid="tesla-live"]');
  if (!view || view.dataset.run !== run || view.dataset.frame === undefined) return null;
  const { frame, epoch, state } = view.dataset;
  return { run, frame: Number(frame), epoch: Number(epoch), moving: state === "running" || state === "queued" };
}

const nameOf = (at) => (at ? `${at.run} ${at.frame} ${at.moving}` : "");

class Follower {
  constructor() {
    this.seen = "";
    this.seenAt = 0;
    this.told = "";
    this.toldAt = -Infinity;
  }

  update(data, tell) {
    Object.assign(this, { data, tell });
    this.timer ??= setInterval(() => this.look(), LOOK_MS);
    this.look();
  }

  look() {
    const now = performance.now();
    const at = position(this.data.run);
    const name = nameOf(at);
    if (name !== this.seen) Object.assign(this, { seen: name, seenAt: now });
    if (!at || name === this.data.known) return;
    const since = now - this.toldAt;
    const waiting = this.told !== "" && this.told !== this.data.known && since < PATIENCE_MS;
    const still = !at.moving || now - this.seenAt >= STILL_MS;
    if (waiting || since < (still ? GENTLE_MS : this.data.every)) return;
    Object.assign(this, { told: name, toldAt: now });
    this.tell("at", { ...at, name });
  }

  rest() {
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

export default function follow({ data, parentElement, setStateValue }) {
  if (!followers.has(parentElement)) followers.set(parentElement, new Follower());
  const follower = followers.get(parentElement);
  follower.update(data, setStateValue);
  return () => follower.rest();
}
