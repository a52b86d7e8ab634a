// The browser's address: what is written, when it is a new entry, and what Back leaves alone.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Address } from "../../assets/live/session/address.js";

// A window with a history, as far as an address needs one.
class Browser extends EventTarget {
  constructor(url) {
    super();
    this.entries = [url];
    this.place = 0;
    this.PopStateEvent = Event;
    this.history = {
      state: {},
      pushState: (_state, _title, to) => {
        this.entries = [...this.entries.slice(0, this.place + 1), to];
        this.place += 1;
      },
      replaceState: (_state, _title, to) => { this.entries[this.place] = to; },
    };
  }

  get location() {
    return new URL(this.entries[this.place], "http://lab");
  }

  go(steps) {
    this.place += steps;
    this.dispatchEvent(new Event("popstate"));
  }
}

const said = (pairs, more = {}) => ({ part: "page", pairs: [["v", "2"], ...pairs], run: "r0", entry: 0, turn: 1, session: "s", ...more });

let browser;
let address;
beforeEach(() => {
  browser = new Browser("/boundaries");
  address = new Address(browser);
  address.tell(said([]));
});

test("a slider replaces the entry, a preset is a new one, and the one that is left keeps its epoch", () => {
  address.tell(said([["b_seed", "7"]]));
  address.at("r0", 36, false);
  address.tell(said([["b_cells", "8"]], { entry: 1, run: "r1" }));
  assert.deepEqual(browser.entries, ["/boundaries?v=2&b_seed=7&epoch=36", "/boundaries?v=2&b_cells=8"]);
});

test("the canvas may turn to the new run before or after the address does", () => {
  address.at("r0", 36, false);
  address.at("r1", 0, false);
  address.tell(said([["b_cells", "8"]], { entry: 1, run: "r1" }));
  address.at("r1", 2.5, false);
  assert.deepEqual(browser.entries, ["/boundaries?v=2&epoch=36", "/boundaries?v=2&b_cells=8&epoch=2.5"]);
});

test("a moving epoch is written seldom, one that stands at once", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  address.writtenAt = -Infinity;
  for (let epoch = 1; epoch <= 30; epoch += 1) address.at("r0", epoch, true);
  assert.equal(browser.location.search, "?v=2&epoch=1");
  context.mock.timers.tick(1000);
  assert.equal(browser.location.search, "?v=2&epoch=30");
  address.at("r0", 31, true);
  address.at("r0", 31.5, false);
  assert.equal(browser.location.search, "?v=2&epoch=31.5");
});

test("after Back nothing that was said before is written, neither by the page nor by the canvas", () => {
  address.tell(said([["b_cells", "8"]], { entry: 1, run: "r1" }));
  browser.go(-1);
  address.at("r1", 9, false);
  address.tell(said([["b_cells", "16"]], { entry: 1, run: "r1" }));
  assert.deepEqual(browser.entries, ["/boundaries?v=2", "/boundaries?v=2&b_cells=8"]);
  address.tell(said([], { entry: 1, turn: 2 }));
  address.at("r0", 3, false);
  assert.deepEqual(browser.entries, ["/boundaries?v=2&epoch=3", "/boundaries?v=2&b_cells=8"]);
});

test("charts beside the canvas add their part; one of an earlier visit is left out", () => {
  address.tell({ part: "charts", pairs: [["spectra_layer", "Layer 2"]], turn: 1 });
  assert.equal(browser.location.search, "?v=2&spectra_layer=Layer+2");
  address.tell(said([], { turn: 2 }));
  assert.equal(browser.location.search, "?v=2");
});

test("a canvas that is still there when the person has gone to another page writes nothing", () => {
  browser.history.pushState({}, "", "/parity");
  address.at("r0", 5, false);
  assert.equal(browser.location.href, "http://lab/parity");
  address.tell(said([["p_bits", "6"]], { turn: 2, run: "r2" }));
  assert.equal(browser.location.href, "http://lab/parity?v=2&p_bits=6");
});

test("a server that forgot the page is asked to read the address again", () => {
  address.tell(said([["b_seed", "7"]]));
  let asked = 0;
  browser.addEventListener("popstate", () => { asked += 1; });
  address.tell(said([], { session: "another" }));
  assert.deepEqual([asked, browser.location.search], [1, "?v=2&b_seed=7"]);
  address.tell(said([["b_seed", "7"]], { session: "another", turn: 2 }));
  assert.deepEqual([asked, address.link()], [1, "http://lab/boundaries?v=2&b_seed=7"]);
});

test("what Streamlit itself reads in the address stays", () => {
  const embedded = new Browser("/parity?embed=true&p_bits=6");
  new Address(embedded).tell(said([["p_bits", "8"]]));
  assert.equal(embedded.location.search, "?embed=true&v=2&p_bits=8");
});

test("a link that is copied in a frame leads to the page itself", () => {
  const embedded = new Browser("/parity?embed=true&p_bits=6");
  const own = new Address(embedded);
  own.tell(said([["p_bits", "8"]]));
  assert.equal(own.link(), "http://lab/parity?v=2&p_bits=8");
});
