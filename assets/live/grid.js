// The panels in rows that fill the width and, on a wide screen, fit the height; curves beside or below them.

const GAP = 10;
const SIDE = 250;
const TITLE = 42;
const SMALLEST = 140;
const LARGEST = 420;
const WIDE = 760;

// Columns and rows, the size of a panel and the width of the side column, from the room there is. The data's own panel
// comes first, or beside the curves where the models fill their rows.
export function layout(models, width, height) {
  if (width < WIDE) {
    return { columns: 2, rows: Math.ceil((models + 1) / 2), size: Math.floor((width - GAP) / 2), side: 0, truthBeside: false };
  }
  const most = models > 12 ? 5 : 4;
  const columns = [2, 3, 4, 5].filter((count) => count <= Math.min(most, models + 1));
  const choices = columns.map((count) => arrange(models, count, width, height));
  return choices.reduce((best, choice) => (choice.size >= best.size ? choice : best));
}

function arrange(models, columns, width, height) {
  const truthBeside = models % columns === 0 && models > columns;
  const rows = Math.ceil((models + (truthBeside ? 0 : 1)) / columns);
  const across = truthBeside
    ? Math.floor(Math.min((width - SIDE - GAP * columns) / columns, (width - GAP * columns) / (columns + 1)))
    : Math.floor((width - SIDE - GAP * columns) / columns);
  const down = Math.floor((height - GAP * (rows - 1)) / rows) - TITLE;
  const size = Math.min(across, Math.max(SMALLEST, Math.min(down, LARGEST)));
  return { columns, rows, size, side: width - columns * (size + GAP), truthBeside };
}

export const heightOf = (rows, size) => rows * (size + TITLE) + (rows - 1) * GAP;
