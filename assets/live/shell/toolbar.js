// One row over the panels: play or pause, step, reset, speed, the scrubber, the epoch, the link.

import { element, setAttribute, write } from "../drawing/dom.js";
import { icon } from "../drawing/icons.js";

// The first is the preset's own pace, slower in the first epochs; "full speed" is as fast as training goes.
const WATCHABLE = "watchable";
const SPEEDS = [[WATCHABLE, "watchable pace"], ["1", "1 epoch/s"], ["2", "2 epochs/s"], ["5", "5 epochs/s"],
  ["10", "10 epochs/s"], ["20", "20 epochs/s"], ["50", "50 epochs/s"], ["0", "full speed"]];
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
    this.step = this.button("step", "Step", () => actions.step(this.unit.value));
    this.unit = this.select("One step is", [["epoch", "epoch"], ["batch", "batch"]], () => {});
    this.reset = this.button("reset", "Reset", () => actions.reset());
    this.speed = this.select("Speed", SPEEDS, () => actions.speed(this.tempo));
    this.scrub = element("input", {
      class: "tl-scrub", type: "range", min: 0, max: 1, step: 1, value: 0, "aria-label": "Epoch to see",
      oninput: () => this.seek(),
      onpointerdown: () => { this.held = true; },
      onpointerup: () => this.release(),
      onpointercancel: () => this.release(),
    });
    this.hint = element("span", { class: "tl-hint", role: "status", hidden: true });
    this.epoch = element("output", { class: "tl-epoch", "aria-label": "Epoch" });
    this.link = this.button("link", "Copy link", () => this.copy());
    this.root = element(
      "div", { class: "tl-toolbar", role: "toolbar", "aria-label": "Training" },
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
    write(this.speed.options[0], `watchable: ${pace}/s`);
    this.speed.title = `Speed. Watchable is ${pace} epochs a second, slower in the first ones`;
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
    this.say(trained ? `Trained to epoch ${trained} so far. Play goes on from there.` : "Nothing is trained yet. Press Play.");
    if (!this.held) this.show(this.place);
  }

  say(text) {
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
    const name = playing ? "Pause" : "Play";
    this.toggle.replaceChildren(icon(playing ? "pause" : "play"), element("span", { class: "tl-label" }, name));
    this.toggle.title = `${name} (space)`;
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
    const within = batch ? `, batch ${batch} of ${batches}` : "";
    setAttribute(this.scrub, "aria-valuetext", `epoch ${epoch}${within} of ${epochs}, trained to ${Math.floor(Math.max(head, epochAt))}`);
    const digits = String(epochs).length;
    const part = batch && !playing ? ` + ${batch}/${batches}` : ` / ${epochs}`;
    write(this.epoch, `Epoch ${String(epoch).padStart(digits, "\u2007")}${part}`);
  }

  enable(on) {
    for (const control of [this.toggle, this.step, this.reset, this.scrub]) control.disabled = !on;
  }

  async copy() {
    const address = this.actions.link();
    const label = this.link.querySelector(".tl-label");
    let said = "Copied";
    try {
      await navigator.clipboard.writeText(address);
    } catch {
      said = copyBySelection(address) ? "Copied" : "Not allowed";
    }
    write(label, said);
    clearTimeout(this.copied);
    this.copied = setTimeout(() => write(label, "Copy link"), COPIED_SHOWN_MS);
  }

  close() {
    clearTimeout(this.copied);
    clearTimeout(this.hinting);
  }
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
