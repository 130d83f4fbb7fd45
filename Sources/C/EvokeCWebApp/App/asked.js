// The conditions of a search as chips, each with a button that removes it, including those recognized in plain words; and
// the suggestion for a misspelled word.

import { remove } from "./chips.js";
import { conditions, label, leaveOut, meaning, rewrite } from "./conditions.js";
import { find, icon, make } from "./dom.js";
import { go, here } from "./navigation.js";

const list = find("#asked");
const box = find("#search").elements.q;

/** After removing one, the keyboard is at the next. */
export function showAsked({ misspelling, query }) {
  const at = [...list.querySelectorAll("button")].indexOf(document.activeElement);
  list.replaceChildren(...(misspelling ? [spelled(misspelling)] : []), ...conditions().map(chip), ...(query.literal ? [literal()] : []));
  list.hidden = list.childElementCount === 0;
  if (at >= 0) ([...list.querySelectorAll("button")].slice(0, at + 1).at(-1) ?? box).focus();
}

function spelled({ word, suggestion, query: text, shown }) {
  if (shown) {
    return make("li", {}, make("span", {}, "Showing results for ", make("b", {}, suggestion)),
      remove(`Search for “${word}” instead`, (query) => ({ ...query, literal: true })));
  }
  const onclick = () => go({ query: { ...here().query, text } });
  return make("li", { class: "guess" }, make("button", { type: "button", class: "quiet", onclick }, `Did you mean “${suggestion}”?`));
}

function chip(one) {
  const { words, removable } = one;
  if (words) {
    return make("li", {}, make("span", {}, make("b", {}, words), ` → ${meaning(one)}`),
      // The others keep their meaning: they become fields.
      button(`Search for the words “${words}” instead`, () => rewrite(one, (number) => (number === undefined ? null : { words: number }))));
  }
  const name = label(one);
  return make("li", { class: removable ? null : "fixed" }, make("span", {}, name),
    removable ? button(`Remove filter: ${name}`, () => leaveOut(one)) : null);
}

/** By then, the box may contain an invalid query. */
function button(name, act) {
  const onclick = () => act().catch((error) => { find("#count").textContent = error.message; });
  return make("button", { type: "button", class: "quiet", "aria-label": name, title: name, onclick }, icon("close"));
}

function literal() {
  return make("li", {}, make("span", {}, "Searching these words literally"),
    remove("Recognize dates, places, and names", (query) => ({ ...query, literal: false })));
}
