// The page with the search box and the grid: all photos, or the results of a query.

import { asks, emptyQuery, parameters, write } from "./address.js";
import { showAsked } from "./asked.js";
import { showChips } from "./chips.js";
import { conditionsOf, tell } from "./conditions.js";
import { find, make } from "./dom.js";
import { Grid } from "./grid.js";
import { go, here, settle } from "./navigation.js";
import { news } from "./news.js";
import { onLongPress } from "./press.js";
import { keep, onChosen } from "./pictures.js";
import { Results } from "./results.js";
import { Scrubber } from "./scrubber.js";
import { fold, folds, inStack } from "./stacks.js";
import { emptyState, errorState } from "./states.js";
import { showThisDay } from "./anniversary.js";
import { isVisitor, pageName } from "./visitor.js";
import { count, milliseconds, number, photos, weakerMatches } from "./words.js";

const form = find("#search");
const [words, avoided] = [form.elements.q, form.elements.not];
const status = find("#count");
const typingPause = 160;
const slow = 300;

export const grid = new Grid(find("#grid"), find("#days"), (item) => write({ photo: item.id, query: { ...results.query, map: null } }));
const scrubber = new Scrubber(grid);

/** The results that are shown. */
export let results = new Results(emptyQuery);
let shownKey = null;
/** Earlier results by query, so that going back is instant. */
const remembered = new Map();
let turn = 0;
let asking = new AbortController();
let typing = 0;
/** Whether the text in the box waits until a photo is closed. */
let isHeld = false;
/** After an error, the time of the next attempt to load photos. */
let patience = 0;
/** Ranges of photos near the window to load together, after a moment. */
let missing = [];
let fetching = 0;
const fetchingPause = 40;
/** The error of a query that may not be typed to its end, as {wanted, error}. */
let unfinished = null;
/** Whether results are shown, not an error. */
let isAnswer = false;
/** Whether the field for words to leave out is open. */
let isAvoiding = false;
/** The number of new photos that are not shown. */
let fresh = 0;

/** Shows a query; going back shows earlier results. */
export async function show(query, why) {
  const key = keyOf(query);
  const { photo } = here();
  const isNewer = words.value.trim() !== query.text.trim() || avoided.value.trim() !== query.not.trim();
  // If a photo is opened before typed text was searched for, the text stays in the box.
  const isKept = isNewer && (isHeld || (photo && why === "go")) && key === keyOf(results.query);
  clearTimeout(typing);
  isHeld = isKept && photo !== null;
  if (!isKept) fill(query);
  else if (!isHeld) typing = setTimeout(typed, typingPause);
  if (key === shownKey) return;
  results.scroll = scrollY;
  results.place = grid.place;
  results.current = grid.current;
  shownKey = key;
  const known = why === "back" ? remembered.get(key) : undefined;
  const before = results;
  if (known) {
    asking.abort();
    turn += 1;
    present(known);
    if (known.place?.isKept) grid.restore(known.place);
    else scrollTo(0, known.scroll);
    // After a stack is closed, the keyboard is at it.
    if (before.query.stack) grid.focus(known.current);
    if (known.isOld) await begin(query, true);
  } else if (query.all && keyOf({ ...query, all: false }) === keyOf(before.query)) {
    // The matches stay, and the keyboard continues at the first weaker match.
    const first = before.total;
    await begin(query, true);
    if (results !== before && keyOf(results.query) === key) grid.focus(first);
  } else {
    await begin(query);
  }
}

/** Whether the results belong to the query in the address. */
export const isAnswered = () => keyOf(results.query) === keyOf(here().query);

/** The library has changed: going back searches again. */
export function outdate() {
  for (const answer of remembered.values()) answer.isOld = true;
  if (here().page !== "search") shownKey = null;
}

/** Searches again. The present results stay until the new ones are there. */
export function refresh() {
  outdate();
  shownKey = keyOf(here().query);
  return begin(here().query, true);
}

