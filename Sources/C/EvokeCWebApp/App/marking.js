// What the owner says of photos: favourites, stars, captions, tags and albums. The library keeps it.

import { ask } from "./api.js";
import { find, make } from "./dom.js";
import { photos } from "./words.js";

/** Marks photos: what is in `remove` goes first, then what is in `add` comes. */
export async function mark(ids, { add, remove }) {
  const answer = await ask("/api/marks", { json: { photos: ids, add, remove } });
  told();
  return answer;
}

/** Takes the last change back, and says of how many photos that was. */
export async function undo() {
  const { photos: count } = await ask("/api/marks/undo", { method: "POST" });
  told();
  return count === undefined ? "There is nothing to take back" : `Taken back, for ${photos(count)}`;
}

/** The names of albums and tags, for whoever types one. */
export async function suggestNames() {
  const { albums, tags } = await ask("/api/marks");
  find("#known-albums").replaceChildren(...albums.map(({ name }) => make("option", { value: name })));
  find("#known-tags").replaceChildren(...tags.slice(0, 500).map(({ name }) => make("option", { value: name })));
}

/** Whoever shows answers hears of it. */
function told() {
  document.dispatchEvent(new CustomEvent("marks"));
}
