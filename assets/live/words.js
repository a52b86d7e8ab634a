// What is being seen, in plain words. Pure: numbers in, a sentence out.

import { fitOpening, STORIES } from "./fits.js";

const whole = (share) => `${Math.round(100 * share)}%`;
const names = (list) => (list.length < 2 ? list.join("") : `${list.slice(0, -1).join(", ")} and ${list.at(-1)}`);
const MEMORISED = { train: 0.95, gap: 0.2 };
const CHANCE_MARGIN = 0.08;
const TIE = 0.015;
const LEVEL = 0.0025;
const one = (list, verb) => (list.length > 1 ? verb : `${verb}s`);

// scores: [{label, values, diverged, spiked}]; scene: {kind, data, seen, classes}.
export function sentence({ state, message, epoch, scores, scene }) {
  if (state === "connecting") return "Connecting to the training engine…";
  if (state === "restarting") return "The training engine is restarting; the run goes on from its start in a moment.";
  if (state === "queued") return message;
  if (state === "error") return message;
  const alive = scores.filter((score) => !Number.isFinite(score.diverged) && score.values.every(Number.isFinite)).map(named);
  if (!alive.length) return "No panel has a result yet.";
  if (epoch === 0) return opening(scores.length, scene);
  const story = { cells: rule, plane: race, ...STORIES }[scene.kind];
  const parts = [story(epoch, alive, scene)];
  const lost = scores.filter((score) => Number.isFinite(score.diverged));
  if (lost.length) parts.push(`${names(lost.map((score) => score.label))} diverged: ${lost.length > 1 ? "their" : "its"} numbers are no longer finite.`);
  const spiked = alive.filter((score) => score.spiked);
  if (spiked.length) parts.push(`A spike in the loss of ${names(spiked.map((score) => score.label))}: the steps are too long, but training goes on.`);
  return parts.join(" ");
}

const named = (score) => ({ ...score, trainAccuracy: score.values[1], testAccuracy: score.values[3] });

function opening(count, scene) {
  const models = count === 1 ? "one model" : `${count} models`;
  if (STORIES[scene.kind]) return fitOpening(scene.kind, models, scene);
  if (scene.kind === "cells") {
    return `Before training: ${models} will see the ${scene.seen} dotted strings and must guess the parity of the rest. `
      + "Press Play.";
  }
  return `Before training: ${models}, same data, same batches, on ${scene.data}. Press Play to let them race.`;
}

const best = (scores) => scores.reduce((a, b) => (b.testAccuracy > a.testAccuracy ? b : a));
const worst = (scores) => scores.reduce((a, b) => (b.testAccuracy < a.testAccuracy ? b : a));
const epochs = (count) => `After ${count} ${count === 1 ? "epoch" : "epochs"}`;

function memorised(score) {
  return score.trainAccuracy >= MEMORISED.train && score.trainAccuracy - score.testAccuracy >= MEMORISED.gap;
}

function rule(epoch, scores, scene) {
  const found = scores.filter((score) => score.testAccuracy >= 0.95);
  const byHeart = scores.filter((score) => memorised(score) && score.testAccuracy < 0.65);
  const parts = [];
  if (found.length) {
    const leader = best(found);
    const others = found.length > 1 ? `, and so have ${found.length - 1} more` : "";
    parts.push(`${epochs(epoch)} ${leader.label} has found the rule: it is right on ${whole(leader.testAccuracy)} of `
      + `strings it never saw${others}.`);
  } else {
    const leader = best(scores);
    parts.push(leader.testAccuracy > 0.5 + CHANCE_MARGIN
      ? `${epochs(epoch)} ${leader.label} is on its way: right on ${whole(leader.testAccuracy)} of strings it never saw.`
      : `${epochs(epoch)} nobody does better than guessing on strings they never saw.`);
  }
  if (byHeart.length) {
    parts.push(`${names(byHeart.map((score) => score.label))} memorised the ${scene.seen} seen points and `
      + `${byHeart.length > 1 ? "guess" : "guesses"} on the rest.`);
  }
  return parts.join(" ");
}

function race(epoch, scores, scene) {
  const leader = best(scores);
  const last = worst(scores);
  if (scores.length === 1) {
    return `${epochs(epoch)} ${leader.label} is right on ${whole(leader.testAccuracy)} of points it never saw.`;
  }
  if (leader.testAccuracy < 1 / scene.classes + CHANCE_MARGIN / 2) {
    return `${epochs(epoch)} nobody does better than guessing on points they never saw.`;
  }
  if (leader.testAccuracy - last.testAccuracy <= TIE) {
    return `${epochs(epoch)} ${scores.length === 2 ? "both" : `all ${scores.length}`} panels are right on about ${whole(leader.testAccuracy)} of unseen points: `
      + "this data does not tell them apart yet.";
  }
  const first = scores.filter((score) => leader.testAccuracy - score.testAccuracy < LEVEL);
  const lead = first.length > 3 ? `${first.length} panels lead` : `${names(first.map((score) => score.label))} ${one(first, "lead")}`;
  const parts = [`${epochs(epoch)} ${lead}: right on ${whole(leader.testAccuracy)} of points never seen; ${last.label} is last `
    + `with ${whole(last.testAccuracy)}.`];
  const guessing = scores.filter((score) => score.testAccuracy < 1 / scene.classes + CHANCE_MARGIN);
  const byHeart = scores.filter((score) => memorised(score) && !guessing.includes(score));
  if (guessing.length > 1 && guessing.length <= 4) {
    parts.push(`${names(guessing.map((score) => score.label))} do little better than guessing.`);
  } else if (byHeart.length && byHeart.length <= 3) {
    parts.push(`${names(byHeart.map((score) => score.label))} learned the training points by heart.`);
  }
  return parts.join(" ");
}
