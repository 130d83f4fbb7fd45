// What the owner says of the open photo, beside it: a heart, stars, a caption, tags and albums.

import { ask } from "./api.js";
import { find, icon, make } from "./dom.js";
import { mark, suggestNames, undo } from "./marking.js";
import { count } from "./words.js";

const most = 5;

export class OwnMarks {
  #photo = null;
  #marks = null;
  /** The photo and the caption that the field was filled with. */
  #filled = { photo: null, caption: "" };
  /** What finds photos with the same tags, and in the same albums. */
  #queries = null;
  /** What was wanted before the marks had come. */
  #wish = null;
  #place = find("#own");
  #heart = find('#photo [data-do="favourite"]');
  #hide = find('[data-do="hide"]', this.#place);
  #stars = find(".stars", this.#place);
  #caption = find('[name="caption"]', this.#place);
  #notice;

  /** `notice` says something for a while, with what takes it back; `fail` says what went wrong. */
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
        if (name) this.#say({ add: { [kind]: [name] } }, kind === "tags" ? `Tagged “${name}”` : `Added to “${name}”`);
      });
    }
    document.addEventListener("marks", () => this.#renew());
    this.#place.addEventListener("focusin", () => suggestNames().catch(() => {}));
    // What is typed is no key of the photo's.
    this.#place.addEventListener("keydown", (event) => {
      if (!event.target.matches("input, textarea")) return;
      event.stopPropagation();
      if (event.key !== "Escape") return;
      event.preventDefault();
      if (event.target === this.#caption) this.#caption.value = this.#marks.caption ?? "";
      find("#facts").focus();
    });
  }

  /** Shows those of a photo; null while none has come. */
  show(id, marks, queries) {
    const wish = id === this.#photo ? this.#wish : null;
    [this.#photo, this.#marks, this.#queries, this.#wish] = [id, marks, queries, null];
    this.#place.hidden = !marks;
    if (marks) this.#draw();
    else this.#heart.setAttribute("aria-pressed", false);
    if (marks) wish?.();
  }

  favour() {
    if (!this.#marks) return this.#later(() => this.favour());
    const which = { favourite: true };
    if (this.#marks.favourite) this.#say({ remove: which }, "Removed from favorites");
    else this.#say({ add: which }, "Added to favorites");
  }

  /** Hides it from every answer, or shows it there again. */
  hide() {
    if (!this.#marks) return this.#later(() => this.hide());
    const which = { hidden: true };
    if (this.#marks.hidden) this.#say({ remove: which }, "Unhidden");
    else this.#say({ add: which }, "Hidden. Find it with is:hidden");
  }

  /** So many stars; the same once more takes them away. */
  rate(stars) {
    if (!this.#marks) return this.#later(() => this.rate(stars));
    if (this.#marks.rating === stars) this.#say({ remove: { rating: true } }, "Rating removed");
    else this.#say({ add: { rating: stars } }, `${stars} of ${most} stars`);
  }

  #later(wish) {
    this.#wish = wish;
  }

  #describe() {
    const caption = this.#caption.value.trim();
    if (caption === (this.#marks.caption ?? "")) return;
    if (caption) this.#say({ add: { caption } }, "Caption saved");
    else this.#say({ remove: { caption: true } }, "Caption removed");
  }

  async #say(edit, done) {
    // What takes the change before back would take this one back.
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

  /** They are others now, or those of another photo are. */
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
    // What is being typed stays as it is.
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
      const onclick = () => this.#say({ remove: { [kind]: [name] } }, kind === "tags" ? `Removed tag “${name}”` : `Removed from “${name}”`);
      const link = make("a", { href: `/?${new URLSearchParams({ q: this.#queries[kind][at] })}` }, name);
      return make("li", {}, link, make("button", { type: "button", class: "quiet", "aria-label": label, title: label, onclick }, icon("close")));
    }));
  }
}
