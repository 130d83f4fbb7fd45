// Events from the server: the state of the library and its changes.

import { ask } from "./api.js";

const betweenCounts = 3000;

class News extends EventTarget {
  /** The response of GET /api/library; null until it has arrived. */
  library = null;
  isConnected = true;
  #source = null;
  #retry = 0;
  #counted = 0;

  begin() {
    this.#open();
    // Browsers limit connections to a server, so hidden pages close theirs.
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#close() : this.#open()));
  }

  /** Takes a new state of the library. */
  take(library) {
    const before = this.library;
    this.library = library;
    this.dispatchEvent(new CustomEvent("library"));
    // Changed in another window, by a command, or by this page.
    if (before && before.marks_version !== library.marks_version) document.dispatchEvent(new CustomEvent("marks"));
  }

  /** A request got no response. */
  lost() {
    this.#connected(false);
    if (!this.#source) return;
    // The event stream may not have noticed yet.
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
    // Progress arrives several times a second; the library's numbers are requested less often.
    if (Date.now() - this.#counted < betweenCounts) return;
    this.#counted = Date.now();
    ask("/api/library").then((library) => this.take(library), () => {});
  }

  #close() {
    clearTimeout(this.#retry);
    this.#source?.close();
    this.#source = null;
  }

  /** The stream ended or could not be opened. Browsers reconnect, but not after every error. */
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
