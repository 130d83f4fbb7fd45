// The page of duplicates: one group of photos after the other, to keep the best and move others to the trash.

import { ask } from "./api.js";
import { Comparison } from "./comparison.js";
import { find, make, trouble } from "./dom.js";
import { GoingPhotos } from "./going.js";
import { go, here, settle } from "./navigation.js";
import { news } from "./news.js";
import { bytes, count, number, photos } from "./words.js";

const page = 50;
/** Milliseconds between requests while the server looks for duplicates. */
const betweenLooks = 2000;
const typingPause = 400;
const kinds = {
  exact: ["Exact copies", "identical files"], same: ["Same picture", "rotated, resized, saved again, or slightly cropped"],
  burst: ["Burst", "shots taken within seconds"],
};

const section = find("#duplicates-page");
const said = find("#duplicates-said");
const told = find("#duplicates-told");
const group = find("#group");
const question = find("#trash-question");
const search = find("#duplicates-search");
const marks = new GoingPhotos();
const comparison = new Comparison(find(".compared", group), { onmark: mark, onswipe: turn });

let isShown = false;
/** The kind that is shown; null for all. */
let kind = null;
/** The query whose duplicates are shown; empty for all photos. */
let query = "";
let typing = 0;
/** The last answer, and the loaded groups by index. */
let answer = null;
let groups = new Map();
let index = 0;
let asking = new AbortController();
let again = 0;
/** The shown group as JSON. */
let drawn = "";

export function startDuplicates() {
  find("#kinds").addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    settle();
    go({ page: "duplicates", copies: { ...here().copies, kind: button.dataset.kind || null } });
  });
  search.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(refresh, typingPause);
  });
  search.addEventListener("change", settle);
  search.addEventListener("submit", (event) => {
    event.preventDefault();
    refresh();
    settle();
  });
  section.addEventListener("click", ({ target }) => actions[target.closest("[data-do]")?.dataset.do]?.());
  find("form", question).addEventListener("submit", (event) => {
    event.preventDefault();
    question.close();
    trash();
  });
  find("[value=cancel]", question).addEventListener("click", () => question.close());
  addEventListener("keydown", key);
  news.addEventListener("duplicates", ({ detail }) => {
    if (!isShown) return;
    if (detail.is_over) load();
    else showProgress(detail);
  });
  news.addEventListener("connection", () => { if (isShown && news.isConnected) load(); });
}

export function showDuplicates({ copies }) {
  isShown = true;
  document.title = "Duplicates · Evoke";
  clearTimeout(typing);
  if (copies.kind !== kind || copies.query !== query) [kind, query, groups, index] = [copies.kind, copies.query, new Map(), 0];
  const { q } = search.elements;
  if (q.value.trim() !== query) q.value = query;
  load();
}

export function leaveDuplicates() {
  isShown = false;
  clearTimeout(again);
  question.close();
}

const actions = {
  previous: () => turn(-1),
  next: () => turn(1),
  larger: () => comparison.panes.larger(),
  smaller: () => comparison.panes.smaller(),
  differences,
  best: keepBest,
  trash: askOnce,
  clear: () => {
    marks.clear();
    showMarks();
  },
  undo,
};

// Loading groups.

/** Shows the duplicates of the query in the box. */
function refresh() {
  clearTimeout(typing);
  const wanted = search.elements.q.value.trim();
  if (wanted !== query) go({ page: "duplicates", copies: { ...here().copies, query: wanted } }, { draft: true });
}

/** Loads again, and stays at the shown group if it still exists. */
async function load() {
  clearTimeout(again);
  try {
    const coming = new Map();
    await fetchPage(Math.floor(index / page), coming);
    const before = groups.get(index);
    const place = before && [...coming].find(([, one]) => isSame(one, before));
    index = place ? place[0] : Math.max(0, Math.min(index, answer.total - 1));
    if (answer.total > 0 && !coming.has(index)) await fetchPage(Math.floor(index / page), coming);
    groups = coming;
    draw();
    // Events, where they arrive, are faster.
    if (answer.finding && isShown) again = setTimeout(load, betweenLooks);
  } catch (error) {
    if (error.name !== "AbortError") fail(error);
  }
}

const isSame = (one, other) => one.kind === other.kind && one.photos.some(({ id }) => id === other.photos[0].id);

