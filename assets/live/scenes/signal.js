// A signal over one second and its fit: the line above, the amplitudes of its frequencies below.

import { divergingTable } from "../drawing/colours.js";
import { written } from "../words/numbers.js";
import { say, sayCount } from "../words/say.js";
import { least, models, names } from "./scores.js";

const [TRAIN_ERROR, EXPLAINED_TRAIN, TEST_ERROR, EXPLAINED] = [0, 1, 2, 3]; // values: MSE and what is explained, train and test
const FLAT = 0.1; // explaining less of a signal than this is no better than a flat line
const SLOW = 0.35; // ... and less than this, its slow waves alone
const TOP_SHARE = 0.58; // of the picture's height, for the line
const SPAN = 1.25; // bytes 0 to 255 are -SPAN to SPAN
const SEEN_SECONDS = 0.25; // of the line, so that the fastest waves can be told apart
const MOST_HERTZ = 90;

export class Signal {
  // truth: {columns, bytes}; ink: the colour of the signal itself on this theme.
  constructor(truth, ink) {
    this.backdrop = truth;
    this.ink = ink;
    this.spectrum = amplitudes(truth.bytes);
  }

  mark() {}

  paint(context, panel, frame) {
    const { left, top, width, height } = frame;
    const line = { left, top, width, height: TOP_SHARE * height };
    const bars = { left, top: top + TOP_SHARE * height, width, height: (1 - TOP_SHARE) * height };
    const fit = panel.info.truth ? null : panel.grid;
    this.trace(context, this.backdrop.bytes, line, this.ink, fit ? 1 : 1.6, fit ? 0.45 : 1);
    if (fit) this.trace(context, fit, line, panel.info.colour, 1.8, 1);
    const tallest = 1.25 * Math.max(...this.spectrum);
    const spectrum = fit ? amplitudes(fit) : null;
    this.bars(context, this.spectrum, bars, tallest, this.ink, fit ? 0.3 : 0.8);
    if (spectrum) this.bars(context, spectrum, bars, tallest, panel.info.colour, 0.85, 0.55);
    context.globalAlpha = 0.75;
    context.fillStyle = this.ink;
    context.textBaseline = "top";
    context.font = `${Math.max(10, Math.min(14, width / 18))}px sans-serif`;
    context.textAlign = "left";
    context.fillText(say("0 to {seconds} s", { seconds: SEEN_SECONDS }), left + 4, top + 3);
    context.fillText(say("0 to {hertz} Hz", { hertz: MOST_HERTZ }), left + 4, bars.top + 2);
    context.globalAlpha = 1;
  }

  trace(context, bytes, { left, top, width, height }, colour, thickness, opacity) {
    const count = Math.floor(bytes.length * SEEN_SECONDS);
    context.globalAlpha = opacity;
    context.strokeStyle = colour;
    context.lineWidth = thickness;
    context.lineJoin = "round";
    context.setLineDash([]);
    context.beginPath();
    for (let i = 0; i < count; i += 1) {
      const x = left + ((i + 0.5) / count) * width;
      const y = top + (1 - bytes[i] / 255) * height;
      if (i) context.lineTo(x, y);
      else context.moveTo(x, y);
    }
    context.stroke();
    context.globalAlpha = 1;
  }

  // One bar a hertz; `share` of its room wide.
  bars(context, values, { left, top, width, height }, tallest, colour, opacity, share = 1) {
    const each = width / MOST_HERTZ;
    context.globalAlpha = opacity;
    context.fillStyle = colour;
    for (let hertz = 1; hertz < MOST_HERTZ; hertz += 1) {
      const tall = Math.min(1, values[hertz] / tallest) * (height - 4);
      if (tall > 0.5) context.fillRect(left + (hertz - share / 2) * each, top + height - tall, Math.max(1, share * each), tall);
    }
    context.globalAlpha = 1;
  }

  says(panel, u, v) {
    if (v > TOP_SHARE) return say("amplitude {value}", { value: written(amplitudes(panel.grid)[hertzAt(u)], "fixed", 3) });
    return say("fit {value}", { value: written(value(panel.grid[columnAt(u, panel.grid)]), "fixed") });
  }

