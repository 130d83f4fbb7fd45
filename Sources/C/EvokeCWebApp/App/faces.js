// The faces in a photo: frames over the picture, a list in the side panel, and a form for names.

import { ask } from "./api.js";
import { find, icon, make } from "./dom.js";

const nobody = { faces: [], width: 1, height: 1 };
/** The side of a face's thumbnail, relative to the face. */
const around = 1.6;

export class FaceLayer {
  #photo = null;
  #answer = nobody;
  /** The number of the face that is being named; null without one. */
  #chosen = null;
  #image;
  #form = find("#naming");
  #list = find("#people .lines");
  /** Where the face was clicked, in the picture or the list; the focus returns there. */
  #place = null;

  /** `moves.onfaces` is called when faces have loaded; `moves.notice` shows a message and its undo. */
  constructor(element, image, moves) {
    Object.assign(this, { element, moves });
    this.#image = image;
    image.addEventListener("load", () => this.#drawCrops());
    // Dragging on a face does not move the picture.
    element.addEventListener("pointerdown", (event) => { if (event.target !== element) event.stopPropagation(); });
    for (const place of [element, this.#list]) {
      place.addEventListener("click", ({ target }) => {
        const number = target.closest("[data-face]")?.dataset.face;
        if (number === undefined) return;
        this.#place = place;
        this.#choose(number);
      });
    }
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      const name = this.#form.elements.name.value.trim();
      if (name) this.#apply({ name });
    });
    this.#form.addEventListener("click", ({ target }) => {
      const { person, suggestion, hidden = false } = this.#face ?? {};
      const edits = {
        theirs: () => this.#apply({ person: suggestion.number }), not: () => this.#apply({ not: (person ?? suggestion).number }),
        hidden: () => this.#apply({ hidden: !hidden }), cancel: () => this.#leave(),
      };
      edits[target.closest("[data-edit]")?.dataset.edit]?.();
    });
    this.#form.addEventListener("input", () => this.#suggest());
    // Typing does not trigger the photo's keys.
    this.#form.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key !== "Escape") return;
      event.preventDefault();
      this.#leave();
    });
  }

  get isEmpty() {
    return this.#answer.faces.length === 0;
  }

  /** Whether a name is being typed. */
  get isNaming() {
    return this.#chosen !== null;
  }

  /** How far the picture is zoomed in; names keep their size. */
  set zoom(scale) {
    this.element.style.setProperty("--zoom", scale);
  }

  /** Shows the faces of a photo, and none while they load. */
  async show(photo, signal) {
    this.#photo = photo;
    this.#take(nobody);
    if (photo === null) return;
    const answer = await ask(`/api/photos/${photo}/faces`, { signal }).catch(() => nobody);
    if (!signal.aborted) this.#take(answer);
  }

  /** Loads the faces again. A name that is being typed stays. */
  async renew(signal) {
    const photo = this.#photo;
    if (photo === null) return;
    const answer = await ask(`/api/photos/${photo}/faces`, { signal }).catch(() => this.#answer);
    if (photo !== this.#photo || this.isNaming || JSON.stringify(answer) === JSON.stringify(this.#answer)) return;
    const focused = document.activeElement.dataset.face;
    this.#take(answer);
    if (focused) find(`[data-face="${focused}"]`, this.element)?.focus();
  }

  get #face() {
    return this.#answer.faces.find(({ face }) => face === this.#chosen);
  }

  #take(answer) {
    this.#answer = answer;
    this.#close();
    const { width, height, faces } = answer;
    this.element.replaceChildren(...faces.map((face) => frame(face, width, height)));
    this.#list.replaceChildren(...faces.filter(({ hidden }) => !hidden).map(line));
    this.#drawCrops();
    this.moves.onfaces();
  }

  #drawCrops() {
    const { naturalWidth } = this.#image;
    if (!naturalWidth) return;
    const scale = naturalWidth / this.#answer.width;
    const crops = [...this.#list.querySelectorAll("canvas"), ...(this.isNaming ? [find("canvas", this.#form)] : [])];
    for (const canvas of crops) {
      const { box: [left, top, width, height] } = this.#answer.faces.find(({ face }) => face === Number(canvas.dataset.of));
      const side = Math.max(width, height) * around;
      const corner = [left + width / 2 - side / 2, top + height / 2 - side / 2].map((at) => at * scale);
      canvas.getContext("2d").drawImage(
        this.#image, ...corner, side * scale, side * scale, 0, 0, canvas.width, canvas.height);
    }
  }

  #choose(number) {
    this.#chosen = Number(number);
    const { person, suggestion, hidden } = this.#face;
    const form = this.#form;
    const button = (name, isThere, words) => {
      const one = find(`[data-edit=${name}]`, form);
      one.hidden = !isThere;
      one.textContent = words;
    };
    form.elements.name.value = person?.name ?? "";
    find("canvas", form).dataset.of = number;
    button("theirs", suggestion && !person, `This is ${called(suggestion)}`);
    button("not", person ?? suggestion, `Not ${called(person ?? suggestion)}`);
    button("hidden", true, hidden ? "Unhide this face" : "Hide this face");
    form.hidden = false;
    for (const one of this.element.children) one.classList.toggle("chosen", one.dataset.face === number);
    this.#drawCrops();
    form.elements.name.focus();
    form.elements.name.select();
    this.#suggest();
  }

  /** Suggests names that begin with the typed text. */
  async #suggest() {
    const { value } = this.#form.elements.name;
    const query = new URLSearchParams({ field: "person", q: value, top: 12 });
    const { suggestions } = await ask(`/api/suggest?${query}`).catch(() => ({ suggestions: [] }));
    if (this.#form.elements.name.value !== value) return;
    const names = suggestions.filter(({ kind }) => kind === "person").map((one) => one.value);
    find("datalist", this.#form).replaceChildren(...names.map((name) => make("option", { value: name })));
  }

  /** Closes the form and focuses the face. */
  #leave() {
    const number = this.#chosen;
    this.#close();
    this.#focus(number);
  }

  #focus(number) {
    const face = find(`[data-face="${number}"]`, this.#place ?? this.element);
    if (face?.checkVisibility()) face.focus();
    else find(".stage", find("#photo")).focus();
  }

  #close() {
    this.#chosen = null;
    this.#form.hidden = true;
    for (const one of this.element.children) one.classList.remove("chosen");
  }

  async #apply(edit) {
    const [photo, face] = [this.#photo, this.#chosen];
    try {
      const before = this.#face;
      const answer = await ask(`/api/photos/${photo}/faces/${face}`, { method: "PUT", json: edit });
      if (photo !== this.#photo) return;
      this.#take(answer);
      this.#focus(face);
      this.moves.notice(said(edit, before), () => this.#undo());
    } catch (error) {
      if (photo === this.#photo) this.moves.notice(`${error.message} ${error.remedy}`);
    }
  }

  async #undo() {
    const { undone } = await ask("/api/people/undo", { method: "POST" });
    this.moves.notice(undone ? "Undone" : "Nothing to undo");
    if (this.#photo) await this.show(this.#photo, new AbortController().signal);
  }
}

const called = (person) => person?.name ?? "this person";

/** A message about what was changed. */
function said({ name, person, not, hidden }, { person: whose, suggestion }) {
  if (not) return `This is not ${called(whose ?? suggestion)}`;
  if (name || person) return `This is ${name ?? called(suggestion)}`;
  return hidden ? "Face hidden" : "Face unhidden";
}

const who = ({ person, suggestion, hidden }) =>
  person?.name ?? (hidden ? "Hidden" : suggestion?.name ? `${suggestion.name}?` : "Who is this?");

function frame(face, width, height) {
  const [left, top, across, down] = face.box;
  const element = make("button", { type: "button", "data-face": face.face, "aria-label": `Face ${face.face}: ${who(face)}` },
    make("span", { dir: "auto" }, who(face) === "Who is this?" ? "?" : who(face)));
  element.classList.toggle("unnamed", !face.person?.name);
  const place = { left: left / width, top: top / height, width: across / width, height: down / height };
  for (const [side, share] of Object.entries(place)) element.style[side] = `${share * 100}%`;
  return element;
}

function line(face) {
  const words = face.person?.name ?? (face.suggestion?.name ? `${face.suggestion.name}?` : "No name");
  const name = face.person ? make("a", { href: `/people/${face.person.number}`, dir: "auto" }, words) : make("span", { class: "small", dir: "auto" }, words);
  return make("li", {}, make("canvas", { width: 96, height: 96, "data-of": face.face, "aria-hidden": "true" }), name,
    make("button", { type: "button", class: "quiet", "data-face": face.face,
      "aria-label": `Name face ${face.face}`, title: "Name this face" }, icon("name")));
}
