// What the stories of several kinds say of panels. A score is {label, values, diverged, spiked}.

import { written } from "../words/numbers.js";
import { say, sayCount, sayList } from "../words/say.js";

export const TRAIN = 1; // the places of a run's two accuracies among its values
export const TEST = 3;
const MEMORISED = { train: 0.95, gap: 0.2 };
const MOST_NAMED = 6;

export const names = (scores) => sayList(scores.map((score) => score.label));
export const least = (scores, at) => scores.reduce((a, b) => (b.values[at] < a.values[at] ? b : a));
export const most = (scores, at) => scores.reduce((a, b) => (b.values[at] > a.values[at] ? b : a));
export const share = (score, at = TEST) => written(score.values[at], "share");
export const models = (count) => sayCount(count, "one model", "{count} models");

// Names where they are few, else how many.
export const few = (scores) => (scores.length > MOST_NAMED ? sayCount(scores.length, "{count} panel", "{count} panels") : names(scores));

// "34.7%" or "34.7% to 38.7%": what these panels' titles say of the unseen.
export function span(scores) {
  const [low, high] = [least(scores, TEST), most(scores, TEST)].map((score) => share(score));
  return low === high ? low : say("{low} to {high}", { low, high });
}

// Right on what it was trained on, and much less so on the rest.
export function memorised({ values }) {
  return values[TRAIN] >= MEMORISED.train && values[TRAIN] - values[TEST] >= MEMORISED.gap;
}