async function fetchPage(at, into) {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  const given = new URLSearchParams({ top: page, offset: at * page });
  if (kind) given.append("kind", kind);
  if (query) given.append("q", query);
  const coming = await ask(`/api/duplicates?${given}`, { signal });
  // A response may have arrived just before it was aborted.
  signal.throwIfAborted();
  answer = coming;
  for (const [place, one] of answer.groups.entries()) into.set(at * page + place, one);
}

function fail(error) {
  // The shown group does not belong to this query.
  if (error.status === 400) {
    said.textContent = "";
    group.hidden = true;
  }
  find("#duplicates-trouble").replaceChildren(trouble(error),
    make("button", { type: "button", class: "button", onclick: load }, "Try again"));
}

function draw() {
  const { total, counts, bytes: room, not_compared: unready, finding } = answer;
  find("#duplicates-trouble").replaceChildren();
  showProgress(finding);
  const words = total > 0 ? [`${count(total, "group", "groups")}, ${bytes(room)} can be freed.`]
    : finding ? [] : [query ? "No duplicates among these photos." : "No duplicates found."];
  if (unready > 0) words.push(`Until the next indexing run, ${photos(unready)} can only be checked for exact copies.`);
  said.textContent = words.join(" ");
  const all = Object.values(counts).reduce((sum, one) => sum + one, 0);
  find("#kinds").hidden = all === 0;
  for (const button of find("#kinds").children) {
    const { kind: its } = button.dataset;
    find("span", button).textContent = number(its ? counts[its] : all);
    button.setAttribute("aria-pressed", its === (kind ?? ""));
    button.disabled = Boolean(its) && counts[its] === 0 && its !== kind;
  }
  showGroup();
}

function showProgress(finding) {
  const progress = find("#finding");
  progress.hidden = !finding;
  if (!finding) return;
  const { done, total } = finding;
  find(".words", progress).textContent = total ? `Choosing the best photo of each group: ${number(done)} of ${number(total)}` : "Looking for duplicates…";
  const bar = find("progress", progress);
  if (total) [bar.max, bar.value] = [total, done];
  else bar.removeAttribute("value");
}

function showGroup() {
  const one = groups.get(index);
  group.hidden = !one;
  const now = JSON.stringify(one);
  const isOther = now !== drawn;
  drawn = now;
  if (!one) {
    comparison.panes.clear();
    return showMarks();
  }
  const [title, means] = kinds[one.kind];
  const room = one.photos.slice(1).reduce((sum, photo) => sum + photo.bytes, 0);
  find("#group-title").textContent = `${title}: ${means}`;
  find("#group-place").textContent = `Group ${number(index + 1)} of ${number(answer.total)} · ${photos(one.photos.length)} · ${bytes(room)} can be freed`;
  find("[data-do=previous]", group).disabled = index === 0;
  find("[data-do=next]", group).disabled = index + 1 >= answer.total;
  if (isOther) comparison.show(one);
  showMarks();
}

async function turn(step) {
  const to = index + step;
  if (!answer || to < 0 || to >= answer.total) return;
  const hadFocus = comparison.panes.current >= 0;
  index = to;
  try {
    if (!groups.has(index)) await fetchPage(Math.floor(index / page), groups);
    showGroup();
    if (hadFocus) comparison.focus(0);
  } catch (error) {
    if (error.name !== "AbortError") fail(error);
  }
}

function differences() {
  const button = find("[data-do=differences]", group);
  const isWanted = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", isWanted);
  comparison.markDifferences(isWanted);
}

// Marking photos, and moving them to the trash.

function mark(photo, wanted) {
  const isAgain = marks.of(photo.id) === wanted;
  if (isAgain) marks.forget(photo.id);
  else if (wanted === "keep") marks.keep(photo);
  else if (!marks.trash(photo, groups.get(index))) return tell(`${photo.name} stays: at least one photo of each group has to.`);
  showMarks();
}

/** Marks all but the best for the trash, unless they are marked already. */
function keepBest() {
  const one = groups.get(index);
  if (!one) return;
  const [first, ...others] = one.photos;
  marks.keep(first);
  for (const photo of others) if (marks.of(photo.id) === null) marks.trash(photo, one);
  showMarks();
}

function showMarks() {
  comparison.mark((id) => marks.of(id));
  const bar = find("#marked");
  bar.hidden = marks.count === 0;
  find("p", bar).textContent = `${photos(marks.count)} marked, ${bytes(marks.bytes)}`;
}

