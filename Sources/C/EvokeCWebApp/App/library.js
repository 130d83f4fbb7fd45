// The page of the library: folders, indexing, problems, and models.

import { ask } from "./api.js";
import { startAvailable } from "./available.js";
import { find, make, trouble } from "./dom.js";
import { addFolder } from "./folders.js";
import { loadTimes } from "./models.js";
import { news } from "./news.js";
import { bytes, count, duration, number, tenths } from "./words.js";

const progress = find("#progress");
const checking = find("#check");
const told = find("[role=status]", checking);
const mostTroubles = 50;
let failures = [];
let truncated = [];
let isShown = false;
let rootsShown = "";
let failedShown = "";
/** Whether this page has started a check for new photos. */
let isChecking = false;

export function startLibrary() {
  find("#library-add").append(addFolder());
  news.addEventListener("library", () => { if (isShown) draw(); });
  for (const name of ["failed", "problem"]) news.addEventListener(name, ({ detail }) => addProblem(detail));
  news.addEventListener("finished", ({ detail }) => {
    if (isShown) showFailures(true);
    if (isChecking) told.replaceChildren(whatCame(detail));
    isChecking = false;
  });
  find("button", checking).addEventListener("click", check);
  for (const id of ["#failures", "#truncated"]) {
    find("button", find(id)).addEventListener("click", () => showFailures(false));
  }
  startAvailable(showModels);
}

export function showLibrary() {
  isShown = true;
  document.title = "Library · Evoke";
  draw();
  showModels();
}

export function leaveLibrary() {
  isShown = false;
}

function draw() {
  const library = news.library;
  if (!library) return;
  drawProgress(library.indexing);
  drawRoots(library.roots);
  drawNumbers(library);
  if (failedNow(library) !== failedShown) showFailures(true);
}

function drawProgress(indexing) {
  const { state, found, done, total, error } = indexing;
  progress.hidden = state === "idle" && !error;
  if (progress.hidden) return;
  const words = {
    scanning: `Looking for photos: ${number(found)} found`,
    encoding: `Indexing ${number(done)} of ${number(total)}`,
    reading: `Reading text in photos: ${number(done)} of ${number(total)}`,
    faces: `Finding faces in photos: ${number(done)} of ${number(total)}`,
    paused: total ? `Paused at ${number(done)} of ${number(total)}` : "Paused",
    idle: "Indexing failed",
  }[state];
  if (!progress.firstChild) {
    progress.append(make("p", { class: "words" }),
      make("progress", { "aria-label": "Indexing" }), make("p", { class: "rate" }), make("div", { class: "error" }),
      make("button", { type: "button", class: "button", onclick: change }));
  }
  find(".words", progress).textContent = words;
  const bar = find("progress", progress);
  bar.hidden = state === "idle";
  if (total) [bar.max, bar.value] = [total, done];
  else bar.removeAttribute("value");
  find(".rate", progress).textContent = rate(indexing);
  find(".error", progress).replaceChildren(...(error ? [problem(error)] : []));
  const button = find("button", progress);
  button.textContent = { paused: "Resume", idle: "Try again" }[state] ?? "Pause";
  button.dataset.wanted = state === "paused" || state === "idle" ? "running" : "paused";
}

function rate({ state, photos_per_second: speed, seconds_left: left }) {
  if (!["encoding", "reading", "faces"].includes(state) || speed === undefined) return "";
  const words = `${tenths(speed)} photos per second`;
  return left === undefined ? words : `${words} · ${duration(left)} left`;
}

const problem = ({ detail, remedy }) => trouble({ message: detail, remedy });

async function change({ currentTarget: button }) {
  button.disabled = true;
  try {
    news.take(await ask("/api/library/indexing", { method: "PUT", json: { state: button.dataset.wanted } }));
  } catch (error) {
    find(".error", progress).replaceChildren(trouble(error));
  }
  button.disabled = false;
}

async function check() {
  isChecking = true;
  told.replaceChildren();
  try {
    news.take(await ask("/api/library/indexing", { method: "PUT", json: { state: "running" } }));
  } catch (error) {
    isChecking = false;
    told.replaceChildren(trouble(error));
  }
}

function whatCame({ added, returned }) {
  const more = added + returned;
  return more ? count(more, "new photo", "new photos") : "No new photos";
}

function drawRoots(roots) {
  const now = JSON.stringify(roots);
  if (now === rootsShown) return;
  rootsShown = now;
  find("#roots").replaceChildren(...roots.map((root) => {
    const line = make("li", {});
    const button = make("button", { type: "button", class: "button", "aria-label": `Remove ${root.path}` }, "Remove");
    button.addEventListener("click", () => confirmForget(root, line, button));
    line.append(make("div", {}, make("code", {}, root.path),
      root.is_there ? null : make("p", { class: "small" }, root.path.startsWith("/")
        ? "Not available right now. Its photos stay in the library."
        : "Not on this machine. Its photos can be found but not opened here.")), button);
    return line;
  }));
  find("#roots").hidden = roots.length === 0;
  checking.hidden = roots.length === 0;
}

