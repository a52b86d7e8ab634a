// A number as it is shown, the same in a panel's title and in a sentence.

import { say, whole } from "./say.js";

// What is not all never reads 100%.
function share(value, digits = 1) {
  if (value >= 1) return `${(100 * value).toFixed(0)}%`;
  return `${Math.min(100 * value, 100 - 10 ** -digits).toFixed(digits)}%`;
}

const fixed = (value, digits = 2) => value.toFixed(digits);
const decibels = (value) => say("{number} dB", { number: fixed(value, 1) });
const number = (value) => (Math.abs(value) >= 0.01 && Math.abs(value) < 1000 ? value.toPrecision(3) : value.toExponential(1));
const UNITS = { share, decibels, number, fixed, count: whole };

// digits: after the point, of a share and of what is fixed.
export function written(value, unit, digits) {
  return Number.isFinite(value) ? UNITS[unit](value, digits) : "–";
}

// A panel's numbers with their names. titles: the page says of each {label, measure (its place among the four), unit, rises}.
export const scored = ({ values }, titles) => titles.map(({ label, measure, unit }) => `${label} ${written(values[measure], unit)}`);
