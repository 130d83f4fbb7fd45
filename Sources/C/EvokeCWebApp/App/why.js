// Why a photo was found: by its text, by its meaning, or by a filter.

import { make } from "./dom.js";

const named = (field) => (field === "file" ? "name" : field);

/** Fills a section with the reasons, in the server's order; hides it if there are none. */
export function showWhy(section, why = []) {
  section.hidden = why.length === 0;
  section.replaceChildren(make("h3", {}, "Why it was found"), make("ul", {}, ...why.map(line)));
}

/** The texts by which a photo was found, such as "Found by name: birthday"; null if it was not found by text. */
export function foundBy(why = []) {
  const texts = why.filter(({ by }) => by === "text").map(({ field, written }) =>
    `${named(field)}: ${written.filter(({ marked }) => marked).map(({ text }) => text).join(" ")}`);
  return texts.length > 0 ? `Found by ${texts.join("; ")}` : null;
}

function line({ by, part, field, written }) {
  if (by === "meaning") return make("li", {}, `Matches by meaning: ${part}`);
  if (by === "filter") return make("li", {}, `Matches the filter ${part}`);
  return make("li", {}, `Found by ${named(field)}: `,
    ...written.map(({ text, marked }) => (marked ? make("mark", {}, text) : text)));
}
