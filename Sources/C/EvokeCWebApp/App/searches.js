// The searches that the library keeps under names.

import { ask } from "./api.js";

let known = null;
/** While they are under way, whoever asks waits for the same. */
let coming = null;
/** How often they were changed from here: what was asked for before is older. */
let changes = 0;

/** All of them, by name; asked for once more where `isNew`. */
export async function searches(isNew = false) {
  if (isNew || known === null) {
    coming ??= fetchAll().finally(() => { coming = null; });
    await coming;
  }
  return known;
}

async function fetchAll() {
  const before = changes;
  const { searches: all } = await ask("/api/searches");
  if (before === changes) known = all;
}

const address = (name) => `/api/searches/${encodeURIComponent(name)}`;

export async function save(name, query) {
  changed(await ask(address(name), { method: "PUT", json: { query } }));
}

export async function remove(name) {
  changed(await ask(address(name), { method: "DELETE" }));
}

function changed({ searches: all }) {
  known = all;
  changes += 1;
}

/** Those whose names begin with what is typed; none before they have come. */
export function savedLike(text, top) {
  const typed = text.trim().toLowerCase();
  return (known ?? []).filter(({ name }) => name.toLowerCase().startsWith(typed)).slice(0, top);
}
