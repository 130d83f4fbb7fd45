// The saved searches of the library.

import { ask } from "./api.js";

let known = null;
/** The running request, shared by all callers. */
let coming = null;
/** The number of changes from here; responses to earlier requests are outdated. */
let changes = 0;

/** All of them, by name; `isNew` loads them again. */
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

/** Saved searches whose names begin with the typed text; none until they have loaded. */
export function savedLike(text, top) {
  const typed = text.trim().toLowerCase();
  return (known ?? []).filter(({ name }) => name.toLowerCase().startsWith(typed)).slice(0, top);
}
