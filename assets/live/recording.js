// A recording as a page of its own: no server, no Streamlit. tesla_core/canvas/recording_page.py writes it.

import { onTheme, pageData } from "../pages/plain.js";
import { element } from "./drawing/dom.js";
import { fromBase64, unpack } from "./session/recorded.js";
import { Player } from "./shell/player.js";
import { say, speak } from "./words/say.js";

// The page of a file: title, canvas, and what is in it.
export default async function recording(page = document) {
  const data = pageData(page);
  speak(data.words);
  const main = page.querySelector("main");
  const { head, run, packed } = data.recording;
  if (!globalThis.DecompressionStream) {
    main.append(element("p", {}, say("This browser is too old to unpack the recording; one of 2023 or later can.")));
    return;
  }
  const player = new Player(main, data, await unpack(fromBase64(packed)));
  player.open();
  if (head < run.epochs) {
    const places = { head: Math.floor(head), epochs: run.epochs };
    main.append(element("p", { class: "part" }, say("The run was trained to epoch {head} of {epochs} when this file was made: that is what is in it.", places)));
  }
  onTheme(() => player.redraw());
}
