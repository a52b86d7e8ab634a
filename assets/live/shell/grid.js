// The panels in rows that fill the width and, on a wide screen, fit the height; curves beside or below them.

const GAP = 10;
const SIDE = 250;
const TITLE = 42;
const SMALLEST = 140;
const LARGEST = 420;
const WIDE = 760;
const READING = 32;

// Columns and rows, the size of a panel and the width of the side column, from the room there is. The data's own panel
// comes first, or beside the curves where the models fill their rows; one that is drawn in is as large as its place.
export function layout(models, width, height, drawing = false) {
  if (width < WIDE) {
    const size = Math.floor((width - GAP) / 2);
    const rows = Math.ceil((models + 1) / 2);
    return { columns: 2, rows, size, side: 0, truthBeside: false, truth: drawing ? width : size };
  }
  const most = models > 12 ? 5 : 4;
  const columns = [2, 3, 4, 5].filter((count) => count <= Math.min(most, models + 1));
  const choices = columns.map((count) => arrange(models, count, width, height));
  const best = choices.reduce((one, other) => (other.size >= one.size ? other : one));
  const room = Math.min(best.side, heightOf(best.rows, best.size) / 2 - TITLE, LARGEST);
  return { ...best, truth: drawing && best.truthBeside ? Math.max(best.size, Math.floor(room)) : best.size };
}

// The same on a page, with what stands beside the panels: two curves share what the data's own panel and a spectrum leave.
export function pageRoom(models, width, height, drawing, spectrum) {
  const room = layout(models, width, height, drawing);
  const taken = (spectrum ? spectrum + 12 : 0) + (room.truthBeside ? room.truth + 54 : 0);
  const curveHeight = room.side ? Math.max(120, Math.min(280, (heightOf(room.rows, room.size) - taken) / 2 - 12)) : 170;
  return { ...room, sideWidth: room.side || width, curveHeight };
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

// One panel over the whole screen: its picture as large as fits, and larger than the one that was pressed wherever the
// screen is wide enough; the data and two curves beside it, or below on a phone.
export function stage(width, height, pressed) {
  const beside = width >= WIDE;
  const least = Math.round(Math.max(SIDE, width * 0.27));
  const most = beside ? width - least - 2 * GAP : width;
  const picture = Math.floor(Math.min(most, Math.max(height - READING, Math.ceil(1.2 * pressed))));
  const side = beside ? width - picture - 2 * GAP : width;
  const data = Math.round(beside ? Math.min(0.62 * side, Math.max(140, 0.4 * height)) : width / 2);
  const curve = beside ? Math.round(Math.max(130, Math.min(300, (height - data - 4 * GAP - READING) / 2))) : 170;
  return { beside, picture, side, data, curve };
}

export const heightOf = (rows, size) => rows * (size + TITLE) + (rows - 1) * GAP;
