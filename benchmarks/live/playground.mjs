// A step of TensorFlow Playground's engine on 100 points, as often as it is asked: one line in, milliseconds of the
// processor out. node playground.mjs PATH, where PATH is its nn.ts as JavaScript (tsc makes it; Node 22 reads it as it is).
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const nn = await import(pathToFileURL(process.argv[2]).href);
const network = nn.buildNetwork([2, 128, 128, 1], nn.Activations.RELU, nn.Activations.TANH, null, ["x", "y"], false);
const points = Array.from({ length: 100 }, () => [Math.random() * 2 - 1, Math.random() * 2 - 1, Math.random() < 0.5 ? -1 : 1]);

function step() {
  for (const [x, y, label] of points) {
    nn.forwardProp(network, [x, y]);
    nn.backProp(network, label, nn.Errors.SQUARE);
  }
  nn.updateWeights(network, 0.003, 0);
}

for (let i = 0; i < 5; i++) step();
console.log("ready");
for await (const _ of createInterface({ input: process.stdin })) {
  const before = process.cpuUsage();
  step();
  const { user, system } = process.cpuUsage(before);
  console.log((user + system) / 1e3);
}
