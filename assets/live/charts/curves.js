// One measure of every panel over the recording, with the playhead and marks where the run was edited.

import { sized } from "../drawing/dom.js";
import { drawSymbol, setLine, spread } from "../drawing/looks.js";
import { say } from "../words/say.js";

const LEFT = 34;
const BOTTOM = 18;
const TOP = 28;
const LETTER = 6; // about, of the labels' type
const LABEL = 12; // the height of one
const REACH = 40; // how far one may stand from its line's end
const WIDE = 220; // narrower curves have no room for labels

export class Curve {
  constructor(canvas) {
    this.canvas = canvas;
  }

  // measure: the place of a panel's number; faint: of another behind it, or null; axis: share, log or linear.
  set({ title, measure, faint, axis }) {
    Object.assign(this, { title, measure, faint, axis });
  }

  draw(options) {
    this.paint(sized(this.canvas, options.width, options.height), options);
  }

  // history: entries in order; panels: {colour, dash, symbol, width, short}; marks: epochs of edits; position: the playhead's epoch.
  paint(context, { history, panels, marks, position, lastEpoch, highlight, theme, width, height }) {
    context.clearRect(0, 0, width, height);
    context.font = `12px ${theme.font}`;
    const box = { left: LEFT, top: TOP, width: width - LEFT - 6 - gutter(panels, width), height: height - TOP - BOTTOM };
    const end = Math.max(1, lastEpoch, history.length ? history[history.length - 1].epoch : 0);
    const x = (epoch) => box.left + (epoch / end) * box.width;
    const y = { share: this.shareAxis, log: this.logAxis, linear: this.linearAxis }[this.axis].call(this, context, history, box, theme);
    this.frame(context, box, end, theme, width);
    for (const epoch of marks) this.vertical(context, x(epoch), box, theme.text, [2, 3]);
    this.vertical(context, x(position), box, theme.text, []);
    context.save();
    context.beginPath();
    context.rect(box.left, box.top - 2, box.width + 4, box.height + 4);
    context.clip();
    panels.forEach((panel, i) => {
      const dim = highlight !== null && highlight !== i;
      if (this.faint !== null) this.line(context, history, this.faint, i, panel, x, y, dim ? 0.08 : 0.35, 1.2);
      this.line(context, history, this.measure, i, panel, x, y, dim ? 0.18 : 1, (highlight === i ? 3.5 : 2) * (panel.width || 1));
    });
    context.restore();
    this.ends(context, history, panels, x, y, box, highlight, theme, width);
  }

  line(context, history, measure, panel, look, x, y, opacity, width) {
    context.globalAlpha = opacity;
    setLine(context, look, width);
    context.beginPath();
    let open = false;
    for (const entry of history) {
      const value = entry.measures[measure][panel];
      if (!Number.isFinite(value)) {
        open = false;
        continue;
      }
      if (open) context.lineTo(x(entry.epoch), y(value));
      else context.moveTo(x(entry.epoch), y(value));
      open = true;
    }
    context.stroke();
    context.setLineDash([]);
    context.globalAlpha = 1;
  }

  // A symbol where each line ends and, where there is room, its name beside it; of a chosen panel its own alone.
  ends(context, history, panels, x, y, box, highlight, theme, width) {
    const ends = panels.map((panel, i) => {
      const last = history.findLast((entry) => Number.isFinite(entry.measures[this.measure][i]));
      return last && panel.symbol ? { panel, i, x: x(last.epoch), y: y(last.measures[this.measure][i]) } : null;
    }).filter(Boolean);
    const named = gutter(panels, width) ? ends.filter(({ i }) => highlight === null || highlight === i) : [];
    const places = spread(named.map((end) => end.y), box.top, box.top + box.height, LABEL, REACH);
    context.font = `11px ${theme.font}`;
    context.textAlign = "left";
    context.textBaseline = "middle";
    for (const end of [...ends].reverse()) {
      context.globalAlpha = highlight !== null && highlight !== end.i ? 0.18 : 1;
      drawSymbol(context, end.panel, end.x, end.y, 3.5);
    }
    context.globalAlpha = 1;
    named.forEach((end, i) => {
      if (places[i] === null) return;
      if (Math.abs(places[i] - end.y) > 2) this.leader(context, end, places[i]);
      context.fillStyle = theme.text;
      context.fillText(end.panel.short, end.x + 10, places[i]);
    });
  }

