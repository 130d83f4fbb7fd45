// The map of the photos of a search, drawn from outlines that the server has. Nothing is loaded from anywhere else.

import { emptyQuery, parameters, write } from "./address.js";
import { ask, thumbnail } from "./api.js";
import { changed, conditionsOf, required } from "./conditions.js";
import { find, make } from "./dom.js";
import { listen } from "./mapmoves.js";
import { MapPainter } from "./mappainter.js";
import { across, around, boxOf, closest, down, latitude, longitude, textOf, View } from "./mercator.js";
import { go, here, settle } from "./navigation.js";
import { news } from "./news.js";
import { readOutlines } from "./outlines.js";
import { folds } from "./stacks.js";
import { heard, number, photos, tenths } from "./words.js";

const page = find("#map");
const field = find(".field", page);
const list = find("ul", field);
const frame = find(".frame", field);
const told = find(".told", page);
const opener = find("#map-open");
const choosing = find(".choosing", page);
const narrowed = find(".narrowed", page);

/** The width of thumbnails, and the least distance between them, in pixels. */
const size = 56;
const apart = 60;
const far = 90;
const view = new View();
const painter = new MapPainter(page, view);
const shown = new Map();
/** The server's response for the visible part. */
let answer = null;
let outlines = null;
let outlinesAsked = null;
/** The query that is shown; null while the map is closed. */
let query = null;
let key = "";
/** Whether the map shows all photos and was not moved since. */
let isFitted = false;
/** The `fit` of a running `load`; another load in the meantime takes it over. */
let fitting = false;
let asking = new AbortController();
let loading = 0;
let drawing = 0;
let flying = 0;
/** The box in pixels while an area is being selected; null otherwise. */
let area = null;

/** Searches in words can be shown on a map. */
const fits = ({ like, picture, stack }) => like.length === 0 && !picture && !stack;
const isBox = (one) => one.field === "box" && one.values.length === 1 && one.removable && !one.opposite;
/** The condition that limits the query to an area. */
const boxCondition = () => required("box").find(isBox);
const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export function startMap() {
  opener.addEventListener("click", () => {
    settle();
    go({ query: { ...here().query, map: query ? null : "all", all: false } });
  });
  listen(field, {
    frames: () => area !== null,
    pan: (dx, dy) => move({ x: view.x - dx / view.scale, y: view.y - dy / view.scale }),
    zoom: (factor, left, top) => move(view.zoomed(view.zoom + Math.log2(factor), left, top)),
    frame: (from, to) => { area = corners(from, to); draw(); },
    framed: (from, to) => { area = corners(from, to); takeArea(); },
  });
  page.addEventListener("click", (event) => actions[event.target.closest("[data-do]")?.dataset.do]?.());
  page.addEventListener("keydown", pressed);
  new ResizeObserver(resized).observe(page);
  new ResizeObserver(takeRoom).observe(find(".toolbar"));
  addEventListener("resize", takeRoom);
  for (const scheme of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) {
    matchMedia(scheme).addEventListener("change", () => { painter.forgetColors(); draw(); });
  }
  let known = null;
  news.addEventListener("library", () => {
    const before = known;
    known = news.library.photos;
    // The first news is about the library that was loaded already.
    if (before === null || before === known) return;
    offer();
    if (query) load();
  });
  // Marks may change the results.
  document.addEventListener("marks", () => query && load());
  document.addEventListener("conditions", () => { if (query) { showNarrowed(); draw(); } });
  offer();
}

/** Offers the map if any photo has a location. */
async function offer() {
  const { total } = await ask("/api/map?zoom=0").catch(() => ({ total: 0 }));
  opener.dataset.total = total;
  showOpener();
}

function showOpener() {
  opener.hidden = !(Number(opener.dataset.total) > 0 && fits(here().query));
  opener.setAttribute("aria-pressed", query !== null);
}

/** Shows the map if the query has `map`, otherwise the grid. */
export function showMap(wanted, why) {
  const isOpen = wanted.map !== null && fits(wanted);
  const wasOpen = query !== null;
  query = isOpen ? wanted : null;
  page.hidden = !isOpen;
  document.body.classList.toggle("with-map", isOpen);
  showOpener();
  if (!isOpen) {
    asking.abort();
    endChoosing();
    key = "";
    return;
  }
  if (!wasOpen) scrollTo(0, 0);
  takeRoom();
  resized();
  const now = `${parameters(wanted)}&${folds()}`;
  const isOther = now !== key;
  key = now;
  showNarrowed();
  if (!isOther && wanted.map === written()) return;
  if (wanted.map === "all") {
    if (isOther || !isFitted) load({ fit: true });
  } else if (!wasOpen || why === "back" || !isOther) {
    const [north, east, zoom] = wanted.map.split(",").map(Number);
    if ([north, east, zoom].every(Number.isFinite)) fly({ x: across(east), y: down(north), zoom }, !wasOpen);
    else load();
  } else {
    load({ fit: "if nothing is visible" });
  }
}

