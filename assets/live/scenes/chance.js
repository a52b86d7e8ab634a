// Is an accuracy better or worse than guessing? An exact binomial test; tesla_core/analysis/chance.py is the same.

// Guessing is called off when it would come this far, up or down, less than once in a thousand times: a page tests a
// dozen panels at every epoch, and one in twenty would cry wolf all the time.
export const LEVEL = 0.001;

// P(at most `right` of `total` guesses are right), each with the given chance.
export function atMost(right, total, chance) {
  let log = total * Math.log1p(-chance);
  let sum = Math.exp(log);
  for (let k = 0; k < right; k += 1) {
    log += Math.log((total - k) / (k + 1)) + Math.log(chance / (1 - chance));
    sum += Math.exp(log);
  }
  return Math.min(1, sum);
}

// "below", "above" or "level": where a share of `total` answers stands against guessing among so many classes.
export function standing(share, total, classes = 2) {
  const right = Math.round(share * total);
  if (atMost(right, total, 1 / classes) < LEVEL) return "below";
  return atMost(total - right, total, 1 - 1 / classes) < LEVEL ? "above" : "level";
}
