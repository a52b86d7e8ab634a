// What is being seen while functions are fitted, in plain words. Pure: numbers in, a sentence out.

const FAR = 0.3; // a relative error above this is another picture
const SHARP = 30; // decibels from which a picture is hard to tell from the original
const WRONG_PICTURE = 2; // how many times the best error the smallest loss may have before it is remarked on
const names = (list) => (list.length < 2 ? list.join("") : `${list.slice(0, -1).join(", ")} and ${list.at(-1)}`);
const after = (count) => `After ${count} ${count === 1 ? "epoch" : "epochs"}`;
const percent = (share) => `${share < 0.1 ? (100 * share).toFixed(1) : Math.round(100 * share)}%`;
const least = (scores, at) => scores.reduce((a, b) => (b.values[at] < a.values[at] ? b : a));
const most = (scores, at) => scores.reduce((a, b) => (b.values[at] > a.values[at] ? b : a));

// values: total loss, PDE loss, loss of the conditions, relative error.
function field(epoch, scores) {
  const [best, last] = [least(scores, 3), most(scores, 3)];
  const parts = [`${after(epoch)} ${best.label} is closest to the exact solution: off by ${percent(best.values[3])}`
    + `${last === best ? "." : `; ${last.label} is off by ${percent(last.values[3])}.`}`];
  const pleased = least(scores, 0);
  if (pleased.values[3] > FAR && pleased.values[3] > WRONG_PICTURE * best.values[3]) {
    parts.push(`${pleased.label} has the smallest loss and still a wrong picture: it obeys the equation at its training points `
      + "and not between them.");
  } else if (best.values[3] > FAR) {
    parts.push("Nobody has the steep front in the middle yet.");
  } else if (last.values[3] > FAR) {
    parts.push("The steep front in the middle is what tells them apart.");
  }
  return parts.join(" ");
}

// values: training loss, its PSNR, loss, PSNR.
function image(epoch, scores) {
  const [best, last] = [most(scores, 3), least(scores, 3)];
  const decibels = (score) => `${score.values[3].toFixed(1)} dB`;
  const looks = best.values[3] >= SHARP ? "hard to tell from the original" : best.values[3] >= 22 ? "edges are there, fine detail is not"
    : "only coarse shapes so far";
  const parts = [`${after(epoch)} ${best.label} has the sharpest picture: ${decibels(best)}, ${looks}.`];
  const blurred = scores.filter((score) => score.values[3] < SHARP && best.values[3] - score.values[3] >= 4);
  if (blurred.length) parts.push(`${names(blurred.slice(0, 4).map((score) => score.label))} still ${blurred.length > 1 ? "see" : "sees"} a blur: `
    + "slow changes are learned first.");
  else if (last !== best) parts.push(`${last.label} is last with ${decibels(last)}.`);
  return parts.join(" ");
}

// values: train MSE, explained on train, test MSE, explained on test.
function signal(epoch, scores) {
  const best = least(scores, 2);
  const rest = Math.max(0, 1 - best.values[3]);
  const missed = rest < 0.001 ? "less than 0.1%" : percent(rest);
  const parts = [best.values[3] < 0.1
    ? `${after(epoch)} nobody follows the signal: a flat line would do as well.`
    : `${after(epoch)} ${best.label} follows the signal best: it misses ${missed} of its energy between the training points.`];
  const flat = scores.filter((score) => score.values[3] < 0.35);
  const byHeart = scores.filter((score) => score.values[2] > 4 * score.values[0] && score.values[3] < 0.99 && score.values[1] > 0.9);
  if (flat.length && best.values[3] >= 0.1) {
    parts.push(`${names(flat.map((score) => score.label))} ${flat.length > 1 ? "find" : "finds"} at most the slow waves.`);
  } else if (byHeart.length) {
    parts.push(`${names(byHeart.map((score) => score.label))} fits its training points better than what lies between them.`);
  }
  return parts.join(" ");
}

const OPENINGS = {
  field: (models) => `Before training: ${models} must find u(x, t) from the equation, its start and its edges alone; the exact solution `
    + "is only for you to compare. Press Play.",
  image: (models, { data }) => `Before training: ${models} will learn the colour of every pixel of ${data} from its row and column. Press Play.`,
  signal: (models, { data }) => `Before training: ${models} will learn ${data} from points in time. Grey is the signal. Press Play.`,
};

export const fitOpening = (kind, models, scene) => OPENINGS[kind](models, scene);
export const STORIES = { field, image, signal };
