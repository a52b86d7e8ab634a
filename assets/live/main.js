// The component: one view and one session a mount. Streamlit calls this again whenever the page's data changes.

import { Keys } from "./keys.js";
import { savePng, saveSvg } from "./picture.js";
import { Session } from "./session.js";
import { View } from "./view.js";

const mounted = new WeakMap();

class Live {
  constructor(parent) {
    this.parent = parent;
    this.view = new View({
      play: (speed) => this.session.play(speed),
      pause: () => this.session.pause(),
      step: (unit) => this.session.step(unit),
      back: (unit) => this.session.back(unit),
      reset: () => this.session.reset(),
      speed: (speed) => this.session.speed(speed),
      seek: (epoch) => this.session.seek(epoch),
      link: () => `${window.location.origin}${window.location.pathname}?${this.query()}`,
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
    const keep = this.data?.base === data.base; // a branch of what is shown, or its parent: the playhead stays
    this.data = data;
    this.view.setData(data);
    this.session.watch(data.mount, { epochs: data.epochs, keep, playing: data.playing, branchedAt: data.branchedAt });
    if (data.ask && data.ask !== this.answered) {
      this.answered = data.ask;
      const { epochAt } = this.session.moment;
      this.tell("position", { ask: data.ask, epoch: Math.floor(epochAt) });
    }
    this.paint(this.session.moment);
  }

  // The page's own query, and what widgets beside the canvas have written into the address since.
  query() {
    const query = new URLSearchParams(this.data.link);
    for (const [name, value] of new URLSearchParams(window.location.search)) {
      if (this.data.also.includes(name)) query.append(name, value);
    }
    return query.toString();
  }

  // An event for Python, told from the next equal one by a number.
  tell(name, value) {
    this.told = (this.told || 0) + 1;
    this.setTriggerValue(name, { ...value, told: this.told });
  }

  paint(moment) {
    this.view.show(moment);
    const { root } = this.view;
    if (!moment.frame) {
      root.removeAttribute("data-frame");
      root.removeAttribute("data-epoch");
      return;
    }
    root.setAttribute("data-frame", moment.frame.number);
    root.setAttribute("data-epoch", moment.frame.epoch);
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
  const { parentElement } = component;
  if (!mounted.has(parentElement)) mounted.set(parentElement, new Live(parentElement));
  mounted.get(parentElement).update(component);
  return () => {
    mounted.get(parentElement)?.close();
    mounted.delete(parentElement);
  };
}
