// Suggestions for the text in the search box. Typing never waits for them.

import { find, icon, make } from "./dom.js";
import { earlierLike, forgetQueries, keepQuery } from "./queries.js";
import { savedLike, searches } from "./searches.js";
import { number } from "./words.js";

const form = find("#search");
const box = form.elements.q;
const list = find("#suggestions");
const said = find("#suggestions-said");
/** Milliseconds for which earlier suggestions may stay. Responses are mostly faster, so the list does not flicker. */
const patience = 120;
/** Screen readers get the number of suggestions after this pause in typing. */
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
  // Tapping something without focus does not blur the box.
  addEventListener("pointerdown", ({ target }) => { if (isOpen() && !form.contains(target)) close(); });
  // Captures keys before the box gets them.
  form.addEventListener("keydown", (event) => { if (event.target === box) pressed(event); }, { capture: true });
  // Clicks leave the focus in the box, so a phone's keyboard stays open.
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
  // If saved searches cannot be loaded, the rest is suggested.
  const [given] = await Promise.all([fromServer(text, signal), searches().catch(() => [])]);
  clearTimeout(waiting);
  const own = ownRows(text);
  if (!signal.aborted) show([...own, ...given.filter((row) => !own.some(({ query }) => query === row.query))], text);
}

/** Saved searches and history are whole queries, so they are suggested only at the end of the text. */
function ownRows(text) {
  if (after().trim()) return [];
  const saved = text.trim()
    ? savedLike(text, 3).map(({ name, query }) => ({ kind: "saved", text: name, label: query, query })) : [];
  const queries = earlierLike(text, text.trim() ? 2 : 8).map((query) => ({ kind: "earlier", text: query, query }));
  const forgetting = { kind: "forget", text: "Clear search history" };
  return queries.length && !text.trim() ? [...queries, forgetting] : [...saved, ...queries];
}

/** The server's suggestions; none if the request fails. */
async function fromServer(text, signal) {
  try {
    const response = await fetch(`/api/suggest?${new URLSearchParams({ q: text, top: 8 })}`, { signal });
    const { suggestions } = response.ok ? await response.json() : { suggestions: [] };
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

/** Keeps unchanged rows: one may just be being tapped. */
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
  // Browsers do not submit forms with several fields on Enter.
  if (key === "Enter" && chosen < 0) form.requestSubmit();
  else if (!isOpen()) return;
  else if (key === "ArrowDown" && chosen < rows.length - 1) choose(chosen + 1);
  // Down from the last suggestion closes the list; the photos are next.
  else if (key === "ArrowDown") close();
  else if (key === "ArrowUp") choose(chosen < 0 ? rows.length - 1 : chosen - 1);
  else if (key === "Escape") close();
  else if ((key === "Enter" || key === "Tab") && chosen >= 0) take(rows[chosen]);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Takes a suggestion, even if newer ones are loading. */
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
  // After a field, its values are suggested.
  if (row.kind !== "field") close();
}