/** Shows a button that leads to new photos. */
export function announce(more) {
  fresh += more;
  const button = find("#fresh");
  button.hidden = fresh <= 0;
  button.textContent = `Show ${count(fresh, "new photo", "new photos")}`;
}

/** Tries again after an error. */
export const again = () => begin(results.query);

/** Searches by a picture, together with the words in the box. */
export function searchBy(file) {
  settle();
  const { text, not } = here().query;
  go({ query: { ...emptyQuery, text, not, picture: keep(file) } });
}

/** Text that was typed before this script ran. */
export const typedEarly = () => words.value;

/** Searches for text as if it were typed now. */
export function hear(text) {
  if (!text.trim() || text.trim() === here().query.text.trim()) return;
  words.value = text;
  words.dispatchEvent(new Event("input", { bubbles: true }));
}

export function startSearch() {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    typed();
    settle();
    if (unfinished) fail(unfinished);
    if (matchMedia("(pointer: coarse)").matches) document.activeElement.blur();
  });
  for (const field of [words, avoided]) {
    field.addEventListener("input", () => {
      clearTimeout(typing);
      typing = setTimeout(typed, typingPause);
      find("#clear").hidden = !words.value;
    });
    field.addEventListener("change", () => {
      settle();
      // The results stay, so the error goes next to them.
      if (unfinished) status.textContent = unfinished.error.message;
    });
  }
  words.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && words.value) {
      event.preventDefault();
      clear();
    } else if (event.key === "ArrowDown" && grid.total) {
      event.preventDefault();
      grid.focus(0);
    }
  });
  find("#clear").addEventListener("click", clear);
  for (const id of ["choose", "take"]) onChosen(find(`#${id}`), searchBy);
  find("#avoid").addEventListener("click", ({ currentTarget }) => {
    isAvoiding = currentTarget.getAttribute("aria-expanded") !== "true";
    expand(isAvoiding);
    if (isAvoiding) avoided.focus();
    else if (avoided.value) {
      avoided.value = "";
      typed();
    }
  });
  find("#scores").addEventListener("click", ({ currentTarget }) => {
    const isOn = currentTarget.getAttribute("aria-pressed") !== "true";
    currentTarget.setAttribute("aria-pressed", isOn);
    find("#grid").classList.toggle("with-scores", isOn);
  });
  find("#stacks").addEventListener("click", async () => {
    fold(!folds());
    remembered.clear();
    showStacks(results);
    await refresh();
  });
  find("#unstack").addEventListener("click", closeStack);
  addEventListener("keydown", (event) => {
    const isTaken = event.defaultPrevented || event.target.matches("input, textarea") || document.querySelector("dialog[open], :popover-open");
    if (event.key === "Escape" && here().query.stack && !isTaken) closeStack(event);
  });
  find("#less button").addEventListener("click", () => {
    settle();
    go({ query: { ...here().query, all: true } });
  });
  find("#fresh").addEventListener("click", async () => {
    fresh = 0;
    await refresh();
    scrollTo({ top: 0, behavior: "instant" });
    grid.focus(0);
  });
  onLongPress(find("#grid"), "li[data-id]", ({ dataset }) => {
    if (isVisitor()) return;
    settle();
    go({ query: { ...emptyQuery, like: [Number(dataset.id)] } });
  });
  grid.onMissing = (ranges) => {
    missing = ranges;
    fetching ||= setTimeout(fetchMissing, fetchingPause);
  };
  grid.onMove = () => scrubber.moved();
}

function closeStack(event) {
  event.preventDefault();
  if (history.state?.opened) history.back();
  else go({ query: emptyQuery });
}

