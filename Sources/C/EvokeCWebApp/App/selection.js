// The selection of photos in the grid, and what can be done with it.

import { emptyQuery, mostCompared, write } from "./address.js";
import { ask } from "./api.js";
import { changed as rewritten } from "./conditions.js";
import { find, make, trouble } from "./dom.js";
import { copyText } from "./metadata.js";
import { mark, suggestNames, undo } from "./marking.js";
import { go, here } from "./navigation.js";
import { grid, load, results } from "./search.js";
import { bytes, count, number, photos } from "./words.js";

/** The most photos that the server marks at once. */
const most = 10_000;
/** The most photos that one search goes by. */
const mostLike = 16;

const bar = find("#chosen");
const list = find("#grid");
const form = find("form", bar);
const told = find(".told", bar);
const along = find(".along", bar);
const chosen = new Set();
/** The index where a range begins; -1 without one. */
let anchor = -1;
/** Whether clicks select even while nothing is selected. */
let isOn = false;
/** The address of the results that are shown. */
let shownFor = null;
/** The photos of stacks that were selected as a whole, by the top photo. */
const members = new Map();
const pause = 150;
let asking = 0;
let touching = new AbortController();

export function startSelection() {
  grid.isChosen = (id) => chosen.has(id);
  find("#select").addEventListener("click", () => (isChoosing() ? clear() : begin()));
  list.addEventListener("click", clicked);
  list.addEventListener("keydown", key);
  find("#days").addEventListener("click", ({ target }) => {
    const day = target.closest("[data-first]");
    if (day) choose(Number(day.dataset.first), Number(day.dataset.first) + Number(day.dataset.count));
  });
  bar.addEventListener("click", ({ target }) => actions[target.closest("[data-do]")?.dataset.do]?.());
  find("select", bar).addEventListener("change", ({ target }) => {
    const { value } = target;
    target.value = "";
    if (value === "none") apply({ remove: { rating: true } });
    else if (value) apply({ add: { rating: Number(value) } });
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    name("add");
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    form.hidden = true;
  });
  // Other results start without a selection.
  document.addEventListener("results", () => {
    const address = write({ query: here().query });
    if (address !== shownFor && isChoosing()) clear();
    shownFor = address;
  });
  addEventListener("keydown", (event) => {
    const isTaken = event.defaultPrevented || event.target.matches("input, textarea") || document.querySelector("dialog[open], :popover-open");
    if (isTaken || here().page !== "search" || event.altKey || event.metaKey) return;
    if (event.key === "Escape" && isChoosing()) {
      event.preventDefault();
      clear();
    }
  });
}

const actions = {
  favorite: () => apply({ add: { favourite: true } }),
  unfavorite: () => apply({ remove: { favourite: true } }),
  hide,
  tag: () => askForName("tags", "Tag", "known-tags"),
  album: () => askForName("albums", "Album", "known-albums"),
  remove: () => name("remove"),
  similar: () => {
    const like = [...chosen].slice(0, mostLike);
    clear();
    go({ query: { ...emptyQuery, like } });
  },
  compare: () => go({ ...here(), compared: [...chosen] }, { state: { opened: true } }),
  stacks: wholeStacks,
  unlike: turnAway,
  download,
  copy: copyPaths,
  all: () => choose(0, results.total),
  more: showRest,
  none: clear,
};

/** On phones, the bar has some of its buttons only after More. */
function showRest() {
  const isWhole = bar.classList.toggle("whole");
  const more = find('[data-do="more"]', bar);
  more.setAttribute("aria-expanded", isWhole);
  more.textContent = isWhole ? "Less" : "More";
}

async function turnAway() {
  try {
    const { query } = here();
    const after = await rewritten(query, { field: "like", value: [...chosen], opposite: true });
    clear();
    go({ query: { ...query, ...after } });
  } catch (error) {
    told.replaceChildren(trouble(error));
  }
}

const canCompare = () => chosen.size > 1 && chosen.size <= mostCompared;

const isChoosing = () => isOn || chosen.size > 0;

function begin() {
  isOn = true;
  show();
}

function clear() {
  isOn = false;
  chosen.clear();
  members.clear();
  anchor = -1;
  told.replaceChildren();
  form.hidden = true;
  show();
}

