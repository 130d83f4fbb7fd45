// What the text in the box asks for, part by part, as the server tells it; and the texts that it makes with something
// changed. Nothing here knows the language of queries.

import { ask } from "./api.js";
import { find } from "./dom.js";
import { go, here, settle } from "./navigation.js";

const box = find("#search").elements.q;
/** Of the text whose conditions were told last. */
let known = { text: "", literal: false, conditions: [] };
/** Changes wait for each other. */
let last = Promise.resolve();

/** Those of the text whose answer is shown: {start, end, words, field, values, opposite, removable, query}. */
export const conditions = () => known.conditions;

/** Those that all photos have to meet and that can be changed by themselves, of a field. */
export const required = (field) => known.conditions.filter((one) => one.removable && !one.opposite && one.field === field);

/** An answer has told those of a query; of a text that was not asked, they are to be asked for where they are changed. */
export function tell({ text, literal }, told = []) {
  known = { text: text?.trim(), literal, conditions: told };
  document.dispatchEvent(new CustomEvent("conditions"));
}

/** Those of any query; asked for where nobody has told them. */
export async function conditionsOf({ text, literal }, signal) {
  if (!text.trim()) return [];
  if (known.text === text.trim() && known.literal === literal) return known.conditions;
  return (await ask(address(text, literal), { signal })).conditions;
}

/** A query with something changed, as {text, literal}: `edit` has what `/api/query` takes, as {name: value or values}. */
export const changed = ({ text, literal }, edit) => ask(address(text, literal, edit)).then((answer) => ({ text: answer.text, literal: answer.literal === true }));

function address(text, literal, edit = {}) {
  const given = new URLSearchParams({ q: text.trim(), ...(literal ? { literal: "true" } : {}) });
  for (const [name, values] of Object.entries(edit)) for (const value of [values].flat()) given.append(name, value);
  return `/api/query?${given}`;
}

/** Changes what is in the box, and searches for it. `edit` gets the number of the condition, which is undefined where there
 * is none of those, and gives what is to be changed; null for nothing. */
export function rewrite(condition, edit) {
  last = last.then(() => rewriteNow(condition, edit), () => rewriteNow(condition, edit));
  return last;
}

async function rewriteNow(condition, edit) {
  const text = box.value.trim();
  const { query } = here();
  const literal = query.literal && text === query.text.trim();
  const all = condition ? await conditionsOf({ text, literal }) : [];
  const number = all.findIndex((one) => one.query === condition?.query && one.words === condition.words);
  const wanted = edit(number < 0 ? undefined : number);
  if (!wanted) return;
  const after = await changed({ text, literal }, wanted);
  // What was typed meanwhile counts.
  if (box.value.trim() !== text) return rewriteNow(condition, edit);
  settle();
  go({ query: { ...here().query, ...after, all: false } });
}

/** Takes a condition out of what is asked. */
export const leaveOut = (condition) => rewrite(condition, (number) => (number === undefined ? null : { without: number }));

/** Puts a value of a field in the place of a condition, or beside all else; an empty one takes it away. */
export const put = (field, value, condition) => rewrite(condition, (number) => {
  if (value) return { field, value, ...(number === undefined ? {} : { at: number }) };
  return number === undefined ? null : { without: number };
});

const names = { in: "folder", is: "", box: "", text: "text in the photo", like: "like photo", fits: "matches", people: "people in it" };
const signs = [[/^(.+)\.\.$/, "from $1"], [/^\.\.(.+)$/, "until $1"], ["..", " to "], [/^>=/, "at least "], [/^<=/, "at most "]];

/** The query language has the British spelling. */
const worded = (field, value) => (field === "is" && value === "favourite" ? "favorite" : signs.reduce((text, [sign, words]) => text.replace(sign, words), value));

/** What a condition asks for, as people read it. */
export function meaning({ field, values, opposite, query }) {
  if (!field) return query;
  const value = field === "box" ? "in an area of the map" : values.map((one) => worded(field, one)).join(" or ");
  return `${opposite ? "not " : ""}${value}`;
}

/** The same with its field. */
export function label(condition) {
  const name = names[condition.field] ?? condition.field;
  return [name, meaning(condition)].filter(Boolean).join(": ");
}
