// The toolbar's pictures, as SVG paths in a 24 × 24 box.

const PATHS = {
  play: "M8 5v14l11-7z",
  pause: "M6 5h4v14H6zm8 0h4v14h-4z",
  step: "M6 5v14l9-7zm10 0h2.5v14H16z",
  reset: "M12 5V1.5L7 6.5l5 5V8a5 5 0 1 1-5 5H4.5A7.5 7.5 0 1 0 12 5z",
  link: "M10.6 13.4a1 1 0 0 0 1.4 0l4.6-4.6a2 2 0 0 0-2.8-2.8l-1.2 1.2-1.4-1.4L12.4 4.6a4 4 0 0 1 5.6 5.6l-4.6 "
    + "4.6a3 3 0 0 1-4.2 0zM13.4 10.6a1 1 0 0 0-1.4 0l-4.6 4.6a2 2 0 0 0 2.8 2.8l1.2-1.2 1.4 1.4-1.2 1.2a4 4 0 0 1-5.6"
    + "-5.6l4.6-4.6a3 3 0 0 1 4.2 0z",
  close: "M6.4 5 5 6.4 10.6 12 5 17.6 6.4 19 12 13.4 17.6 19 19 17.6 13.4 12 19 6.4 17.6 5 12 10.6z",
  fit: "M4 9V4h5v2H6v3zm11-5h5v5h-2V6h-3zM6 15v3h3v2H4v-5zm12 0h2v5h-5v-2h3z",
};

export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}
