// What may be meant by the words that are being typed: a list below the box, which typing never waits for.

import { find, icon, make } from "./dom.js";
import { earlierLike, forgetQueries, keepQuery } from "./queries.js";
import { savedLike, searches } from "./searches.js";
import { number } from "./words.js";

const form = find("#search");
const box = form.elements.q;
const list = find("#suggestions");
const said = find("#suggestions-said");
/** So long may what was suggested for the text before stand; the answer mostly comes sooner, and nothing flickers. */
const patience = 120;
/** What is said to those who hear the page waits until they have stopped typing. */
const sayingPause = 900;

let rows = [];
let chosen = -1;
let asking = new AbortController();
let saying = 0;

const isOpen = () => !list.hidden;
const before = () => box.value.slice(0, box.selectionStart);
const after = () => box.value.slice(box.selectionStart);

export function startSuggestions() {
  box.addEventListener("input", (event) => { if (!event.isComposing) suggest(); });
  box.addEventListener("compositionstart", close);
  box.addEventListener("compositionend", suggest);
  box.addEventListener("click", () => { if (!box.value) suggest(); });
  box.addEventListener("focusout", () => {
    keepQuery(box.value);
    close();
  });
  form.addEventListener("submit", () => {
    keepQuery(box.value);
    close();
  });
  addEventListener("popstate", close);
  // A finger on what takes no focus leaves it in the box.
  addEventListener("pointerdown", ({ target }) => { if (isOpen() && !form.contains(target)) close(); });
  // Before the box's own: what the list takes, the box does not see.
  form.addEventListener("keydown", (event) => { if (event.target === box) pressed(event); }, { capture: true });
  // The box keeps the focus, and a phone its keyboard.
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", ({ target }) => {
    const at = [...list.children].indexOf(target.closest("li"));
    if (at >= 0) take(rows[at]);
  });
}

async function suggest() {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  choose(-1);
  const text = before();
  if (!text.trim()) return show(ownRows(text), text);
  const waiting = setTimeout(() => show(ownRows(text), text), patience);
  // Whoever begins to type may mean a saved search; without them, the rest is suggested.
  const [given] = await Promise.all([fromServer(text, signal), searches().catch(() => [])]);
  clearTimeout(waiting);
  const own = ownRows(text);
  if (!signal.aborted) show([...own, ...given.filter((row) => !own.some(({ query }) => query === row.query))], text);
}

/** Saved searches and earlier queries are whole, so they are for whoever types at the end. */
function ownRows(text) {
  if (after().trim()) return [];
  const saved = text.trim()
    ? savedLike(text, 3).map(({ name, query }) => ({ kind: "saved", text: name, label: query, query })) : [];
  const queries = earlierLike(text, text.trim() ? 2 : 8).map((query) => ({ kind: "earlier", text: query, query }));
  const forgetting = { kind: "forget", text: "Clear search history" };
  return queries.length && !text.trim() ? [...queries, forgetting] : [...saved, ...queries];
}

/** None when it fails: whoever types has lost nothing. */
async function fromServer(text, signal) {
  try {
    const response = await fetch(`/api/suggest?${new URLSearchParams({ q: text, top: 8 })}`, { signal });
    const { suggestions } = response.ok ? await response.json() : { suggestions: [] };
    // One that changes nothing suggests nothing.
    return suggestions.filter(({ query }) => query.trim() !== text.trim());
  } catch {
    return [];
  }
}

function show(wanted, text) {
  if (before() !== text) return;
  draw(wanted);
  list.scrollTop = 0;
  choose(-1);
  open(rows.length > 0 && document.activeElement === box);
}

/** A row that stays is not drawn anew: a finger may be on it. */
function draw(wanted) {
  const written = rows.map((row) => JSON.stringify(row));
  rows = wanted;
  rows.forEach((row, at) => {
    if (JSON.stringify(row) === written[at]) return;
    if (at < list.children.length) list.children[at].replaceWith(drawn(row, at));
    else list.append(drawn(row, at));
  });
  while (list.children.length > rows.length) list.lastChild.remove();
}

function drawn({ kind, text, label, count }, at) {
  const sign = { earlier: "earlier", saved: "saved", forget: "close", person: "person" }[kind] ?? "search";
  return make("li", { role: "option", id: `suggestion-${at}`, "aria-selected": "false", "data-kind": kind }, icon(sign),
    make("span", { class: "text" }, text), label ? make("span", { class: "label" }, label) : null,
    count === undefined ? null : make("span", { class: "count" }, number(count), make("span", { class: "unseen" }, count === 1 ? " photo" : " photos")));
}

function open(isWanted) {
  list.hidden = !isWanted;
  box.setAttribute("aria-expanded", isWanted);
  clearTimeout(saying);
  saying = setTimeout(() => {
    const words = isOpen() ? `${rows.length} ${rows.length === 1 ? "suggestion" : "suggestions"}` : "";
    if (said.textContent !== words) said.textContent = words;
  }, sayingPause);
}

function close() {
  asking.abort();
  choose(-1);
  open(false);
}

function choose(at) {
  list.children[chosen]?.setAttribute("aria-selected", "false");
  chosen = at;
  const row = list.children[at];
  if (!row) return box.removeAttribute("aria-activedescendant");
  row.setAttribute("aria-selected", "true");
  row.scrollIntoView({ block: "nearest" });
  box.setAttribute("aria-activedescendant", row.id);
}

function pressed(event) {
  if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const { key } = event;
  // Browsers submit no form of two fields by themselves.
  if (key === "Enter" && chosen < 0) form.requestSubmit();
  else if (!isOpen()) return;
  else if (key === "ArrowDown" && chosen < rows.length - 1) choose(chosen + 1);
  // After the last come the photos, as they do below the list.
  else if (key === "ArrowDown") close();
  else if (key === "ArrowUp") choose(chosen < 0 ? rows.length - 1 : chosen - 1);
  else if (key === "Escape") close();
  else if ((key === "Enter" || key === "Tab") && chosen >= 0) take(rows[chosen]);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Also one for the text before, while the next are under way: who took it saw it. */
function take(row) {
  if (row.kind === "forget") {
    forgetQueries();
    return close();
  }
  const rest = after();
  close();
  box.value = row.query + rest;
  box.setSelectionRange(row.query.length, row.query.length);
  if (row.kind === "earlier" || row.kind === "saved") return form.requestSubmit();
  box.dispatchEvent(new Event("input", { bubbles: true }));
  // A field is half of it: its values come next.
  if (row.kind !== "field") close();
}
