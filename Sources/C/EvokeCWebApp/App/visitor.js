// Who looks at the page: whoever may do everything, or a visitor, to whom an album or a saved search is shown.

import { ask } from "./api.js";
import { find, make, trouble } from "./dom.js";
import { dayOf } from "./words.js";

const heading = find("#search-page h1");
let visit = null;

/** Whether a visitor looks, who is told of photos alone, and changes nothing. */
export const isVisitor = () => visit !== null;

/** What the page is called. */
export const pageName = () => visit?.title ?? "Evoke";

/** Asks who looks. Gives whether anything is shown to them; where not any more, the page says so. */
export async function meet() {
  try {
    const access = await ask("/api/access");
    if (access.role === "visitor") welcome(access);
    return true;
  } catch (error) {
    return error.kind !== "shareEnded";
  }
}

/** The name of what is shown, and until when. */
function welcome(access) {
  visit = access;
  document.documentElement.classList.add("visitor");
  call(visit.title);
  heading.after(make("p", { class: "until small" }, `Shared with you until ${dayOf(visit.until)}.`, visit.is_owner && back()));
  find(".brand").setAttribute("aria-label", "All photos");
  const box = find("#search").elements.q;
  box.setAttribute("aria-label", "Search these photos");
  for (const name of ["role", "aria-autocomplete", "aria-expanded", "aria-controls"]) box.removeAttribute(name);
}

/** What was shown is shown no more. */
export function sayEnded(error) {
  document.documentElement.classList.add("visitor", "ended");
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  document.title = "No longer shared";
  call(document.title);
  find("#search-page").hidden = false;
  // Whoever is at the server's own machine may be its owner, who has tried a link.
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  find("#state").replaceChildren(trouble(error), isHere ? back() : "");
  find("#state").hidden = false;
}

function call(name) {
  heading.textContent = name;
  heading.classList.remove("unseen");
}

const back = () => make("button", { type: "button", onclick: () => location.assign("/?token=") }, "Back to my library");
