// What the server tells of itself: the library as it is, and what happens to it.

import { ask } from "./api.js";

const betweenCounts = 3000;

class News extends EventTarget {
  /** As GET /api/library has it; null until it has come. */
  library = null;
  isConnected = true;
  #source = null;
  #retry = 0;
  #counted = 0;

  begin() {
    this.#open();
    // A browser keeps few connections to one server: pages that nobody looks at leave theirs to others.
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#close() : this.#open()));
  }

  /** After an answer that says how the library is now. */
  take(library) {
    const before = this.library;
    this.library = library;
    this.dispatchEvent(new CustomEvent("library"));
    // In another window, by a command, or by this page, which may know of it already.
    if (before && before.marks_version !== library.marks_version) document.dispatchEvent(new CustomEvent("marks"));
  }

  /** Somebody asked and got no answer. */
  lost() {
    this.#connected(false);
    if (!this.#source) return;
    // The stream may not have heard of it yet.
    this.#open();
  }

  #open() {
    this.#close();
    const source = new EventSource("/api/events");
    this.#source = source;
    source.addEventListener("open", () => this.#connected(true));
    source.addEventListener("error", () => this.#ended());
    source.addEventListener("library", (event) => this.take(JSON.parse(event.data)));
    source.addEventListener("progress", (event) => this.#progress(JSON.parse(event.data)));
    for (const name of ["failed", "problem", "finished", "download", "duplicates"]) {
      source.addEventListener(name, (event) =>
        this.dispatchEvent(new CustomEvent(name, { detail: JSON.parse(event.data) })));
    }
  }

  #progress(indexing) {
    if (this.library) this.take({ ...this.library, indexing });
    // Progress comes several times a second; how many photos there are is asked for now and then.
    if (Date.now() - this.#counted < betweenCounts) return;
    this.#counted = Date.now();
    ask("/api/library").then((library) => this.take(library), () => {});
  }

  #close() {
    clearTimeout(this.#retry);
    this.#source?.close();
    this.#source = null;
  }

  /** The stream has ended, or never began. Browsers try again by themselves, but not after every error. */
  async #ended() {
    this.#close();
    const isThere = await ask("/api/health").then(() => true, (error) => error.kind !== "offline");
    if (this.#source !== null || document.hidden) return;
    if (!isThere) this.lost();
    this.#retry = setTimeout(() => this.#open(), 2000);
  }

  #connected(isConnected) {
    if (this.isConnected === isConnected) return;
    this.isConnected = isConnected;
    this.dispatchEvent(new CustomEvent("connection"));
  }
}

export const news = new News();
