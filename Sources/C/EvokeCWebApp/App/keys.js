// The keys, page by page, as they are told to whoever asks for them.

import { find, make } from "./dom.js";
import { isVisitor } from "./visitor.js";

const dialog = find("#keys");

/** Each with its keys and what they do; `own` are for the owner. */
const lists = {
  everywhere: ["Everywhere", [[["/"], "to the search"], [["?"], "these keys"], [["Esc"], "close, or clear what is typed"]]],
  search: ["Photos", [
    [["←", "→", "↑", "↓"], "from photo to photo"], [["Home", "End"], "first and last"], [["Enter"], "open"],
    [["x"], "select", "own"], [["Shift", "←", "→"], "select several", "own"], [["a"], "select all", "own"], [["f"], "favourite", "own"], [["d"], "download", "own"],
    [["c"], "side by side", "own"], [["Shift H"], "hide", "own"],
  ]],
  photo: ["A photo", [
    [["←", "→"], "previous and next"], [["+", "−", "0"], "zoom"], [["↑", "↓"], "move what is zoomed"], [["s", "Space"], "slideshow"], [["k"], "play the film"],
    [["o"], "look around"], [["i"], "about it"], [["h"], "hide all buttons"], [["f"], "favourite", "own"], [["1", "…", "5"], "stars", "own"], [["Shift H"], "hide it", "own"],
    [["t"], "its text", "own"], [["p"], "its faces", "own"], [["m"], "more like it", "own"], [["d"], "download", "own"], [["c"], "copy its path", "own"], [["l"], "labels", "own"],
  ]],
  beside: ["Side by side", [[["←", "→"], "photos"], [["+", "−", "0"], "zoom"], [["f"], "favourite"], [["x"], "put aside"]], "own"],
  map: ["Map", [[["←", "→", "↑", "↓"], "move"], [["+", "−"], "zoom"], [["0"], "all photos"], [["a"], "choose an area"]], "own"],
  duplicates: ["Copies", [
    [["←", "→"], "photos"], [["k"], "keep"], [["x"], "trash"], [["a"], "keep the best"], [["n", "p"], "groups"], [["+", "−", "0"], "zoom"],
    [["d"], "differences"], [["t"], "to the trash"], [["u"], "undo"],
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
