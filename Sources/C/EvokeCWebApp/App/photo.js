// The dialog of one photo: first its thumbnail, then a sharper picture.

import { emptyQuery, parameters } from "./address.js";
import { ask, film as filmOf, original, thumbnail } from "./api.js";
import { find, make, trouble } from "./dom.js";
import { FaceLayer } from "./faces.js";
import { copyText as copy, showMetadata } from "./metadata.js";
import { Film } from "./film.js";
import { close, go, here } from "./navigation.js";
import { OwnMarks } from "./own.js";
import { Panorama } from "./panorama.js";
import { findPhoto, grid, isAnswered, load, results } from "./search.js";
import { Slideshow } from "./slideshow.js";
import { TextLayer, textLine } from "./text.js";
import { isVisitor, pageName } from "./visitor.js";
import { showWhy } from "./why.js";
import { heard, number } from "./words.js";
import { Zoom } from "./zoom.js";

const dialog = find("#photo");
const stage = find(".stage", dialog);
const image = find("img", stage);
const text = new TextLayer(find(".text", stage));
const faces = new FaceLayer(find(".faces", stage), image, { onfaces: showWhetherFaces, notice });
const own = new OwnMarks(notice, fail);
const metadata = find("#metadata");
const button = (name) => find(`[data-do="${name}"]`, dialog);

/** The photo that is shown, as in results, and its index there (-1: it is not there). */
let card = null;
let index = -1;
/** Its details; null until they have loaded. */
let known = null;
/** The results that it was looked for in. */
let sought = null;
let asking = new AbortController();
/** The shown picture: the size of a thumbnail, or Infinity for the original. */
let sharpness = 0;
let opened = { time: 0 };
let pressed = {};
const doubleClick = 500;
/** Browsers share files only over encrypted connections. */
const canShare = Boolean(navigator.canShare?.({ files: [new File([], "photo.jpg", { type: "image/jpeg" })] }));

const zoom = new Zoom(stage, [image, text.element, faces.element], {
  onscale: () => {
    button("smaller").disabled = zoom.scale <= 1;
    text.fit(zoom.size, zoom.scale);
    faces.zoom = zoom.scale;
    sharpen();
  },
  onswipe: turn,
  onclose: close,
  ontap: ({ timeStamp, clientX, clientY }) => {
    // The second half of the double-click that opened the photo.
    if (timeStamp - opened.time < doubleClick && Math.hypot(clientX - opened.clientX, clientY - opened.clientY) < 10) return;
    if (slideshow.isOn) slideshow.stop();
    else showOrHideTools(dialog.classList.contains("bare"));
  },
});
const film = new Film(stage, button("film"), fail);
const panorama = new Panorama(stage, button("panorama"), fail);
const slideshow = new Slideshow(() => turnTo(index + 1 < results.total ? index + 1 : 0), () => {
  dialog.classList.toggle("playing", slideshow.isOn);
  showOrHideTools(!slideshow.isOn);
  if (!slideshow.isOn) return;
  film.stop();
  panorama.stop();
  stage.focus();
});

/** Keys for the owner only. */
const ownersKeys = "fH12345cdmltp";

const actions = {
  close: () => (panorama.isOn ? panorama.stop() : close()),
  smaller: () => zoom.smaller(),
  larger: () => zoom.larger(),
  copy: () => card?.path && copy(card.path, dialog, "Path copied").then(notice),
  text: () => showOrHideText(!isTextShown()),
  copyText,
  faces: () => showOrHideFaces(!areFacesShown()),
  download,
  favorite: () => own.favor(),
  hide: () => own.hide(),
  metadata: () => showOrHideMetadata(metadata.hidden),
  film: () => film.toggle(),
  panorama: () => panorama.start(),
  play: () => slideshow.start(),
  share,
  previous: () => turn(-1),
  next: () => turn(1),
};

