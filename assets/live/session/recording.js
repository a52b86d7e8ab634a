// The numbers of a run by epoch, for its curves. All that is trained comes; only what this viewer has reached is shown, so
// that the answer doesn't stand there before the question.

export class Recording {
  constructor() {
    this.entries = [];
  }

  // entries: consecutive epochs, after what is known or over it.
  add(entries) {
    for (const entry of entries) {
      const last = this.entries.at(-1);
      if (!last || entry.epoch > last.epoch) this.entries.push(entry);
    }
  }

  // The untrained models stand at epoch 0, which no epoch's record holds.
  start(frame) {
    if (frame.number !== 0 || this.entries[0]?.epoch === 0) return;
    this.entries.unshift({ epoch: 0, measures: [0, 1, 2, 3].map((at) => frame.panels.map((panel) => panel.values[at])) });
  }

  // What ended at or before a position.
  until(position) {
    if (!this.entries.length) return [];
    return this.entries.slice(0, Math.max(0, Math.floor(position + 1e-6) - this.entries[0].epoch + 1));
  }
}
