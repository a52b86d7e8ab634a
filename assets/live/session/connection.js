// A WebSocket that comes back by itself: soon at first, then at longer intervals, and never in step with others.

const FIRST_WAIT_MS = 300;
const AWAY_WAIT_MS = 1000; // while nobody is there: a server that starts again is there within seconds
const AWAY_TRIES = 20;
const LONGEST_WAIT_MS = 5000; // at most, where a server opens the connection and closes it again
const PATIENT_WAIT_MS = 30000; // when there has been none for long
const PATIENT_AFTER = 8; // failures, beyond the tries above
export const TOO_LARGE = 1009; // what was sent, for the server; sent again it would be refused again

export class Connection {
  // on: {open(), text(object), bytes(ArrayBuffer), lost(), refused()}.
  constructor(url, on) {
    Object.assign(this, { url, on, away: 0, failures: 0, closed: false });
    this.connect();
  }

  connect() {
    if (this.closed) return;
    const socket = new WebSocket(this.url);
    socket.binaryType = "arraybuffer";
    let opened = false;
    socket.onopen = () => {
      opened = true;
      this.on.open();
    };
    socket.onmessage = ({ data }) => {
      const message = typeof data === "string" ? JSON.parse(data) : null;
      if (message?.type !== "error") this.away = this.failures = 0; // who only opens and closes has not answered
      if (message) this.on.text(message);
      else this.on.bytes(data);
    };
    socket.onclose = ({ code }) => {
      if (this.closed || socket !== this.socket) return;
      if (code === TOO_LARGE) {
        this.close();
        this.on.refused();
        return;
      }
      this.on.lost();
      this.timer = setTimeout(() => this.connect(), this.nextWait(opened));
    };
    this.socket = socket;
  }

  // Milliseconds. A server that is not there is not burdened by being looked for; one that is there may be.
  nextWait(opened) {
    if (opened || this.away >= AWAY_TRIES) return waitAfter(this.failures++);
    return about(Math.min(AWAY_WAIT_MS, FIRST_WAIT_MS * 2 ** this.away++));
  }

  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }
}

// Milliseconds until the next try, after so many that failed.
export function waitAfter(failures, chance = Math.random()) {
  const longest = failures < PATIENT_AFTER ? LONGEST_WAIT_MS : PATIENT_WAIT_MS;
  return about(Math.min(longest, FIRST_WAIT_MS * 2 ** failures), chance);
}

// Never in step with other browsers.
function about(wait, chance = Math.random()) {
  return wait * (0.75 + chance / 2);
}

// The page's own host, secure where the page is; `path` carries the base path.
export function routeAddress(path) {
  const scheme = window.location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${window.location.host}${path}`;
}
