// Parity after training, in a sentence: who has found the rule, who guesses, and who does worse than guessing.

import { say, sayCount } from "../words/say.js";
import { standing } from "./chance.js";
import { few, memorised, most, share, span, TEST } from "./scores.js";

const FOUND = 0.95; // right on so many unseen strings, a panel has found the rule

export function story(time, scores, { seen, unseen }) {
  const stands = (score) => standing(score.values[TEST], unseen);
  const found = scores.filter((score) => score.values[TEST] >= FOUND && stands(score) === "above");
  const below = scores.filter((score) => stands(score) === "below");
  const byHeart = scores.filter((score) => stands(score) === "level" && memorised(score));
  const ahead = stands(most(scores, TEST)) === "above";
  const parts = [];
  if (found.length) parts.push(foundIt(time, found));
  else if (below.length < scores.length) parts.push(onTheWay(time, scores, ahead));
  if (byHeart.length) parts.push(knownByHeart(byHeart, seen, ahead));
  if (below.length) parts.push(belowHalf(time, below, parts.length > 0));
  return parts.join(" ");
}

function foundIt(time, found) {
  const leader = most(found, TEST);
  const others = found.filter((score) => score !== leader);
  const rule = say("After {time} {name} has found the rule: it is right on {share} of the strings it never saw.", {
    time, name: leader.label, share: share(leader),
  });
  if (!others.length) return rule;
  return `${rule} ${sayCount(others.length, "{names} has found it too.", "{names} have found it too.", { names: few(others) })}`;
}

function onTheWay(time, scores, ahead) {
  const leader = most(scores, TEST);
  const places = { time, name: leader.label, share: share(leader) };
  if (scores.length === 1) {
    return ahead ? say("After {time} {name} does better than guessing: it is right on {share} of the strings it never saw.", places)
      : say("After {time} {name} does no better than guessing on the strings it never saw.", places);
  }
  return ahead ? say("After {time} {name} is ahead and does better than guessing: it is right on {share} of the strings it never saw.", places)
    : say("After {time} nobody does better than guessing on the strings they never saw.", places);
}

function knownByHeart(scores, seen, ahead) {
  const places = { names: few(scores), strings: sayCount(seen, "{count} seen string", "{count} seen strings"), share: span(scores) };
  return ahead
    ? sayCount(
      scores.length,
      "{names} knows its {strings} by heart and is right on {share} of the rest, as guessing may be.",
      "{names} know their {strings} by heart and are right on {share} of the rest, as guessing may be.",
      places,
    )
    : sayCount(scores.length, "{names} knows its {strings} by heart.", "{names} know their {strings} by heart.", places);
}

// rest: whether others were spoken of before.
function belowHalf(time, scores, rest) {
  const places = { time, names: few(scores), share: span(scores) };
  return rest
    ? sayCount(
      scores.length,
      "{names} is right on only {share} of the rest, significantly below half: a string one bit away has the opposite parity, so copying "
        + "the nearest seen ones goes wrong.",
      "{names} are right on only {share} of the rest, significantly below half: a string one bit away has the opposite parity, so copying "
        + "the nearest seen ones goes wrong.",
      places,
    )
    : sayCount(
      scores.length,
      "After {time} {names} is right on only {share} of the strings it never saw, significantly below half: a string one bit away has the "
        + "opposite parity, so copying the nearest seen ones goes wrong.",
      "After {time} {names} are right on only {share} of the strings they never saw, significantly below half: a string one bit away has the "
        + "opposite parity, so copying the nearest seen ones goes wrong.",
      places,
    );
}
