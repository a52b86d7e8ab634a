// A WebSocket that comes back by itself: soon at first, then at longer intervals.

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 5000;

export class Connection {
  // on: {open(), text(object), bytes(ArrayBuffer), lost()}.
  constructor(url, on) {
    Object.assign(this, { url, on, failures: 0, closed: false });
    this.connect();
  }

  connect() {
    if (this.closed) return;
    const socket = new WebSocket(this.url);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.failures = 0;
      this.on.open();
    };
    socket.onmessage = ({ data }) => {
      if (typeof data === "string") this.on.text(JSON.parse(data));
      else this.on.bytes(data);
    };
    socket.onclose = () => {
      if (this.closed || socket !== this.socket) return;
      this.on.lost();
      const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.failures) * (0.75 + Math.random() / 2);
      this.failures += 1;
      this.timer = setTimeout(() => this.connect(), wait);
    };
    this.socket = socket;
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

// The page's own host, secure where the page is; `path` carries the base path.
export function routeAddress(path) {
  const scheme = window.location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${window.location.host}${path}`;
}

// One random name a browser, so that the engine can count its viewers fairly. Private windows may forbid storage.
export function viewerName() {
  const key = "tesla-live-viewer";
  const fresh = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  try {
    const known = window.localStorage.getItem(key) || fresh;
    window.localStorage.setItem(key, known);
    return known;
  } catch {
    return fresh;
  }
}
