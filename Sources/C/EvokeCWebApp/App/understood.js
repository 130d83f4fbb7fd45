// The plain words of a search that were taken for a date, a place or a person, each with a button that leaves them to the words;
// and the word that may be mistyped.

import { remove } from "./chips.js";
import { find, make } from "./dom.js";
import { go, here } from "./navigation.js";

const list = find("#understood");

export function showUnderstood({ understood, misspelling, query }) {
  list.replaceChildren(...(misspelling ? [spelled(misspelling)] : []), ...understood.map((one) => chip(one, understood)), ...(query.literal ? [literal()] : []));
  list.hidden = list.childElementCount === 0;
}

function spelled({ word, suggestion, query: text, shown }) {
  if (shown) {
    return make("li", {}, make("span", {}, "Shown for ", make("b", {}, suggestion)),
      remove(`Search for “${word}” itself`, (query) => ({ ...query, literal: true })));
  }
  const onclick = () => go({ query: { ...here().query, text } });
  return make("li", { class: "guess" }, make("button", { type: "button", class: "quiet", onclick }, `Did you mean “${suggestion}”?`));
}

function chip(one, all) {
  const others = all.filter((other) => other !== one);
  return make("li", {}, make("span", {}, make("b", {}, one.words), ` → ${meaning(one.query)}`),
    // The others keep what they mean, written as fields.
    remove(`Search for the words “${one.words}” instead`, (query) => ({
      ...query, literal: true, text: others.reduce((text, { words, query: field }) => text.replace(words, () => field.includes(" OR ") ? `(${field})` : field), query.text),
    })));
}

function literal() {
  return make("li", {}, make("span", {}, "Dates, places and names are words"),
    remove("Understand dates, places and names again", (query) => ({ ...query, literal: false })));
}

/** A field's value as people read it. */
function meaning(query) {
  return (query.startsWith("-") ? "not " : "") + query.slice(query.indexOf(":") + 1).replaceAll('"', "").replaceAll("|", " or ")
    .replace(/^(.+)\.\.$/, "from $1").replace(/^\.\.(.+)$/, "until $1").replace("..", " to ");
}
