// Moves between the pages of the app. Links are plain links; clicks on them are handled here.

import { read, write } from "./address.js";

let listener = () => {};

export const here = () => read(location.href);

/** Calls back with what the address shows, and the reason: "start", "go" or "back". */
export function begin(onPlace) {
  listener = onPlace;
  history.scrollRestoration = "manual";
  addEventListener("popstate", () => listener(here(), "back"));
  document.addEventListener("click", follow);
  listener(here(), "start");
}

/**
 * Goes to an address, as `write` takes it. A draft is a query that is being typed: all drafts share one history entry until
 * `settle`.
 */
export function go(place, { replaces = false, draft = false, state = {} } = {}) {
  const address = write(place);
  const isSame = address === location.pathname + location.search;
  const method = replaces || isSame || (draft && history.state?.draft) ? "replaceState" : "pushState";
  history[method]({ ...(method === "replaceState" ? history.state : {}), ...state, draft }, "", address);
  listener(here(), "go");
}

/** The draft becomes a history entry of its own. */
export function settle() {
  if (history.state?.draft) history.replaceState({ ...history.state, draft: false }, "");
}

/** Closes what covers the photos. */
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
  // A photo or stack opened from here is closed by going back.
  go(place, { state: { opened: place.photo !== null || place.query.stack !== null } });
}