function clicked(event) {
  const tile = event.target.closest("li[data-id]");
  if (!tile || event.target.closest(".similar, .stack")) return;
  const isCheck = event.target.closest(".choose");
  if (!isCheck && (!isChoosing() || event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.stopPropagation();
  const index = results.index(Number(tile.dataset.id));
  if (event.shiftKey && anchor >= 0) extend(index);
  else toggle(index);
}

function key(event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const { current } = grid;
  if (event.shiftKey && event.key.startsWith("Arrow")) {
    // The grid has already moved the focus.
    if (anchor < 0) anchor = Number(event.target.closest("li")?.ariaPosInSet ?? 1) - 1;
    extend(current);
  } else if (event.key === "x") {
    toggle(current);
  } else if (event.key === "a") {
    actions.all();
  } else if (event.key === "f" && chosen.size > 0) {
    actions.favorite();
  } else if (event.key === "d" && chosen.size > 0) {
    actions.download();
  } else if (event.key === "c" && canCompare()) {
    actions.compare();
  } else if (event.key === "H" && chosen.size > 0) {
    actions.hide();
  } else {
    return;
  }
  event.preventDefault();
}

function toggle(index) {
  const photo = results.at(index);
  if (!photo) return;
  if (chosen.has(photo.id)) for (const id of members.get(photo.id) ?? [photo.id]) chosen.delete(id);
  else if (chosen.size < most) chosen.add(photo.id);
  anchor = index;
  show();
}

function extend(to) {
  choose(Math.min(anchor, to), Math.max(anchor, to) + 1);
}

/** Selects a range, and loads its photos first. */
async function choose(from, to) {
  const asked = results;
  const end = Math.min(to, from + most);
  await load(from, end);
  if (asked !== results) return;
  let missing = 0;
  for (let at = from; at < end && chosen.size < most; at++) {
    const photo = results.at(at);
    if (photo) chosen.add(photo.id);
    else missing += 1;
  }
  show();
  if (missing) tell(`${photos(missing)} could not be loaded. Select them again in a moment.`);
  else if (end < to) tell(`You can select up to ${number(most)} photos at once`);
}

function show() {
  const isShown = isChoosing();
  bar.hidden = !isShown;
  document.body.classList.toggle("choosing", isShown);
  find("#select").setAttribute("aria-pressed", isShown);
  find(".count", bar).textContent = chosen.size ? `${number(chosen.size)} selected` : "Select photos";
  for (const one of bar.querySelectorAll("[data-needs]")) one.disabled = chosen.size === 0;
  const isQuestion = chosen.size > 0 && chosen.size <= mostLike;
  find('[data-do="similar"]', bar).disabled = !isQuestion;
  find('[data-do="compare"]', bar).disabled = !canCompare();
  const unlike = find('[data-do="unlike"]', bar);
  const isRanked = results.at(0)?.score !== undefined;
  unlike.disabled = !isQuestion || !isRanked;
  unlike.title = isRanked ? "Move results away from these photos" : "Search for something first";
  const hider = find('[data-do="hide"]', bar);
  find("span", hider).textContent = areHidden() ? "Unhide" : "Hide";
  hider.title = areHidden() ? "Show in searches and lists again (Shift H)" : "Hide from searches and lists; is:hidden finds them (Shift H)";
  const more = chosenStacks().reduce((sum, { stack }) => sum + stack.count - 1, 0);
  const stacks = find('[data-do="stacks"]', bar);
  stacks.hidden = more === 0;
  stacks.textContent = `Add ${number(more)} more in stacks`;
  grid.showChosen();
  clearTimeout(asking);
  touching.abort();
  if (chosen.size > 0) asking = setTimeout(sayCopies, pause);
  else along.textContent = "";
}

/** Marks belong to the content of a file, so exact copies get them, too. Says so beforehand. */
async function sayCopies() {
  touching = new AbortController();
  const { signal } = touching;
  const { copies } = await ask("/api/marks", { json: { photos: [...chosen] }, signal }).catch(() => ({ copies: 0 }));
  if (!signal.aborted) along.textContent = copies ? `Changes also apply to ${count(copies, "exact copy", "exact copies")}.` : "";
}

/** Selected top photos of stacks whose other photos are not selected. */
function chosenStacks() {
  return [...chosen].map((id) => results.photo(id)).filter((photo) => photo?.stack && !members.has(photo.id));
}

/** Selects the other photos of selected stacks. */
async function wholeStacks() {
  const asked = results;
  try {
    for (const { id, stack } of chosenStacks()) {
      const ids = [];
      while (ids.length < stack.count) {
        const page = await ask(`/api/photos?${new URLSearchParams({ stack: id, top: 1000, offset: ids.length })}`);
        if (page.results.length === 0) break;
        ids.push(...page.results.map((photo) => photo.id));
      }
      if (asked !== results || !chosen.has(id)) return;
      if (chosen.size + ids.length > most) return tell(`You can select up to ${number(most)} photos at once`);
      members.set(id, ids);
      for (const one of ids) chosen.add(one);
    }
    show();
  } catch (error) {
    told.replaceChildren(trouble(error));
  }
}

async function askForName(kind, label, names) {
  form.hidden = form.dataset.kind === kind && !form.hidden;
  form.dataset.kind = kind;
  const field = form.elements.name;
  field.value = "";
  field.setAttribute("list", names);
  field.setAttribute("aria-label", label);
  field.placeholder = label;
  if (form.hidden) return;
  field.focus();
  await suggestNames().catch(() => {});
}

function name(what) {
  const [kind, value] = [form.dataset.kind, form.elements.name.value.trim()];
  if (!value) return form.elements.name.focus();
  form.hidden = true;
  return apply({ [what]: { [kind]: [value] } });
}

/** Whether the results are hidden photos. */
const areHidden = () => results.conditions.some(({ field, values, opposite }) => field === "is" && values.includes("hidden") && !opposite);

/** Hides or unhides the selected photos, which leave the results. */
async function hide() {
  const which = { hidden: true };
  if (!await apply(areHidden() ? { remove: which } : { add: which })) return;
  chosen.clear();
  members.clear();
  // Keep the bar, since it has Undo.
  isOn = true;
  show();
}

/** Edits marks of the selected photos. Returns whether any changed. */
async function apply(edit) {
  if (chosen.size === 0) return false;
  // Remove the undo of the change before: it would undo this one.
  tell();
  try {
    const { changed, copies, unread, isLast } = await mark([...chosen], edit);
    const others = copies ? ` and ${count(copies, "exact copy", "exact copies")}` : "";
    const more = unread ? `; ${count(unread, "photo has", "photos have")} to be indexed first` : "";
    tell((changed ? acted(edit, `${photos(changed)}${others}`) : "Nothing to change") + more, changed && isLast ? takeBack : undefined);
    return changed > 0;
  } catch (error) {
    told.replaceChildren(trouble(error));
    return false;
  }
}

/** A message about a change, such as "Hid 3 photos". */
function acted({ add, remove }, which) {
  const { tags, albums, favourite, hidden } = add ?? remove;
  if (tags) return add ? `Tagged ${which} “${tags[0]}”` : `Removed tag “${tags[0]}” from ${which}`;
  if (albums || favourite) return `${add ? `Added ${which} to` : `Removed ${which} from`} ${albums ? `“${albums[0]}”` : "favorites"}`;
  if (hidden) return `${add ? "Hid" : "Unhid"} ${which}`;
  return `${add ? "Rated" : "Removed your rating of"} ${which}`;
}

async function takeBack() {
  tell();
  try {
    tell(await undo());
  } catch (error) {
    told.replaceChildren(trouble(error));
  }
}

/** Has the browser download the files from an address that works once. */
async function download() {
  try {
    const { address, photos: all, bytes: size } = await ask("/api/archives", { json: { photos: [...chosen] } });
    make("a", { href: address, download: "photos.zip" }).click();
    tell(`Downloading ${photos(all)}, ${bytes(size)}`);
  } catch (error) {
    told.replaceChildren(trouble(error));
  }
}

async function copyPaths() {
  const ids = [...chosen];
  const known = ids.map((id) => results.photo(id)?.path);
  const paths = await Promise.all(known.map(async (path, place) => path ?? (await ask(`/api/photos/${ids[place]}`)).path));
  const done = `${paths.length === 1 ? "Path" : `${number(paths.length)} paths`} copied`;
  tell(await copyText(paths.join("\n"), bar, done));
}

/** Shows a message, with an optional undo; without words, removes it. */
function tell(words, back) {
  // If Undo had the focus, move it to the photos.
  if (told.contains(document.activeElement)) find('a[tabindex="0"]', list)?.focus({ preventScroll: true });
  told.replaceChildren(...(words ? [make("span", {}, words)] : []), ...(back ? [make("button", { type: "button", onclick: back }, "Undo")] : []));
}
