// The way into a class: four letters, and the page that asks for a name.

import { element } from "../live/drawing/dom.js";
import { say, speak } from "../live/words/say.js";

export default function join({ parentElement, data }) {
  speak(data.words);
  const field = element("input", {
    id: "door-code", name: "code", required: true, maxlength: data.letters, minlength: data.letters, size: data.letters + 2,
    autocomplete: "off", autocapitalize: "characters", spellcheck: "false", placeholder: "ABCD", pattern: `[A-Za-z]{${data.letters}}`,
    title: say("The letters of your teacher's code"),
  });
  const form = element(
    "form", { class: "door-join", action: data.action, method: "get" },
    element("label", { for: "door-code" }, say("In a class? Join by its code")), field, element("button", { type: "submit" }, say("Join")),
  );
  parentElement.replaceChildren(form);
}