  leader(context, end, at) {
    Object.assign(context, { strokeStyle: end.panel.colour, lineWidth: 0.75 });
    context.beginPath();
    context.moveTo(end.x + 4, end.y);
    context.lineTo(end.x + 9, at);
    context.stroke();
  }

  vertical(context, x, box, colour, dash) {
    context.strokeStyle = colour;
    context.globalAlpha = 0.7;
    context.lineWidth = 1;
    context.setLineDash(dash);
    context.beginPath();
    context.moveTo(Math.round(x) + 0.5, box.top);
    context.lineTo(Math.round(x) + 0.5, box.top + box.height);
    context.stroke();
    context.setLineDash([]);
    context.globalAlpha = 1;
  }

  frame(context, box, end, theme, width) {
    context.fillStyle = theme.text;
    context.textBaseline = "alphabetic";
    context.textAlign = "left";
    context.font = `600 13px ${theme.font}`;
    context.fillText(this.title, 2, 13);
    context.font = `12px ${theme.font}`;
    context.globalAlpha = 0.75;
    context.textBaseline = "top";
    context.fillText("0", box.left, box.top + box.height + 4);
    context.textAlign = "right";
    context.fillText(say("epoch {epoch}", { epoch: Math.round(end) }), Math.min(width - 4, box.left + box.width + 20), box.top + box.height + 4);
    context.globalAlpha = 1;
  }

  rule(context, box, at, label, theme) {
    context.strokeStyle = theme.grid;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(box.left, Math.round(at) + 0.5);
    context.lineTo(box.left + box.width, Math.round(at) + 0.5);
    context.stroke();
    context.fillStyle = theme.text;
    context.globalAlpha = 0.75;
    context.textAlign = "right";
    context.textBaseline = "middle";
    context.fillText(label, box.left - 4, at);
    context.globalAlpha = 1;
  }

  shareAxis(context, history, box, theme) {
    const y = (share) => box.top + (1 - Math.min(1, Math.max(0, share))) * box.height;
    for (const share of [0, 0.5, 1]) this.rule(context, box, y(share), `${100 * share}%`, theme);
    return y;
  }

  // The least and the greatest positive number that is drawn, faintly too, or [Infinity, -Infinity].
  range(history) {
    let [low, high] = [Infinity, -Infinity];
    const measures = this.faint === null ? [this.measure] : [this.measure, this.faint];
    for (const entry of history) {
      for (const value of measures.flatMap((measure) => [...entry.measures[measure]])) {
        if (!(value > 0) || !Number.isFinite(value)) continue;
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }
    return [low, high];
  }

  // Steps of ten, so that the axis moves rarely.
  linearAxis(context, history, box, theme) {
    const [low, high] = this.range(history);
    const bottom = Number.isFinite(low) ? 10 * Math.floor(low / 10) : 0;
    const top = Math.max(bottom + 10, Number.isFinite(high) ? 10 * Math.ceil(high / 10) : 0);
    const y = (value) => box.top + (1 - (value - bottom) / (top - bottom)) * box.height;
    for (let at = bottom; at <= top; at += top - bottom > 50 ? 20 : 10) this.rule(context, box, y(at), String(at), theme);
    return y;
  }

  logAxis(context, history, box, theme) {
    const [low, high] = this.range(history);
    // Whole decades, and never fewer than two, so that the axis moves rarely.
    const bottom = Math.max(-8, Math.floor(Math.log10(Math.min(low, 0.1))));
    const top = Math.min(6, Math.max(0, Math.ceil(Math.log10(Number.isFinite(high) ? high : 1))));
    const y = (value) => box.top + (1 - (Math.log10(Math.max(value, 1e-12)) - bottom) / (top - bottom)) * box.height;
    const stride = Math.ceil((top - bottom) / 5);
    for (let power = bottom; power <= top; power += stride) {
      const label = power < -2 || power > 2 ? `1e${power}` : String(10 ** power);
      this.rule(context, box, y(10 ** power), label, theme);
    }
    return y;
  }
}

// What the names at the lines' ends need on the right.
function gutter(panels, width) {
  const longest = Math.max(0, ...panels.map((panel) => (panel.short || "").length));
  return width >= WIDE && longest ? 8 + LETTER * longest : 0;
}
