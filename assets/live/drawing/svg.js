// As much of a canvas context as the lab draws with, recorded as SVG.

const escape = (text) => String(text).replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }[sign]));
const number = (value) => String(Math.round(value * 100) / 100);

export class SvgContext {
  constructor(width, height, background) {
    Object.assign(this, { width, height, x: 0, y: 0, stack: [], path: "" });
    Object.assign(this, { fillStyle: "#000", strokeStyle: "#000", lineWidth: 1, globalAlpha: 1, dash: [] });
    Object.assign(this, { font: "12px sans-serif", textAlign: "left", textBaseline: "alphabetic", imageSmoothingEnabled: true });
    this.parts = [`<rect width="${width}" height="${height}" fill="${background}"/>`];
  }

  save() { this.stack.push([this.x, this.y]); }

  restore() { [this.x, this.y] = this.stack.pop(); }

  translate(x, y) {
    this.x += x;
    this.y += y;
  }

  clip() {}

  clearRect() {}

  setLineDash(dash) { this.dash = dash; }

  beginPath() { this.path = ""; }

  at(x, y) { return `${number(this.x + x)} ${number(this.y + y)}`; }

  moveTo(x, y) { this.path += `M${this.at(x, y)}`; }

  lineTo(x, y) { this.path += `L${this.at(x, y)}`; }

  rect() {}

  arc(x, y, radius) {
    const r = number(radius);
    this.path += `M${this.at(x + radius, y)}a${r} ${r} 0 1 0 ${number(-2 * radius)} 0a${r} ${r} 0 1 0 ${number(2 * radius)} 0`;
  }

  stroke() {
    if (!this.path) return;
    const dash = this.dash.length ? ` stroke-dasharray="${this.dash.join(" ")}"` : "";
    this.parts.push(`<path d="${this.path}" fill="none" stroke="${this.strokeStyle}" stroke-width="${number(this.lineWidth)}" `
      + `opacity="${this.globalAlpha}" stroke-linejoin="round"${dash}/>`);
  }

  fill() {
    if (this.path) this.parts.push(`<path d="${this.path}" fill="${this.fillStyle}" opacity="${this.globalAlpha}"/>`);
  }

  fillRect(x, y, width, height) {
    this.parts.push(`<rect x="${number(this.x + x)}" y="${number(this.y + y)}" width="${number(width)}" `
      + `height="${number(height)}" fill="${this.fillStyle}" opacity="${this.globalAlpha}"/>`);
  }

  fillText(text, x, y) {
    const anchor = { left: "start", right: "end", center: "middle" }[this.textAlign];
    const baseline = { top: "hanging", middle: "central", alphabetic: "alphabetic" }[this.textBaseline];
    this.parts.push(`<text x="${number(this.x + x)}" y="${number(this.y + y)}" text-anchor="${anchor}" `
      + `dominant-baseline="${baseline}" style="font: ${escape(this.font)}" fill="${this.fillStyle}" `
      + `opacity="${this.globalAlpha}">${escape(text)}</text>`);
  }

  drawImage(canvas, x, y, width, height) {
    const rendering = this.imageSmoothingEnabled ? "auto" : "pixelated";
    this.parts.push(`<image x="${number(this.x + x)}" y="${number(this.y + y)}" width="${number(width)}" height="${number(height)}" `
      + `preserveAspectRatio="none" style="image-rendering: ${rendering}" href="${canvas.toDataURL()}"/>`);
  }

  toString() {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${this.width}" height="${this.height}" `
      + `viewBox="0 0 ${this.width} ${this.height}">${this.parts.join("")}</svg>`;
  }
}
