// The projector view: the same run on a wall, for people five metres away. Few panels, one curve, large type, nothing else.
// A mode of the view: a class on its root, a choice of panels, and a layout.

import { element } from "../drawing/dom.js";
import { say } from "../words/say.js";
import { leaders } from "./ranking.js";

const OPENS_WITH = 3; // models; the data comes beside them
export const MOST = 5;
const MOST_ALIKE = 16; // of one activation, where each is a part of what is told: ten starts, of which some win
const DESIGNED = [1920, 1080];
const ROOMY = { gap: 24, title: 84 };
const DENSE = { gap: 14, title: 68 }; // as live.css has it for .tl-dense
const LETTERS = 2; // curves write 12 pixels; the wall needs 24
const BELOW_IS_WORTH = 0.9; // a curve beside the panels is taller, which is worth panels a tenth smaller

// How much larger or smaller than at 1920 × 1080 everything is, so that a wall shows the same at any resolution.
export const scaleOf = (width, height) => Math.min(2.5, Math.max(0.6, Math.min(width / DESIGNED[0], height / DESIGNED[1])));

// So many square panels with their titles, and a curve beside or below them, in a room of width × height. curved: whether the
// curve is shown.
export function wall(count, width, height, scale = 1, curved = true) {
  const dense = isDense(count);
  const [gap, title] = Object.values(dense ? DENSE : ROOMY).map((pixels) => pixels * scale);
  const share = curved ? { beside: 0.26, below: 0.33 } : { beside: 0, below: 0 };
  const choices = [];
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    for (const beside of [true, false]) {
      const wide = width - (beside ? share.beside * width + gap : 0) - gap * (columns - 1);
      const high = height - (beside ? 0 : share.below * height + gap) - gap * (rows - 1);
      choices.push({ columns, rows, beside, size: Math.floor(Math.min(wide / columns, high / rows - title)) });
    }
  }
  const best = choices.reduce((one, other) => (worth(other) > worth(one) ? other : one));
  const { columns, rows, beside, size } = best;
  const curve = beside
    ? { width: width - columns * (size + gap), height: Math.min(height, rows * (size + title + gap) - gap) }
    : { width, height: height - rows * (size + title + gap) };
  return { ...best, dense, curve: { width: Math.floor(curve.width), height: Math.floor(curve.height) } };
}

// More pictures, the data's among them, than a person can pick: less room around them, and one number each.
const isDense = (count) => count > MOST + 1;

const worth = ({ beside, size }) => size * (beside ? 1 : BELOW_IS_WORTH);

// Whether all panels are one activation's: to leave some out would leave out the losers.
const areAlike = (activations) => activations.length <= MOST_ALIKE && new Set(activations).size === 1;

// The models that matter: of each activation the best one so far, or the middle one of the list before training; all of
// them where there is one activation alone.
// The first activation of the list is the page's own and always there; then the others by their scores, higher better.
export function choose(activations, scores, most = OPENS_WITH) {
  if (areAlike(activations)) return activations.map((_, i) => i);
  const kinds = [...new Set(activations)].map((activation) => {
    const members = activations.flatMap((each, i) => (each === activation ? [i] : []));
    const scored = members.filter((i) => Number.isFinite(scores[i]));
    const best = scored.reduce((one, other) => (one === null || scores[other] > scores[one] ? other : one), null);
    return best ?? members[Math.floor((members.length - 1) / 2)];
  });
  const [own, ...others] = kinds;
  const rank = (i) => (Number.isFinite(scores[i]) ? scores[i] : -Infinity);
  others.sort((one, other) => rank(other) - rank(one) || one - other);
  const rest = activations.map((_, i) => i).filter((i) => !kinds.includes(i)).sort((one, other) => rank(other) - rank(one) || one - other);
  return [own, ...others, ...rest].slice(0, most).sort((one, other) => one - other);
}

// Those shown when somebody else leads: each leader comes in for the weakest of the others, and the rest stay where they are.
// The page's own activation keeps its place.
export function admit(chosen, activations, scores, leads) {
  const shown = [...chosen];
  const missing = leads.flatMap((lead, i) => (lead && !shown.includes(i) ? [i] : []));
  for (const leader of missing) {
    const weakest = shown.filter((i) => !leads[i] && activations[i] !== activations[0])
      .reduce((one, other) => (one === null || !(scores[other] >= scores[one]) ? other : one), null);
    if (weakest === null) break;
    shown[shown.indexOf(weakest)] = leader;
  }
  return shown.sort((one, other) => one - other);
}

// What the curves get, with the chosen panels alone.
export function only(options, chosen) {
  const history = options.history.map((entry) => ({
    ...entry, measures: entry.measures.map((values) => chosen.map((i) => values[i])),
  }));
  return { ...options, history, panels: chosen.map((i) => options.panels[i]), highlight: null };
}

