// The browser's address: Python says the parameters, the canvas the epoch; this writes both, without a run of the
// script. There is one a window, whichever component comes first (see pages/_ui/address.py for the rules).

const GAP_MS = 1000; // browsers limit how often an address may be replaced
const FOREIGN = ["embed", "embed_options"]; // Streamlit's own
const NAME = Symbol.for("tesla lab address");

export class Address {
  constructor(browser) {
    this.browser = browser;
    this.parts = new Map();
    this.epochs = new Map(); // run → the epoch at which it was last seen
    this.writtenAt = -Infinity;
    browser.addEventListener("popstate", () => this.leave());
  }

  // A part as Python tells it: {part, pairs, run, entry, turn, session}.
  tell(told) {
    if (told.part !== "page") {
      this.parts.set(told.part, told);
      if (this.current && told.turn === this.current.turn) this.replace();
      return;
    }
    const before = this.current;
    if (before && before.session !== told.session) {
      // The server forgot this page while it was open: the address knows what was set.
      this.current = told;
      this.browser.dispatchEvent(new this.browser.PopStateEvent("popstate"));
      return;
    }
    if (this.left && before && told.turn === before.turn) return; // said before Back or Forward was pressed
    const arrived = !before || told.turn !== before.turn;
    this.left = false;
    if (!arrived && told.entry !== before.entry) {
      this.replace(); // the entry that is left keeps its last epoch
      this.current = told;
      this.write("pushState");
      return;
    }
    this.current = told;
    if (arrived) this.path = this.browser.location.pathname;
    this.replace();
  }

  // The canvas shows this epoch of a run; a moving one is written now and then.
  at(run, epoch, moving) {
    this.epochs.set(run, Math.round(epoch * 1000) / 1000);
    if (!this.current || run !== this.current.run) return;
    clearTimeout(this.timer);
    const wait = moving ? this.writtenAt + GAP_MS - Date.now() : 0;
    if (wait <= 0) this.replace();
    else this.timer = setTimeout(() => this.replace(), wait);
  }

  // Back or Forward: what is known belongs to another entry until Python has answered.
  leave() {
    clearTimeout(this.timer);
    this.left = true;
  }

  // foreign: with what says how the page stands in a frame, which is this window's affair alone.
  query({ foreign = true } = {}) {
    const query = new URLSearchParams();
    for (const [name, value] of new URLSearchParams(this.browser.location.search)) {
      if (foreign && FOREIGN.includes(name)) query.append(name, value);
    }
    const { pairs, turn, run } = this.current;
    for (const [name, value] of pairs) query.append(name, value);
    for (const part of this.parts.values()) {
      if (part.turn === turn) for (const [name, value] of part.pairs) query.append(name, value);
    }
    const epoch = this.epochs.get(run);
    if (epoch) query.append("epoch", epoch);
    return query.toString();
  }

  // The link to what is shown.
  link() {
    const { origin, pathname } = this.browser.location;
    return `${origin}${pathname}?${this.query({ foreign: false })}`;
  }

  replace() {
    this.write("replaceState");
  }

  write(how) {
    const { location, history } = this.browser;
    if (!this.current || this.left || location.pathname !== this.path) return;
    clearTimeout(this.timer);
    const query = this.query();
    if (how === "replaceState" && `?${query}` === location.search) return;
    this.writtenAt = Date.now();
    history[how](history.state, "", `${location.pathname}?${query}`);
  }
}

export function address(browser = window) {
  browser[NAME] ??= new Address(browser);
  return browser[NAME];
}

// A component without a face: a part of the address, as Python tells it.
export default function part({ data }) {
  address().tell(data);
}
