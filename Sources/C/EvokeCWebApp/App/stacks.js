// Stacks: duplicates and bursts that are shown as one photo.

import { isVisitor } from "./visitor.js";
import { number } from "./words.js";

const place = "evoke-stacks";
let isOn = remembered();

/** Whether stacks are folded; remembered in this browser. Visitors see no stacks. */
export const folds = () => isOn && !isVisitor();

export function fold(wanted) {
  isOn = wanted;
  try {
    localStorage.setItem(place, wanted ? "on" : "off");
  } catch {
    // Without storage, it lasts until the page is reloaded.
  }
}

function remembered() {
  try {
    return localStorage.getItem(place) !== "off";
  } catch {
    return true;
  }
}

/** The content of a stack in words. */
export function inStack({ kind, count }) {
  const what = { exact: "copies of one file", same: "versions of one picture", burst: "shots of one moment" };
  return `${number(count)} ${what[kind]}`;
}
