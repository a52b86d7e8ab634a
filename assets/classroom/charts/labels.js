// What a room's experiment calls things, in the reader's language: the server tells all of them the names alone.

import { say } from "../../live/words/say.js";

const FIELDS = {
  "seed": () => say("Seed of the start"),
  "panel.c": () => say("c of the first layer's uniform(c)"),
  "panel.width": () => say("Width"),
  "panel.depth": () => say("Hidden layers"),
  "panel.harmonics": () => say("Harmonics K"),
  "panel.coefficient_scale": () => say("Coefficient scale at the start"),
  "panel.omega": () => say("Frequency ω₀"),
  "panel.alpha": () => say("Frequency α"),
  "panel.kan_width": () => say("KAN width"),
  "panel.kan_grid": () => say("Grid of the splines"),
  "settings.lr": () => say("Learning rate"),
  "settings.batch": () => say("Batch size"),
  "settings.weight_decay": () => say("Weight decay"),
  "task.bits": () => say("Bits"),
  "task.noise": () => say("Noise"),
  "task.train_size": () => say("Samples to learn from"),
  "task.samples": () => say("Samples"),
  "task.train_share": () => say("Share to learn from"),
  "task.withheld": () => say("Share withheld"),
  "task.components": () => say("Waves in the signal"),
  "task.viscosity": () => say("Viscosity"),
  "task.beta": () => say("Speed β"),
  "task.boundary": () => say("Points on the boundary"),
  "task.initial": () => say("Points at the start"),
};
const MEASURES = {
  train_accuracy: () => say("Right on what it was trained on"),
  test_accuracy: () => say("Right on what it never saw"),
  relative_error: () => say("Error"),
  total_loss: () => say("Loss"),
};
const TITLES = {
  end: (measure) => say("{measure}, at the end", { measure }),
  best: (measure) => say("{measure}, at best", { measure }),
  reached: () => say("Epochs until {share} are right", { share: "90%" }),
};

// A field by its name; one that no list has is shown as the server calls it.
export const fieldOf = (name, label) => FIELDS[name]?.() ?? label;

// {name, what, when} as a title.
export const measureOf = ({ name, what, when }) => TITLES[when](MEASURES[name.split(".")[0]]?.() ?? what);

export const ticketsOf = () => say("Best ticket it drew, × the noise");
