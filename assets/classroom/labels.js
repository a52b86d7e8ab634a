// What a room's experiment calls things, in the reader's language: the server says it in English to all at once.

import { say } from "../live/words/say.js";

const KNOWN = {
  "Seed of the start": () => say("Seed of the start"),
  "c of the first layer's uniform(c)": () => say("c of the first layer's uniform(c)"),
  "Bits": () => say("Bits"),
  "Noise": () => say("Noise"),
  "Samples to learn from": () => say("Samples to learn from"),
  "Samples": () => say("Samples"),
  "Share to learn from": () => say("Share to learn from"),
  "Share withheld": () => say("Share withheld"),
  "Waves in the signal": () => say("Waves in the signal"),
  "Viscosity": () => say("Viscosity"),
  "Speed β": () => say("Speed β"),
  "Points on the boundary": () => say("Points on the boundary"),
  "Points at the start": () => say("Points at the start"),
  "Width": () => say("Width"),
  "Hidden layers": () => say("Hidden layers"),
  "Learning rate": () => say("Learning rate"),
  "Batch size": () => say("Batch size"),
  "Weight decay": () => say("Weight decay"),
  "Harmonics K": () => say("Harmonics K"),
  "Coefficient scale at the start": () => say("Coefficient scale at the start"),
  "Frequency ω₀": () => say("Frequency ω₀"),
  "Frequency α": () => say("Frequency α"),
  "KAN width": () => say("KAN width"),
  "Grid of the splines": () => say("Grid of the splines"),
  "First biases from U(-k, k), under its own rule": () => say("First biases from U(-k, k), under its own rule"),
  "Largest frequency ω₀ at the start": () => say("Largest frequency ω₀ at the start"),
  "Scale s₀ of the bump": () => say("Scale s₀ of the bump"),
  "Terms τ": () => say("Terms τ"),
  "Width σ": () => say("Width σ"),
  "Error": () => say("Error"),
  "Loss": () => say("Loss"),
  "MSE": () => say("MSE"),
  "PSNR": () => say("PSNR"),
  "Train MSE": () => say("Train MSE"),
  "Test MSE": () => say("Test MSE"),
  "Right on what it was trained on": () => say("Right on what it was trained on"),
  "Right on what it never saw": () => say("Right on what it never saw"),
  "Best ticket it drew, × the noise": () => say("Best ticket it drew, × the noise"),
};
const TITLES = {
  end: (measure) => say("{measure}, at the end", { measure }),
  best: (measure) => say("{measure}, at best", { measure }),
  reached: () => say("Epochs until {share} are right", { share: "90%" }),
};

// A field's name or a measure's; one that no list has is shown as it is.
export const labelOf = (text) => KNOWN[text]?.() ?? text;

// {what, when} as a title.
export const measureOf = ({ what, when }) => TITLES[when](labelOf(what));
