// A photo, opened by the system's own programs: where the server runs on the machine that one sits at.

import { ask } from "./api.js";
import { make } from "./dom.js";

const places = [["viewer", "Open"], ["folder", "Show in folder"]];

/** Buttons for that; nothing where the server cannot. `notice` says what happens, `fail` what went wrong. */
export function openers(photo, notice, fail) {
  if (!photo.can_open) return "";
  return make("div", { class: "row" }, ...places.map(([place, words]) => {
    const onclick = async () => {
      notice("Opening…");
      await ask(`/api/photos/${photo.id}/open`, { json: { in: place } }).catch(fail);
    };
    return make("button", { type: "button", class: "button", onclick }, words);
  }));
}
