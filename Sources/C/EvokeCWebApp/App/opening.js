// Opens a photo in the system's own programs, if the server runs on this machine.

import { ask } from "./api.js";
import { make } from "./dom.js";

const places = [["viewer", "Open"], ["folder", "Show in folder"]];

/** Buttons that open a photo; empty if the server cannot. `notice` shows a message, `fail` an error. */
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