export function startPhoto() {
  addEventListener("pointerdown", ({ clientX, clientY }) => { pressed = { clientX, clientY }; }, true);
  dialog.addEventListener("click", (event) => {
    const name = event.target.closest("[data-do]")?.dataset.do;
    actions[name]?.(event);
  });
  find("#play").addEventListener("click", playAll);
  document.addEventListener("results", () => { find("#play").disabled = results.total === 0; });
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    close();
  });
  dialog.addEventListener("keydown", key);
  // Browsers do not clear the selection where the picture is dragged.
  stage.addEventListener("pointerdown", ({ target }) => text.element.contains(target) || getSelection().empty());
  new ResizeObserver(() => dialog.open && fit()).observe(stage);
  document.addEventListener("marks", () => faces.renew(asking.signal));
  // More photos have loaded: there may be a next one now.
  document.addEventListener("results", () => dialog.open && card?.version && seek());
}

/** Shows the photo with an id. */
export async function showPhoto(id) {
  if (!dialog.open) {
    dialog.showModal();
    stage.focus();
    opened = { ...pressed, time: performance.now() };
  }
  if (card?.id === id) return;
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  [known, sought] = [null, null];
  card = results.photo(id) ?? { id };
  sharpness = 0;
  find("#photo-trouble").hidden = true;
  image.removeAttribute("src");
  showText({ lines: [] });
  faces.show(null);
  film.offer(null);
  panorama.offer(null);
  own.show(id, null);
  if (card.version) appear();
  findPlace();
  try {
    known = await ask(`/api/photos/${id}`, { signal });
  } catch (error) {
    if (error.name !== "AbortError") fail(error);
    return;
  }
  if (!card.version) {
    card = known;
    appear();
  }
  showMetadata(known, notice, fail);
  showWhetherFile();
  if (known.is_there && known.type.startsWith("video/")) film.offer(original(known), known.length, card.moment);
  else if (known.is_there && known.moves) film.offer(filmOf(known));
  panorama.offer(known, signal);
  sharpen();
  if (!isVisitor()) {
    own.show(id, known.marks, known.queries);
    readText(id, signal);
    faces.show(id, signal);
  }
  seek();
}

/** Without its file, only the thumbnail is left, and nothing to download or share. */
function showWhetherFile() {
  for (const name of ["download", "labels"]) button(name).hidden = !known.is_there;
  button("share").hidden = !known.is_there || !canShare;
  if (!known.is_there) fail({ message: "This photo’s file is missing" });
}

/** A photo opened by its address may be anywhere in the results: look for it once. */
async function seek() {
  findPlace();
  if (index >= 0 || !known || !isAnswered() || sought === results) return;
  sought = results;
  const { id } = known;
  await findPhoto(known).catch(() => -1);
  if (card?.id === id) findPlace();
}

/** Loads the photo again if the server was not responding. */
export function showAgain() {
  if (!dialog.open || !card || find("#photo-trouble").hidden) return;
  const { id } = card;
  card = null;
  showPhoto(id);
}

export function hidePhoto() {
  if (!dialog.open) return;
  asking.abort();
  slideshow.stop();
  dialog.close();
  showOrHideText(false);
  showOrHideFaces(false);
  image.removeAttribute("src");
  showText({ lines: [] });
  faces.show(null);
  film.offer(null);
  panorama.offer(null);
  card = null;
  if (index >= 0) grid.focus(index);
}

function appear() {
  image.alt = heard(card);
  find("#photo-name").textContent = card.name;
  document.title = `${card.name} · ${pageName()}`;
  button("similar").href = `/?like=${card.id}`;
  button("download").href = original(card);
  button("download").download = card.name;
  button("labels").href = `/labels?photo=${card.id}`;
  image.src = grid.picture(results.index(card.id)) ?? thumbnail(card);
  fit();
  if (slideshow.isOn && !matchMedia("(prefers-reduced-motion: reduce)").matches) image.animate({ opacity: [0, 1] }, 700);
  sharpen().finally(() => slideshow.shown());
}

