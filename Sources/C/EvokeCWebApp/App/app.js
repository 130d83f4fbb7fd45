// Starts the pages, shows the one in the address, and tells them the server's news.

import { onTrouble } from "./api.js";
import { hideBeside, showBeside, startBeside } from "./beside.js";
import { find } from "./dom.js";
import { leaveDuplicates, showDuplicates, startDuplicates } from "./duplicates.js";
import { startFilters } from "./filters.js";
import { labelPicture, showLabels, startLabels } from "./labels.js";
import { leaveLibrary, showLibrary, startLibrary } from "./library.js";
import { begin, here } from "./navigation.js";
import { showMap, startMap } from "./map.js";
import { startKeys } from "./keys.js";
import { askForToken } from "./token.js";
import { news } from "./news.js";
import { leavePeople, showPeople, startPeople } from "./people.js";
import { hidePhoto, showAgain, showPhoto, startPhoto } from "./photo.js";
import { pictureIn } from "./pictures.js";
import { startSaved } from "./saved.js";
import { startSelection } from "./selection.js";
import { announce, hear, outdate, refresh, results, searchBy, show, startSearch, typedEarly } from "./search.js";
import { redrawEmptyState } from "./states.js";
import { folds } from "./stacks.js";
import { startSuggestions } from "./suggest.js";
import { isVisitor, meet, sayEnded } from "./visitor.js";
import { number } from "./words.js";
import { leaveYears, showYears } from "./years.js";

const pages = ["search", "years", "people", "duplicates", "labels", "library", "nothing"];
let page = null;
/** Whether to search again once the open photo is closed. */
let isStale = false;

onTrouble((error) => {
  if (error.kind === "shareEnded") sayEnded(error);
  if (error.kind === "offline" && !isVisitor()) news.lost();
  if (error.status === 401) askForToken();
});
const isShown = meet();

function start() {
  const early = typedEarly();
  startSearch();
  startPhoto();
  startKeys();
  if (!isVisitor()) {
    startSuggestions();
    startFilters();
    startSaved();
    startSelection();
    startPeople();
    startDuplicates();
    startLabels();
    startLibrary();
    startBeside();
    startMap();
    news.begin();
  }
  begin(showPlace);
  hear(early);
}

async function showPlace(given, why) {
  const place = isVisitor() ? { ...given, page: "search", compared: [] } : given;
  const isOther = page !== place.page;
  if (isOther && page === "search") results.scroll = scrollY;
  page = place.page;
  for (const name of pages) find(`#${name}-page`).hidden = name !== page;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.dataset.page === page) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (page !== "library") leaveLibrary();
  if (page !== "duplicates") leaveDuplicates();
  if (page !== "people") leavePeople();
  if (page !== "years") leaveYears();
  if (page === "search") {
    const asked = show(place.query, why);
    if (!isVisitor()) showMap(place.query, why);
    if (isOther) scrollTo(0, results.scroll);
    if (place.compared.length && !place.photo) showBeside(place.compared);
    else hideBeside();
    if (place.photo) {
      // A photo opened by its address waits for the results that contain it.
      if (why === "start") await asked;
      if (here().photo === place.photo) showPhoto(place.photo);
    } else {
      hidePhoto();
      if (isStale) refresh();
      isStale = false;
    }
    return;
  }
  hidePhoto();
  hideBeside();
  if (page === "years") showYears(place.year);
  else if (page === "people") showPeople(place);
  else if (page === "duplicates") showDuplicates(place);
  else if (page === "labels") showLabels(place);
  else if (page === "library") showLibrary();
  else document.title = "Page not found · Evoke";
  if (isOther && !place.year) scrollTo(0, 0);
  // After a link, the keyboard and screen readers continue at the start of the new page.
  if (isOther && why !== "start" && !find("#photo").open) find("#main").focus({ preventScroll: true });
}

// Pictures can be dropped and pasted on every page.

/** Waits until it is known whether this is a visitor. */
async function take(file) {
  if (!await isShown || isVisitor()) return;
  if (page === "labels") labelPicture(file);
  else searchBy(file);
}

const dropping = find("#dropping");
const hasFiles = (event) => !isVisitor() && event.dataTransfer?.types.includes("Files");

addEventListener("dragover", (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  dropping.hidden = false;
});
addEventListener("dragleave", (event) => { if (!event.relatedTarget) dropping.hidden = true; });
addEventListener("drop", (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  dropping.hidden = true;
  const file = pictureIn(event.dataTransfer.files);
  if (file) take(file);
});
addEventListener("paste", (event) => {
  const file = isVisitor() ? null : pictureIn(event.clipboardData?.files);
  // Some programs add a picture of the text that they copy.
  if (!file || event.clipboardData.types.includes("text/plain")) return;
  event.preventDefault();
  take(file);
});
addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target.matches("input, textarea") || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  find("#search").elements.q.select();
});

// The server's news.

let photosBefore = null;

news.addEventListener("library", () => {
  const { photos, indexing } = news.library;
  const isBusy = indexing.state === "scanning" || indexing.state === "encoding";
  const working = find("#working");
  working.hidden = !isBusy;
  working.textContent = indexing.total
    ? `Indexing ${number(indexing.done)} of ${number(indexing.total)}` : "Looking for photos…";
  const more = photosBefore === null ? 0 : photos - photosBefore;
  const isOther = more !== 0;
  photosBefore = photos;
  if (isOther) outdate();
  redrawEmptyState(news.library);
  // New photos appear by themselves only at the top, with nothing open, so nobody loses their position.
  const isUndisturbed = scrollY < 100 && !here().photo && !find("#grid").contains(document.activeElement);
  if (page === "search" && isOther && isUndisturbed) refresh();
  else if (isOther) announce(more);
});
// Tiles show marks, and results may depend on them. Changes from this page are reported twice.
let renewing = 0;
document.addEventListener("marks", () => {
  outdate();
  clearTimeout(renewing);
  renewing = setTimeout(renew, 50);
});

function renew() {
  // An open photo keeps the results that it was opened from.
  isStale = page === "search" && here().photo !== null;
  if (page !== "search" || isStale) return;
  // A running search comes first.
  if (find("#grid").ariaBusy) renewing = setTimeout(renew, 200);
  else refresh();
}

news.addEventListener("duplicates", ({ detail }) => {
  // Stacks may have changed. A running search already gets the new ones.
  if (!detail.is_over || !folds()) return;
  if (page === "search" && !find("#grid").ariaBusy) refresh();
  else outdate();
});
news.addEventListener("connection", () => {
  find("#offline").hidden = news.isConnected;
  if (!news.isConnected) return;
  if (page === "search") refresh();
  if (page === "people") showPeople(here());
  showAgain();
});

// Last, so that every listener is there.
if (await isShown) start();
