// What a page without Streamlit is told by its server, or by the file that it is.

const ID = "tesla-data";

export function pageData(page = document) {
  return JSON.parse(page.getElementById(ID).textContent);
}

// Calls back when the reader's system turns light or dark: colours that were read of the page are then others.
export function onTheme(changed, browser = window) {
  browser.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
}
