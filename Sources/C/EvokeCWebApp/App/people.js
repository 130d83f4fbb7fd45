// The page of people: a list, faces to review, and whether face recognition is on.

import { ask } from "./api.js";
import { find, icon, make, trouble } from "./dom.js";
import { news } from "./news.js";
import { leavePerson, photoOf, reloadPerson, showPerson, startPerson } from "./person.js";
import { count, number, photos } from "./words.js";

/** The message about the last change, with its undo. */
const told = find("#people-told");
const comparing = find("#same-person");

const section = find("#people-page");
const list = find("#persons");
const review = find("#questions");
const button = (name) => find(`[data-do="${name}"]`, section);
const pageSize = 60;
/** Progress arrives several times a second, and each list groups people again. */
const betweenLoads = 3000;
const reasons = {
  small: "the face is small", blurred: "the face is blurred", turned: "the face is turned away",
  nearer: "it looks more like them than like the faces it is grouped with",
};

let isShown = false;
/** The person that was shown last; null for the list. */
let shownFor = null;
let wanted = pageSize;
let answer = null;
let loaded = 0;
let waiting = 0;
let asking = new AbortController();

export function startPeople() {
  startPerson({ crop, nameField, question: suggestion, tell: sayDone });
  news.addEventListener("library", () => {
    clearTimeout(waiting);
    if (isShown && answer?.state === "on") waiting = setTimeout(() => load(), Math.max(0, loaded + betweenLoads - Date.now()));
  });
  const actions = {
    on: () => turn("on"),
    off: () => turn("off"),
    forget: () => send("/api/people", "DELETE"),
    undo,
    more: () => {
      wanted += pageSize;
      load();
    },
  };
  section.addEventListener("click", ({ target }) => actions[target.closest("[data-do]")?.dataset.do]?.());
  find("#people-hidden").addEventListener("change", () => load());
}

/** Shows the list, or one person. */
export function showPeople({ person }) {
  isShown = person === null;
  if (shownFor !== person) sayDone();
  shownFor = person;
  find("#people-list").hidden = !isShown;
  find("#person").hidden = isShown;
  if (!isShown) return showPerson(person);
  leavePerson();
  document.title = "People · Evoke";
  load();
}

export function leavePeople() {
  isShown = false;
  leavePerson();
}

/** Loads the list. The focus on a merged person moves to the one in `renamed`. */
async function load(renamed = {}) {
  clearTimeout(waiting);
  loaded = Date.now();
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  const query = new URLSearchParams({ top: wanted, hidden: find("#people-hidden").checked });
  try {
    const found = await ask(`/api/people?${query}`, { signal });
    if (signal.aborted) return;
    answer = found;
    draw(renamed);
  } catch (error) {
    if (error.name !== "AbortError") fail(error);
  }
}

/** Shows a message with Undo; without words, removes it. */
function sayDone(words) {
  told.replaceChildren(...(words ? [make("span", {}, words), make("button", { type: "button", onclick: undo }, "Undo")] : []));
}

async function undo() {
  // The button disappears; the focus moves to the other Undo.
  const hadFocus = told.contains(document.activeElement);
  sayDone();
  if (hadFocus) (isShown ? button("undo") : find("#person [data-do=undo]")).focus({ preventScroll: true });
  await send("/api/people/undo", "POST");
}

const turn = (state) => send("/api/people", "PUT", { state });

/** Sends a change, and shows its effect. */
async function send(address, method, json) {
  try {
    await ask(address, { method, json });
    await (isShown ? load() : reloadPerson());
  } catch (error) {
    fail(error);
  }
}

const fail = (error) => find("#people-trouble").replaceChildren(trouble(error));

function draw(renamed) {
  const isOn = answer.state === "on";
  find("#people-trouble").replaceChildren();
  find("#people-off").hidden = isOn;
  find("#people-on").hidden = !isOn;
  button("undo").hidden = !isOn;
  button("on").disabled = !answer.can_find;
  find("#people-cannot").hidden = answer.can_find;
  if (!isOn) return;
  const { people, total, searched, photos: all } = answer;
  // A disabled button would lose the focus.
  button("undo").setAttribute("aria-disabled", !answer.undo);
  find("#people-said").textContent = `${count(total, "person", "people")}. `
    + (searched === undefined ? "Face recognition is not installed on the server’s machine."
      : searched < all ? `${number(searched)} of ${photos(all)} checked for faces so far.` : `${photos(all)} checked for faces.`);
  drawReview();
  drawList(people, renamed);
  button("more").hidden = people.length >= total;
}

/** Keeps tiles of unchanged people: somebody may be typing in one. */
function drawList(people, renamed) {
  const there = new Map([...list.children].map((one) => [one.dataset.is, one]));
  const focused = document.activeElement;
  const held = list.contains(focused) ? focused.closest("li").dataset.number : null;
  list.replaceChildren(...people.map((person) => there.get(JSON.stringify(person)) ?? tile(person)));
  if (held !== null) {
    const now = focused.isConnected ? focused : find(`[data-number="${renamed[held] ?? held}"] ${focused.localName}`, list);
    now?.focus({ preventScroll: true });
  }
  find("#known-names").replaceChildren(...people.filter(({ name }) => name).map(({ name }) => make("option", { value: name })));
}

