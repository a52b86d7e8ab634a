// The numbers of a run by epoch, for its curves.

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
}
