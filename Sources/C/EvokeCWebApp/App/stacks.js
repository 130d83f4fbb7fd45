// Photos that are one tile: the same picture in several files, and the shots of one moment.

import { isVisitor } from "./visitor.js";
import { number } from "./words.js";

const place = "evoke-stacks";
let isOn = remembered();

/** Whether they are; this browser remembers what was chosen. A visitor's photos stand alone. */
export const folds = () => isOn && !isVisitor();

export function fold(wanted) {
  isOn = wanted;
  try {
    localStorage.setItem(place, wanted ? "on" : "off");
  } catch {
    // A browser that keeps nothing does so until the page is loaded again.
  }
}

function remembered() {
  try {
    return localStorage.getItem(place) !== "off";
  } catch {
    return true;
  }
}

/** What is in a stack, in words. */
export function inStack({ kind, count }) {
  const what = { exact: "copies of one file", same: "versions of one picture", burst: "shots of one moment" };
  return `${number(count)} ${what[kind]}`;
}
