// Visitors: people who opened the link of a shared album or saved search. Otherwise the page is the owner's.

import { ask } from "./api.js";
import { find, make, trouble } from "./dom.js";
import { dayOf } from "./words.js";

const heading = find("#search-page h1");
let visit = null;

/** Whether this is a visitor, who can only look at photos. */
export const isVisitor = () => visit !== null;

/** The page's name in titles. */
export const pageName = () => visit?.title ?? "Evoke";

/** Asks the server who this is. Returns false if the share has ended; the page then says so. */
export async function meet() {
  try {
    const access = await ask("/api/access");
    if (access.role === "visitor") welcome(access);
    return true;
  } catch (error) {
    return error.kind !== "shareEnded";
  }
}

/** Shows what is shared, and until when. */
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

/** Says that the share has ended. */
export function sayEnded(error) {
  document.documentElement.classList.add("visitor", "ended");
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  document.title = "No longer shared";
  call(document.title);
  find("#search-page").hidden = false;
  // On the server's machine, this may be the owner, who tried a link.
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  find("#state").replaceChildren(trouble(error), isHere ? back() : "");
  find("#state").hidden = false;
}

function call(name) {
  heading.textContent = name;
  heading.classList.remove("unseen");
}

const back = () => make("button", { type: "button", onclick: () => location.assign("/?token=") }, "Back to my library");
