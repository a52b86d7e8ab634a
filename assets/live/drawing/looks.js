// How a setting is drawn, on curves and in titles: its colour, its dash and its symbol, as the page gives them.

import { element, sized } from "./dom.js";

const LINE = 24; // of a swatch, in pixels
const RADIUS = 4;
export const SWATCH = LINE + 2 * RADIUS + 3;

const around = (corners, turn = 0, inner = null) => Array.from({ length: corners * (inner ? 2 : 1) }, (_, i) => {
  const angle = (2 * Math.PI * i) / (corners * (inner ? 2 : 1)) + turn - Math.PI / 2;
  const radius = inner && i % 2 ? inner : 1;
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
});
const turned = (points, angle) => points.map(([x, y]) => [
  x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle),
]);
const PLUS = [[-0.3, -1], [0.3, -1], [0.3, -0.3], [1, -0.3], [1, 0.3], [0.3, 0.3], [0.3, 1], [-0.3, 1], [-0.3, 0.3], [-1, 0.3],
  [-1, -0.3], [-0.3, -0.3]];
const HOURGLASS = [[-0.9, -0.9], [0.9, -0.9], [-0.9, 0.9], [0.9, 0.9]];

// Corners in a circle of radius 1; a circle has none.
const OUTLINES = {
  circle: [],
  square: [[-0.85, -0.85], [0.85, -0.85], [0.85, 0.85], [-0.85, 0.85]],
  diamond: around(4),
  cross: PLUS,
  x: turned(PLUS, Math.PI / 4),
  "triangle-up": around(3),
  "triangle-down": around(3, Math.PI),
  "triangle-left": around(3, -Math.PI / 2),
  "triangle-right": around(3, Math.PI / 2),
  pentagon: around(5),
  hexagon: around(6),
  octagon: around(8, Math.PI / 8),
  star: around(5, 0, 0.42),
  "star-diamond": around(4, 0, 0.42),
  hourglass: HOURGLASS,
  bowtie: turned(HOURGLASS, Math.PI / 2),
};
// What lies inside an outline: "circle-x-open" is a ring with a cross in it.
const INNER = {
  x: [[-0.7, -0.7, 0.7, 0.7], [-0.7, 0.7, 0.7, -0.7]],
  cross: [[-1, 0, 1, 0], [0, -1, 0, 1]],
};

// The parts of a symbol's name: {outline, inner, open, dot}.
export function symbolParts(name) {
  const words = name.split("-").filter((word) => word !== "open" && word !== "dot");
  const inner = words.length > 1 && !(words.join("-") in OUTLINES) ? words.pop() : null;
  return { outline: words.join("-"), inner, open: /-open/.test(name), dot: /-dot/.test(name) };
}

function trace(context, points, x, y, radius) {
  context.beginPath();
  if (!points.length) context.arc(x, y, radius, 0, 2 * Math.PI);
  points.forEach(([u, v], i) => context[i ? "lineTo" : "moveTo"](x + radius * u, y + radius * v));
  if (points.length) context.lineTo(x + radius * points[0][0], y + radius * points[0][1]);
}

export function drawSymbol(context, { symbol, colour }, x, y, radius = RADIUS) {
  const { outline, inner, open, dot } = symbolParts(symbol);
  Object.assign(context, { strokeStyle: colour, fillStyle: colour, lineWidth: 1.6 });
  context.setLineDash([]);
  trace(context, OUTLINES[outline] || [], x, y, radius);
  if (open || inner) context.stroke();
  else context.fill();
  for (const [u, v, s, t] of INNER[inner] || []) {
    context.beginPath();
    context.moveTo(x + radius * u, y + radius * v);
    context.lineTo(x + radius * s, y + radius * t);
    context.stroke();
  }
  if (!dot) return;
  trace(context, [], x, y, 1.4);
  context.fill();
}

// A line of `width` pixels in this look; its dash grows with it.
export function setLine(context, { colour, dash = [] }, width) {
  Object.assign(context, { strokeStyle: colour, lineWidth: width, lineJoin: "round" });
  context.setLineDash(dash.map((length) => length * width));
}

// A short piece of the line with its symbol at the end, as the curves have it; y is its middle.
export function drawSwatch(context, look, x, y) {
  setLine(context, look, 2 * (look.width || 1));
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + LINE, y);
  context.stroke();
  drawSymbol(context, look, x + LINE + RADIUS + 1, y);
}

export function swatch(look) {
  const canvas = element("canvas", { class: "tl-swatch", "aria-hidden": "true" });
  drawSwatch(sized(canvas, SWATCH, 2 * RADIUS + 4), look, 0, RADIUS + 2);
  return canvas;
}

// Where labels stand whose lines end at `ends` (heights, the most important first): `gap` apart, in the order of their
// lines, as near to their ends as can be. Where that is further than `reach`, the least important near there gets none.
export function spread(ends, top, bottom, gap, reach) {
  const kept = [...ends.keys()].sort((a, b) => ends[a] - ends[b] || a - b);
  while (kept.length) {
    const places = shifted(kept.map((i) => ends[i]), top, bottom, gap);
    const far = kept.filter((i, at) => Math.abs(places[at] - ends[i]) > reach || places[at] > bottom);
    if (!far.length) return ends.map((_, i) => places[kept.indexOf(i)] ?? null);
    const near = kept.filter((i) => far.some((other) => Math.abs(ends[i] - ends[other]) <= reach));
    kept.splice(kept.indexOf(Math.max(...near)), 1);
  }
  return ends.map(() => null);
}

// Sorted ends moved apart: those that touch become a block, which stands where its members want it in the mean.
function shifted(ends, top, bottom, gap) {
  const blocks = [];
  const start = ({ sum, count }) => Math.max(top, Math.min(bottom - gap * (count - 1), sum / count));
  const touch = (first, second) => start(first) + gap * first.count > start(second);
  for (const end of ends) {
    blocks.push({ sum: end, count: 1 });
    while (blocks.length > 1 && touch(blocks.at(-2), blocks.at(-1))) {
      const [first, second] = blocks.splice(-2);
      blocks.push({ sum: first.sum + second.sum - gap * first.count * second.count, count: first.count + second.count });
    }
  }
  return blocks.flatMap((block) => Array.from({ length: block.count }, (_, i) => start(block) + gap * i));
}
