// A grid of bytes as a picture: looked up, put into a small canvas, and drawn scaled.

export class Surface {
  constructor(rows, columns) {
    this.rows = rows;
    this.columns = columns;
    this.canvas = document.createElement("canvas");
    this.canvas.width = columns;
    this.canvas.height = rows;
    this.context = this.canvas.getContext("2d");
    this.image = this.context.createImageData(columns, rows);
    this.pixels = new Uint32Array(this.image.data.buffer);
  }

  // bytes: rows × columns; the first row is drawn at the top.
  load(bytes, table) {
    const { pixels } = this;
    for (let i = 0; i < pixels.length; i += 1) pixels[i] = table[bytes[i]];
    this.context.putImageData(this.image, 0, 0);
  }

  // Values stand at the centres of cells, as pixels do: the whole picture fills the frame.
  draw(context, x, y, width, height, smooth) {
    context.imageSmoothingEnabled = smooth;
    context.drawImage(this.canvas, x, y, width, height);
  }
}
