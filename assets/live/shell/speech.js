// What is being seen, in plain words. Pure: numbers in, a sentence out.

import { standing } from "../scenes/chance.js";
import { fitOpening, STORIES } from "../scenes/fits.js";
import { written } from "../words/numbers.js";
import { counted, form, listed } from "../words/wording.js";

const FOUND = 0.95; // right on so many unseen strings, a panel has found the rule
const MEMORISED = { train: 0.95, gap: 0.2 };
const TIE = 0.015;
const MOST_NAMED = 6;

// scores: [{label, values, diverged, spiked}]; scene: {kind, data, seen, unseen, classes}; epochs: the run's last one.
export function sentence({ state, message, epoch, batch, epochs, scores, scene }) {
  if (state === "connecting") return "Connecting to the training engine…";
  if (state === "restarting") return "The training engine is restarting; the run begins again in a moment.";
  if (state === "queued") return message;
  if (state === "error") return message;
  const alive = scores.filter((score) => !Number.isFinite(score.diverged) && score.values.every(Number.isFinite)).map(named);
  const lost = scores.filter((score) => Number.isFinite(score.diverged));
  if (!alive.length && !lost.length) return "No panel has a result yet.";
  if (epoch === 0 && !batch) return opening(scores.length, scene);
  const story = { cells: rule, plane: race, ...STORIES }[scene.kind];
  const after = epoch === 0 ? `After ${counted(batch, "batch", "batches")}` : `After ${counted(epoch, "epoch")}`;
  const parts = alive.length ? [story(after, alive, { ...scene, over: epoch >= epochs })] : [];
  if (lost.length) parts.push(`${names(lost)} diverged: ${form(lost.length, "its", "their")} numbers are no longer finite.`);
  const spiked = alive.filter((score) => score.spiked);
  if (spiked.length) parts.push(`The loss of ${names(spiked)} has a spike: the steps are too long, but training goes on.`);
  return parts.join(" ");
}

const named = (score) => ({ ...score, trainAccuracy: score.values[1], testAccuracy: score.values[3] });
const names = (scores) => listed(scores.map((score) => score.label));
const share = (value) => written(value, "share");
const best = (scores) => scores.reduce((a, b) => (b.testAccuracy > a.testAccuracy ? b : a));
const worst = (scores) => scores.reduce((a, b) => (b.testAccuracy < a.testAccuracy ? b : a));
const sameAs = (score, scores) => scores.filter((other) => share(other.testAccuracy) === share(score.testAccuracy));
const it = (scores) => form(scores.length, "it", "they");

// Names where they are few, else how many.
const few = (scores) => (scores.length > MOST_NAMED ? counted(scores.length, "panel") : names(scores));

// "34.7%" or "34.7% to 38.7%": what these panels' titles say of the unseen.
function span(scores) {
  const ends = [worst(scores), best(scores)].map((score) => share(score.testAccuracy));
  return ends[0] === ends[1] ? ends[0] : ends.join(" to ");
}

function opening(count, scene) {
  const models = count === 1 ? "one model" : `${count} models`;
  if (STORIES[scene.kind]) return fitOpening(scene.kind, models, scene);
  if (scene.kind === "cells") {
    return `Before training: ${models} will learn from the ${counted(scene.seen, "dotted string")}, and must find out whether `
      + `${scene.unseen === 1 ? "the one" : `the ${scene.unseen.toLocaleString("en")}`} without a dot `
      + `${form(scene.unseen, "is", "are")} even or odd. Press Play.`;
  }
  return count === 1 ? `Before training: one model on ${scene.data}. Press Play to watch it learn.`
    : `Before training: ${models} on ${scene.data}, with the same data in the same batches. Press Play to start the race.`;
}

function memorised(score) {
  return score.trainAccuracy >= MEMORISED.train && score.trainAccuracy - score.testAccuracy >= MEMORISED.gap;
}

// Strings: who has found the rule, who guesses, and who does worse than guessing.
function rule(after, scores, { seen, unseen }) {
  const stands = (score) => standing(score.testAccuracy, unseen);
  const found = scores.filter((score) => score.testAccuracy >= FOUND && stands(score) === "above");
  const below = scores.filter((score) => stands(score) === "below");
  const byHeart = scores.filter((score) => stands(score) === "level" && memorised(score));
  const ahead = stands(best(scores)) === "above";
  const parts = [];
  if (found.length) parts.push(foundIt(after, found));
  else if (below.length < scores.length) parts.push(onTheWay(after, scores, ahead));
  if (byHeart.length) {
    const guess = ahead ? ` and ${form(byHeart.length, "is", "are")} right on ${span(byHeart)} of the rest, as guessing may be` : "";
    parts.push(`${few(byHeart)} ${form(byHeart.length, "knows its", "know their")} ${counted(seen, "seen string")} by heart${guess}.`);
  }
  if (below.length) {
    const who = `${parts.length ? "" : `${after} `}${few(below)}`;
    const rest = parts.length ? "of the rest" : `of the strings ${it(below)} never saw`;
    parts.push(`${who} ${form(below.length, "is", "are")} right on only ${span(below)} ${rest}, significantly below half: a string one `
      + "bit away has the opposite parity, so copying the nearest seen ones goes wrong.");
  }
  return parts.join(" ");
}

function foundIt(after, found) {
  const leader = best(found);
  const others = found.filter((score) => score !== leader);
  const too = others.length ? ` ${few(others)} ${form(others.length, "has", "have")} found it too.` : "";
  return `${after} ${leader.label} has found the rule: it is right on ${share(leader.testAccuracy)} of the strings it never saw.${too}`;
}

function onTheWay(after, scores, ahead) {
  const leader = best(scores);
  if (!ahead) {
    return scores.length === 1 ? `${after} ${leader.label} does no better than guessing on the strings it never saw.`
      : `${after} nobody does better than guessing on the strings they never saw.`;
  }
  return `${after} ${leader.label} ${scores.length === 1 ? "does" : "is ahead and does"} better than guessing: it is right on `
    + `${share(leader.testAccuracy)} of the strings it never saw.`;
}

// Points in the plane: who leads, who is last, who guesses.
function race(after, scores, { unseen, classes, over }) {
  const leader = best(scores);
  const last = worst(scores);
  const stands = (score) => standing(score.testAccuracy, unseen, classes);
  if (scores.length === 1) {
    return `${after} ${leader.label} is right on ${share(leader.testAccuracy)} of the points it never saw.`;
  }
  if (stands(leader) !== "above") return `${after} nobody does better than guessing on the points they never saw.`;
  if (leader.testAccuracy - last.testAccuracy <= TIE) {
    return `${after} ${scores.length === 2 ? "both" : `all ${scores.length}`} panels are right on ${span(scores)} of the points they `
      + `never saw: this data does not tell them apart${over ? "" : " yet"}.`;
  }
  const first = sameAs(leader, scores);
  const end = sameAs(last, scores);
  const parts = [`${after} ${few(first)} ${form(first.length, "leads", "lead")}: right on ${share(leader.testAccuracy)} of the points `
    + `${it(first)} never saw; ${few(end)} ${form(end.length, "is", "are")} last with ${share(last.testAccuracy)}.`];
  const guessing = scores.filter((score) => stands(score) !== "above");
  const byHeart = scores.filter((score) => memorised(score) && !guessing.includes(score));
  if (guessing.length) parts.push(`${few(guessing)} ${form(guessing.length, "does", "do")} no better than guessing.`);
  else if (byHeart.length) parts.push(`${few(byHeart)} learned the training points by heart, and less of what lies between them.`);
  return parts.join(" ");
}
