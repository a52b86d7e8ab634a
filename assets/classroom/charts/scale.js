// An axis of numbers: from values to places, and where its marks stand.

import { say } from "../../live/words/say.js";

const CLOSE = 1e-9;

// low, high: the least and the greatest value. Returns {at(value) from 0 to 1, marks: [[value, text], …]}.
export function linear(low, high, count, write) {
  if (!(high > low)) [low, high] = [low - 0.5, high + 0.5];
  const step = pleasant((high - low) / Math.max(1, count));
  const marks = [];
  for (let value = Math.ceil(low / step - CLOSE) * step; value <= high + step * CLOSE; value += step) {
    const short = Math.abs(value) < step * CLOSE ? 0 : value;
    marks.push([short, write(short)]);
  }
  return { at: (value) => (value - low) / (high - low), marks };
}

// The same by ratios, for numbers above zero: marks at 1, 2 and 5 of each power of ten, or at the powers alone.
export function byRatio(low, high, count, write) {
  if (!(high > low)) [low, high] = [low / 2, high * 2];
  const [from, to] = [Math.log10(low), Math.log10(high)];
  const marks = [];
  for (const steps of [[1, 2, 5], [1, 3], [1]]) {
    marks.length = 0;
    for (let power = Math.floor(from); power <= Math.ceil(to); power += 1) {
      for (const digit of steps) {
        const value = digit * 10 ** power;
        if (value >= low * (1 - CLOSE) && value <= high * (1 + CLOSE)) marks.push([value, write(value)]);
      }
    }
    if (marks.length <= count + 1) break;
  }
  const stride = Math.ceil(marks.length / (count + 1));
  return { at: (value) => (Math.log10(value) - from) / (to - from), marks: marks.filter((_, i) => i % stride === 0) };
}

// 1, 2 or 5 times a power of ten, at least `step`.
function pleasant(step) {
  const power = 10 ** Math.floor(Math.log10(step) + CLOSE);
  return power * [1, 2, 5, 10].find((digit) => digit * power >= step * (1 - CLOSE));
}

// A number as a reader takes it in at a glance.
export function short(value) {
  const size = Math.abs(value);
  if (size && (size < 1e-3 || size >= 1e6)) return value.toExponential(0).replace("e+", "e");
  return String(Number(value.toPrecision(3)));
}

// A score in its unit: share, decibels, epochs, or a bare number.
export function written(score, unit) {
  if (score === null || score === undefined) return "–";
  if (unit === "share") return `${Math.round(1000 * score) / 10}%`;
  if (unit === "decibels") return say("{value} dB", { value: Math.round(10 * score) / 10 });
  return unit === "epochs" ? String(Math.round(score)) : short(score);
}
