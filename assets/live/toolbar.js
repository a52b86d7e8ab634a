// One row over the panels: play or pause, step, reset, speed, the scrubber, the epoch, the link.

import { element, setAttribute, write } from "./dom.js";
import { icon } from "./icons.js";

const SPEEDS = [["1", "1 epoch/s"], ["2", "2 epochs/s"], ["5", "5 epochs/s"], ["10", "10 epochs/s"],
  ["20", "20 epochs/s"], ["50", "50 epochs/s"], ["0", "full speed"]];
const COPIED_SHOWN_MS = 1600;

export class Toolbar {
  // actions: play, pause, step(unit), reset, speed(epochsPerSecond), seek(epoch), link() → the address to copy.
  constructor(actions) {
    this.actions = actions;
    this.playing = false;
    this.toggle = element("button", { class: "tl-button tl-primary", type: "button", onclick: () => this.press() });
    this.step = this.button("step", "Step", () => actions.step(this.unit.value));
    this.unit = this.select("One step is", [["epoch", "epoch"], ["batch", "batch"]], () => {});
    this.reset = this.button("reset", "Reset", () => actions.reset());
    this.speed = this.select("Speed", SPEEDS, () => actions.speed(Number(this.speed.value)));
    this.speed.value = "0";
    this.scrub = element("input", {
      class: "tl-scrub", type: "range", min: 0, max: 0, step: 1, value: 0, "aria-label": "Recorded epochs",
      oninput: () => actions.seek(Number(this.scrub.value)),
      onpointerdown: () => { this.held = true; },
      onpointerup: () => { this.held = false; },
      onpointercancel: () => { this.held = false; },
    });
    this.epoch = element("output", { class: "tl-epoch", "aria-label": "Epoch" });
    this.link = this.button("link", "Copy link", () => this.copy());
    this.root = element(
      "div", { class: "tl-toolbar", role: "toolbar", "aria-label": "Training" },
      element("div", { class: "tl-group" }, this.toggle, this.step, this.unit, this.reset), this.speed,
      element("div", { class: "tl-track" }, this.scrub, this.epoch), this.link,
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
    else this.actions.play(Number(this.speed.value));
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
  show({ epochAt, head, epoch, epochs, batch, batches, playing }) {
    setAttribute(this.scrub, "max", Math.max(1, Math.floor(head), epoch));
    if (!this.held) this.scrub.value = String(Math.round(epochAt));
    const within = batch ? `, batch ${batch} of ${batches}` : "";
    setAttribute(this.scrub, "aria-valuetext", `epoch ${epoch}${within}`);
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