export class Projector {
  // view: the one whose mode this is. It is asked for its panels and their scores, and told to lay itself out again.
  constructor(view) {
    this.view = view;
    this.on = false;
    this.curved = true; // whether a curve is shown beside the panels
    this.chosen = [];
    this.picked = null; // names a person chose, which outlive another run
    this.button = this.make(say("Projector"), say("Large type for a wall (F)"), () => this.toggle(), "tl-projector-button");
    this.pick = this.make(say("Panels"), say("Which models to show"), () => this.openList(this.list.hidden), "tl-pick");
    this.out = this.make(say("Leave"), say("Back to the page (Esc)"), () => this.leave(), "tl-out");
    this.list = element("div", { class: "tl-picker", role: "group", "aria-label": say("Models to show"), hidden: true });
    this.root = element("div", { class: "tl-projector-bar", hidden: true }, this.pick, this.out, this.list);
    this.screen = () => { if (!document.fullscreenElement) this.leave(); };
  }

  make(name, title, onclick, kind) {
    return element("button", { class: `tl-button ${kind}`, type: "button", title, onclick }, name);
  }

  toggle() {
    if (this.on) this.leave();
    else this.enter();
  }

  enter() {
    if (this.on || this.view.large.open) return;
    this.on = true;
    const { parentElement, offsetHeight } = this.view.root;
    parentElement.style.minHeight = `${offsetHeight}px`; // the page below keeps its place
    this.show();
    // A browser may refuse the whole screen (no key was pressed, a phone): the window is filled all the same.
    document.documentElement.requestFullscreen?.().then(() => document.addEventListener("fullscreenchange", this.screen), () => {});
  }

  leave() {
    if (!this.on) return;
    this.on = false;
    document.removeEventListener("fullscreenchange", this.screen);
    if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
    this.show();
    this.view.root.parentElement.style.minHeight = "";
  }

  escape() {
    if (this.list.hidden) this.leave();
    else this.openList(false);
  }

  // Whoever leads is seen: the sentence speaks of them. Not faster than the sentence changes, nor against a person's choice.
  follow() {
    if (!this.on || this.picked) return;
    const scores = this.view.ranking();
    const shown = admit(this.chosen, this.activations, scores, leaders(scores));
    if (shown.join() === this.chosen.join()) return;
    this.set(shown);
    this.view.resize();
  }

  show() {
    this.openList(false);
    this.root.hidden = !this.on;
    this.button.hidden = this.on;
    this.view.root.classList.toggle("tl-projector", this.on);
    this.choose();
    this.view.resize();
  }

  // Called on entering, when a person picks, and when the page's panels are others.
  choose() {
    const { panels } = this.view;
    const picked = this.picked ? panels.filter((panel) => this.picked.includes(panel.info.label)) : [];
    this.set(picked.length ? picked.map((panel) => panel.index) : choose(this.activations, this.view.ranking()));
  }

  get activations() {
    return this.view.panels.map((panel) => panel.info.activation);
  }

  set(chosen) {
    this.chosen = chosen;
    for (const panel of this.view.panels) panel.root.hidden = this.on && !chosen.includes(panel.index);
  }

  openList(open) {
    this.list.hidden = !open;
    this.pick.setAttribute("aria-expanded", String(open));
    if (open) this.fillList();
  }

  fillList() {
    const full = this.chosen.length >= MOST;
    const items = this.view.panels.map(({ index, info }) => {
      const shown = this.chosen.includes(index);
      const item = this.make(info.label, "", () => this.take(index), "tl-pick-one");
      item.setAttribute("aria-pressed", String(shown));
      item.disabled = shown ? this.chosen.length === 1 : full;
      return item;
    });
    const best = say("The best of each activation, {models} in all", { models: OPENS_WITH });
    const [name, title] = areAlike(this.activations) ? [say("All of them"), ""] : [say("Who leads now"), best];
    this.list.replaceChildren(...items, this.make(name, title, () => this.take(null), "tl-pick-one"));
  }

  // One model comes or goes; null: those that lead.
  take(index) {
    const chosen = this.chosen.includes(index) ? this.chosen.filter((i) => i !== index) : [...this.chosen, index];
    this.picked = index === null ? null : chosen.map((i) => this.view.panels[i].info.label);
    this.choose();
    this.fillList();
    this.view.resize();
    this.list.children[index ?? this.view.panels.length]?.focus();
  }

  // The room of the panels in this mode, in the terms of the page's own layout.
  room({ clientWidth: width, clientHeight: height }) {
    this.scale = scaleOf(window.innerWidth, window.innerHeight);
    this.view.root.style.setProperty("--wall", this.scale);
    const { columns, rows, size, beside, dense, curve } = wall(this.chosen.length + 1, width, height, this.scale, this.curved);
    this.curve = curve;
    this.view.root.classList.toggle("tl-curve-below", !beside);
    this.view.root.classList.toggle("tl-dense", dense);
    return { columns, rows, size, truth: size, side: curve.width, sideWidth: curve.width, truthBeside: false };
  }

  get letters() {
    return this.on ? LETTERS * this.scale : 1;
  }

  // side: the charts beside the panels, of which the first is shown; options: as it gets them on the page.
  drawCurve(side, options) {
    side.root.hidden = !this.curved;
    if (this.curved) side.drawUpper({ ...only(side.options(options), this.chosen), ...this.curve }, this.letters);
  }

  end() {
    if (this.on) this.leave();
  }
}