function askOnce() {
  if (marks.count === 0) return;
  const [its, them] = marks.count === 1 ? ["its", "it"] : ["their", "them"];
  find("p", question).textContent = `${photos(marks.count)} (${bytes(marks.bytes)}) will go to the trash of the machine that `
    + `stores ${them}. A photo that stays takes over ${its} tags, rating and other marks. Undo reverses both.`;
  question.showModal();
}

async function trash() {
  const most = 1000;
  const steps = marks.steps;
  const all = { done: [], left: [], bytes: 0 };
  setBusy(true);
  try {
    for (let at = 0; at < steps.length; at += most) {
      const part = await ask("/api/duplicates/trash", { json: { steps: steps.slice(at, at + most) } });
      all.done.push(...part.done);
      all.left.push(...part.left);
      all.bytes += part.bytes;
      for (const { id } of part.done) marks.forget(id);
    }
    tell(all.done.length ? `Moved ${photos(all.done.length)} (${bytes(all.bytes)}) to the trash.` : "Nothing was moved.",
      all.left.map(({ error }) => error), all.done.length > 0);
    marks.clear();
  } catch (error) {
    tell(all.done.length ? `Moved ${photos(all.done.length)} to the trash, then something failed.` : "Nothing was moved.",
      [{ detail: error.message, remedy: error.remedy }], all.done.length > 0);
  }
  await goOn();
}

async function undo() {
  setBusy(true);
  try {
    const { files, left } = await ask("/api/duplicates/undo", { method: "POST" });
    const words = files.length ? `Restored ${count(files.length, "file", "files")}: ${named(files)}.`
      : left.length ? "Nothing was restored." : "Nothing to undo.";
    tell(words, left);
  } catch (error) {
    tell("Nothing was restored.", [{ detail: error.message, remedy: error.remedy }]);
  }
  await goOn();
}

/** If the focused element is gone, the keyboard continues at the first photo. */
async function goOn() {
  setBusy(false);
  await load();
  if (document.activeElement === document.body && !comparison.focus(0, { preventScroll: true })) find("[data-do=undo]", section).focus();
  told.scrollIntoView({ block: "nearest" });
}

function named(files) {
  const some = files.slice(0, 3).map((path) => path.slice(path.lastIndexOf("/") + 1)).join(", ");
  return files.length > 3 ? `${some} and ${number(files.length - 3)} more` : some;
}

/** Says what happened, offers Undo, and lists what failed. */
function tell(words, left = [], canUndo = false) {
  told.hidden = false;
  told.replaceChildren(make("p", {}, words), canUndo ? make("button", { type: "button", "data-do": "undo" }, "Undo") : "",
    left.length ? make("ul", { class: "lines" }, ...left.map(({ detail, remedy }) =>
      make("li", {}, make("div", {}, make("p", {}, detail), remedy ? make("p", { class: "small" }, remedy) : null)))) : "");
}

function setBusy(isBusy) {
  section.setAttribute("aria-busy", isBusy);
  for (const one of section.querySelectorAll("[data-do=trash], [data-do=undo], [data-do=clear]")) one.disabled = isBusy;
}

function key(event) {
  if (!isShown || here().page !== "duplicates" || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.matches("input, textarea") || document.querySelector("dialog[open]")) return;
  const whatToDo = {
    ArrowRight: () => at() + 1 < groups.get(index)?.photos.length && comparison.focus(at() + 1),
    ArrowLeft: () => comparison.focus(Math.max(0, at() - 1)),
    n: actions.next, p: actions.previous,
    k: () => decide("keep"), x: () => decide("trash"), Delete: () => decide("trash"), a: keepBest, d: differences,
    u: undo, t: askOnce, "+": actions.larger, "=": actions.larger, "-": actions.smaller, 0: () => comparison.panes.reset(),
  }[event.key];
  if (!whatToDo || (group.hidden && event.key !== "u") || section.ariaBusy === "true") return;
  event.preventDefault();
  whatToDo();
}

/** The index of the photo that keys act on. */
const at = () => comparison.panes.current;

/** Marks a photo and moves to the next; after the last one, to the button for the next group. */
function decide(wanted) {
  const place = Math.max(0, at());
  const photo = groups.get(index)?.photos[place];
  if (!photo) return;
  if (marks.of(photo.id) !== wanted) mark(photo, wanted);
  if (marks.of(photo.id) !== wanted) return;
  if (!comparison.focus(place + 1)) find("[data-do=next]", group).focus();
}
