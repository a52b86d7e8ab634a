// Tells Python where the live canvas' playhead stands: seldom while it moves, soon after it stops, never again before
// Python has answered the last time, and so that drawing charts takes at most a quarter of the browser's time, which
// the canvas needs more. Reads only the canvas' public attributes.

const LOOK_MS = 200;
const GENTLE_MS = 800;
const PATIENCE_MS = 8000;
const LATE_MS = 60;
const REST = 3;
const AGAIN_MS = 2500;
const LONGEST_MS = 6000; // also where something else keeps the browser busy all the time
const followers = new WeakMap();

// What the canvas shows of the run that is asked about, or null.
function position(run) {
  const view = document.querySelector('[data-testid="tesla-live"]');
  if (!view || view.dataset.run !== run || view.dataset.frame === undefined) return null;
  const { frame, epoch, state } = view.dataset;
  return { run, frame: Number(frame), epoch: Number(epoch), moving: state === "running" || state === "queued" };
}

const nameOf = (at) => `${at.run} ${at.frame} ${at.moving}`;

class Follower {
  constructor() {
    this.told = "";
    this.toldAt = -Infinity;
    this.lookedAt = performance.now();
    this.busy = 0;
  }

  update(data, tell) {
    Object.assign(this, { data, tell });
    if (this.timer) return;
    this.timer = setInterval(() => this.look(), LOOK_MS);
    // Who moves the playhead of a still canvas waits for the charts: they are asked for as soon as it has painted.
    this.observer = new MutationObserver(() => {
      const at = position(this.data.run);
      if (at && !at.moving) this.consider(at, performance.now());
    });
    this.observer.observe(document.body, { subtree: true, attributes: true, attributeFilter: ["data-frame"] });
  }

  look() {
    const now = performance.now();
    const late = now - this.lookedAt - LOOK_MS; // the browser was drawing
    if (late > LATE_MS) this.busy += late;
    this.lookedAt = now;
    const at = position(this.data.run);
    if (at) this.consider(at, now);
  }

  consider(at, now) {
    const name = nameOf(at);
    if (name === this.data.known && !this.data.again) return;
    const since = now - this.toldAt;
    const waiting = this.told !== "" && this.told !== this.data.known && since < PATIENCE_MS;
    const gentle = this.data.again ? AGAIN_MS : GENTLE_MS;
    const share = Math.min((1 + REST) * this.busy, LONGEST_MS);
    const pause = at.moving ? Math.max(this.data.every, share) : gentle;
    if (waiting || since < pause) return;
    Object.assign(this, { told: name, toldAt: now, busy: 0 });
    this.count = (this.count || 0) + 1; // the same position told again is still news
    this.tell("at", { ...at, name, count: this.count });
  }

  rest() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.observer?.disconnect();
  }
}

export default function follow({ data, parentElement, setStateValue }) {
  if (!followers.has(parentElement)) followers.set(parentElement, new Follower());
  const follower = followers.get(parentElement);
  follower.update(data, setStateValue);
  return () => follower.rest();
}
