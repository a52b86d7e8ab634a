// What is being seen while functions are fitted, in plain words. Pure: numbers in, a sentence out. A story is told of
// the moment ("After 40 epochs"), the panels' numbers, and whether the run is over: nothing is "yet" to come then.

import { written } from "../words/numbers.js";
import { form, listed } from "../words/wording.js";

const FAR = 0.3; // a relative error above this is another picture
const SHARP = 30; // decibels from which a picture is hard to tell from the original
const FLAT = 0.1; // explaining less of a signal than this is no better than a flat line
const SLOW = 0.35; // ... and less than this, its slow waves alone
const BY_HEART = 10; // decibels by which seen pixels are better than those between them when they were learned by heart
const NOISE = 20; // ... and below which what lies between is noise
const WRONG_PICTURE = 2; // how many times the best error the smallest loss may have before it is remarked on
const names = (scores) => listed(scores.map((score) => score.label));
const share = (value) => written(value, "share");
const decibels = (score, at) => written(score.values[at], "decibels");
const least = (scores, at) => scores.reduce((a, b) => (b.values[at] < a.values[at] ? b : a));
const most = (scores, at) => scores.reduce((a, b) => (b.values[at] > a.values[at] ? b : a));

// values: total loss, PDE loss, loss of the conditions, relative error.
function field(after, scores, { over, crux }) {
  const [best, last] = [least(scores, 3), most(scores, 3)];
  const parts = [scores.length === 1
    ? `${after} the error of ${best.label} against the exact solution is ${share(best.values[3])}.`
    : `${after} ${best.label} is closest to the exact solution: its error is ${share(best.values[3])}; that of ${last.label} is `
      + `${share(last.values[3])}.`];
  const pleased = least(scores, 0);
  if (pleased.values[3] > FAR && pleased.values[3] > WRONG_PICTURE * best.values[3]) {
    parts.push(`${pleased.label} has the smallest loss and still the wrong picture: it obeys the equation at its training points, `
      + "but not between them.");
  } else if (best.values[3] > FAR) {
    const who = scores.length === 1 ? "It has not" : "Nobody has";
    parts.push(`${who} found ${crux}${over ? "" : " yet"}.`);
  } else if (last.values[3] > FAR) {
    parts.push(`What tells them apart is ${crux}.`);
  }
  return parts.join(" ");
}

// values: training loss, its PSNR, loss, PSNR; where pixels are withheld, PSNR of those seen and of those unseen.
function image(after, scores, { seen, over }) {
  const [best, last] = [most(scores, 3), least(scores, 3)];
  const looks = best.values[3] >= SHARP ? "hard to tell from the original" : best.values[3] >= 22 ? "edges are there, fine detail is not"
    : `only coarse shapes${over ? "" : " so far"}`;
  const where = seen ? " on pixels it never saw" : "";
  const parts = [`${after} ${best.label} has ${scores.length === 1 ? "a picture of" : "the best picture:"} ${decibels(best, 3)}${where}, ${looks}.`];
  const byHeart = seen ? scores.filter((score) => score.values[1] - score.values[3] >= BY_HEART && score.values[3] < NOISE) : [];
  const blurred = scores.filter((score) => score.values[3] < SHARP && best.values[3] - score.values[3] >= 4 && !byHeart.includes(score));
  const each = (at) => listed(byHeart.map((score) => decibels(score, at)));
  if (byHeart.length) parts.push(`${names(byHeart)} ${form(byHeart.length, "has learned its", "have learned their")} pixels by heart `
    + `(${each(1)}) and ${form(byHeart.length, "shows", "show")} noise between them (${each(3)}).`);
  else if (blurred.length) parts.push(`${names(blurred.slice(0, 4))} ${over ? "" : "still "}${form(blurred.length, "sees", "see")} a blur: `
    + "slow changes are learned first.");
  else if (last !== best) parts.push(`${last.label} is last with ${decibels(last, 3)}.`);
  return parts.join(" ");
}

// values: train MSE, explained on train, test MSE, explained on test.
function signal(after, scores) {
  const best = least(scores, 2);
  const rest = Math.max(0, 1 - best.values[3]);
  const missed = rest < 0.001 ? "less than 0.1%" : share(rest);
  const parts = [best.values[3] < FLAT
    ? `${after} ${scores.length === 1 ? `${best.label} does not follow` : "nobody follows"} the signal: a flat line would do about as well.`
    : `${after} ${best.label} follows the signal${scores.length === 1 ? "" : " best"}: with a test error of ${written(best.values[2], "number")} it misses ${missed} of `
      + "the signal's energy between the training points."];
  const slow = scores.filter((score) => score.values[3] < SLOW);
  const byHeart = scores.filter((score) => score.values[2] > 4 * score.values[0] && score.values[3] < 0.99 && score.values[1] > 0.9);
  if (slow.length && best.values[3] >= FLAT) {
    parts.push(`${names(slow)} ${form(slow.length, "finds", "find")} the slow waves at most.`);
  } else if (byHeart.length) {
    parts.push(`${names(byHeart)} ${form(byHeart.length, "fits its", "fit their")} training points better than what lies between them.`);
  }
  return parts.join(" ");
}

const OPENINGS = {
  field: (models, { axes }) => `Before training: ${models} will look for u(${axes.join(", ")}), told only the equation and what is given at the edges. The exact `
    + "solution is there for you to compare; the models never see it. Press Play.",
  image: (models, { data, seen }) => `Before training: ${models} will learn the colour of ${seen ? `${seen.toLocaleString("en")} pixels` : "every pixel"} `
    + `of ${data} from ${seen ? "their" : "its"} row and column${seen ? ", and be judged by the others" : ""}. Press Play.`,
  signal: (models, { data }) => `Before training: ${models} will learn ${data}, from its values at some moments. The grey line is the signal. Press Play.`,
};

export const fitOpening = (kind, models, scene) => OPENINGS[kind](models, scene);
export const STORIES = { field, image, signal };
