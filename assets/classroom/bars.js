// A bar chart that is a list: each row says its option, how many chose it, and whether it was right. Whoever listens to the
// page hears the same.

import { element } from "../live/drawing/dom.js";
import { say, sayCount, sayList } from "../live/words/say.js";

const MOST_NAMES = 6;
const MOST_BINS = 12;
export const MANY = 5; // options beyond which a wall writes them in two columns
const CLOSE = 4; // bars beyond which a wall writes them closer: a fifth with its names is below the edge

// rows: [{label, count, right, mine, names}].
export function barChart(rows, title) {
  const most = Math.max(1, ...rows.map((row) => row.count));
  const items = rows.map(({ label, count, right, mine, names }) => {
    const bar = element("span", { class: "tc-bar", "aria-hidden": "true" });
    bar.style.setProperty("--share", count / most);
    const marks = [right ? element("span", { class: "tc-right" }, say("✓ right")) : "", mine ? element("span", { class: "tc-mine" }, say("your answer")) : ""];
    return element(
      "li", { class: `tc-bar-row${right ? " tc-is-right" : ""}${mine ? " tc-is-mine" : ""}` },
      element("span", { class: "tc-bar-label" }, label, " ", ...marks), bar,
      element("span", { class: "tc-bar-count", "aria-label": sayCount(count, "{count} answer", "{count} answers") }, String(count)),
      names?.length ? element("span", { class: "tc-bar-names" }, named(names)) : "",
    );
  });
  return element("ul", { class: "tc-bars", "aria-label": title, "data-many": rows.length > CLOSE }, ...items);
}

export function named(names) {
  if (names.length <= MOST_NAMES) return sayList(names);
  const more = names.length - MOST_NAMES;
  return sayCount(more, "{names} and {count} more", "{names} and {count} more", { names: names.slice(0, MOST_NAMES).join(", ") });
}

// The rows of a question's chart. question: as the server reveals it; labels: its options in words.
export function rowsOf(question) {
  return question.kind === "number" ? numberRows(question) : choiceRows(question);
}

function choiceRows({ options, counts, answers, right, mine }) {
  return options.map((label, i) => ({
    label, count: counts?.[i] ?? 0, right: Boolean(right?.options?.includes(i)), mine: mine === i,
    names: (answers ?? []).filter((answer) => answer.value === i && answer.name).map((answer) => answer.name),
  }));
}

// Numbers that were given, one row a number while they are few, else rows of equal width.
function numberRows({ answers = [], right, mine }) {
  const given = answers.map((answer) => answer.value);
  const values = [...new Set(given)].sort((one, other) => one - other);
  const among = (from, to, last) => answers.filter(({ value }) => value >= from && (last ? value <= to : value < to));
  const row = (label, found, holds) => ({
    label, count: found.length, names: found.filter(({ name }) => name).map(({ name }) => name),
    right: Number.isFinite(right?.number) && (holds(right.number) || found.some(({ value }) => isNear(right, value))), mine: Number.isFinite(mine) && holds(mine),
  });
  if (values.length <= MOST_BINS) {
    return values.map((value) => row(short(value), answers.filter((answer) => answer.value === value), (other) => other === value));
  }
  const [low, high] = [values[0], values.at(-1)];
  const step = (high - low) / MOST_BINS;
  return Array.from({ length: MOST_BINS }, (_, i) => {
    const [from, to, last] = [low + i * step, low + (i + 1) * step, i === MOST_BINS - 1];
    const holds = (value) => value >= from && (last ? value <= to : value < to);
    return row(say("{from} to {to}", { from: short(from), to: short(to) }), among(from, to, last), holds);
  });
}

// As near as the question asks for; a number that a run gave has no such limit.
export const isNear = ({ number, within }, value) => within !== undefined && Math.abs(value - number) <= within + 1e-9;

export const short = (value) => String(Number(value.toPrecision(4)));
