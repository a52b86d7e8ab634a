// A grid of bytes as a picture: looked up, put into a small canvas, and drawn scaled.

export class Surface {
  constructor(rows, columns) {
    this.rows = rows;
    this.columns = columns;
    this.canvas = document.createElement("canvas");
    this.canvas.width = columns;
    this.canvas.height = rows;
    this.context = this.canvas.getContext("2d");
    this.bitmap = this.context.createImageData(columns, rows);
    this.pixels = new Uint32Array(this.bitmap.data.buffer);
  }

  // bytes: rows × columns, looked up in the table; without one, planes of red, green and blue. The first row is on top.
  load(bytes, table) {
    const { pixels, bitmap: { data } } = this;
    const count = pixels.length;
    if (table) for (let i = 0; i < count; i += 1) pixels[i] = table[bytes[i]];
    else for (let i = 0; i < 4 * count; i += 1) data[i] = i % 4 === 3 ? 255 : bytes[(i % 4) * count + (i >> 2)];
    this.context.putImageData(this.bitmap, 0, 0);
  }

  // Values stand at the centres of cells, as pixels do: the whole picture fills the frame.
  draw(context, x, y, width, height, smooth) {
    context.imageSmoothingEnabled = smooth;
    context.drawImage(this.canvas, x, y, width, height);
  }
}

export function paintSurface(context, panel, frame, smooth) {
  panel.surface.draw(context, frame.left, frame.top, frame.width, frame.height, smooth);
}

// Where (u, v) of a picture, 0 to 1, lies among its cells.
export function cellAt({ rows, columns }, u, v) {
  const at = (share, count) => Math.min(count - 1, Math.max(0, Math.floor(share * count)));
  return at(v, rows) * columns + at(u, columns);
}