/** Loads a range of photos. */
export async function load(from, to) {
  if (Date.now() < patience) return;
  const [asked, signal] = [results, asking.signal];
  try {
    if (await asked.load(from, to, signal) && asked === results) arrived();
  } catch (error) {
    if (error.name === "AbortError" || asked !== results) return;
    patience = Date.now() + 3000;
    setTimeout(() => grid.update(), 3100);
    status.textContent = error.message;
  }
}

/** The index of a photo in the results, or -1; loads them until it is found. */
export async function findPhoto(photo) {
  const asked = results;
  const index = await asked.find(photo, asking.signal);
  if (asked === results && index >= 0) grid.update();
  return asked === results ? index : -1;
}

function fetchMissing() {
  fetching = 0;
  const ranges = missing;
  missing = [];
  for (const [from, to] of ranges) load(from, to);
}

function arrived() {
  grid.update();
  sayHowMany();
  document.dispatchEvent(new CustomEvent("results"));
}

function typed() {
  clearTimeout(typing);
  const place = here();
  const query = { ...place.query, text: words.value, not: avoided.value, literal: place.query.literal && words.value.trim() === place.query.text.trim(), all: false };
  if (place.page === "search" && parameters(query).toString() === parameters(place.query).toString()) return;
  go({ query }, { draft: true });
}

function clear() {
  words.value = "";
  typed();
  words.focus();
}

async function begin(query, isQuiet = false) {
  asking.abort();
  asking = new AbortController();
  unfinished = null;
  const mine = ++turn;
  const wanted = new Results(query);
  const list = find("#grid");
  // Load what is in view first.
  const near = isQuiet ? grid.range : [0, 0];
  const waiting = setTimeout(() => wait(query, isQuiet), slow);
  let isUnanswered = false;
  list.setAttribute("aria-busy", "true");
  try {
    await wanted.begin(asking.signal, near);
    if (mine !== turn) return;
    present(wanted, isQuiet);
    if (!isQuiet) scrollTo(0, 0);
  } catch (error) {
    if (mine !== turn || error.name === "AbortError") return;
    // A query may be invalid while it is typed: the results stay.
    if (isAnswer && history.state?.draft && [400, 404].includes(error.status)) {
      unfinished = { wanted, error };
      // Shown in place of the count, so nothing moves.
      status.textContent = "Keep typing…";
      return;
    }
    status.textContent = "";
    // The page already says so, and searches again by itself.
    if (error.kind === "offline" && grid.total && !isVisitor()) {
      isUnanswered = keyOf(query) !== keyOf(results.query);
      if (isUnanswered) status.textContent = "Evoke will search once it responds again";
      else sayHowMany();
      return;
    }
    fail({ wanted, error });
  } finally {
    clearTimeout(waiting);
    if (mine === turn) {
      list.removeAttribute("aria-busy");
      document.body.classList.toggle("waiting", isUnanswered);
    }
  }
}

/** Shows the error of a query. */
function fail({ wanted, error }) {
  unfinished = null;
  isAnswer = false;
  status.textContent = "";
  results = wanted;
  grid.show(wanted);
  showConditions(wanted);
  showThisDay(wanted);
  scrubber.show(null);
  find("#options").hidden = true;
  find("#stacks").hidden = true;
  find("#less").hidden = true;
  errorState(error, again);
  // The query is valid: show its conditions, which can be removed.
  if (error.status === 404) conditionsOf(wanted.query).then((conditions) => {
    if (wanted === results) showConditions(Object.assign(wanted, { conditions }));
  }, () => {});
}

function showConditions(answer) {
  // Conditions of a corrected spelling do not belong to the text.
  tell(answer.misspelling?.shown ? {} : answer.query, answer.conditions);
  showAsked(answer);
}