/** Asks before removing a folder, since indexing it again would take a while. */
function confirmForget(root, line, button) {
  const close = () => {
    question.remove();
    button.hidden = false;
    button.focus();
  };
  async function forget() {
    try {
      news.take(await ask(`/api/library/roots/${root.id}`, { method: "DELETE" }));
      find("#library-add input").focus();
    } catch (error) {
      question.append(trouble(error));
    }
  }
  const question = make("div", { class: "question", role: "group", "aria-label": `Remove ${root.path}?` },
    make("p", {}, "Remove this folder and its photos from the library? The files stay where they are."),
    make("button", { type: "button", class: "button main", onclick: forget }, "Remove folder"),
    make("button", { type: "button", class: "button", onclick: close }, "Cancel"));
  button.hidden = true;
  line.append(question);
  question.querySelector("button:last-child").focus();
}

function drawNumbers({ photos: all, searchable, failed, cut: ends, missing, hidden, bytes: size, folder }) {
  const lines = [
    ["Photos", number(all)], ["Searchable", number(searchable)],
    failed ? ["Unreadable", number(failed)] : null,
    ends ? ["Incomplete", number(ends)] : null,
    missing ? ["Missing", number(missing)] : null,
    hidden ? ["Excluded by your rules", number(hidden)] : null,
    ["Library", `${folder}, ${bytes(size)}`],
  ];
  find("#numbers").replaceChildren(...lines.filter(Boolean).flatMap(([term, value]) =>
    [make("dt", {}, term), make("dd", {}, value)]));
}

/** Lists a problem as it happens, newest first. */
function addProblem({ subject, reason, remedy }) {
  const list = find("#troubles ul");
  list.prepend(line(subject, reason, remedy));
  while (list.childElementCount > mostTroubles) list.lastChild.remove();
  find("#troubles").hidden = false;
}

const line = (subject, reason, remedy) =>
  make("li", {}, make("div", {}, make("code", {}, subject), make("p", {}, reason), make("p", { class: "small" }, remedy)));

const failedNow = ({ failed, cut: ends }) => `${failed} ${ends}`;

/** Lists unreadable photos, and truncated files that are still searchable. */
async function showFailures(fromStart) {
  const now = news.library ?? { failed: 0, cut: 0 };
  failedShown = failedNow(now);
  const [unread, partial] = [find("#failures"), find("#truncated")];
  if (now.failed + now.cut === 0) {
    unread.hidden = true;
    partial.hidden = true;
    return;
  }
  try {
    const offset = fromStart ? 0 : Math.max(failures.length, truncated.length);
    const answer = await ask(`/api/library/failures?top=100&offset=${offset}`);
    failures = fromStart ? answer.failures : failures.concat(answer.failures);
    truncated = fromStart ? answer.cut_photos : truncated.concat(answer.cut_photos);
    fill(unread, count(answer.total, "unreadable photo", "unreadable photos"), answer.total,
      failures.map(({ path, reason, remedy }) => line(path, reason, remedy)));
    fill(partial, count(answer.cut_total, "truncated file", "truncated files"),
      answer.cut_total, truncated.map(({ path, share }) => line(path, partLeft(share), "")));
  } catch (error) {
    find("ul", unread).replaceChildren(make("li", {}, trouble(error)));
    unread.hidden = false;
  }
}

function fill(section, title, total, lines) {
  find("h2", section).textContent = title;
  find("ul", section).replaceChildren(...lines);
  find("button", section).hidden = lines.length >= total;
  section.hidden = total === 0;
}

const partLeft = (share) => share < 1
  ? `${Math.floor(100 * share)}% of the file is there` : "The whole picture is there, but may be less sharp";

/** A button that makes a model the one in use. */
function useButton(name) {
  async function onclick({ currentTarget: button }) {
    button.disabled = true;
    try {
      news.take(await ask("/api/library/model", { method: "PUT", json: { name } }));
      await showModels();
    } catch (error) {
      button.disabled = false;
      button.before(trouble(error));
    }
  }
  return make("button", { type: "button", class: "button", "aria-label": `Use ${name}`, onclick }, "Use");
}

async function showModels() {
  const list = find("#models");
  try {
    const { in_use: used, models } = await ask("/api/models");
    list.replaceChildren(...models.filter((model) => model.kind === "pair").map((model) => {
      const isUsed = model.name === used.name;
      const size = [model.bytes && bytes(model.bytes), model.dimensions && count(model.dimensions, "dimension", "dimensions"),
        isUsed && used.precision, model.licence].filter(Boolean).join(" · ");
      return make("li", { "aria-current": isUsed ? "true" : null }, make("div", {},
        make("p", {}, make("strong", {}, model.name), isUsed ? make("span", { class: "badge" }, "in use") : null),
        make("p", {}, model.error?.detail ?? model.summary ?? model.layout ?? ""), make("p", { class: "small" }, size),
        isUsed ? make("p", { class: "small" }, loadTimes(used.load_ms)) : null),
      isUsed || model.error ? null : useButton(model.name));
    }));
  } catch (error) {
    list.replaceChildren(make("li", {}, trouble(error)));
  }
}
