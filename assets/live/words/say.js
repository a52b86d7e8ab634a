// The door through which every text goes that the canvas shows. English is the message, a whole sentence or label with
// named places, "{names} may be lucky."; a page in another language brings its own text for it. Messages are plain
// strings in the call: tesla_core/messages/javascript.py finds them there.

const FORMS = ["zero", "one", "two", "few", "many", "other"]; // in the order in which gettext numbers a language's

let language = "en";
let messages = {};
let plural = rule(language);

// What a page says of its language: {language, messages}, nothing for English. messages: by the English text, by its singular
// of a counted one, a list of the language's forms. Returns whether the language is another.
export function speak(words) {
  const before = language;
  ({ language = "en", messages = {} } = words ?? {});
  if (language !== before) plural = rule(language);
  return language !== before;
}

// Which of a language's forms goes with a count.
function rule(name) {
  const rules = new Intl.PluralRules(name);
  const { pluralCategories } = rules.resolvedOptions();
  const order = FORMS.filter((form) => pluralCategories.includes(form));
  return (count) => order.indexOf(rules.select(count));
}

function fill(text, places) {
  return text.replace(/\{(\w+)\}/g, (place, name) => (name in places ? String(places[name]) : place));
}

export function say(message, places = {}) {
  return fill(messages[message]?.[0] || message, places);
}

// The message that goes with so many; `{count}` is written in it as the language writes numbers.
export function sayCount(count, one, many, places = {}) {
  const forms = messages[one] ?? [];
  return fill(forms[Math.min(plural(count), forms.length - 1)] || (count === 1 ? one : many), { count: whole(count), ...places });
}

// "A", "A and B", "A, B and C".
export function sayList(names) {
  if (names.length < 2) return names.join("");
  return say("{names} and {last}", { names: names.slice(0, -1).join(", "), last: names.at(-1) });
}

// "1,024".
export const whole = (count) => count.toLocaleString(language);