/** Finds the photo in the results, and loads its neighbors. */
function findPlace() {
  index = isAnswered() ? results.index(card.id) : -1;
  const focused = document.activeElement;
  button("previous").disabled = index <= 0;
  button("next").disabled = index < 0 || index + 1 >= results.total;
  // Disabled buttons get no keys.
  if (focused.disabled) stage.focus();
  showWhy(find("#why"), results.photo(card.id)?.why);
  find("#photo-place").textContent = index < 0 ? "" : `${number(index + 1)} of ${number(results.total)}`;
  if (index < 0) return;
  load(index - 4, index + 5);
  for (const near of [index + 1, index - 1]) {
    const neighbor = results.at(near);
    if (neighbor) new Image().src = thumbnail(neighbor, slideshow.isOn ? 1600 : 320);
  }
}

function fit() {
  if (card.width) zoom.fit(card.width, card.height);
  else if (image.naturalWidth) zoom.fit(image.naturalWidth, image.naturalHeight);
  else image.addEventListener("load", () => dialog.open && fit(), { once: true });
}

/** Loads a sharper picture if the shown one has too few pixels. */
async function sharpen() {
  const shown = card;
  if (!shown?.version) return;
  const isSmall = Math.max(shown.width ?? Infinity, shown.height ?? Infinity) <= 1600;
  const canShowOriginal = known?.is_shown_by_browsers && known.is_there;
  const wanted = canShowOriginal && (isSmall || zoom.pixels > 1600) ? Infinity : 1600;
  if (wanted <= sharpness || (isSmall && !known)) return;
  sharpness = wanted;
  const sharper = new Image();
  sharper.src = wanted === Infinity ? original(shown) : thumbnail(shown, wanted);
  try {
    await sharper.decode();
    if (shown === card && wanted === sharpness) image.src = sharper.src;
  } catch {
    if (shown === card && wanted < Infinity && known?.is_there !== false) fail({ message: "Couldn’t load full resolution" });
  }
}

/** Loads the text in the picture, with the words of the search marked. */
async function readText(id, signal) {
  const { query } = here();
  const asked = parameters({ ...emptyQuery, text: query.text, literal: query.literal });
  const answer = await ask(`/api/photos/${id}/text?${asked}`, { signal }).catch(() => null);
  if (answer && !signal.aborted) showText(answer);
}

function showText(answer) {
  text.show(answer);
  for (const one of dialog.querySelectorAll(".of-text")) one.hidden = text.isEmpty;
  find("#written .lines").replaceChildren(...answer.lines.map(textLine));
}

async function copyText() {
  const done = "Text copied";
  if (await copy(text.text, dialog, done) === done) return notice(done);
  text.selectAll();
  return notice("Text selected. Copy it now.");
}

function turn(step) {
  if (index >= 0) turnTo(index + step);
}

async function turnTo(to) {
  if (to < 0 || to >= results.total) return;
  if (!results.at(to)) await load(to, to + 1);
  const neighbor = results.at(to);
  if (neighbor) go({ ...here(), photo: neighbor.id }, { replaces: true });
}

/** Starts the slideshow at the photo that the keyboard is at. */
function playAll() {
  const first = results.at(grid.current) ?? results.at(0);
  if (!first) return;
  go({ ...here(), photo: first.id }, { state: { opened: true } });
  slideshow.start();
}

/** Browsers do not report failed downloads, so check for the file first. */
async function download(event) {
  event.preventDefault();
  const shown = card;
  const response = await fetch(original(shown), { method: "HEAD" }).catch(() => null);
  if (response?.ok) make("a", { href: original(shown), download: shown.name }).click();
  else fail({ message: `Could not download ${shown.name}.`, remedy: "Check that its disk is connected, and that it was not moved or deleted." });
}

/** Opens the system's dialog for sharing. */
async function share() {
  const shown = card;
  try {
    const response = await fetch(original(shown));
    if (!response.ok) throw new Error("Its file is not available.");
    const blob = await response.blob();
    await navigator.share({ files: [new File([blob], shown.name, { type: blob.type })] });
  } catch (error) {
    if (error.name !== "AbortError") fail({ message: "Could not share this photo.", remedy: error.message });
  }
}

function fail(error) {
  const words = find("#photo-trouble");
  words.replaceChildren(...trouble(error).childNodes);
  words.hidden = false;
}

