// What the owner says of photos: favourites, stars, captions, tags and albums. The library keeps it.

import { ask } from "./api.js";
import { find, make } from "./dom.js";
import { photos } from "./words.js";

/** What was asked for last, as a promise that it has ended. */
let last = Promise.resolve();

/** Marks photos: what is in `remove` goes first, then what is in `add` comes. */
export const mark = (ids, { add, remove }) => inTurn("/api/marks", { json: { photos: ids, add, remove } });

/** Takes the last change back, and says of how many photos that was. */
export async function undo() {
  const { photos: count } = await inTurn("/api/marks/undo", { method: "POST" });
  return count === undefined ? "Nothing to undo" : `Undone (${photos(count)})`;
}

/** The names of albums and tags, for whoever types one. */
export async function suggestNames() {
  const { albums, tags } = await ask("/api/marks");
  find("#known-albums").replaceChildren(...albums.map(({ name }) => make("option", { value: name })));
  find("#known-tags").replaceChildren(...tags.slice(0, 500).map(({ name }) => make("option", { value: name })));
}

/**
 * One change after the other, as they were asked for. Whoever shows answers hears of each. `isLast` says that no other
 * was asked for meanwhile, which undoing would take back instead.
 */
function inTurn(address, request) {
  const answer = last.then(() => ask(address, request));
  const mine = answer.then(() => document.dispatchEvent(new CustomEvent("marks")), () => {});
  last = mine;
  return answer.then((given) => ({ ...given, isLast: mine === last }));
}
