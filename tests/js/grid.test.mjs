// The panels fill their room, whatever stands in it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { heightOf, layout } from "../../assets/live/shell/grid.js";

test("the panel to draw in is as large as its place, and nothing grows out of the room", () => {
  for (const models of [1, 2, 4, 8, 12]) {
    const [plain, drawn] = [layout(models, 1080, 640), layout(models, 1080, 640, true)];
    assert.equal(drawn.size, plain.size, "the models keep their size");
    assert.ok(drawn.truth >= plain.truth);
    assert.ok(drawn.truth <= (drawn.truthBeside ? drawn.side : drawn.size));
    assert.ok(drawn.truth <= heightOf(drawn.rows, drawn.size));
  }
  assert.ok(layout(12, 1080, 640, true).truth > 1.3 * layout(12, 1080, 640).truth);
  assert.equal(layout(12, 366, 800, true).truth, 366);
});
