// The canvas with a recording that is held in the page: in a file of its own, or on the front door.

import { Recorded } from "../session/recorded.js";
import { Session } from "../session/session.js";
import { Keys } from "./keys.js";
import { savePng, saveSvg } from "./picture.js";
import { View } from "./view.js";

export class Player {
  // data: as the canvas is given it, with `recording`: {run, head}. messages: the recording's, unpacked. keys: whether keys of
  // the whole page are its own.
  constructor(parent, data, messages, { keys = true } = {}) {
    this.data = data;
    this.view = new View({
      play: (tempo) => this.session.play(tempo),
      pause: () => this.session.pause(),
      step: (unit) => this.session.step(unit),
      back: (unit) => this.session.back(unit),
      reset: () => this.session.reset(),
      speed: (tempo) => this.session.speed(tempo),
      seek: (epoch) => this.session.seek(epoch),
      png: () => savePng(this.view, data.file),
      svg: () => saveSvg(this.view, data.file),
    });
    this.session = new Session({
      paint: (moment) => this.paint(moment),
      scene: (run, backdrop) => this.view.setScene(run, backdrop),
      connect: (_, on) => new Recorded({ ...data.recording, ...messages }, on),
    });
    this.view.root.classList.add("tl-alone");
    parent.append(this.view.root);
    this.observer = new ResizeObserver(() => this.view.resize());
    this.observer.observe(this.view.root);
    if (keys) this.keys = new Keys(this.view);
    this.view.setData(data);
  }

  // at: the epoch it opens at.
  open({ playing = false, at = 0 } = {}) {
    const { run, epochs } = this.data.recording.run;
    this.session.moment.tempo = this.view.toolbar.tempo;
    this.session.watch({ run, path: "" }, { epochs, keep: false, playing, at });
  }

  paint(moment) {
    this.view.show(moment);
    const { frame } = moment;
    if (frame) this.view.root.setAttribute("data-epoch", frame.epoch);
  }

  // Colours were read of the page when it was drawn.
  redraw() {
    this.view.setData(this.data);
  }

  close() {
    this.observer.disconnect();
    this.keys?.close();
    this.session.close();
    this.view.close();
    this.view.root.remove();
  }
}
