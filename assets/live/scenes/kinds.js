// Every kind of picture that a run may have, by the name that its problem gives it. A kind has
//   scene(run, backdrop, {data, colours, theme}): what paints panels and marks, and says what lies at a place,
//   table(data, colours): the pixel of each byte, or null where bytes are colours,
//   legend(data, colours): texts and elements,
//   opening(count, story): the sentence before training, and story(time, scores, story): after it,
//   bounded: true where classes meet at a line in the picture, which a person can draw.
// Nobody else asks for a kind's name.

import { divergingTable } from "../drawing/colours.js";
import { say, sayList } from "../words/say.js";
import { cells } from "./cells.js";
import { field } from "./field.js";
import { halves } from "./halves.js";
import { image } from "./image.js";
import { plane } from "./plane.js";
import { signal } from "./signal.js";

const KINDS = { plane, cells, halves, field, image, signal };

export const kindOf = (name) => (Object.hasOwn(KINDS, name) ? KINDS[name] : unknown(name));

// A problem of somebody's own may name a kind that is not here: its numbers are shown, and why it has no picture.
function unknown(name) {
  const complaint = say("This canvas has no picture for runs of the kind “{name}”. It knows {known}.", {
    name, known: sayList(Object.keys(KINDS)),
  });
  return {
    complaint, scene: () => null, table: ({ palette }) => divergingTable(palette.diverging), legend: () => [],
    opening: () => complaint, story: () => complaint,
  };
}
