// One row over the panels: play or pause, step, reset, speed, the scrubber, the epoch, the link.

import { element, setAttribute, write } from "../drawing/dom.js";
import { icon } from "../drawing/icons.js";
import { say, sayCount } from "../words/say.js";

// The first is the preset's own pace, slower in the first epochs; "full speed" is as fast as training goes.
const WATCHABLE = "watchable";
const SPEEDS = [1, 2, 5, 10, 20, 50];
const COPIED_SHOWN_MS = 1600;
const HINT_SHOWN_MS = 3000;

export class Toolbar {
  // actions: play(tempo), pause, step(unit), back(unit), reset, speed(tempo), seek(epoch), link() → the address to copy. A tempo is
  // {speed, eases}: epochs a second, and whether the first ones are slower.
  constructor(actions) {
    this.actions = actions;
    this.playing = false;
    this.pace = 0;
    this.place = { head: 0 };
    this.toggle = element("button", { class: "tl-button tl-primary", type: "button", onclick: () => this.press() });
    this.step = this.button("step", say("Step"), () => actions.step(this.unit.value));
    this.unit = this.select(say("One step is"), [["epoch", say("epoch")], ["batch", say("batch")]], () => {});
    this.reset = this.button("reset", say("Reset"), () => actions.reset());
    this.speed = this.select(say("Speed"), speeds(), () => actions.speed(this.tempo));
    this.scrub = element("input", {
      class: "tl-scrub", type: "range", min: 0, max: 1, step: 1, value: 0, "aria-label": say("Epoch to see"),
      oninput: () => this.seek(),
      onpointerdown: () => { this.held = true; },
      onpointerup: () => this.release(),
      onpointercancel: () => this.release(),
    });
    this.hint = element("span", { class: "tl-hint", role: "status", hidden: true });
    this.epoch = element("output", { class: "tl-epoch", "aria-label": say("Epoch") });
    this.link = this.button("link", say("Copy link"), () => this.copy());
    this.link.classList.add("tl-asks");
    this.root = element(
      "div", { class: "tl-toolbar", role: "toolbar", "aria-label": say("Training") },
      element("div", { class: "tl-group" }, this.toggle, this.step, this.unit, this.reset), this.speed,
      element("div", { class: "tl-track" }, this.scrub, this.hint, this.epoch), this.link,
    );
    this.showPlaying(false);
  }

  button(picture, name, onclick) {
    const label = element("span", { class: "tl-label" }, name);
    return element("button", { class: "tl-button", type: "button", title: name, onclick }, icon(picture), label);
  }

  select(name, choices, onchange) {
    const options = choices.map(([value, text]) => element("option", { value }, text));
    return element("select", { class: "tl-select", "aria-label": name, title: name, onchange }, ...options);
  }

  press() {
    if (this.playing) this.actions.pause();
    else this.actions.play(this.tempo);
  }

  // Another preset has another pace; a person's own choice of speed stays.
  setPace(pace) {
    if (this.pace === pace) return;
    this.pace = pace;
    write(this.speed.options[0], say("watchable: {pace}/s", { pace }));
    this.speed.title = say("Speed. Watchable is {pace} epochs a second, slower in the first ones", { pace });
    if (this.speed.value === WATCHABLE) this.actions.speed(this.tempo);
  }

  get tempo() {
    const watchable = this.speed.value === WATCHABLE;
    return { speed: watchable ? this.pace : Number(this.speed.value), eases: watchable };
  }

  // The engine goes as far as is trained; what lies beyond is said.
  seek() {
    const wanted = Number(this.scrub.value);
    const trained = Math.floor(this.place.head);
    this.actions.seek(wanted);
    this.hint.hidden = wanted <= trained;
    if (this.hint.hidden) return;
    this.tell(trained ? say("Trained to epoch {trained} so far. Play goes on from there.", { trained }) : say("Nothing is trained yet. Press Play."));
    if (!this.held) this.show(this.place);
  }

  tell(text) {
    write(this.hint, text);
    this.hint.hidden = false;
    clearTimeout(this.hinting);
    this.hinting = setTimeout(() => { this.hint.hidden = true; }, HINT_SHOWN_MS);
  }

  release() {
    this.held = false;
    this.show(this.place);
  }

  back() {
    if (!this.step.disabled) this.actions.back(this.unit.value);
  }

  showPlaying(playing) {
    if (this.playing === playing && this.toggle.childElementCount) return;
    this.playing = playing;
    const name = playing ? say("Pause") : say("Play");
    this.toggle.replaceChildren(icon(playing ? "pause" : "play"), element("span", { class: "tl-label" }, name));
    this.toggle.title = playing ? say("Pause (space)") : say("Play (space)");
    this.toggle.setAttribute("aria-label", name);
  }

  // epochAt: the playhead, with the share of a running epoch; head: how far the recording reaches; epochs: its end.
  show(place) {
    const { epochAt, head, epoch, epochs, batch, batches, playing } = place;
    this.place = place;
    setAttribute(this.scrub, "max", epochs);
    if (!this.held) this.scrub.value = String(Math.round(epochAt));
    this.scrub.style.setProperty("--seen", Math.min(1, epochAt / epochs));
    this.scrub.style.setProperty("--trained", Math.min(1, Math.max(head, epochAt) / epochs));
    const told = { epoch, epochs, batch, batches, trained: Math.floor(Math.max(head, epochAt)) };
    setAttribute(this.scrub, "aria-valuetext", batch
      ? say("epoch {epoch}, batch {batch} of {batches} of {epochs}, trained to {trained}", told)
      : say("epoch {epoch} of {epochs}, trained to {trained}", told));
    const shown = { ...told, epoch: String(epoch).padStart(String(epochs).length, "\u2007") };
    write(this.epoch, batch && !playing ? say("Epoch {epoch} + {batch}/{batches}", shown) : say("Epoch {epoch} / {epochs}", shown));
  }

  enable(on) {
    for (const control of [this.toggle, this.step, this.reset, this.scrub]) control.disabled = !on;
  }

  async copy() {
    const address = this.actions.link();
    const label = this.link.querySelector(".tl-label");
    const copied = await navigator.clipboard?.writeText(address).then(() => true, () => false) || copyBySelection(address);
    write(label, copied ? say("Copied") : say("Not allowed"));
    clearTimeout(this.copied);
    this.copied = setTimeout(() => write(label, say("Copy link")), COPIED_SHOWN_MS);
  }

  close() {
    clearTimeout(this.copied);
    clearTimeout(this.hinting);
  }
}

function speeds() {
  const steady = SPEEDS.map((epochs) => [String(epochs), sayCount(epochs, "{count} epoch/s", "{count} epochs/s")]);
  return [[WATCHABLE, say("watchable pace")], ...steady, ["0", say("full speed")]];
}

// Pages served without TLS have no clipboard object; a selected text can still be copied.
function copyBySelection(text) {
  const field = element("textarea", { readonly: true, style: "position: fixed; opacity: 0" }, text);
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