/** Shows a message for a while, with an optional undo; without words, removes it. */
function notice(words, undo) {
  const line = find(".notice", dialog);
  const said = make("span", {}, words);
  const put = (...children) => {
    // If Undo had the focus, move it to the photo.
    const hadFocus = line.contains(document.activeElement);
    line.replaceChildren(...children);
    if (hadFocus) stage.focus();
  };
  if (!words) return put();
  put(said, ...(undo ? [make("button", { type: "button", onclick: undo }, "Undo")] : []));
  setTimeout(() => { if (line.contains(said)) put(); }, undo ? 8000 : 2500);
}

/** Shows or hides everything but the photo. */
function showOrHideTools(isShown) {
  dialog.classList.toggle("bare", !isShown);
}

const isTextShown = () => dialog.matches(".with-text:not(.bare)") && !text.isEmpty;

/** Shows or hides the text; everything else is shaded. */
function showOrHideText(isShown) {
  showOrHideTools(true);
  dialog.classList.toggle("with-text", isShown);
  button("text").setAttribute("aria-pressed", isShown);
}

const areFacesShown = () => dialog.matches(".with-faces:not(.bare)") && !faces.isEmpty;

function showOrHideFaces(isShown) {
  showOrHideTools(true);
  dialog.classList.toggle("with-faces", isShown);
  button("faces").setAttribute("aria-pressed", isShown);
}

function showWhetherFaces() {
  for (const one of dialog.querySelectorAll(".of-faces")) one.hidden = faces.isEmpty;
}

function showOrHideMetadata(isShown) {
  metadata.hidden = !isShown;
  // The side panel has the text, too; screen readers get it once.
  text.element.ariaHidden = isShown;
  button("metadata").setAttribute("aria-expanded", isShown);
  dialog.classList.toggle("with-metadata", isShown);
}

const press = (name) => button(name).hidden || button(name).click();

function key(event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (isVisitor() && ownersKeys.includes(event.key)) return;
  // The film has its own keys.
  if (film.has(event.target) && (event.key === " " || event.key.startsWith("Arrow"))) return;
  const looked = panorama.key(event.key);
  if (looked) {
    event.preventDefault();
    looked();
    return;
  }
  // Tab leads to the buttons, so show them.
  if (event.key === "Tab") {
    slideshow.stop();
    showOrHideTools(true);
  }
  const isZoomed = zoom.scale > 1;
  const far = 80;
  const whatToDo = {
    ArrowLeft: () => (isZoomed ? zoom.pan(far, 0) : turn(-1)),
    ArrowRight: () => (isZoomed ? zoom.pan(-far, 0) : turn(1)),
    ArrowUp: () => zoom.pan(0, far),
    ArrowDown: () => zoom.pan(0, -far),
    PageUp: () => turn(-1),
    PageDown: () => turn(1),
    "+": actions.larger, "=": actions.larger, "-": actions.smaller, 0: () => zoom.reset(),
    h: () => showOrHideTools(dialog.classList.contains("bare")), l: () => press("labels"),
    t: text.isEmpty ? undefined : actions.text, p: faces.isEmpty ? undefined : actions.faces,
    k: film.isThere ? actions.film : undefined, o: panorama.isThere ? actions.panorama : undefined,
    Escape: film.isOn ? () => film.stop() : slideshow.isOn ? () => slideshow.stop() : areFacesShown() ? actions.faces : isTextShown() ? actions.text : undefined,
    f: actions.favorite, H: actions.hide, ...Object.fromEntries([1, 2, 3, 4, 5].map((stars) => [stars, () => own.rate(stars)])),
    s: () => (slideshow.isOn ? slideshow.stop() : slideshow.start()),
    " ": slideshow.isOn ? () => slideshow.stop() : undefined,
    i: actions.metadata, c: actions.copy, d: () => press("download"), m: () => press("similar"),
  }[event.key];
  if (!whatToDo || (event.target === metadata && event.key.startsWith("Arrow"))) return;
  event.preventDefault();
  whatToDo();
}
