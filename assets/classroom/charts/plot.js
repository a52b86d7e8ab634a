// How a class experiment is drawn: scores over seeds, tickets or values, on a canvas of any size.

import { say } from "../../live/words/say.js";
import { byRatio, linear, short, written } from "./scale.js";

const LABELLED = 12; // marks at most that have their words beside them
const LEARNED = 0.9; // the share of right answers from which on a network has learned the rule
const LOOKS = {
  light: { learned: "#b64f00", other: "#1f6fc4", band: "rgba(182, 79, 0, 0.09)" },
  dark: { learned: "#ffa45c", other: "#79b8f5", band: "rgba(255, 164, 92, 0.13)" },
};

// experiment: the room's section. type: the size of letters. own: the place of a value to mark, or null.
export function paint(context, experiment, { width, height, type, own, theme }) {
  const look = LOOKS[theme.name];
  const axes = { y: scores(experiment), x: places(experiment, width, type) };
  const box = { left: type * 3.6, top: type * 1.1, right: width - type, bottom: height - type * 3.2 };
  const x = (value) => box.left + axes.x.at(value) * (box.right - box.left);
  const y = (score) => box.bottom - Math.min(1, Math.max(0, axes.y.at(score))) * (box.bottom - box.top);
  context.font = `${type}px ${theme.font}`;
  if (axes.y.threshold !== undefined) {
    context.fillStyle = look.band;
    context.fillRect(box.left, box.top, box.right - box.left, y(axes.y.threshold) - box.top);
  }
  grid(context, axes, box, x, y, type, theme);
  const marks = experiment.results.map((result, index) => ({ result, index, score: axes.y.of(result), value: axes.x.of(result, index) }))
    .filter(({ score, value }) => score !== null && value !== null);
  if (axes.x.joined) join(context, marks, x, y, look, type);
  const size = Math.max(type * 0.34, Math.min(type * 0.5, (box.right - box.left) / (3 * experiment.results.length)));
  for (const mark of marks) point(context, x(mark.value), y(mark.score), size, mark.result, look, theme);
  const mine = marks.find(({ index }) => index === own);
  if (mine) ring(context, x(mine.value), y(mine.score), size, type, box, theme);
  const counted = axes.y.threshold !== undefined && experiment.seeds;
  if (counted) counts(context, experiment, box, y(axes.y.threshold), type, look, theme);
  const taken = counted ? [[box.left, y(axes.y.threshold), 8 * type, 3 * type], [box.left, y(axes.y.threshold), box.right, 1]] : [];
  if (mine) taken.push([x(mine.value) - 2 * type, y(mine.score) - 2.6 * size - 1.2 * type, 4 * type, 5.2 * size + 2.4 * type]); // its ring and its word
  if (experiment.results.length <= LABELLED) label(context, experiment, marks.filter((mark) => mark !== mine).map((mark) => [mark, x(mark.value), y(mark.score)]), { size, type, box, taken, theme });
}

// The scores' axis: of shares the whole of it, else what there is.
function scores({ results, measure, learnedCounts, epochs }) {
  const { unit, rises } = measure;
  const known = results.map(({ score }) => score).filter((score) => score !== null);
  const of = ({ score }) => score;
  if (unit === "epochs") {
    const never = epochs * 1.12;
    const axis = linear(0, epochs, 5, (value) => String(value));
    const marks = [...axis.marks.filter(([value]) => value <= epochs), [never, say("never")]];
    return { at: (value) => value / never, marks, of: ({ score, done, failed }) => (score ?? (done && !failed ? never : null)) };
  }
  if (unit === "share" && rises) {
    const axis = linear(0, 1, 4, (value) => `${Math.round(100 * value)}%`);
    return { ...axis, of, threshold: learnedCounts ? LEARNED : undefined };
  }
  const [low, high] = [Math.min(...known, Infinity), Math.max(...known, -Infinity)];
  if (!known.length) return { ...linear(0, 1, 2, () => ""), of };
  if (low > 0 && high / low > 20) return { ...byRatio(low / 1.3, high * 1.3, 4, (value) => written(value, unit)), of };
  const room = (high - low) * 0.08 || Math.abs(high) * 0.1 || 1;
  return { ...linear(Math.min(low - room, rises ? low : 0), high + room, 4, (value) => written(value, unit)), of };
}

// What lies along the width: tickets where they were counted, seeds one beside the other, or the values themselves.
function places(experiment, width, type) {
  const { results, seeds, values, byRatio: ratio, label, tickets, byTickets } = experiment;
  const count = Math.max(2, Math.floor(width / (type * 5)));
  if (byTickets) {
    const drawn = results.map((result) => result.tickets).filter((one) => one > 0);
    const axis = byRatio(Math.min(...drawn) / 1.4, Math.max(...drawn) * 1.4, count, short);
    return { ...axis, title: tickets, of: (result) => (result.tickets > 0 ? result.tickets : null) };
  }
  if (seeds) {
    const stride = Math.max(1, Math.ceil(values.length / count));
    const marks = values.map((value, index) => [index, String(value)]).filter((_, index) => index % stride === 0);
    return { at: (index) => (index + 0.5) / values.length, marks, title: label, of: (_, index) => index };
  }
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = (high - low) * 0.05;
  const axis = ratio && low > 0 ? byRatio(low / 1.2, high * 1.2, count, short) : linear(low - room, high + room, count, short);
  if (values.length <= Math.min(count, 10)) axis.marks = values.map((value, index) => [value, experiment.written[index]]);
  return { ...axis, title: label, joined: true, of: (result) => result.value };
}

