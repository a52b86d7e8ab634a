// Keys that work on the whole page, unless somebody types or what has the focus needs them itself. Streamlit's own are R
// (run again) and C (clear the cache): neither is taken here.

import { element } from "../drawing/dom.js";
import { say } from "../words/say.js";

// label(), words(): how the list names it and what it is for. does: what it does to the view.
export const KEYS = [
  { keys: [" "], label: () => say("Space"), words: () => say("Play or pause"), does: (view) => view.toolbar.toggle.click() },
  { keys: ["ArrowRight", "."], label: () => say("→ or ."), words: () => say("One step forward"), does: (view) => view.toolbar.step.click() },
  { keys: ["ArrowLeft", ","], label: () => say("← or ,"), words: () => say("One step back"), does: (view) => view.toolbar.back() },
  { keys: ["0"], label: () => "0", words: () => say("Back to the start"), does: (view) => view.toolbar.reset.click() },
  { keys: ["f", "F"], label: () => "F", words: () => say("Projector view"), does: (view) => view.projector.toggle() },
  { keys: ["Escape"], label: () => "Esc", words: () => say("Close the large view, leave the projector view"), does: (view) => view.escape() },
  { keys: ["?"], label: () => "?", words: () => say("This list"), does: (view, keys) => keys.list() },
];

const TYPED_IN = "textarea, select, input:not([type=range]), [contenteditable]:not([contenteditable=false])";
const PRESSED = "button, summary, [role=button], [role=checkbox], [role=switch], [role=tab], [role=option], [role=menuitem], [role=radio]";
const MOVED_IN = "input[type=range], [role=slider], [role=tab], [role=radio], [role=listbox], [role=menu], [role=grid], [role=tree]";
const ELSEWHERE = "[role=dialog], dialog";

// The row of KEYS that an event means, or null where the key is somebody else's.
export function meaning({ key, target, ctrlKey, metaKey, altKey, defaultPrevented, repeat }) {
  const row = KEYS.find(({ keys }) => keys.includes(key));
  if (!row || ctrlKey || metaKey || altKey || defaultPrevented) return null;
  if (repeat && !key.startsWith("Arrow")) return null;
  const within = (selector) => Boolean(target?.closest?.(selector));
  if (within(ELSEWHERE) && !within(".tl-large")) return null;
  if (within(TYPED_IN) && key !== "Escape") return null;
  if (key === " " && within(PRESSED)) return null;
  if (key.startsWith("Arrow") && within(MOVED_IN)) return null;
  return row;
}

export class Keys {
  constructor(view) {
    this.view = view;
    this.button = element("button", {
      class: "tl-button tl-keys-button", type: "button", title: say("Keys (?)"), "aria-label": say("Keys"), onclick: () => this.list(),
    }, "?");
    view.toolbar.root.append(this.button);
    this.heard = (event) => this.hear(event);
    document.addEventListener("keydown", this.heard);
    beginAt(view.root);
  }

  hear(event) {
    const row = meaning(event);
    if (!row) return;
    if (event.key !== "Escape") event.preventDefault();
    row.does(this.view, this);
  }

  list() {
    this.dialog ??= this.build();
    this.dialog.showModal();
  }

  build() {
    const rows = KEYS.flatMap(({ label, words }) => [element("dt", {}, element("kbd", {}, label())), element("dd", {}, words())]);
    const dialog = element("dialog", { class: "tl-keys", "aria-label": say("Keys") },
      element("h2", {}, say("Keys")), element("dl", {}, ...rows),
      element("button", { class: "tl-button", type: "button", onclick: () => dialog.close() }, say("Close")));
    this.view.root.append(dialog);
    return dialog;
  }

  close() {
    document.removeEventListener("keydown", this.heard);
    this.dialog?.remove();
  }
}

// The first Tab of a page leads to Play, not through two dozen controls of the sidebar: browsers go on from where the
// focus last was. Where somebody has the focus already it stays.
function beginAt(root) {
  if (document.activeElement && document.activeElement !== document.body) return;
  root.tabIndex = -1;
  root.focus({ preventScroll: true });
  root.blur();
  root.removeAttribute("tabindex");
}
