// Marks of the owner: favorites, ratings, captions, tags, albums, and hidden photos. The library stores them.

import { ask } from "./api.js";
import { find, make } from "./dom.js";
import { photos } from "./words.js";

/** Resolves when the last change is done. */
let last = Promise.resolve();

/** Marks photos: removes marks first, then adds others. */
export const mark = (ids, { add, remove }) => inTurn("/api/marks", { json: { photos: ids, add, remove } });

/** Undoes the last change, and returns a message about it. */
export async function undo() {
  const { photos: count } = await inTurn("/api/marks/undo", { method: "POST" });
  return count === undefined ? "Nothing to undo" : `Undone (${photos(count)})`;
}

/** Loads the names of albums and tags as suggestions. */
export async function suggestNames() {
  const { albums, tags } = await ask("/api/marks");
  find("#known-albums").replaceChildren(...albums.map(({ name }) => make("option", { value: name })));
  find("#known-tags").replaceChildren(...tags.slice(0, 500).map(({ name }) => make("option", { value: name })));
}

/**
 * Makes one change after the other, and sends a "marks" event after each. `isLast` tells whether no other change came after
 * it, which Undo would affect instead.
 */
function inTurn(address, request) {
  const answer = last.then(() => ask(address, request));
  const mine = answer.then(() => document.dispatchEvent(new CustomEvent("marks")), () => {});
  last = mine;
  return answer.then((given) => ({ ...given, isLast: mine === last }));
}