function grid(context, { x: across, y: up }, box, x, y, type, theme) {
  Object.assign(context, { lineWidth: Math.max(1, type / 15), textBaseline: "middle", textAlign: "right" });
  for (const [value, text] of up.marks) {
    line(context, theme.grid, [[box.left, y(value)], [box.right, y(value)]]);
    context.fillStyle = theme.text;
    context.fillText(text, box.left - type * 0.4, y(value));
  }
  Object.assign(context, { textAlign: "center", textBaseline: "top" });
  for (const [value, text] of across.marks) {
    line(context, theme.grid, [[x(value), box.bottom], [x(value), box.bottom + type * 0.35]]);
    context.fillStyle = theme.text;
    context.fillText(text, x(value), box.bottom + type * 0.5);
  }
  context.fillText(across.title, (box.left + box.right) / 2, box.bottom + type * 1.85, box.right - box.left);
}

function line(context, colour, points) {
  context.strokeStyle = colour;
  context.beginPath();
  points.forEach(([x, y], i) => (i ? context.lineTo(x, y) : context.moveTo(x, y)));
  context.stroke();
}

function join(context, marks, x, y, look, type) {
  const sorted = [...marks].sort((a, b) => a.value - b.value);
  context.globalAlpha = 0.5;
  context.lineWidth = Math.max(1.5, type / 10);
  line(context, look.other, sorted.map(({ value, score }) => [x(value), y(score)]));
  context.globalAlpha = 1;
}

// Learned: a filled diamond. Not learned: a ring. Not done: paler. By shape as by colour.
function point(context, x, y, size, { learned, done }, look, theme) {
  context.globalAlpha = done ? 1 : 0.55;
  context.beginPath();
  if (learned) {
    const reach = size * 1.35;
    context.moveTo(x, y - reach);
    for (const [dx, dy] of [[reach, 0], [0, reach], [-reach, 0], [0, -reach]]) context.lineTo(x + dx, y + dy);
    context.fillStyle = look.learned;
    context.fill();
  } else {
    context.arc(x, y, size, 0, 2 * Math.PI);
    context.fillStyle = learned === null ? look.other : theme.background;
    context.fill();
    Object.assign(context, { strokeStyle: look.other, lineWidth: Math.max(2, size * 0.45) });
    context.stroke();
  }
  context.globalAlpha = 1;
}

// Beside each mark what it reached, with its seed where the width does not tell it; one that has no room stays bare.
function label(context, { byTickets, titles, measure }, marks, { size, type, box, taken, theme }) {
  const letters = type * 0.85;
  Object.assign(context, { font: `${letters}px ${theme.font}`, fillStyle: theme.text, textAlign: "center", textBaseline: "bottom" });
  for (const [{ result, index }, x, y] of marks) {
    if (result.score === null) continue;
    const text = byTickets ? `${titles[index]}: ${written(result.score, measure.unit)}` : written(result.score, measure.unit);
    const { width } = context.measureText(text);
    const left = Math.min(box.right - width, Math.max(box.left, x - width / 2));
    const places = [[left, y - size - letters * 1.25], [left, y + size + letters * 0.25], [x - size * 1.8 - width, y - letters / 2], [x + size * 1.8, y - letters / 2]]
      .map((place) => [...place, width, letters]); // above, below, to the left, to the right
    const free = places.find((place) => place[0] >= box.left && place[0] + width <= box.right && place[1] > 0 && place[1] + letters < box.bottom
      && !taken.some((other) => overlap(place, other)));
    if (!free) continue;
    taken.push(free);
    context.fillText(text, left + width / 2, free[1] + letters);
  }
  context.font = `${type}px ${theme.font}`;
}

const overlap = ([left, top, width, height], [otherLeft, otherTop, otherWidth, otherHeight]) => (
  left < otherLeft + otherWidth && otherLeft < left + width && top < otherTop + otherHeight && otherTop < top + height);

function ring(context, x, y, size, type, box, theme) {
  Object.assign(context, { strokeStyle: theme.text, fillStyle: theme.text, lineWidth: Math.max(2, type / 8) });
  context.beginPath();
  context.arc(x, y, size * 2.1, 0, 2 * Math.PI);
  context.stroke();
  const below = y + 2.6 * size + 1.2 * type < box.bottom;
  Object.assign(context, { textAlign: x > box.right - 2 * type ? "right" : "center", textBaseline: below ? "top" : "bottom" });
  context.font = `600 ${type}px ${theme.font}`;
  context.fillText(say("yours"), x, y + (below ? 2.6 : -2.6) * size);
}

// How many stand on either side of the line, in words beside it.
function counts(context, { results }, box, at, type, look, theme) {
  const learned = results.filter((result) => result.learned).length;
  const not = results.filter((result) => result.done && !result.learned).length;
  Object.assign(context, { lineWidth: Math.max(1.5, type / 10) });
  context.setLineDash([type / 3, type / 3]);
  line(context, look.learned, [[box.left, at], [box.right, at]]);
  context.setLineDash([]);
  Object.assign(context, { textAlign: "left", textBaseline: "top", fillStyle: theme.text });
  context.font = `600 ${type}px ${theme.font}`;
  context.fillText(say("learned: {count}", { count: learned }), box.left + type * 0.5, at + type * 0.4);
  context.fillText(say("not learned: {count}", { count: not }), box.left + type * 0.5, at + type * 1.7);
  context.font = `${type}px ${theme.font}`;
}
