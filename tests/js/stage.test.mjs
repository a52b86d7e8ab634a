// The large view is larger than the panel that was pressed, on every screen.

import assert from "node:assert/strict";
import { test } from "node:test";

import { layout, stage } from "../../assets/live/shell/grid.js";

const SCREENS = [[360, 640], [390, 844], [844, 390], [768, 1024], [1024, 768], [1366, 768], [1440, 900], [1920, 1080]];
const CHROME = 130; // the dialog's own head, its toolbar and margins

for (const [width, height] of SCREENS) {
  test(`pressed on a screen of ${width} × ${height}`, () => {
    for (const models of [1, 2, 5, 8, 12, 15]) {
      for (const given of [undefined, 260, 300]) {
        const { size } = layout(models, width - 32, given || Math.max(400, height - 330));
        const { picture, side, beside } = stage(width - 32, height - CHROME, size);
        assert.ok(picture > size, `${models} models: ${size} → ${picture}`);
        assert.ok(picture + (beside ? side : 0) <= width - 32, "and nothing has to be scrolled sideways");
      }
    }
  });
}

test("a laptop's picture fills the height, a phone's the width", () => {
  assert.ok(stage(1408, 770, 194).picture >= 730);
  assert.equal(stage(366, 700, 178).picture, 366);
});
