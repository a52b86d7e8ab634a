// The class' experiment on one chart that grows as results come: a mark a value, at the score of its run so far.

import { themeOf } from "../live/drawing/colours.js";
import { element, sized, write } from "../live/drawing/dom.js";
import { say, sayCount } from "../live/words/say.js";
import { fieldOf, measureOf, ticketsOf } from "./charts/labels.js";
import { paint } from "./charts/plot.js";
import { short, written } from "./charts/scale.js";

const CHARTS = new WeakMap(); // by the element that one is mounted in
const MARGIN = 28; // below a wall's chart
const PICTURE = [1600, 900, 30]; // of a file: width, height, size of the type

export class ExperimentChart {
  // large: for a wall, read from eight metres, without anything to press.
  constructor({ large = false } = {}) {
    this.large = large;
    this.heading = element("h2", {});
    this.summary = element("p", { class: "tc-summary", role: "status" });
    this.mine = element("p", { class: "tc-own-value" });
    this.canvas = element("canvas", { class: "tc-chart", role: "img" });
    this.table = element("tbody", {});
    this.columns = element("tr", {});
    this.root = element("div", { class: "tc-experiment-chart" }, this.heading, this.summary, this.mine, this.canvas);
    if (!large) {
      const table = element("table", { class: "tc-values" }, element("thead", {}, this.columns), this.table);
      this.root.append(element("details", {}, element("summary", {}, say("All values")), table));
    }
    this.canvas.style.display = "block";
    this.size = "";
    this.watcher = new ResizeObserver(() => this.fit());
    this.watcher.observe(this.root);
    this.dark = window.matchMedia("(prefers-color-scheme: dark)");
    this.again = () => this.draw();
    this.dark.addEventListener("change", this.again);
  }

  close() {
    this.watcher.disconnect();
    this.dark.removeEventListener("change", this.again);
  }

  // experiment: the room's section. you: who reads, whose own value is marked; or own: the place of another.
  show(experiment, you = null, { own = you?.experiment ?? null } = {}) {
    const { field, label, measure, tickets } = experiment;
    this.own = own;
    this.experiment = {
      ...experiment, label: fieldOf(field, label), tickets: tickets && ticketsOf(), byTickets: tickets && experiment.seeds, measure: { ...measure, label: measureOf(measure) },
    };
    const by = this.experiment.byTickets ? this.experiment.tickets : this.experiment.label;
    write(this.heading, say("{measure}, by {label}", { measure: this.experiment.measure.label, label: lower(by) }));
    write(this.summary, summary(this.experiment));
    write(this.mine, own === null ? "" : ownWords(this.experiment, own));
    this.canvas.setAttribute("aria-label", inWords(this.experiment, own));
    if (!this.large) this.tell();
    this.draw();
  }

  tell() {
    const { label, measure, results, titles, tickets } = this.experiment;
    const named = results.some(({ name }) => name);
    const names = [label, measure.label, ...(tickets ? [tickets] : []), ...(named ? [say("Whose it is")] : [])];
    this.columns.replaceChildren(...names.map((name) => element("th", { scope: "col" }, name)));
    this.table.replaceChildren(...results.map((result, index) => element("tr", index === this.own ? { class: "tc-mine" } : {},
      element("th", { scope: "row" }, titles[index]), element("td", {}, this.bar(result), scoreInWords(result, measure)),
      ...(tickets ? [element("td", {}, result.tickets === undefined ? "–" : short(result.tickets))] : []),
      ...(named ? [element("td", {}, result.name ?? "")] : []))));
  }

  // A share as a bar, full at 100%; of other scores the marks in the chart tell more.
  bar({ score, learned }) {
    if (this.experiment.measure.unit !== "share" || score === null) return "";
    return element("span", { class: `tc-bar${learned ? " tc-is-right" : ""}`, style: `--share: ${Math.min(1, Math.max(0, score)).toFixed(3)}`, "aria-hidden": "true" });
  }

  fit() {
    const wanted = `${this.root.clientWidth} ${this.large ? window.innerHeight : 0}`;
    if (wanted === this.size) return;
    this.size = wanted;
    this.draw();
  }

