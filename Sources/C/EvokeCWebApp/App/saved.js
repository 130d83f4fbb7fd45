// The side panel of saved searches, albums, and shares. The present query can be saved there.

import { emptyQuery, parameters, write } from "./address.js";
import { ask } from "./api.js";
import { find, icon, make, trouble } from "./dom.js";
import { here } from "./navigation.js";
import { remove, save, searches } from "./searches.js";
import { shareButton, showShares } from "./sharing.js";
import { number } from "./words.js";

const dialog = find("#saved");
const list = find("ul", dialog);
const form = find("form", dialog);
const answer = find(".answer", dialog);
const patience = 300;
let shown = [];
/** The page's query as text. */
let present = "";
/** The present query when the list was drawn. */
let drawnFor = null;

export function startSaved() {
  find("#saved-open").addEventListener("click", async () => {
    present = here().query.text.trim();
    offer();
    form.elements.name.value = "";
    named();
    const coming = settle(() => Promise.all([inWords(here().query), searches(true), showAlbums(), showShares()]));
    // Opens once everything is loaded, or after a moment.
    await Promise.race([coming, new Promise((done) => { setTimeout(done, patience); })]);
    if (!dialog.open) dialog.showModal();
  });
  find(".quiet", dialog).addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", ({ target }) => { if (target === dialog || target.closest("a")) dialog.close(); });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const name = form.elements.name.value.trim();
    if (!await settle(() => save(name, find("code", form).textContent))) return;
    form.elements.name.value = "";
    named();
    list.querySelector(`[data-name="${CSS.escape(name)}"] a`)?.focus();
  });
  form.elements.name.addEventListener("input", named);
}

/** Lists favorites, albums, and hidden photos. */
async function showAlbums() {
  const { favourites, albums, hidden } = await ask("/api/marks");
  const all = [...(favourites ? [["Favorites", favourites, "is:favourite"]] : []),
    ...albums.map(({ name, count, query }) => [name, count, query, shareButton("album", name)]),
    ...(hidden ? [["Hidden", hidden, "is:hidden"]] : [])];
  find("#albums").hidden = all.length === 0;
  find("#albums .lines").replaceChildren(...all.map(([name, count, query, share]) => make("p", {},
    make("a", { href: write({ query: { ...emptyQuery, text: query } }) }, make("strong", {}, name), make("span", { class: "small" }, number(count))), share)));
}

/** Makes a query with its words to leave out and its photos the present one, as text. Other pictures are not saved. */
async function inWords(query) {
  if (query.not.trim() || query.like.length > 0) present = (await ask(`/api/query?${parameters({ ...query, literal: false })}`)).text;
  offer();
}

function offer() {
  form.hidden = !present;
  find("code", form).textContent = present;
}

/** Runs `act`, draws the list, and shows errors. Returns whether it succeeded. */
async function settle(act) {
  answer.replaceChildren();
  let isDone = true;
  try {
    await act();
    draw(await searches());
  } catch (error) {
    isDone = false;
    answer.replaceChildren(trouble(error));
  }
  return isDone;
}

/** Saving under an existing name replaces its query: the button says so. */
function named() {
  const isThere = shown.some(({ name }) => name === form.elements.name.value.trim());
  find("button", form).textContent = isThere ? "Replace saved search" : "Save search";
}

/** An unchanged list stays, and keeps its focus. */
function draw(all) {
  if (drawnFor === present && JSON.stringify(all) === JSON.stringify(shown)) return;
  drawnFor = present;
  shown = all;
  list.replaceChildren(...all.map(row));
  find(".none", dialog).hidden = all.length > 0;
  find("#searches-title").hidden = all.length === 0;
  named();
}

function row({ name, query }) {
  const line = make("li", { "data-name": name });
  const taken = async () => {
    if (!await settle(() => remove(name))) return;
    const undo = make("button", { type: "button", onclick: () => bringBack(name, query) }, "Undo");
    answer.replaceChildren(make("p", { class: "removed", role: "status" }, `Removed “${name}”.`, undo));
    undo.focus();
  };
  line.append(
    make("a", { href: write({ query: { ...emptyQuery, text: query } }), "aria-current": query === present ? "true" : null },
      make("strong", {}, name), make("code", {}, query)),
    shareButton("search", name),
    make("button", { type: "button", class: "quiet", "aria-label": `Remove “${name}”`, onclick: taken }, icon("close")));
  return line;
}

async function bringBack(name, query) {
  if (await settle(() => save(name, query))) list.querySelector(`[data-name="${CSS.escape(name)}"] a`)?.focus();
}
