// Walsh energy by degree, a row a panel: where in 0 … n each model's function lies, and whether it reaches n.

import { sized } from "../drawing/dom.js";
import { say } from "../words/say.js";

const ROW = 22;
const TOP = 34;

export class Spectrum {
  constructor(canvas) {
    this.canvas = canvas;
    this.shares = [];
  }

  static height(rows) {
    return TOP + rows * ROW + 4;
  }

  // panels: those with a model; reads each one's grid of 2^n bytes.
  draw(options) {
    const height = Spectrum.height(options.panels.length);
    this.paint(sized(this.canvas, options.width, height), options);
    this.describe(options.panels);
  }

  paint(context, { panels, theme, width, highlight }) {
    context.clearRect(0, 0, width, Spectrum.height(panels.length));
    if (!panels.length || !panels[0].grid) return;
    this.shares = panels.map((panel) => walshShares(panel.grid));
    const labels = Math.min(110, width * 0.34);
    const column = (width - labels - 4) / this.shares[0].length;
    this.axis(context, theme, labels, column);
    panels.forEach((panel, row) => {
      const y = TOP + row * ROW;
      context.globalAlpha = highlight !== null && highlight !== panel.index ? 0.35 : 1;
      context.fillStyle = theme.text;
      context.textAlign = "left";
      context.font = `13px ${theme.font}`;
      context.fillText(panel.info.label, 2, y + ROW - 6, labels - 6);
      context.fillStyle = panel.info.colour;
      this.shares[row].forEach((share, degree) => {
        const tall = Math.max(share > 0.003 ? 1 : 0, share * (ROW - 4));
        context.fillRect(labels + degree * column + 1, y + ROW - 4 - tall, Math.max(2, column - 2), tall);
      });
      context.globalAlpha = 1;
      context.fillStyle = theme.grid;
      context.fillRect(labels, y + ROW - 4, this.shares[row].length * column, 1);
    });
  }

  axis(context, theme, labels, column) {
    context.fillStyle = theme.text;
    context.textBaseline = "alphabetic";
    context.textAlign = "left";
    context.font = `600 13px ${theme.font}`;
    context.fillText(say("Walsh energy by degree"), 2, 13);
    context.font = `12px ${theme.font}`;
    context.textAlign = "center";
    this.shares[0].forEach((_, degree) => context.fillText(String(degree), labels + (degree + 0.5) * column, 30));
  }

  describe(panels) {
    if (!this.shares.length) return;
    const told = panels.map((panel, row) => `${panel.info.label} ${Math.round(100 * this.shares[row].at(-1))}%`);
    this.canvas.setAttribute("aria-label", say("Walsh energy at the highest degree: {shares}.", { shares: told.join(", ") }));
  }
}

function ones(value) {
  let count = 0;
  for (let rest = value; rest; rest &= rest - 1) count += 1;
  return count;
}

// Walsh energy by degree of a panel's function over all strings. bytes: 2^n probabilities in the order of the strings.
// Returns the share of the energy at degrees 0 … n; a function that is one half everywhere has no energy to share.
function walshShares(bytes) {
  const size = bytes.length;
  const degrees = Math.round(Math.log2(size));
  const values = Float32Array.from(bytes, (byte) => (2 * byte) / 255 - 1);
  for (let half = 1; half < size; half *= 2) {
    for (let start = 0; start < size; start += 2 * half) {
      for (let i = start; i < start + half; i += 1) {
        const [left, right] = [values[i], values[i + half]];
        values[i] = left + right;
        values[i + half] = left - right;
      }
    }
  }
  const shares = new Float64Array(degrees + 1);
  let total = 0;
  for (let i = 0; i < size; i += 1) {
    const energy = (values[i] / size) ** 2;
    shares[ones(i)] += energy;
    total += energy;
  }
  return total > 1e-9 ? shares.map((share) => share / total) : shares;
}
