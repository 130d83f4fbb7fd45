// The conditions of the query in the box, and edits of them. The server parses and writes queries; nothing here knows their
// syntax.

import { ask } from "./api.js";
import { find } from "./dom.js";
import { go, here, settle } from "./navigation.js";

const box = find("#search").elements.q;
/** The text whose conditions came last, and these. */
let known = { text: "", literal: false, conditions: [] };
/** The last edit; the next one waits for it. */
let last = Promise.resolve();

/** The conditions of the shown results: {start, end, words, field, values, opposite, removable, query}. */
export const conditions = () => known.conditions;

/** Whether they are those of the query in the box, whose results may not have come yet. */
export const areOfTheBox = () => known.text === box.value.trim();

/** The conditions of a field that all photos have to meet and that can be edited alone. */
export const required = (field) => known.conditions.filter((one) => one.removable && !one.opposite && one.field === field);

/** Takes the conditions that came with results. Without a query, they are requested when they are needed. */
export function tell({ text, literal }, told = []) {
  known = { text: text?.trim(), literal, conditions: told };
  document.dispatchEvent(new CustomEvent("conditions"));
}

/** The conditions of any query; requested unless they are known. */
export async function conditionsOf({ text, literal }, signal) {
  if (!text.trim()) return [];
  if (known.text === text.trim() && known.literal === literal) return known.conditions;
  return (await ask(address(text, literal), { signal })).conditions;
}

/** An edited query, as {text, literal}. `edit` has parameters of `/api/query`, as {name: value or values}. */
export const changed = ({ text, literal }, edit) => ask(address(text, literal, edit)).then((answer) => ({ text: answer.text, literal: answer.literal === true }));

function address(text, literal, edit = {}) {
  const given = new URLSearchParams({ q: text.trim(), ...(literal ? { literal: "true" } : {}) });
  for (const [name, values] of Object.entries(edit)) for (const value of [values].flat()) given.append(name, value);
  return `/api/query?${given}`;
}

/** Edits the query in the box and searches for it. `edit` gets the index of the condition, or undefined if it is not there,
 * and returns parameters for `changed`, or null to change nothing. */
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
  // Typing goes on: edit what is there now.
  if (box.value.trim() !== text) return rewriteNow(condition, edit);
  settle();
  go({ query: { ...here().query, ...after, all: false } });
}

/** Removes a condition. */
export const leaveOut = (condition) => rewrite(condition, (number) => (number === undefined ? null : { without: number }));

/** Replaces a condition by a value of a field, or adds one; an empty value removes it. */
export const put = (field, value, condition) => rewrite(condition, (number) => {
  if (value) return { field, value, ...(number === undefined ? {} : { at: number }) };
  return number === undefined ? null : { without: number };
});

const names = { in: "folder", is: "", box: "", text: "text in the photo", like: "like photo", fits: "matches", people: "people in it" };
const signs = [[/^(.+)\.\.$/, "from $1"], [/^\.\.(.+)$/, "until $1"], ["..", " to "], [/^>=/, "at least "], [/^<=/, "at most "]];

/** The query language has the British spelling. */
const worded = (field, value) => (field === "is" && value === "favourite" ? "favorite" : signs.reduce((text, [sign, words]) => text.replace(sign, words), value));

/** A condition in words, without its field. */
export function meaning({ field, values, opposite, query }) {
  if (!field) return query;
  const value = field === "box" ? "in an area of the map" : values.map((one) => worded(field, one)).join(" or ");
  return `${opposite ? "not " : ""}${value}`;
}

/** A condition in words, with its field. */
export function label(condition) {
  const name = names[condition.field] ?? condition.field;
  return [name, meaning(condition)].filter(Boolean).join(": ");
}
