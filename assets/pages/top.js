// Scrolls the page to its beginning when it shows another place than before; a page's first place is left as it is.

const places = new WeakMap();

export default function ({ data, parentElement }) {
  const before = places.get(parentElement);
  places.set(parentElement, data.place);
  if (before === undefined || before === data.place) return;
  document.querySelector('[data-testid="stMain"]')?.scrollTo({ top: 0, behavior: "instant" });
}
