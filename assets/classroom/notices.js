// What a page says of its place in the class: the line under its heading, and the screen when there is nothing to see.

import { say } from "../live/words/say.js";

// room: as known; connected: whether the server answers. Returns {line, screen}: screen is null, or {title, text} in place
// of the canvas.
export function noticesOf(room, connected) {
  const { ended } = room.sections ?? {};
  if (ended === "removed") return { line: "", screen: { title: say("You left the room"), text: say("The teacher has taken you out of this room. If that was a mistake, ask to be let in again.") } };
  if (room.over) return { line: "", screen: { title: say("The class is over"), text: say("The teacher has ended this room, and what it kept is deleted. The lab stays open: go on by yourself.") } };
  if (!room.sections) return { line: connected ? "" : say("Connecting…"), screen: null };
  if (!connected) return { line: say("The connection is lost; your place and your answer are kept. Trying again…"), screen: null };
  if (room.get("paused")) return { line: "", screen: { title: say("Look up"), text: say("The teacher has paused all screens.") } };
  if (room.you.following === false) return { line: say("You explore on your own. The class goes on without you."), screen: null };
  if (!room.get("scene") && !room.get("question") && !room.get("step")?.html) return { line: "", screen: { title: say("You are in"), text: say("Wait a moment: what your teacher shows will appear here by itself.") } };
  if (room.leads) return { line: say("You lead: press Play, and the whole class sees it."), screen: null };
  if (room.get("scene")?.focus !== undefined) return { line: say("The class is the experiment. {title}", { title: room.get("scene").title }), screen: null };
  if (room.get("experiment")) return { line: say("The class was the experiment: every mark below is one of you."), screen: null };
  return { line: room.leader ? say("You follow {name}. This page moves by itself.", { name: room.leader }) : say("You follow your teacher. This page moves by itself."), screen: null };
}

// Where somebody goes on when the class is over. step: the lesson's, as it was last; page: of the run that was last shown;
// base: the folder of the lab's addresses. Returns [{name, href}], the likeliest first.
export function waysOn(step, page, base) {
  const lesson = step?.lesson && { name: say("The lesson, on my own"), href: `${base}/learn?lesson=${encodeURIComponent(step.lesson)}` };
  const run = page && { name: say("The last run, to play with and to take home"), href: `${base}${page}` };
  return [lesson, run, { name: say("To the lab"), href: base || "/" }].filter(Boolean);
}
