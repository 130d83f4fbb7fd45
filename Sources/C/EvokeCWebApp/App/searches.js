// The searches that the library keeps under names.

import { ask } from "./api.js";

let known = null;
/** While they are under way, whoever asks waits for the same. */
let coming = null;

/** All of them, by name; asked for once more where `isNew`. */
export async function searches(isNew = false) {
  if (isNew || known === null) {
    coming ??= ask("/api/searches").finally(() => { coming = null; });
    ({ searches: known } = await coming);
  }
  return known;
}

const address = (name) => `/api/searches/${encodeURIComponent(name)}`;

export async function save(name, query) {
  ({ searches: known } = await ask(address(name), { method: "PUT", json: { query } }));
}

export async function remove(name) {
  ({ searches: known } = await ask(address(name), { method: "DELETE" }));
}

/** Those whose names begin with what is typed; none before they have come. */
export function savedLike(text, top) {
  const typed = text.trim().toLowerCase();
  return (known ?? []).filter(({ name }) => name.toLowerCase().startsWith(typed)).slice(0, top);
}