  describe(u, v) {
    const hertz = hertzAt(u);
    if (v > TOP_SHARE) return say("signal {value} at {hertz} Hz", { value: written(this.spectrum[hertz], "fixed", 3), hertz });
    const { bytes } = this.backdrop;
    const there = { value: written(value(bytes[columnAt(u, bytes)]), "fixed"), seconds: written(u * SEEN_SECONDS, "fixed", 3) };
    return say("signal {value} at {seconds} s", there);
  }
}

const within = (at, last) => Math.min(last, Math.max(0, Math.round(at)));
const hertzAt = (u) => within(u * MOST_HERTZ, MOST_HERTZ - 1);
const columnAt = (u, bytes) => within(u * SEEN_SECONDS * bytes.length - 0.5, bytes.length - 1);
const value = (byte) => (byte / 127.5 - 1) * SPAN;

// The amplitude at every whole number of hertz below MOST_HERTZ: a Fourier transform of one second.
function amplitudes(bytes) {
  const count = bytes.length;
  const cosine = Float64Array.from({ length: count }, (_, i) => Math.cos((2 * Math.PI * i) / count));
  return Array.from({ length: MOST_HERTZ }, (_, hertz) => {
    let [real, imaginary] = [0, 0];
    for (let i = 0; i < count; i += 1) {
      const phase = (hertz * i) % count;
      real += value(bytes[i]) * cosine[phase];
      imaginary += value(bytes[i]) * cosine[(phase + (3 * count) / 4) % count];
    }
    return (2 * Math.hypot(real, imaginary)) / count;
  });
}

function opening(count, { data }) {
  const places = { models: models(count), data };
  return say("Before training: {models} will learn {data}, from its values at some moments. The grey line is the signal. Press Play.", places);
}

function story(time, scores) {
  const best = least(scores, TEST_ERROR);
  const follows = best.values[EXPLAINED] >= FLAT;
  const parts = [follows ? following(time, best, scores.length === 1) : flat(time, best, scores.length === 1)];
  const slow = scores.filter(({ values }) => values[EXPLAINED] < SLOW);
  const byHeart = scores.filter(({ values }) => values[TEST_ERROR] > 4 * values[TRAIN_ERROR] && values[EXPLAINED] < 0.99
    && values[EXPLAINED_TRAIN] > 0.9);
  if (slow.length && follows) {
    parts.push(sayCount(slow.length, "{names} finds the slow waves at most.", "{names} find the slow waves at most.", { names: names(slow) }));
  } else if (byHeart.length) {
    parts.push(sayCount(
      byHeart.length,
      "{names} fits its training points better than what lies between them.",
      "{names} fit their training points better than what lies between them.",
      { names: names(byHeart) },
    ));
  }
  return parts.join(" ");
}

function flat(time, best, alone) {
  return alone ? say("After {time} {name} does not follow the signal: a flat line would do about as well.", { time, name: best.label })
    : say("After {time} nobody follows the signal: a flat line would do about as well.", { time });
}

function following(time, best, alone) {
  const rest = Math.max(0, 1 - best.values[EXPLAINED]);
  const missed = rest < 0.001 ? say("less than {share}", { share: written(0.001, "share") }) : written(rest, "share");
  const places = { time, name: best.label, error: written(best.values[TEST_ERROR], "number"), missed };
  return alone
    ? say(
      "After {time} {name} follows the signal: with a test error of {error} it misses {missed} of the signal's energy between the training "
        + "points.",
      places,
    )
    : say(
      "After {time} {name} follows the signal best: with a test error of {error} it misses {missed} of the signal's energy between the "
        + "training points.",
      places,
    );
}

export const signal = {
  scene: (run, backdrop, { theme }) => new Signal(backdrop, theme.text),
  table: ({ palette }) => divergingTable(palette.diverging),
  legend: () => [say("grey: the signal; colour: the fit; below: amplitude by frequency")],
  opening,
  story,
};
