// One photo of the grid.

import { thumbnail } from "./api.js";
import { icon, make } from "./dom.js";

/** A list item for a photo; a grey one where it has not come yet. */
export function tile(item, index, total, address) {
  const element = make("li", { "aria-setsize": total, "aria-posinset": index + 1 });
  if (!item.id) return element;

  const picture = make("img", { alt: item.name, src: thumbnail(item), decoding: "async", draggable: "false" });
  const shown = () => {
    element.classList.add("shown");
    // Pictures of a few pixels are not blown up.
    if (picture.naturalWidth * 3 < element.clientWidth) element.classList.add("tiny");
  };
  if (picture.complete) shown();
  else picture.addEventListener("load", shown);
  picture.addEventListener("error", () => {
    if (picture.hasAttribute("src")) element.classList.add("broken");
  });

  element.append(
    make("a", { class: "open", href: address(item), draggable: "false" }, picture),
    make("a", { class: "similar", href: `/?like=${item.id}`, "aria-label": `More like ${item.name}`, title: "More like this" },
      icon("similar")));
  if (item.score !== undefined) element.append(make("span", { class: "score" }, item.score.toFixed(3)));
  return element;
}
