// Where a panel changes its mind: the line P = 1/2, or the borders between classes.

const HALF = 127.5;

// For each set of corners above the level: the cell's edges (top, right, bottom, left) that a line joins.
const SEGMENTS = [
  [], [[3, 0]], [[0, 1]], [[3, 1]], [[1, 2]], [[3, 0], [1, 2]], [[0, 2]], [[3, 2]],
  [[2, 3]], [[0, 2]], [[0, 1], [2, 3]], [[1, 2]], [[3, 1]], [[0, 1]], [[3, 0]], [],
];

// The line where a grid's P(class 1), as bytes, is one half; it goes to `path` in a frame of width × height.
export function traceHalf(path, bytes, rows, columns, width, height) {
  traceLevel(path, bytes, HALF, rows, columns, width, height);
}

// The borders between classes (the high four bits, with their confidence in the low ones): for each class but the last
// the line where it stops being the likeliest, drawn closer to the less confident neighbour.
export function traceClasses(path, bytes, rows, columns, width, height) {
  const present = [...new Set(bytes.map((byte) => byte >> 4))].sort((a, b) => a - b);
  const lead = new Int8Array(bytes.length);
  for (const label of present.slice(0, -1)) {
    for (let i = 0; i < bytes.length; i += 1) {
      const sure = 1 + (bytes[i] & 15);
      lead[i] = bytes[i] >> 4 === label ? sure : -sure;
    }
    traceLevel(path, lead, 0, rows, columns, width, height);
  }
}

// Marching squares between the centres of the cells.
function traceLevel(path, values, level, rows, columns, width, height) {
  const dx = width / columns;
  const dy = height / rows;
  for (let row = 0; row < rows - 1; row += 1) {
    const top = row * columns;
    for (let column = 0; column < columns - 1; column += 1) {
      const a = values[top + column] - level;
      const b = values[top + column + 1] - level;
      const d = values[top + columns + column] - level;
      const c = values[top + columns + column + 1] - level;
      const corners = (a > 0 ? 1 : 0) | (b > 0 ? 2 : 0) | (c > 0 ? 4 : 0) | (d > 0 ? 8 : 0);
      if (corners === 0 || corners === 15) continue;
      traceCell(path, corners, a, b, c, d, (column + 0.5) * dx, (row + 0.5) * dy, dx, dy);
    }
  }
}

function traceCell(path, corners, a, b, c, d, x, y, dx, dy) {
  const edges = [
    () => [x + (a / (a - b)) * dx, y],
    () => [x + dx, y + (b / (b - c)) * dy],
    () => [x + (d / (d - c)) * dx, y + dy],
    () => [x, y + (a / (a - d)) * dy],
  ];
  for (const [from, to] of SEGMENTS[corners]) {
    path.moveTo(...edges[from]());
    path.lineTo(...edges[to]());
  }
}
