// What stands where photos would: when there are none, and when something failed.

import { find, make, trouble } from "./dom.js";
import { addFolder } from "./folders.js";
import { photos } from "./words.js";

const state = find("#state");

/** Something failed: what, what to do, and a button to try again. */
export function errorState(error, again) {
  const button = error.kind === "pictureGone"
    ? make("a", { class: "button main", href: "/" }, "All photos")
    : make("button", { type: "button", class: "button main", onclick: again }, "Try again");
  state.replaceChildren(trouble(error), button);
  state.hidden = false;
}

/** An album of no photos says what to do next. */
export function emptyState(library) {
  state.hidden = false;
  if (!library) return state.replaceChildren();
  const { state: doing, found } = library.indexing;
  const isBusy = doing === "scanning" || doing === "encoding";
  if (isBusy && state.dataset.shows === "busy") {
    return find("h2", state).replaceChildren(busyWords(found));
  }
  state.dataset.shows = isBusy ? "busy" : "empty";
  if (isBusy) {
    return state.replaceChildren(make("h2", {}, busyWords(found)),
      make("p", {}, "The first photos appear here in a moment; the newest come first."),
      make("a", { class: "button", href: "/library" }, "See how it goes"));
  }
  // What is being typed into the form stays there.
  if (state.querySelector("form") && library.roots.length === 0) return undefined;
  if (library.roots.length === 0) {
    return state.replaceChildren(make("h2", {}, "No photos yet"),
      make("p", {}, "Add a folder of this machine. Evoke looks at each photo once, and then finds it by what is in it."),
      addFolder(), make("p", { class: "small" }, "The photos stay where they are, and nothing leaves this machine."));
  }
  const failed = library.failed ? ` ${photos(library.failed)} could not be read.` : "";
  return state.replaceChildren(make("h2", {}, "No photos in your folders"),
    make("p", {}, `Evoke looked into ${library.roots.map(({ path }) => path).join(", ")}.${failed}`),
    addFolder(), make("a", { class: "button", href: "/library" }, "Look at the library"));
}
