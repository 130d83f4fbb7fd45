// The marks of the open photo in the side panel: favorite, rating, caption, tags, albums, and hidden.

import { ask } from "./api.js";
import { find, icon, make } from "./dom.js";
import { mark, suggestNames, undo } from "./marking.js";
import { count } from "./words.js";

const most = 5;

export class OwnMarks {
  #photo = null;
  #marks = null;
  /** The photo and caption that filled the field. */
  #filled = { photo: null, caption: "" };
  /** Queries for photos with the same tags and albums. */
  #queries = null;
  /** An action that waits for the marks to load. */
  #pending = null;
  #place = find("#own");
  #heart = find('#photo [data-do="favorite"]');
  #hide = find('[data-do="hide"]', this.#place);
  #stars = find(".stars", this.#place);
  #caption = find('[name="caption"]', this.#place);
  #notice;

  /** `notice` shows a message for a while, with its undo; `fail` shows an error. */
  constructor(notice, fail) {
    this.#notice = notice;
    this.fail = fail;
    for (let stars = 1; stars <= most; stars++) {
      this.#stars.append(make("button", { type: "button", onclick: () => this.rate(stars) }, icon("star")));
    }
    this.#caption.addEventListener("change", () => this.#describe());
    for (const kind of ["tags", "albums"]) {
      const form = find(`form.${kind}`, this.#place);
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        const name = form.elements.name.value.trim();
        form.elements.name.value = "";
        if (name) this.#apply({ add: { [kind]: [name] } }, kind === "tags" ? `Tagged “${name}”` : `Added to “${name}”`);
      });
    }
    document.addEventListener("marks", () => this.#renew());
    this.#place.addEventListener("focusin", () => suggestNames().catch(() => {}));
    // Typing does not trigger the photo's keys.
    this.#place.addEventListener("keydown", (event) => {
      if (!event.target.matches("input, textarea")) return;
      event.stopPropagation();
      if (event.key !== "Escape") return;
      event.preventDefault();
      if (event.target === this.#caption) this.#caption.value = this.#marks.caption ?? "";
      find("#metadata").focus();
    });
  }

  /** Shows the marks of a photo; null while they load. */
  show(id, marks, queries) {
    const pending = id === this.#photo ? this.#pending : null;
    [this.#photo, this.#marks, this.#queries, this.#pending] = [id, marks, queries, null];
    this.#place.hidden = !marks;
    if (marks) this.#draw();
    else this.#heart.setAttribute("aria-pressed", false);
    if (marks) pending?.();
  }

  favor() {
    if (!this.#marks) return this.#later(() => this.favor());
    const which = { favourite: true };
    if (this.#marks.favourite) this.#apply({ remove: which }, "Removed from favorites");
    else this.#apply({ add: which }, "Added to favorites");
  }

  /** Hides or unhides the photo. */
  hide() {
    if (!this.#marks) return this.#later(() => this.hide());
    const which = { hidden: true };
    if (this.#marks.hidden) this.#apply({ remove: which }, "Unhidden");
    else this.#apply({ add: which }, "Hidden. Find it with is:hidden");
  }

  /** Sets the rating; the same rating again removes it. */
  rate(stars) {
    if (!this.#marks) return this.#later(() => this.rate(stars));
    if (this.#marks.rating === stars) this.#apply({ remove: { rating: true } }, "Rating removed");
    else this.#apply({ add: { rating: stars } }, `${stars} of ${most} stars`);
  }

  #later(action) {
    this.#pending = action;
  }

  #describe() {
    const caption = this.#caption.value.trim();
    if (caption === (this.#marks.caption ?? "")) return;
    if (caption) this.#apply({ add: { caption } }, "Caption saved");
    else this.#apply({ remove: { caption: true } }, "Caption removed");
  }

  async #apply(edit, done) {
    // Remove the undo of the change before: it would undo this one.
    this.#notice();
    try {
      const { isLast, copies } = await mark([this.#photo], edit);
      this.#notice(copies ? `${done} (also ${count(copies, "exact copy", "exact copies")})` : done, isLast ? () => this.#undo() : undefined);
    } catch (error) {
      this.fail(error);
    }
  }

  async #undo() {
    this.#notice();
    try {
      this.#notice(await undo());
    } catch (error) {
      this.fail(error);
    }
  }

  /** Marks have changed, maybe those of this photo. */
  async #renew() {
    const photo = this.#photo;
    if (!this.#marks || !find("#photo").open) return;
    try {
      const { marks, queries } = await ask(`/api/photos/${photo}`);
      if (photo === this.#photo && JSON.stringify(marks) !== JSON.stringify(this.#marks)) this.show(photo, marks, queries);
    } catch (error) {
      if (photo === this.#photo) this.fail(error);
    }
  }

  #draw() {
    const { favourite, rating = 0, caption = "", tags, albums, hidden } = this.#marks;
    find("span", this.#hide).textContent = hidden ? "Unhide this photo" : "Hide this photo";
    this.#hide.title = hidden ? "Show in searches and lists again (Shift H)" : "Hide from searches and lists (Shift H)";
    this.#heart.setAttribute("aria-pressed", favourite);
    for (const [place, star] of [...this.#stars.children].entries()) {
      const [stars, isPressed] = [place + 1, rating === place + 1];
      star.setAttribute("aria-pressed", isPressed);
      star.classList.toggle("lit", place < rating);
      star.setAttribute("aria-label", isPressed ? "Remove rating" : stars === 1 ? "1 star" : `${stars} stars`);
      star.title = `${star.ariaLabel} (${stars})`;
    }
    // A caption that is being typed stays.
    const isTyped = document.activeElement === this.#caption && this.#filled.photo === this.#photo && this.#caption.value !== this.#filled.caption;
    if (!isTyped) {
      this.#caption.value = caption;
      this.#filled = { photo: this.#photo, caption };
    }
    this.#list("tags", tags);
    this.#list("albums", albums);
  }

  #list(kind, names) {
    find(`ul.${kind}`, this.#place).replaceChildren(...names.map((name, at) => {
      const label = kind === "tags" ? `Remove tag “${name}”` : `Remove from album “${name}”`;
      const onclick = () => this.#apply({ remove: { [kind]: [name] } }, kind === "tags" ? `Removed tag “${name}”` : `Removed from “${name}”`);
      const link = make("a", { href: `/?${new URLSearchParams({ q: this.#queries[kind][at] })}` }, name);
      return make("li", {}, link, make("button", { type: "button", class: "quiet", "aria-label": label, title: label, onclick }, icon("close")));
    }));
  }
}