  draw() {
    const width = this.root.clientWidth;
    if (!this.experiment || !width) return;
    const height = this.large ? this.below() : Math.round(Math.min(360, Math.max(240, width * 0.55)));
    const type = this.large ? Math.max(24, Math.round(window.innerHeight / 40)) : width < 480 ? 13 : 15;
    Object.assign(this.canvas.style, { width: `${width}px`, height: `${height}px` });
    const context = sized(this.canvas, width, height);
    context.clearRect(0, 0, width, height);
    paint(context, this.experiment, { width, height, type, own: this.own, theme: themeOf(this.root) });
  }

  // What a wall has left below the words.
  below() {
    return Math.max(320, Math.round(window.innerHeight - this.canvas.getBoundingClientRect().top - MARGIN));
  }

  // The chart as a file of its own, in the colours that are seen.
  picture() {
    const [width, height, type] = PICTURE;
    const canvas = element("canvas", { width, height });
    const context = canvas.getContext("2d");
    const theme = themeOf(this.root);
    context.fillStyle = theme.background;
    context.fillRect(0, 0, width, height);
    Object.assign(context, { fillStyle: theme.text, textBaseline: "top", textAlign: "left" });
    context.font = `600 ${type}px ${theme.font}`;
    context.fillText(this.heading.textContent, 24, 20);
    context.font = `${type - 4}px ${theme.font}`;
    context.fillText(this.summary.textContent, 24, 28 + type);
    context.translate(0, 3 * type);
    paint(context, this.experiment, { width, height: height - 3 * type, type: type - 4, own: null, theme });
    return canvas.toDataURL("image/png");
  }

  save() {
    const link = element("a", { href: this.picture(), download: "class-experiment.png" });
    link.click();
  }
}

// Mount or renew the chart in an element. options: {own: place of a value, wall: whether it is read from afar}.
export function render(root, experiment, { own, wall = false } = {}) {
  const chart = CHARTS.get(root) ?? new ExperimentChart({ large: wall });
  if (!CHARTS.has(root)) root.replaceChildren(chart.root);
  CHARTS.set(root, chart);
  chart.show(experiment, null, own === undefined ? {} : { own });
  return chart;
}

// ---- in words

const lower = (text) => (/^[A-ZÄÖÜ][a-zäöü]/.test(text) ? text[0].toLowerCase() + text.slice(1) : text);

export function summary({ results, learnedCounts, state, titles, measure }) {
  const done = results.filter((result) => result.done).length;
  const parts = [];
  if (learnedCounts) {
    const learned = results.filter((result) => result.learned).length;
    parts.push(sayCount(learned, "{count} of {total} has learned it.", "{count} of {total} have learned it.", { total: results.length }));
  }
  const best = bestOf(results, measure);
  if (best && !learnedCounts) {
    parts.push(say("Best so far: {value}, with {score}.", { value: titles[best.index], score: written(best.score, measure.unit) }));
  }
  if (state === "stopped") parts.push(say("The experiment was stopped; {done} of {total} were done.", { done, total: results.length }));
  else if (done < results.length) parts.push(say("{done} of {total} are done.", { done, total: results.length }));
  else parts.push(say("All are done."));
  return parts.join(" ");
}

function bestOf(results, { rises }) {
  const scored = results.filter(({ score }) => score !== null);
  return scored.sort((a, b) => (rises ? b.score - a.score : a.score - b.score))[0];
}

function scoreInWords({ score, done, failed, epoch }, { unit }) {
  if (failed) return failed;
  if (score === null) return done && unit === "epochs" ? say("never") : say("not yet");
  return done ? written(score, unit) : say("{score} at epoch {epoch}", { score: written(score, unit), epoch });
}

// What became of the reader's own value.
export const ownWords = ({ results, titles, measure }, own) => say("Yours, {value}: {score}.", { value: titles[own], score: scoreInWords(results[own], measure) });

function inWords(experiment, own) {
  const { label, measure, results, titles } = experiment;
  const each = results.map((result, index) => `${titles[index]}: ${scoreInWords(result, measure)}`).join("; ");
  const mine = own === null ? "" : ` ${ownWords(experiment, own)}`;
  return `${say("{measure}, by {label}", { measure: measure.label, label: lower(label) })}. ${summary(experiment)}${mine} ${each}`;
}
