// Where a panel changes its mind: the line P = 1/2, or the borders between classes.

const HALF = 127.5;

// Marching squares between the centres of a grid's cells; lines go to `path` in a frame of width × height.
export function traceHalf(path, bytes, rows, columns, width, height) {
  const dx = width / columns;
  const dy = height / rows;
  for (let row = 0; row < rows - 1; row += 1) {
    const top = row * columns;
    for (let column = 0; column < columns - 1; column += 1) {
      const a = bytes[top + column];
      const b = bytes[top + column + 1];
      const d = bytes[top + columns + column];
      const c = bytes[top + columns + column + 1];
      const corners = (a > HALF ? 1 : 0) | (b > HALF ? 2 : 0) | (c > HALF ? 4 : 0) | (d > HALF ? 8 : 0);
      if (corners === 0 || corners === 15) continue;
      traceCell(path, corners, a, b, c, d, (column + 0.5) * dx, (row + 0.5) * dy, dx, dy);
    }
  }
}

const share = (from, to) => (HALF - from) / (to - from);

function traceCell(path, corners, a, b, c, d, x, y, dx, dy) {
  const edges = [
    () => [x + share(a, b) * dx, y],
    () => [x + dx, y + share(b, c) * dy],
    () => [x + share(d, c) * dx, y + dy],
    () => [x, y + share(a, d) * dy],
  ];
  for (const [from, to] of SEGMENTS[corners]) {
    path.moveTo(...edges[from]());
    path.lineTo(...edges[to]());
  }
}

// For each set of corners above one half: the cell's edges (top, right, bottom, left) that a line joins.
const SEGMENTS = [
  [], [[3, 0]], [[0, 1]], [[3, 1]], [[1, 2]], [[3, 0], [1, 2]], [[0, 2]], [[3, 2]],
  [[2, 3]], [[0, 2]], [[0, 1], [2, 3]], [[1, 2]], [[3, 1]], [[0, 1]], [[3, 0]], [],
];

// Borders between neighbouring pixels of different classes (the high four bits).
export function traceClasses(path, bytes, rows, columns, width, height) {
  const dx = width / columns;
  const dy = height / rows;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const own = bytes[row * columns + column] >> 4;
      if (column + 1 < columns && bytes[row * columns + column + 1] >> 4 !== own) {
        path.moveTo((column + 1) * dx, row * dy);
        path.lineTo((column + 1) * dx, (row + 1) * dy);
      }
      if (row + 1 < rows && bytes[(row + 1) * columns + column] >> 4 !== own) {
        path.moveTo(column * dx, (row + 1) * dy);
        path.lineTo((column + 1) * dx, (row + 1) * dy);
      }
    }
  }
}
