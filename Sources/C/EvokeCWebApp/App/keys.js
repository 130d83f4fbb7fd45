// The keyboard shortcuts of each page, and the dialog that lists them.

import { find, make } from "./dom.js";
import { isVisitor } from "./visitor.js";

const dialog = find("#keys");

/** By page: its title, and keys with what they do. `own` is for the owner only. */
const lists = {
  everywhere: ["Everywhere", [[["/"], "search"], [["?"], "keyboard shortcuts"], [["Esc"], "close or clear"]]],
  search: ["Photos", [
    [["←", "→", "↑", "↓"], "move between photos"], [["Home", "End"], "first and last photo"], [["Enter"], "open"],
    [["x"], "select", "own"], [["Shift", "←", "→"], "select several", "own"], [["a"], "select all", "own"], [["f"], "add to favorites", "own"], [["d"], "download", "own"],
    [["c"], "compare", "own"], [["Shift H"], "hide", "own"],
  ]],
  photo: ["A photo", [
    [["←", "→"], "previous and next"], [["+", "−", "0"], "zoom"], [["↑", "↓"], "move the zoomed photo"], [["s", "Space"], "slideshow"], [["k"], "play the video"],
    [["o"], "look around"], [["i"], "about this photo"], [["h"], "hide all buttons"], [["f"], "favorite", "own"], [["1", "…", "5"], "stars", "own"], [["Shift H"], "hide the photo", "own"],
    [["t"], "show text", "own"], [["p"], "show faces", "own"], [["m"], "more like this", "own"], [["d"], "download", "own"], [["c"], "copy file path", "own"], [["l"], "labels", "own"],
  ]],
  beside: ["Compare", [[["←", "→"], "photos"], [["+", "−", "0"], "zoom"], [["f"], "favorite"], [["x"], "remove"]], "own"],
  map: ["Map", [[["←", "→", "↑", "↓"], "move"], [["+", "−"], "zoom"], [["0"], "all photos"], [["a"], "select an area"]], "own"],
  duplicates: ["Duplicates", [
    [["←", "→"], "photos"], [["k"], "keep"], [["x"], "trash"], [["a"], "keep the best"], [["n", "p"], "groups"], [["+", "−", "0"], "zoom"],
    [["d"], "differences"], [["t"], "move to trash"], [["u"], "undo"],
  ], "own"],
};

const mayUse = ([, , whose]) => whose !== "own" || !isVisitor();
const drawn = (keys) => keys.flatMap((key) => [make("kbd", {}, key), " "]);

export function startKeys() {
  addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.defaultPrevented || dialog.open || event.target.matches("input, textarea, select")) return;
    event.preventDefault();
    find("div", dialog).replaceChildren(...Object.values(lists).filter(mayUse).map(([title, keys]) => make("section", {}, make("h3", {}, title),
      make("dl", {}, ...keys.filter(mayUse).flatMap(([pressed, what]) => [make("dt", {}, ...drawn(pressed)), make("dd", {}, what)])))));
    dialog.showModal();
  });
  for (const line of document.querySelectorAll("[data-keys]")) {
    const [, keys] = lists[line.dataset.keys];
    line.replaceChildren(...keys.flatMap(([pressed, what], at) => [...(at ? [" · "] : []), ...drawn(pressed), what]));
  }
}
