// The one scale of the lab as lookup tables: a byte of a frame's grid becomes a pixel without a branch.

const NEAR_WHITE = [247, 247, 245];
const LITTLE_ENDIAN = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

export function parseHex(colour) {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}

export function mix(from, to, share) {
  return from.map((value, i) => Math.round(value + (to[i] - value) * share));
}

export function css(colour, opacity = 1) {
  return `rgba(${colour[0]}, ${colour[1]}, ${colour[2]}, ${opacity})`;
}

function pixel([red, green, blue]) {
  return LITTLE_ENDIAN
    ? ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0
    : ((red << 24) | (green << 16) | (blue << 8) | 255) >>> 0;
}

// stops: [[position 0 to 1, "#RRGGBB"], …] in order.
export function colourAt(stops, value) {
  let upper = 1;
  while (upper < stops.length - 1 && stops[upper][0] < value) upper += 1;
  const [low, from] = stops[upper - 1];
  const [high, to] = stops[upper];
  const share = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return mix(parseHex(from), parseHex(to), share);
}

// P(class 1) as a byte, 0 to 255.
export function divergingTable(stops) {
  return Uint32Array.from({ length: 256 }, (_, byte) => pixel(colourAt(stops, byte / 255)));
}

// The class in the high four bits, the confidence 0 to 15 in the low ones.
export function classTable(colours) {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    const colour = parseHex(colours[Math.min(byte >> 4, colours.length - 1)]);
    return pixel(mix(NEAR_WHITE, colour, 0.12 + (0.63 * (byte & 15)) / 15));
  });
}

export function luminance([red, green, blue]) {
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}

// Whether the theme around the component is dark, read from the variables Streamlit sets.
export function themeOf(element) {
  const style = getComputedStyle(element);
  const probe = document.createElement("canvas").getContext("2d");
  probe.fillStyle = "#ffffff";
  probe.fillStyle = style.getPropertyValue("--st-background-color").trim() || "#ffffff";
  const background = probe.fillStyle;
  const dark = background.startsWith("#") && luminance(parseHex(background)) < 0.5;
  return {
    name: dark ? "dark" : "light",
    background,
    text: style.getPropertyValue("--st-text-color").trim() || (dark ? "#fafafa" : "#262730"),
    font: style.getPropertyValue("--st-font").trim() || "sans-serif",
    grid: dark ? "rgba(170, 170, 180, 0.25)" : "rgba(110, 110, 120, 0.25)",
  };
}
