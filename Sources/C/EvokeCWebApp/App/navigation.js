// Moves between the places of the app. Links are plain links: this takes them over where it can.

import { read, write } from "./address.js";

let listener = () => {};

export const here = () => read(location.href);

/** Calls back with the place, and why: "start", "go" or "back". */
export function begin(onPlace) {
  listener = onPlace;
  history.scrollRestoration = "manual";
  addEventListener("popstate", () => listener(here(), "back"));
  document.addEventListener("click", follow);
  listener(here(), "start");
}

/**
 * Goes there. A draft is what is being typed: one after the other takes the same step in the history, until it is
 * settled.
 */
export function go(place, { replaces = false, draft = false, state = {} } = {}) {
  const address = write(place);
  const isSame = address === location.pathname + location.search;
  const method = replaces || isSame || (draft && history.state?.draft) ? "replaceState" : "pushState";
  history[method]({ ...(method === "replaceState" ? history.state : {}), ...state, draft }, "", address);
  listener(here(), "go");
}

/** What was typed is a step of its own from now on. */
export function settle() {
  if (history.state?.draft) history.replaceState({ ...history.state, draft: false }, "");
}

/** Leaves what lies over the photos. */
export function close() {
  if (history.state?.opened) history.back();
  else go({ query: here().query }, { replaces: true });
}

function follow(event) {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const target = new URL(link.href);
  if (link.hasAttribute("download") || target.origin !== location.origin || target.hash) return;
  event.preventDefault();
  settle();
  const place = read(target);
  // Whoever opened a photo or a stack from here can close it by going back.
  go(place, { state: { opened: place.photo !== null || place.query.stack !== null } });
}
