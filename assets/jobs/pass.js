// Has the server set, or take back, the cookie by which this browser is known to those who may launch. Each turn once:
// a page is drawn again and again.

const NAME = Symbol.for("tesla-lab-pass");

export function post(browser, data) {
  const done = (browser[NAME] ??= new Set());
  const turn = `${data.turn} ${data.pass}`;
  if (done.has(turn)) return false;
  done.add(turn);
  // Without it the session is let in all the same; only a reload asks again.
  browser.fetch(data.path, { method: "POST", credentials: "same-origin", body: data.pass }).catch(() => {});
  return true;
}

export default function ({ data }) {
  post(window, data);
}