/** A search takes long: fades the present photos, or shows placeholders. */
function wait(query, isQuiet) {
  if (isQuiet) return;
  document.body.classList.add("waiting");
  status.textContent = "Searching…";
  if (grid.total) return;
  find("#state").hidden = true;
  const shapes = [1.5, 1.33, 0.75, 1.5, 1, 1.78, 0.67, 1.33];
  grid.show({ total: 24, days: null, at: (index) => ({ width: shapes[index % 8] * 100, height: 100 }), index: () => -1 });
  // Buttons that come with results get their space now, so nothing moves later.
  find("#options").hidden = !asks(query);
  showStacks({ query, folded: 0 });
}

function present(answer, isSame = false) {
  results = answer;
  unfinished = null;
  isAnswer = true;
  missing = [];
  shownKey = keyOf(answer.query);
  remembered.delete(shownKey);
  remembered.set(shownKey, answer);
  if (remembered.size > 20) remembered.delete(remembered.keys().next().value);
  document.body.classList.remove("waiting");
  find("#state").hidden = true;
  if (isSame) grid.renew(answer);
  else grid.show(answer);
  // Weaker matches are not sorted by date.
  scrubber.show(answer.line ? null : answer.days);
  // Further down, new photos were not seen yet.
  if (!isSame || scrollY < 100) fresh = 0;
  announce(0);
  find("#options").hidden = !asks(answer.query) || answer.total === 0;
  showConditions(answer);
  showThisDay(answer);
  showStacks(answer);
  const less = answer.found - answer.total;
  find("#less").hidden = less === 0;
  find("#less button").textContent = `Show ${weakerMatches(less)}`;
  if (answer.total === 0) {
    status.textContent = asks(answer.query) ? "No photos" : "";
    emptyState(news.library, asks(answer.query));
    return;
  }
  sayHowMany();
  document.dispatchEvent(new CustomEvent("results"));
}

const orders = { best: "best first", newest: "newest first", oldest: "oldest first", name: "by name" };

/** Shows the button that folds stacks, or the one that closes a stack. */
function showStacks({ query, folded }) {
  const button = find("#stacks");
  button.hidden = Boolean(query.stack) || (folds() && folded === 0);
  button.setAttribute("aria-pressed", folds());
  find("#unstack").hidden = !query.stack;
}

function sayHowMany() {
  status.replaceChildren(howMany(results));
  if (results.folded > 0) status.append(`, ${number(results.folded)} more in stacks`);
  if (!asks(results.query) || results.fitting === 0) return;
  status.append(make("span", { class: "unseen" }, `, ${orders[results.order]}`), make("span", { class: "took" }, ` · ${milliseconds(results.took)}`));
}

function howMany({ fitting, total, stack, query }) {
  if (stack) return inStack(stack);
  if (fitting === undefined) return photos(total);
  if (query.text.trim()) return fitting ? count(fitting, "match", "matches") : "No good matches. Closest photos:";
  return fitting ? count(fitting, "similar photo", "similar photos") : "No similar photos. Closest photos:";
}

/** Fills the fields from a query. */
function fill(query) {
  // Text that only differs in spaces stays, since it may be being typed.
  if (words.value.trim() !== query.text.trim()) words.value = query.text;
  if (avoided.value.trim() !== query.not.trim()) avoided.value = query.not;
  const byPicture = query.like.length > 0 || Boolean(query.picture);
  words.placeholder = byPicture ? "Add words, such as “at night”" : "Describe a photo";
  find("#clear").hidden = !words.value;
  find("#options").hidden = !asks(query);
  if (!asks(query)) isAvoiding = false;
  expand(Boolean(query.not) || isAvoiding);
  showChips(query, (id) => results.photo(id));
  document.title = title(query);
}

function expand(isOpen) {
  find("#avoid").setAttribute("aria-expanded", isOpen);
  find("#without").hidden = !isOpen;
}

function title({ text, like, picture }) {
  const name = text.trim() || (like.length || picture ? "More like this" : "");
  return name ? `${name} · ${pageName()}` : pageName();
}

const keyOf = (query) => `${parameters(query)}&${query.picture ?? ""}&${query.all ? "all" : ""}&${query.stack ?? ""}`;
