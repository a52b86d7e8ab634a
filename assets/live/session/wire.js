// The binary messages of the live route, decoded. Numbers are little-endian; the first byte says what it is.

const FRAME = 1;
const CURVES = 2;
const POINTS = 3;
const TRUTH = 4;
const DIFFERENCE = 5; // a frame, less one that came before it
const RECORDED = 6; // a frame of a recording: not compressed, less the one before it
const CLASSES = 0; // what a frame's pixels are: bytes as they come for all others
const HEADER = 24;
const SCORES = 24;
const DIVERGED = 1; // a panel's status
const SPIKED = 2;

// Decodes the messages of one run, in the order they came: a frame may come as its difference to the last one.
export class Decoder {
  constructor() {
    this.number = null; // of the last frame
    this.pixels = null;
  }

  async decode(buffer) {
    const view = new DataView(buffer);
    const kind = view.getUint8(0);
    if ([FRAME, DIFFERENCE, RECORDED].includes(kind)) return this.decodeFrame(view, buffer, kind);
    const decoders = { [CURVES]: decodeCurves, [POINTS]: decodePoints, [TRUTH]: decodeTruth };
    return decoders[kind] ? decoders[kind](view, buffer) : { kind: "unknown" };
  }

  async decodeFrame(view, buffer, kind) {
    const [planes, pixels] = [view.getUint8(2), view.getUint8(3)];
    const [batch, batches, count, rows, columns] = [12, 14, 16, 18, 20].map((at) => view.getUint16(at, true));
    const [number, epoch] = [view.getUint32(4, true), view.getUint32(8, true)];
    const table = HEADER + (kind === DIFFERENCE ? 4 : 0);
    const body = new Uint8Array(buffer, table + SCORES * count);
    const bytes = kind === RECORDED ? body : await inflate(body);
    undoDeltas(bytes, columns);
    if (kind === DIFFERENCE && (view.getUint32(HEADER, true) !== this.number || bytes.length !== this.pixels.length)) return { kind: "lost" };
    if (kind === DIFFERENCE || (kind === RECORDED && this.pixels)) {
      for (let i = 0; i < bytes.length; i += 1) bytes[i] += this.pixels[i]; // modulo 256, as bytes do
    }
    Object.assign(this, { number, pixels: bytes });
    const panels = Array.from({ length: count }, (_, i) => ({
      ...decodeScores(view, table + SCORES * i),
      grid: panelBytes(bytes, i * planes * rows * columns, rows * columns, planes, pixels),
    }));
    const position = epoch + (batches ? batch / batches : 0);
    return { kind: "frame", number, epoch, batch, batches, rows, columns, panels, position };
  }
}

// values: the panel's four numbers; what they are, the page's measures say. diverged: the epoch since which they are not
// finite, or null; spiked: whether its loss is finite and far beyond what the kind of run knows.
function decodeScores(view, at) {
  const values = [0, 4, 8, 12].map((offset) => view.getFloat32(at + offset, true));
  const status = view.getUint8(at + 16);
  return { values, diverged: status === DIVERGED ? view.getUint32(at + 20, true) : null, spiked: status === SPIKED };
}

export async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Each row starts with a value and goes on with differences to the left neighbour, modulo 256.
function undoDeltas(bytes, columns) {
  for (let start = 0; start < bytes.length; start += columns) {
    for (let i = start + 1; i < start + columns; i += 1) bytes[i] = (bytes[i] + bytes[i - 1]) & 255;
  }
}

// Of classes one byte a pixel: P(class 1), or for several the class (high four bits) with its confidence (low four). Of
// anything else all planes, one after another.
function panelBytes(bytes, start, size, planes, pixels) {
  if (pixels !== CLASSES) return bytes.subarray(start, start + planes * size);
  const first = bytes.subarray(start, start + size);
  if (planes === 1) return first;
  const confidence = bytes.subarray(start + size, start + 2 * size);
  return Uint8Array.from(first, (label, i) => (label << 4) | (confidence[i] >> 4));
}

function decodeCurves(view) {
  const count = view.getUint16(2, true);
  const first = view.getUint32(4, true);
  const length = view.getUint32(8, true);
  let at = 12;
  const entries = Array.from({ length }, (_, row) => {
    const measures = [[], [], [], []];
    for (let panel = 0; panel < count; panel += 1) {
      for (const measure of measures) {
        measure.push(view.getFloat32(at, true));
        at += 4;
      }
    }
    return { epoch: first + row, measures };
  });
  return { kind: "curves", entries };
}

function decodePoints(view, buffer) {
  const classes = view.getUint16(2, true);
  const count = view.getUint32(4, true);
  const places = Array.from({ length: 2 * count }, (_, i) => view.getFloat32(8 + 4 * i, true));
  const labels = new Uint8Array(buffer, 8 + 8 * count, count);
  const splits = new Uint8Array(buffer, 8 + 9 * count, count);
  return {
    kind: "points", classes,
    x: Float32Array.from({ length: count }, (_, i) => places[2 * i]),
    y: Float32Array.from({ length: count }, (_, i) => places[2 * i + 1]),
    label: labels, test: splits.map((split) => (split === 0 ? 0 : 1)),
  };
}

async function decodeTruth(view, buffer) {
  const [rows, columns] = [4, 6].map((at) => view.getUint16(at, true));
  const bytes = await inflate(new Uint8Array(buffer, 8));
  undoDeltas(bytes, columns);
  return { kind: "truth", rows, columns, bytes };
}
