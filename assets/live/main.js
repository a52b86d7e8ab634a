// The component: one view and one session a mount. Streamlit calls this again whenever the page's data changes.

import { address } from "./session/address.js";
import { Session } from "./session/session.js";
import { Keys } from "./shell/keys.js";
import { savePng, saveSvg } from "./shell/picture.js";
import { View } from "./shell/view.js";
import { speak } from "./words/say.js";

const mounted = new WeakMap();

class Live {
  constructor(parent) {
    this.parent = parent;
    this.view = new View({
      play: (speed) => this.act().play(speed),
      pause: () => this.act().pause(),
      step: (unit) => this.act().step(unit),
      back: (unit) => this.act().back(unit),
      reset: () => this.act().reset(),
      speed: (speed) => this.session.speed(speed),
      seek: (epoch) => this.act().seek(epoch),
      link: () => address().link(),
      cool: (panel) => this.tell("cool", { panel }),
      chart: (panel) => this.tell("chart", { panel, epoch: this.session.moment.epochAt }),
      points: (points) => this.tell("points", { points }),
      png: () => savePng(this.view, this.data.file),
      svg: () => saveSvg(this.view, this.data.file),
    });
    this.session = new Session({
      paint: (moment) => this.paint(moment),
      scene: (run, points) => this.view.setScene(run, points),
    });
    parent.append(this.view.root);
    this.observer = new ResizeObserver(() => this.view.resize());
    this.observer.observe(this.view.root);
    this.keys = new Keys(this.view);
  }

  update({ data, setTriggerValue }) {
    this.setTriggerValue = setTriggerValue;
    const arrived = this.data?.open.turn !== data.open.turn;
    const keep = !arrived && this.data?.base === data.base; // a branch of what is shown, or its parent: the playhead stays
    const same = this.data?.mount.run === data.mount.run;
    this.data = data;
    this.view.setData(data);
    const at = arrived ? this.opens(data) : 0;
    this.session.watch(data.mount, { epochs: data.epochs, keep, playing: data.playing, branchedAt: data.branchedAt, at });
    if (arrived && same) {
      this.session.pause();
      this.session.seek(at);
    }
    if (data.ask && data.ask !== this.answered) {
      this.answered = data.ask;
      const { epochAt } = this.session.moment;
      this.tell("position", { ask: data.ask, epoch: Math.floor(epochAt) });
    }
    this.paint(this.session.moment);
  }

  // Where the run opens, paused: at the address' epoch, or where this window left it. Until training is there, or the
  // person does something else, that epoch stays in the address.
  opens({ open, mount, epochs }) {
    this.opening = Math.min(open.epoch ?? address().epochs.get(mount.run) ?? 0, epochs);
    return this.opening;
  }

  // The session, for something a person does with it.
  act() {
    this.opening = 0;
    return this.session;
  }

  // An event for Python, told from the next equal one by a number.
  tell(name, value) {
    this.told = (this.told || 0) + 1;
    this.setTriggerValue(name, { ...value, told: this.told });
  }

  paint(moment) {
    this.view.show(moment);
    this.place(moment);
    const { root } = this.view;
    if (!moment.frame) {
      root.removeAttribute("data-frame");
      root.removeAttribute("data-epoch");
      return;
    }
    root.setAttribute("data-frame", moment.frame.number);
    root.setAttribute("data-epoch", moment.frame.epoch);
  }

  // Where the playhead stands, for the address.
  place({ run, frame, epochAt, playing }) {
    if (frame && epochAt >= this.opening) this.opening = 0;
    if (run) address().at(run, this.opening || epochAt, playing);
  }

  close() {
    this.observer.disconnect();
    this.keys.close();
    this.session.close();
    this.view.close();
    this.view.root.remove();
  }
}

export default function live(component) {
  const { parentElement, data } = component;
  if (speak(data.words)) unmount(parentElement); // all of it is written anew in another language
  if (!mounted.has(parentElement)) mounted.set(parentElement, new Live(parentElement));
  mounted.get(parentElement).update(component);
  return () => unmount(parentElement);
}

function unmount(parent) {
  mounted.get(parent)?.close();
  mounted.delete(parent);
}
