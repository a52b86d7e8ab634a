// Numbers and names as a sentence writes them: the one place that knows singular from plural. tesla_core/wording.py is
// the same for pages and commands.

// The noun (or the verb, with its plural given) that goes with so many.
export const form = (count, singular, plural = `${singular}s`) => (count === 1 ? singular : plural);

// "1 point", "2 points", "1,024 strings".
export const counted = (count, singular, plural) => `${count.toLocaleString("en")} ${form(count, singular, plural)}`;

// "A", "A and B", "A, B and C".
export const listed = (names) => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);
