// A panel's numbers in words. The page says of each: {label, measure (its place among the four), unit, rises}.

// A share in percent. What is not all never reads 100%.
export function percent(share, digits = 1) {
  if (!Number.isFinite(share)) return "–";
  if (share >= 1) return `${(100 * share).toFixed(0)}%`;
  return `${Math.min(100 * share, 100 - 10 ** -digits).toFixed(digits)}%`;
}

const decibels = (value) => `${value.toFixed(1)} dB`;
const number = (value) => (Math.abs(value) >= 0.01 && Math.abs(value) < 1000 ? value.toPrecision(3) : value.toExponential(1));

export function written(value, unit) {
  if (!Number.isFinite(value)) return "–";
  return { share: percent, decibels, number }[unit](value);
}

export const scoresText = ({ values }, titles) =>
  titles.map(({ label, measure, unit }) => `${label} ${written(values[measure], unit)}`).join(" · ");
