// The race on the front door: a recording that plays by itself and begins again; nothing is trained for it.

import { fromBase64, unpack } from "../live/session/recorded.js";
import { Player } from "../live/shell/player.js";
import { speak } from "../live/words/say.js";

const REST_MS = 4000; // at the end, before it begins again
const STILL_AT = 30; // the epoch at which it stands for who wants nothing to move by itself
const mounted = new WeakMap();

class Race {
  constructor(parent, data) {
    Object.assign(this, { parent, data, closed: false });
    this.moves = !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.begin();
  }

  async begin() {
    const [recording, messages] = await this.load();
    if (this.closed || !recording) return;
    this.player = new Player(this.parent, { ...this.data, recording }, messages, { keys: false });
    const { root, toolbar } = this.player.view;
    root.classList.add("tesla-door");
    root.addEventListener("pointerdown", () => { this.touched = true; }, { capture: true });
    toolbar.root.addEventListener("keydown", () => { this.touched = true; }, { capture: true });
    this.player.open({ playing: this.moves, at: this.moves ? 0 : STILL_AT });
    this.timer = setInterval(() => this.again(), 500);
  }

  // Who is offline, or leaves before it came, does without the race: the doors are there.
  async load() {
    try {
      const recording = await (await fetch(this.data.source)).json();
      return [recording, await unpack(fromBase64(recording.packed))];
    } catch (error) {
      return [];
    }
  }

  // Over and over, until somebody has taken it into their own hands.
  again() {
    const { state } = this.player.session.moment;
    if (!this.moves || this.touched || state !== "finished") {
      this.endedAt = null;
      return;
    }
    this.endedAt ??= performance.now();
    if (performance.now() - this.endedAt < REST_MS || document.hidden) return;
    this.endedAt = null;
    this.player.session.play(this.player.view.toolbar.tempo);
  }

  update(data) {
    this.data = data;
    if (this.player) {
      this.player.data = { ...data, recording: this.player.data.recording };
      this.player.redraw(); // another theme
    }
  }

  close() {
    this.closed = true;
    clearInterval(this.timer);
    this.player?.close();
  }
}

export default function race({ parentElement, data }) {
  if (speak(data.words)) unmount(parentElement);
  if (mounted.has(parentElement)) mounted.get(parentElement).update(data);
  else mounted.set(parentElement, new Race(parentElement, data));
  return () => unmount(parentElement);
}

function unmount(parent) {
  mounted.get(parent)?.close();
  mounted.delete(parent);
}