const actions = {
  larger: () => fly(view.zoomed(view.zoom + 1)),
  smaller: () => fly(view.zoomed(view.zoom - 1)),
  whole: () => load({ fit: true }),
  area: () => (area ? endChoosing() : choose()),
  take: () => takeArea(),
  cancel: () => { endChoosing(); field.focus(); },
  everywhere: () => narrow(""),
};

const pan = (dx, dy) => () => fly({ x: view.x + dx / view.scale, y: view.y + dy / view.scale });

function pressed(event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const isInField = field.contains(event.target);
  const act = {
    "+": actions.larger, "=": actions.larger, "-": actions.smaller, 0: actions.whole, a: actions.area,
    ArrowLeft: pan(-far, 0), ArrowRight: pan(far, 0), ArrowUp: pan(0, -far), ArrowDown: pan(0, far),
    Enter: area && isInField ? actions.take : undefined, Escape: area ? actions.cancel : undefined,
  }[event.key];
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

// The map's size and position.

/** The map fills the rest of the window. */
function takeRoom() {
  if (page.hidden) return;
  const below = matchMedia("(max-width: 720px)").matches ? find("nav").offsetHeight : 0;
  const top = page.getBoundingClientRect().top + scrollY;
  page.style.height = `${Math.max(260, innerHeight - top - below)}px`;
}

function resized() {
  const [width, height] = [field.clientWidth, field.clientHeight];
  if (page.hidden || (view.width === width && view.height === height)) return;
  const isFirst = view.width === 1;
  [view.width, view.height] = [width, height];
  view.set({});
  if (area) area = inset();
  painter.fit();
  draw();
  if (isFirst) return;
  if (isFitted) load({ fit: true });
  else askSoon();
}

function move(to) {
  cancelAnimationFrame(flying);
  [isFitted, fitting] = [false, false];
  view.set(to);
  draw();
  askSoon();
}

/** Moves there with an animation, unless reduced motion is preferred. */
function fly(to, atOnce = false) {
  cancelAnimationFrame(flying);
  [isFitted, fitting] = [false, false];
  const from = { x: view.x, y: view.y, zoom: view.zoom };
  const wanted = { ...from, ...to };
  let dx = wanted.x - from.x;
  dx -= Math.round(dx);
  page.ariaBusy = true;
  const begun = performance.now();
  const step = (now) => {
    const share = atOnce || isCalm() ? 1 : Math.min(1, Math.max(0, (now - begun) / 320));
    const eased = 1 - (1 - share) ** 3;
    const zoom = from.zoom + (wanted.zoom - from.zoom) * eased;
    // Position changes with scale, so the target approaches evenly on the screen.
    const part = Math.abs(wanted.zoom - from.zoom) < 0.01 ? eased : (1 - 2 ** (from.zoom - zoom)) / (1 - 2 ** (from.zoom - wanted.zoom));
    view.set({ x: from.x + dx * part, y: from.y + (wanted.y - from.y) * part, zoom });
    draw();
    if (share < 1) flying = requestAnimationFrame(step);
    else load();
  };
  step(begun);
}

const written = () => `${Number(latitude(view.y).toFixed(5))},${Number(longitude(view.x).toFixed(5))},${Number(view.zoom.toFixed(2))}`;

/** Loads the visible part once nothing moves anymore. */
function askSoon() {
  page.ariaBusy = true;
  clearTimeout(loading);
  loading = setTimeout(() => load(), 140);
}

// Loading.

const request = (more, signal) => ask(`/api/map?${new URLSearchParams([...parameters(query), ...(folds() ? [["fold", "true"]] : []), ...Object.entries(more)])}`, { signal });

async function load({ fit = fitting } = {}) {
  fitting = fit;
  clearTimeout(loading);
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  page.ariaBusy = true;
  try {
    if (fit) await showAll(fit, signal);
    fitting = false;
    const zoom = Math.min(24, Math.floor(view.zoom) + 2);
    const margin = 0.2;
    const [mx, my] = [view.width * margin, view.height * margin];
    const box = textOf(view.box(-mx, -my, view.width + mx, view.height + my));
    const came = await request({ box, zoom, dots: Math.min(24, zoom + 3) }, signal);
    answer = came;
    bringOutlines(came.outlines);
    gather();
    draw();
    page.ariaBusy = false;
    page.dataset.zoom = view.zoom.toFixed(2);
    keepPlace();
  } catch (error) {
    if (error.name === "AbortError") return;
    page.ariaBusy = false;
    told.textContent = error.message;
  }
}

/** Moves to show all photos; unless `fit` is true, only if none is visible. */
async function showAll(fit, signal) {
  const { clusters, total } = await request({ zoom: 6 }, signal);
  page.dataset.total = total;
  const boxes = clusters.map(({ box }) => boxOf(box));
  const asked = (await conditionsOf(query, signal)).find(isBox);
  const box = asked ? boxOf(asked.values[0]) : boxes.length > 0 ? around(boxes) : null;
  if (fit !== true && clusters.some(({ latitude: north, longitude: east }) => view.sees(view.point(across(east), down(north))))) return;
  view.set(box ? view.fitting(box) : { x: 0.5, y: 0.4, zoom: 0 });
  isFitted = true;
}

/** Puts the visible part into the address, for bookmarks and going back. */
function keepPlace() {
  const place = here();
  const map = isFitted ? "all" : written();
  if (place.page !== "search" || place.query.map === null || place.query.map === map) return;
  const { draft = false } = history.state ?? {};
  query = { ...query, map };
  go({ ...place, query: { ...place.query, map } }, { replaces: true, draft });
}

async function bringOutlines(version) {
  if (!version || version === outlinesAsked) return;
  outlinesAsked = version;
  try {
    const response = await fetch(`/api/map/outlines?v=${version}`);
    if (!response.ok) throw new Error(response.statusText);
    outlines = readOutlines(new Uint8Array(await response.arrayBuffer()));
    page.dataset.outlines = version;
    draw();
  } catch {
    // The map works without outlines; the next response requests them again.
    outlinesAsked = null;
  }
}

// Drawing.

/** Joins clusters whose thumbnails would overlap. */
function gather() {
  const groups = [];
  for (const { count, latitude: north, longitude: east, box, photo } of answer.clusters) {
    const [x, y] = [across(east), down(north)];
    const { left, top } = view.point(x, y);
    const near = groups.find((one) => Math.hypot(one.left - left, one.top - top) < apart);
    if (near) {
      near.count += count;
      near.boxes.push(boxOf(box));
    } else {
      groups.push({ x, y, left, top, count, photo, boxes: [boxOf(box)] });
    }
  }
  const before = new Map(shown);
  shown.clear();
  for (const group of groups) {
    const id = `${group.photo.id} ${group.count}`;
    const element = before.get(id)?.element ?? cluster(group);
    before.delete(id);
    shown.set(id, Object.assign(group, { element }));
  }
  for (const one of shown.values()) {
    // Names that another thumbnail would cover are left out.
    const isCovered = [...shown.values()].some((other) => other !== one && Math.abs(other.left - one.left) < 70 && Math.abs(other.top - one.top - 46) < 40);
    one.element.classList.toggle("unnamed", isCovered);
  }
  const hadFocus = list.contains(document.activeElement);
  for (const { element } of before.values()) element.remove();
  for (const { element } of shown.values()) if (!element.isConnected) list.append(element);
  if (hadFocus && !list.contains(document.activeElement)) field.focus({ preventScroll: true });
  describe();
}

function describe() {
  const { total } = answer;
  told.textContent = total > 0 ? `${photos(total)} here`
    : Number(page.dataset.total ?? 1) === 0 ? "None of these photos has a location." : "No photos here. Zoom out, or show all photos.";
}

/** A photo, or a cluster that zooms in when clicked. */
function cluster({ count, photo, boxes }) {
  const image = make("img", { alt: "", src: thumbnail(photo), draggable: "false", decoding: "async" });
  const where = photo.place_name?.split(",")[0];
  const box = around(boxes);
  const isOnePlace = box.north - box.south < 0.3 && (box.east - box.west + 360) % 360 < 0.4;
  const name = where && isOnePlace ? make("span", { class: "name", "aria-hidden": "true" }, where) : null;
  if (count === 1) {
    const href = amongSeen(photo);
    return make("li", {}, make("a", { href, draggable: "false", "aria-label": heard(photo), onclick: ({ currentTarget }) => {
      // The map may have moved since.
      currentTarget.href = amongSeen(photo);
    } }, image, name));
  }
  const label = [photos(count), where && `${isOnePlace ? "" : "including "}${photo.place_name}`].filter(Boolean).join(", ");
  return make("li", {}, make("button", { type: "button", "aria-label": label, onclick: () => closer(box) }, image,
    make("span", { class: "many", "aria-hidden": "true" }, short(count)), name));
}

/** The address of a photo among the visible ones. */
const amongSeen = ({ id }) => write({ photo: id, query: { ...query, text: answer.query ?? query.text, map: null } });

const short = (count) => (count < 1000 ? number(count) : count < 1e6 ? `${tenths(count / 1000)}k` : `${tenths(count / 1e6)}M`);

/** Zooms in on photos; photos at a single spot are shown in the grid. */
function closer(box) {
  const wanted = view.fitting(box, 90, closest);
  const isSpot = view.zoom >= closest - 0.1 || Math.max(box.north - box.south, box.east - box.west) < 2e-5;
  if (isSpot) {
    const more = 1e-5;
    const spot = { south: box.south - more, west: box.west - more, north: box.north + more, east: box.east + more };
    narrow(textOf(spot), null);
    return;
  }
  // Going back returns here.
  keepPlace();
  const to = { ...wanted, zoom: Math.max(wanted.zoom, view.zoom + 1) };
  const text = `${Number(latitude(to.y).toFixed(5))},${Number(longitude(to.x).toFixed(5))},${Number(Math.min(closest, to.zoom).toFixed(2))}`;
  go({ query: { ...here().query, map: text } });
}

function draw() {
  if (drawing || page.hidden) return;
  drawing = requestAnimationFrame(() => {
    drawing = 0;
    paint();
  });
}

function paint() {
  if (page.hidden) return;
  const term = boxCondition();
  painter.paint({ outlines, spots: [...shown.values()], dots: answer?.dots ?? [], box: term ? boxOf(term.values[0]) : null });
  const { width, height } = view;
  for (const { element, x, y } of shown.values()) {
    const { left, top } = view.point(x, y);
    element.style.transform = `translate(${left - size / 2}px, ${top - size / 2}px)`;
    element.hidden = left < -size || top < -size || left > width + size || top > height + size;
  }
  frame.hidden = area === null;
  if (area) Object.assign(frame.style, { left: `${area.left}px`, top: `${area.top}px`, width: `${area.width}px`, height: `${area.height}px` });
}

// Selecting an area, which narrows the query.

const corners = (from, to) => ({ left: Math.min(from.left, to.left), top: Math.min(from.top, to.top), width: Math.abs(from.left - to.left), height: Math.abs(from.top - to.top) });
const inset = () => ({ left: view.width * 0.2, top: view.height * 0.2, width: view.width * 0.6, height: view.height * 0.6 });

function choose() {
  area = inset();
  choosing.hidden = false;
  page.classList.add("is-choosing");
  find('[data-do="area"]', page).setAttribute("aria-pressed", true);
  field.focus({ preventScroll: true });
  draw();
}

function endChoosing() {
  area = null;
  choosing.hidden = true;
  page.classList.remove("is-choosing");
  find('[data-do="area"]', page).setAttribute("aria-pressed", false);
  draw();
}

function takeArea() {
  const { left, top, width, height } = area;
  endChoosing();
  if (width < 8 || height < 8) return;
  field.focus({ preventScroll: true });
  narrow(textOf(view.box(left, top, left + width, top + height)));
}

/** Sets or replaces the area in the query; an empty box removes it. */
async function narrow(box, map = "all") {
  settle();
  keepPlace();
  try {
    const at = (await conditionsOf(here().query)).findIndex(isBox);
    const after = await changed(here().query, box ? { field: "box", value: box, ...(at < 0 ? {} : { at }) } : { without: at });
    go({ query: { ...here().query, ...after, map, all: false } });
  } catch (error) {
    told.textContent = error.message;
  }
}

function showNarrowed() {
  narrowed.hidden = !boxCondition();
}

/** The address of a place on the map of all photos. */
export const onMap = ({ latitude: north, longitude: east }) => write({ query: { ...emptyQuery, map: `${north},${east},14` } });
