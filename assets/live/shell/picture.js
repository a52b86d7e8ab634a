// What is seen as one picture to keep, a bitmap or a drawing: every panel with its title, the curves, the sentence.

import { element } from "../drawing/dom.js";
import { SWATCH, drawSwatch } from "../drawing/looks.js";
import { SvgContext } from "../drawing/svg.js";
import { scored } from "../words/numbers.js";
import { Spectrum } from "../charts/spectrum.js";
import { drawPicture } from "./panel.js";

const SIZE = 240;
const GAP = 16;
const TITLE = 44;
const EDGE = 20;
const SIDE = 320;
const FOOT = 56;

function sheet(view) {
  const columns = view.panels.length < 3 ? view.panels.length + 1 : 4;
  const rows = Math.ceil((view.panels.length + 1) / columns);
  const left = columns * (SIZE + GAP);
  const tall = Math.max(rows * (SIZE + TITLE + GAP), 560 + (view.data.spectrum ? Spectrum.height(view.panels.length) : 0));
  return { columns, left, width: 2 * EDGE + left + SIDE, height: 2 * EDGE + tall + FOOT };
}

function drawSheet(context, view, { columns, left, height }) {
  const { theme, data, moment } = view;
  [view.truth, ...view.panels].forEach((panel, i) => {
    context.save();
    context.translate(EDGE + (i % columns) * (SIZE + GAP), EDGE + Math.floor(i / columns) * (SIZE + TITLE + GAP));
    const scores = moment.frame?.panels[panel.index];
    if (!panel.info.truth) drawSwatch(context, panel.info, 0, 10);
    write(context, theme, `600 17px ${theme.font}`, panel.info.label, panel.info.truth ? 0 : SWATCH + 6, 16);
    write(context, theme, `14px ${theme.font}`, scores ? scored(scores, data.measures.titles).join(" · ") : data.truthText, 0, 36);
    context.translate(0, TITLE);
    const frame = { left: 0, top: 0, width: SIZE, height: SIZE };
    if (view.scene) drawPicture(context, panel, view.scene, frame, view.look(SIZE), SIZE, SIZE, () => view.scene.mark(context, frame, data.showTest));
    context.restore();
  });
  context.save();
  context.translate(EDGE + left, EDGE);
  const options = { ...view.side.options(view.sideOptions()), width: SIDE, height: 260, highlight: null };
  view.side.upper.paint(context, options);
  context.translate(0, 280);
  view.side.lower.paint(context, options);
  context.translate(0, 280);
  if (data.spectrum) view.side.spectrum.paint(context, { ...options, panels: view.panels });
  context.restore();
  write(context, theme, `18px ${theme.font}`, view.speech.words.textContent, EDGE, height - EDGE - 8);
}

function write(context, theme, font, text, x, y) {
  Object.assign(context, { fillStyle: theme.text, font, textAlign: "left", textBaseline: "alphabetic" });
  context.fillText(text, x, y);
}

export function savePng(view, name) {
  const size = sheet(view);
  const canvas = element("canvas", { width: 2 * size.width, height: 2 * size.height });
  const context = canvas.getContext("2d");
  context.scale(2, 2);
  context.fillStyle = view.theme.background;
  context.fillRect(0, 0, size.width, size.height);
  // Pictures clear what they draw over; the sheet keeps its background.
  context.clearRect = () => {};
  drawSheet(context, view, size);
  canvas.toBlob((blob) => save(blob, `${name}.png`), "image/png");
}

export function saveSvg(view, name) {
  const size = sheet(view);
  const context = new SvgContext(size.width, size.height, view.theme.background);
  drawSheet(context, view, size);
  save(new Blob([context.toString()], { type: "image/svg+xml" }), `${name}.svg`);
}

function save(blob, name) {
  const address = URL.createObjectURL(blob);
  const anchor = element("a", { href: address, download: name });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
