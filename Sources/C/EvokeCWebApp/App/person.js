// The page of one person: name, years, and faces, which can be moved to others.

import { emptyQuery, write } from "./address.js";
import { ask } from "./api.js";
import { find, make, trouble } from "./dom.js";
import { go } from "./navigation.js";
import { count, number, photos, taken } from "./words.js";

const section = find("#person");
const list = find("#person-faces");
const moving = find("#moving");
const pageSize = 200;

let parts = null;
let shown = null;
let page = null;
let visible = pageSize;
/** Whether to focus the name after drawing. */
let keepsName = false;

/** `given` has what this page shares with the list of people. */
export function startPerson(given) {
  parts = given;
  list.addEventListener("change", drawMoving);
  moving.addEventListener("submit", (event) => {
    event.preventDefault();
    const name = moving.elements.name.value.trim();
    if (name) move({ name });
  });
  find("[data-do=not]", moving).addEventListener("click", () => move({ not: true }));
  find("[data-do=none]", moving).addEventListener("click", () => {
    for (const box of chosen()) box.checked = false;
    drawMoving();
  });
  // Not while somebody uses the page or has selected faces.
  document.addEventListener("marks", () => {
    if (shown !== null && chosen().length === 0 && !section.contains(document.activeElement)) reloadPerson();
  });
  find("[data-do=hide]", section).addEventListener("click", () => apply({ hidden: !page.hidden }));
  find("[data-do=rest]", section).addEventListener("click", () => {
    visible += pageSize;
    draw();
  });
}

export function showPerson(id) {
  if (shown !== id) {
    page = null;
    visible = pageSize;
    find("#person-known").hidden = true;
  }
  shown = id;
  document.title = "People · Evoke";
  return reloadPerson();
}

export function leavePerson() {
  shown = null;
}

export async function reloadPerson() {
  const id = shown;
  try {
    const found = await ask(`/api/people/${id}`);
    if (shown !== id) return;
    page = found;
    draw();
  } catch (error) {
    if (shown === id) fail(error);
  }
}

const fail = (error) => find("#people-trouble").replaceChildren(trouble(error));

async function apply(json) {
  try {
    await ask(`/api/people/${shown}`, { method: "PUT", json });
    await reloadPerson();
  } catch (error) {
    fail(error);
  }
}

/** The address of the person's photos, of one year if given. */
const photosOf = (year) => {
  const text = `${page.query}${year ? ` date:${year}` : ""}`;
  return write({ query: { ...emptyQuery, text } });
};

/** The address of a photo among a person's photos. Unlike names, numbers are unique. */
export const photoOf = (photo, { number: id }) => write({ photo, query: { ...emptyQuery, text: `person:#${id}` } });

/** A person who was merged into another continues on that one's page. */
function named({ number: stays }) {
  keepsName = section.contains(document.activeElement);
  return stays === shown ? reloadPerson() : go({ page: "people", person: stays }, { replaces: true });
}

function draw() {
  find("#people-trouble").replaceChildren();
  find("#person-known").hidden = false;
  document.title = `${page.name ?? "Unnamed person"} · Evoke`;
  const who = find("#person-who");
  keepsName ||= who.contains(document.activeElement);
  who.replaceChildren(parts.crop(page.face), make("div", {},
    make("h1", { class: "unseen" }, page.name ?? "Unnamed person"), parts.nameField(page, named),
    make("p", { class: "small" }, `${photos(page.photos)}, ${count(page.faces, "face", "faces")}`)));
  if (keepsName) find("input.name", who).focus({ preventScroll: true });
  keepsName = false;
  find("[data-do=hide]", section).textContent = page.hidden ? "Unhide" : "Hide";
  find("#person-search").href = photosOf();
  find("#person-years").replaceChildren(...page.years.map(({ year, photos: seen }) => {
    const words = `${year ?? "No date"} · ${number(seen)}`;
    return make("li", {}, year ? make("a", { class: "button", href: photosOf(year) }, words) : make("span", { class: "small" }, words));
  }));
  find("#person-questions").replaceChildren(...page.suggestions.map((one) => parts.question(one, reloadPerson)));
  list.replaceChildren(...page.shown.slice(0, visible).map(entry));
  find("[data-do=rest]", section).hidden = page.shown.length <= visible;
  drawMoving();
}

function entry({ photo, face, date }) {
  const when = date ? taken(date) : "no date";
  return make("li", {}, make("a", { href: photoOf(photo, page), "aria-label": `The photo, ${when}`, title: when }, parts.crop({ photo, face })),
    make("label", { class: "check" }, make("input", { type: "checkbox", value: `${photo} ${face}`, "aria-label": `Select the face, ${when}` })));
}

const chosen = () => [...list.querySelectorAll("input:checked")];

function drawMoving() {
  const boxes = chosen();
  moving.hidden = boxes.length === 0;
  find("p", moving).textContent = count(boxes.length, "face", "faces");
  find("[data-do=not]", moving).textContent = page.name ? `Not ${page.name}` : "Not this person";
}

async function move(change) {
  const faces = chosen().map(({ value }) => {
    const [photo, face] = value.split(" ").map(Number);
    return { photo, face };
  });
  try {
    const place = [...list.querySelectorAll("input")].findIndex((box) => box.checked);
    await ask(`/api/people/${shown}/faces`, { method: "PUT", json: { faces, ...change } });
    moving.elements.name.value = "";
    const which = count(faces.length, "face", "faces");
    parts.tell(change.not ? `Removed ${which} from this person.` : `Moved ${which} to ${change.name}.`);
    await reloadPerson();
    // The form is gone: focus the next face.
    ([...list.querySelectorAll("input")][place] ?? find("[data-do=undo]", section)).focus({ preventScroll: true });
  } catch (error) {
    fail(error);
  }
}