function tile(person) {
  const { number: id, name, photos: seen, first, last, hidden } = person;
  const years = first && (first === last ? first : `${first}–${last}`);
  return make("li", { "data-is": JSON.stringify(person), "data-number": id },
    make("a", { href: `/people/${id}`, "aria-label": name ?? "Unnamed person" }, crop(person.face)),
    nameField(person, ({ number: stays }) => load({ [id]: stays })),
    make("p", { class: "small" }, [photos(seen), years, hidden && "hidden"].filter(Boolean).join(" · ")));
}

/** The thumbnail of a face. */
function crop(face) {
  if (!face) return make("span", { class: "crop" }, icon("person"));
  return make("img", { class: "crop", alt: "", loading: "lazy", width: 192, height: 192, src: `/api/photos/${face.photo}/faces/${face.face}/crop` });
}

/** A field with a person's name. Calls `done` with the person who has the name after a change. */
function nameField({ number: id, name = "", face }, done) {
  const field = make("input", { type: "text", class: "name", value: name, placeholder: "Add a name", "aria-label": name ? `Name of ${name}` : "Add a name",
    list: "known-names", maxlength: 100, autocomplete: "off", autocapitalize: "words", spellcheck: "false", enterkeyhint: "done" });
  let isAsking = false;
  const give = async () => {
    const given = field.value.trim();
    if (isAsking || !given || given === name) {
      if (!given) field.value = name;
      return;
    }
    isAsking = true;
    try {
      const other = await namesake(given, id);
      if (!other) {
        done(await ask(`/api/people/${id}`, { method: "PUT", json: { name: given } }));
      } else if (await isSame(other, face)) {
        await ask("/api/people/answers", { json: { person: other.number, other: id, same: true } });
        sayDone(`Merged with ${other.name}.`);
        done(other);
      } else {
        field.focus();
        field.select();
      }
    } catch (error) {
      field.value = name;
      fail(error);
    } finally {
      isAsking = false;
    }
  };
  field.addEventListener("change", give);
  field.addEventListener("blur", () => { if (!isAsking) field.value = name; });
  field.addEventListener("keydown", ({ key }) => {
    if (key === "Enter") give();
    if (key === "Escape") field.value = name;
  });
  return field;
}

/** Another person with a name, or undefined. */
async function namesake(name, id) {
  const { people = [] } = await ask(`/api/people?${new URLSearchParams({ name, hidden: true })}`);
  return people.find(({ number: other }) => other !== id);
}

/** Asks whether `other`, who has the name, is the same person as the one with `face`. */
function isSame(other, face) {
  find(".crops", comparing).replaceChildren(crop(face), crop(other.face));
  find("p", comparing).textContent = `${other.name} already exists, with ${photos(other.photos)}. Is this the same person?`;
  comparing.returnValue = "";
  comparing.showModal();
  return new Promise((resolve) => {
    comparing.addEventListener("close", () => resolve(comparing.returnValue === "same"), { once: true });
  });
}

function drawReview() {
  const { suggestions, questions } = answer;
  const cards = [...questions.map(question), ...suggestions.map((one) => suggestion(one, () => load()))];
  const hadFocus = review.contains(document.activeElement);
  find("ul", review).replaceChildren(...cards);
  review.hidden = cards.length === 0;
  // After an answer, the keyboard is at the next question.
  if (hadFocus) find("button", review)?.focus();
}

const called = ({ name }) => name ?? "the same person";

/** Asks whether a face belongs to a person. */
function suggestion({ photo, face, person, reason }, done) {
  const tell = (json) => async () => {
    try {
      await ask(`/api/photos/${photo}/faces/${face}`, { method: "PUT", json });
      done();
    } catch (error) {
      fail(error);
    }
  };
  return make("li", { class: "card" },
    make("div", { class: "crops" }, make("a", { href: photoOf(photo, person), "aria-label": "The photo" }, crop({ photo, face })),
      make("a", { href: `/people/${person.number}`, "aria-label": person.name ?? "The person" }, crop(person.face))),
    make("p", {}, `Is this ${called(person)}?`, make("span", { class: "small" }, ` Not sure: ${reasons[reason]}.`)),
    make("div", { class: "row" },
      make("button", { type: "button", class: "button", onclick: tell({ person: person.number }) }, "Yes"),
      make("button", { type: "button", class: "button", onclick: tell({ not: person.number }) }, "No")));
}

const row = (who, shown) =>
  make("a", { class: "crops", href: `/people/${who.number}`, "aria-label": who.name ?? "Unnamed person" }, ...shown.map(crop));

/** Asks whether two people are the same. */
function question({ person, other, settles, faces, others }) {
  const tell = (same) => () => send("/api/people/answers", "POST", { person: person.number, other: other.number, same });
  const names = [person, other].map(({ name }) => name).filter(Boolean);
  return make("li", { class: "card" }, row(person, faces), row(other, others),
    make("p", {}, names.length === 2 ? `Are ${names[0]} and ${names[1]} the same person?` : names.length ? `Are these both ${names[0]}?`
      : "Are these the same person?", make("span", { class: "small" }, ` Applies to ${count(settles, "face", "faces")}.`)),
    make("div", { class: "row" },
      make("button", { type: "button", class: "button", onclick: tell(true) }, "Same person"),
      make("button", { type: "button", class: "button", onclick: tell(false) }, "Different people")));
}
