// One photo of the grid.

import { thumbnail } from "./api.js";
import { icon, make } from "./dom.js";
import { inStack } from "./stacks.js";
import { isVisitor } from "./visitor.js";
import { foundBy } from "./why.js";
import { heard, heardPlayingTime, number, playingTime } from "./words.js";

/** A list item for a photo; a placeholder if it has not loaded. */
export function tile(item, index, total, address, width) {
  const element = make("li", { "aria-setsize": total, "aria-posinset": index + 1 });
  if (!item.id) {
    // It can hold the focus until its photo loads.
    element.tabIndex = -1;
    return element;
  }

  element.dataset.id = item.id;
  const picture = make("img", { alt: item.name, title: foundBy(item.why), decoding: "async", draggable: "false", ...sources(item, width) });
  const shown = () => element.classList.add("shown");
  if (picture.complete) shown();
  else picture.addEventListener("load", shown);
  picture.addEventListener("error", () => {
    // If the file is gone, there is only the thumbnail from indexing.
    if (picture.srcset) picture.removeAttribute("srcset");
    else if (picture.hasAttribute("src")) element.classList.add("broken");
  });

  element.append(make("a", { class: "open", href: address(item), draggable: "false", "aria-label": words(item) }, picture));
  if (!isVisitor()) addTools(element, item);
  if (item.favourite) element.append(icon("heart"));
  if (item.length) element.append(make("span", { class: "length", "aria-hidden": "true" }, icon("play"), playingTime(item.length)));
  if (item.score !== undefined) element.append(make("span", { class: "score" }, item.score.toFixed(3)));
  return element;
}

/** Buttons for the owner. */
function addTools(element, item) {
  element.append(
    make("a", { class: "similar", href: `/?like=${item.id}`, "aria-label": `More like ${item.name}`, title: "More like this" },
      icon("similar")));
  if (item.stack) element.append(opener(item));
  // On the keyboard, x selects.
  element.append(make("button", { type: "button", class: "choose", role: "checkbox", tabindex: -1, "aria-label": `Select ${item.name}` },
    icon("check")));
}

/** A link to the photos of a stack. */
function opener({ id, stack }) {
  const label = `Show ${inStack(stack)}`;
  return make("a", { class: "stack", href: `/?stack=${id}`, "aria-label": label, title: label, draggable: "false" },
    icon("copies"), make("span", {}, number(stack.count)));
}

/** The accessible name of a photo. */
function words(item) {
  return [heard(item), item.length && `video, ${heardPlayingTime(item.length)}`, item.favourite && "favorite", foundBy(item.why), item.fits === false && "weaker match",
    item.stack && `stack of ${inStack(item.stack)}`].filter(Boolean).join(", ");
}

/** Lets the browser choose a thumbnail for its screen. */
function sources(item, width) {
  const { width: across = 1, height: down = 1 } = item;
  const share = Math.min(1, across / down);
  const all = [320, 640].map((side) => `${thumbnail(item, side)} ${Math.round(side * share)}w`);
  return { sizes: `${Math.round(width)}px`, srcset: all.join(", "), src: thumbnail(item) };
}
