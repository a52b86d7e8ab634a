// What is being seen, in plain words, and how the run stands.

import { element, write } from "../drawing/dom.js";
import { kindOf } from "../scenes/kinds.js";
import { names } from "../scenes/scores.js";
import { say, sayCount } from "../words/say.js";

const SPOKEN_EVERY_MS = 2500;

// Pure: numbers in, sentences out. scores: [{label, values, diverged, spiked}]; scene: {kind, data, seen, unseen, classes}; epochs: the
// run's last one; led: whether somebody else presses Play.
export function sentence({ state, message, playing, epoch, batch, epochs, scores, scene, led }) {
  if (state === "connecting") return say("Connecting to the training engine…");
  if (state === "restarting") return say("The training engine is restarting; the run begins again in a moment.");
  if (state === "queued" || state === "error") return message;
  const alive = scores.filter((score) => !Number.isFinite(score.diverged) && score.values.every(Number.isFinite));
  const lost = scores.filter((score) => Number.isFinite(score.diverged));
  if (!alive.length && !lost.length) return say("No panel has a result yet.");
  const kind = kindOf(scene.kind);
  if (epoch === 0 && !batch && playing) return say("Training begins: nothing is learned yet.");
  if (epoch === 0 && !batch) return led ? say("Nothing is learned yet. It starts when Play is pressed for the class.") : kind.opening(scores.length, scene);
  const time = epoch === 0 ? sayCount(batch, "{count} batch", "{count} batches") : sayCount(epoch, "{count} epoch", "{count} epochs");
  // A story is told whether the run is over: nothing is "yet" to come then.
  const parts = alive.length ? [kind.story(time, alive, { ...scene, over: epoch >= epochs })] : [];
  return [...parts, ...troubles(lost, alive.filter((score) => score.spiked))].join(" ");
}

function troubles(lost, spiked) {
  const parts = [];
  if (lost.length) {
    parts.push(sayCount(
      lost.length,
      "{names} diverged: its numbers are no longer finite.", "{names} diverged: their numbers are no longer finite.",
      { names: names(lost) },
    ));
  }
  if (spiked.length) {
    parts.push(say("The loss of {names} has a spike: the steps are too long, but training goes on.", { names: names(spiked) }));
  }
  return parts;
}

// What stands in the way of seeing a run; "" when nothing does.
function hindrance({ state, message }) {
  if (state === "connecting") return say("Connecting…");
  if (state === "restarting") return say("The engine is restarting…");
  return state === "queued" || state === "error" ? message : "";
}

export class Speech {
  // text(): the sentence of now; moving(): whether it may change soon; spoken(): called when it was said.
  constructor({ text, moving, spoken }) {
    Object.assign(this, { text, moving, spoken, spokenAt: -Infinity });
    this.words = element("p", { class: "tl-words", "aria-live": "polite" });
    this.status = element("div", { class: "tl-status", role: "status", hidden: true });
  }

  // Returns whether something stands in the way. complaint: of a run that can't be shown.
  showStatus(moment, complaint) {
    const said = hindrance(moment) || complaint || "";
    this.status.hidden = !said;
    write(this.status, said);
    return Boolean(said);
  }

  // The sentence may not change faster than it can be read; the last one always arrives.
  speak() {
    clearTimeout(this.timer);
    const wait = this.moving() ? this.spokenAt + SPOKEN_EVERY_MS - performance.now() : 0;
    if (wait > 0) {
      this.timer = setTimeout(() => this.speak(), wait);
      return;
    }
    write(this.words, this.text());
    this.spokenAt = performance.now();
    this.spoken();
  }

  close() {
    clearTimeout(this.timer);
  }
}
