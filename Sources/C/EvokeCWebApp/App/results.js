// The answer to a query, page by page.

import { asks, parameters } from "./address.js";
import { ask, Trouble } from "./api.js";
import { form, picture } from "./pictures.js";

const firstPage = 100;
const laterPages = 500;

export class Results {
  items = [];
  total = 0;
  /** Milliseconds the server needed for the first page; undefined for all photos. */
  took = undefined;
  /** Where the page was scrolled to when it was left. */
  scroll = 0;
  #more = null;

  constructor(query) {
    this.query = query;
  }

  get isComplete() {
    return this.items.length >= this.total;
  }

  /** Asks for the next page. Those who ask while it is under way wait for the same one. */
  more(signal) {
    this.#more ??= this.#fetch(signal).finally(() => { this.#more = null; });
    return this.#more;
  }

  async #fetch(signal) {
    const offset = this.items.length;
    const answer = await this.#ask({ offset, top: offset ? laterPages : firstPage }, signal);
    // Photos that were added meanwhile push others onto the next page a second time.
    const known = new Set(this.items.map((item) => item.id));
    this.items = this.items.concat(answer.results.filter((item) => !known.has(item.id)));
    this.total = answer.results.length ? answer.total : this.items.length;
    this.took ??= answer.took_ms;
  }

  async #ask(page, signal) {
    const { text, not, like } = this.query;
    if (this.query.picture) {
      const kept = picture(this.query.picture);
      if (!kept) {
        throw new Trouble("The picture of this search is no longer here.",
          "Evoke keeps no pictures that you search with. Choose it again.", "pictureGone");
      }
      const fields = { text: text.trim(), not: not.trim(), like: like.join(","), ...page };
      const given = Object.entries(fields).filter(([, value]) => value !== "");
      return ask("/api/search", { form: await form(kept.file, given), signal });
    }
    const given = parameters(this.query);
    for (const [name, value] of Object.entries(page)) given.append(name, value);
    return ask(`${asks(this.query) ? "/api/search" : "/api/photos"}?${given}`, { signal });
  }
}
