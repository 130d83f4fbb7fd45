// What is shown in place of photos if there are none or if there was an error.

import { conditions } from "./conditions.js";
import { find, make, trouble } from "./dom.js";
import { addFolder } from "./folders.js";
import { isVisitor } from "./visitor.js";
import { photos } from "./words.js";

const state = find("#state");
let isOfSearch = false;
const toLibrary = (text) => make("a", { class: "button", href: "/library" }, text);

/** Shows an error, with a button to try again if that may help. */
export function errorState(error, again) {
  const isFinal = ["pictureGone", "notShared"].includes(error.kind) || [400, 413, 415, 422].includes(error.status);
  const button = isFinal
    ? make("a", { class: "button main", href: "/" }, "All photos")
    : make("button", { type: "button", class: "button main", onclick: again }, "Try again");
  state.replaceChildren(trouble(error), button);
  state.dataset.shows = "error";
  state.hidden = false;
}

/** Updates the empty state after the library has changed. */
export function redrawEmptyState(library) {
  if (!state.hidden && state.dataset.shows !== "error") emptyState(library, isOfSearch);
}

/** Says why there are no photos, and what to do next. */
export function emptyState(library, isSearch) {
  isOfSearch = isSearch;
  state.hidden = false;
  if (isVisitor()) {
    state.dataset.shows = "visitor";
    return state.replaceChildren(make("h2", {}, isSearch ? "No photos match" : "No photos are shared here yet"));
  }
  const { indexing, photos: all, failed, roots, searchable } = library ?? { indexing: {} };
  const now = JSON.stringify([indexing.state, indexing.found, all, failed, roots, searchable, isSearch && conditions().length > 0]);
  // Drawing again would clear the form.
  if (state.dataset.shows === now) return;
  state.dataset.shows = now;
  state.replaceChildren(...(library ? words(library) : []));
}

function words({ indexing, photos: all, failed, roots, searchable }) {
  if (isOfSearch && searchable > 0) {
    return [make("h2", {}, "No photos match"),
      make("p", {}, conditions().some(({ removable }) => removable) ? "Try removing a filter." : "Try other words.")];
  }
  if (indexing.state === "scanning" || indexing.state === "encoding") {
    return [make("h2", {}, indexing.found ? `${photos(indexing.found)} found so far` : "Looking for photos…"),
      make("p", {}, "Photos will appear here shortly, newest first."), toLibrary("Show progress")];
  }
  if (roots.length === 0) {
    return [make("h2", {}, "No photos yet"),
      make("p", {}, "Add a folder on this machine. Evoke indexes each photo once, then finds it by what it shows."),
      addFolder(), make("p", { class: "small" }, "Your photos stay where they are. Nothing leaves this machine.")];
  }
  if (all > 0) {
    return [make("h2", {}, "Your photos are not searchable yet"),
      make("p", {}, "They have to be indexed with the model in use."), toLibrary("Go to Library")];
  }
  const unread = failed ? ` ${photos(failed)} could not be read.` : "";
  return [make("h2", {}, "No photos in your folders"),
    make("p", {}, `Evoke looked in ${roots.map(({ path }) => path).join(", ")}.${unread}`), addFolder(),
    toLibrary("Go to Library")];
}
