// A connection that is lost comes back, without a class of browsers or one broken page becoming a storm.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

const opened = [];
globalThis.WebSocket = class {
  static OPEN = 1;
  readyState = 1;
  constructor() { opened.push(this); }
  send() {}
  close() {}
};
const { Connection, TOO_LARGE, waitAfter } = await import("../../assets/live/session/connection.js");

const heard = [];
const on = { open() {}, text() {}, bytes() {}, lost: () => heard.push("lost"), refused: () => heard.push("refused") };
mock.timers.enable({ apis: ["setTimeout"] });

let connection;
beforeEach(() => {
  connection?.close();
  opened.length = heard.length = 0;
  connection = new Connection("ws://lab/live", on);
});

// How many connections a server gets in a minute that does this with each.
function inAMinute(serve) {
  for (let passed = 0; passed < 60000; passed += 50) {
    const socket = opened.at(-1);
    if (!socket.served) {
      socket.served = true;
      serve(socket);
    }
    mock.timers.tick(50);
  }
  return opened.length;
}

test("a server that opens and closes at once is asked a dozen times a minute, not three times a second", () => {
  assert.ok(inAMinute((socket) => { socket.onopen(); socket.onclose({ code: 1006 }); }) <= 14);
});

test("also one that says no each time", () => {
  const refuse = (socket) => {
    socket.onopen();
    socket.onmessage({ data: '{"type":"error","code":"limit","message":"full"}' });
    socket.onclose({ code: 1008 });
  };
  assert.ok(inAMinute(refuse) <= 14);
});

test("one that is not there is looked for every second, since it may be starting, and seldom when it stays away", () => {
  const stayAway = (socket) => socket.onclose({ code: 1006 });
  const looks = [];
  for (let passed = 0; passed < 600000; passed += 50) {
    if (!opened.at(-1).served) {
      opened.at(-1).served = true;
      looks.push(passed);
      stayAway(opened.at(-1));
    }
    mock.timers.tick(50);
  }
  const waits = looks.slice(1).map((at, i) => at - looks[i]);
  assert.ok(Math.max(...waits.slice(0, 15)) <= 1300, "soon back after a restart");
  assert.ok(new Set(waits.slice(3, 15)).size > 3, "not in step with others");
  assert.ok(looks.length <= 60, "but no storm on a server that is gone");
});

test("one that answered is asked again soon", () => {
  for (let i = 0; i < 6; i += 1) {
    opened.at(-1).onclose({ code: 1006 });
    mock.timers.tick(10000);
  }
  opened.at(-1).onmessage({ data: '{"type":"state"}' });
  const before = opened.length;
  opened.at(-1).onclose({ code: 1006 });
  mock.timers.tick(400);
  assert.equal(opened.length, before + 1);
});

test("what is too large for the server is not sent again", () => {
  opened.at(-1).onclose({ code: TOO_LARGE });
  mock.timers.tick(120000);
  assert.equal(opened.length, 1);
  assert.deepEqual(heard, ["refused"]);
});

test("waits grow, are capped, and differ from browser to browser", () => {
  const middle = [0, 1, 2, 3, 4, 7, 8, 50].map((failures) => waitAfter(failures, 0.5));
  assert.deepEqual(middle, [300, 600, 1200, 2400, 4800, 5000, 30000, 30000]);
  assert.deepEqual([waitAfter(50, 0), waitAfter(50, 1)], [22500, 37500]);
});
