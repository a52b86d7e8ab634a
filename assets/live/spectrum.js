// Walsh energy by degree, a row a panel: where in 0 … n each model's function lies, and whether it reaches n.

import { sized } from "./dom.js";
import { walshShares } from "./walsh.js";

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
    context.fillText("Walsh energy by degree", 2, 13);
    context.font = `12px ${theme.font}`;
    context.textAlign = "center";
    this.shares[0].forEach((_, degree) => context.fillText(String(degree), labels + (degree + 0.5) * column, 30));
  }

  describe(panels) {
    if (!this.shares.length) return;
    const told = panels.map((panel, row) => {
      const shares = this.shares[row];
      return `${panel.info.label} ${Math.round(100 * shares[shares.length - 1])}%`;
    });
    this.canvas.setAttribute("aria-label", `Walsh energy at the highest degree: ${told.join(", ")}.`);
  }
}
