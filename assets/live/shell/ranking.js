// Who is ahead.

const TIED = 1e-6;

// A number a panel, higher for better; none while nothing is trained, or for a panel that diverged.
// title: {measure, rises}, the number that ranks.
export function ranking(frame, count, { measure, rises }) {
  if (!frame || frame.number === 0 || frame.panels.length !== count) return Array(count).fill(NaN);
  return frame.panels.map(({ values, diverged }) => (diverged === null ? (rises ? 1 : -1) * values[measure] : NaN));
}

// The panels that are best, unless most of them are: then nobody leads.
export function leaders(scores) {
  const best = Math.max(...scores.filter(Number.isFinite));
  const leading = scores.map((score) => best - score <= TIED);
  return 2 * leading.filter(Boolean).length <= scores.length ? leading : scores.map(() => false);
}
