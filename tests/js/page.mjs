// As much of a browser as the canvas is built with: elements that keep their texts and attributes, canvases that keep what is
// written on them. Nothing is laid out.

export const written = []; // every text that was drawn on a canvas

const pen = () => new Proxy({ fillStyle: "#ffffff" }, {
  get: (state, name) => {
    if (name in state) return state[name];
    if (name === "createImageData") return (width, height) => ({ data: new Uint8ClampedArray(4 * width * height) });
    if (name === "measureText") return (text) => ({ width: 7 * text.length });
    return name === "fillText" ? (text) => written.push(String(text)) : () => {};
  },
  set: (state, name, value) => Object.assign(state, { [name]: value }) && true,
});

class Element {
  constructor(tag) {
    Object.assign(this, { tag, attributes: {}, parts: [], listeners: {}, hidden: false, value: "", clientWidth: 1200, clientHeight: 800, offsetHeight: 40 });
    this.style = { setProperty() {} };
    this.dataset = {};
    const names = new Set();
    this.classList = {
      add: (...given) => given.forEach((name) => names.add(name)),
      remove: (...given) => given.forEach((name) => names.delete(name)),
      toggle: (name, on) => (on ? names.add(name) : names.delete(name)),
      contains: (name) => names.has(name),
    };
  }

  get children() { return this.parts.filter((part) => part instanceof Element); }
  get childElementCount() { return this.children.length; }
  get options() { return this.children; }
  get parentElement() { return this.parent ?? null; }
  get textContent() { return this.parts.map((part) => (part instanceof Element ? part.textContent : part)).join(""); }
  set textContent(text) { this.parts = text ? [text] : []; }
  setAttribute(name, text) { this.attributes[name] = text; }
  getAttribute(name) { return this.attributes[name] ?? null; }
  removeAttribute(name) { delete this.attributes[name]; }
  addEventListener(name, act) { this.listeners[name] = act; }
  append(...parts) { for (const part of parts) this.take(part, this.parts.length); }
  prepend(part) { this.take(part, 0); }
  insertBefore(part, before) { this.take(part, before ? this.parts.indexOf(before) : this.parts.length); }
  replaceChildren(...parts) { this.parts = []; this.append(...parts); }
  remove() { if (this.parent) this.parent.parts = this.parent.parts.filter((part) => part !== this); }
  take(part, at) {
    if (part instanceof Element) { part.remove(); part.parent = this; }
    if (part !== "") this.parts.splice(at, 0, part instanceof Element ? part : String(part));
  }
  querySelector() { return this.all().find((each) => each.attributes.class?.includes("tl-label")) ?? null; }
  getContext() { this.pen ??= pen(); return this.pen; }
  getBoundingClientRect() { return { left: 0, top: 0, width: 100, height: 100 }; }
  showModal() {}
  close() {}
  focus() {}
  blur() {}
  all() { return [this, ...this.children.flatMap((child) => child.all())]; }
}

// What a person can read of an element, or hear, or see when the pointer rests.
export function readable(root) {
  const said = ["aria-label", "title", "aria-valuetext", "placeholder", "alt"];
  return root.all().flatMap((each) => [
    ...each.parts.filter((part) => typeof part === "string"), ...said.map((name) => each.attributes[name]), each.title,
  ]).filter(Boolean);
}

export function open() {
  const document = {
    createElement: (tag) => new Element(tag), createElementNS: (_, tag) => new Element(tag),
    addEventListener() {}, removeEventListener() {}, documentElement: new Element("html"), body: new Element("body"),
  };
  document.activeElement = new Element("input");
  const window = { innerWidth: 1400, innerHeight: 900, devicePixelRatio: 1 };
  Object.assign(globalThis, { document, window });
  globalThis.ResizeObserver = class { observe() {} disconnect() {} };
  globalThis.getComputedStyle = () => ({ getPropertyValue: () => "" });
  return new Element("div");
}
