// The answer to a query. All of its length is known at once; its photos come page by page, from wherever they are
// looked at.

import { asks, parameters } from "./address.js";
import { ask, Trouble } from "./api.js";
import { form, picture } from "./pictures.js";

const page = 100;
/** Where a photo is not known to be, so many are looked through. */
const mostToLookThrough = 2000;

export class Results {
  total = 0;
  /** By date: how many photos each day has, as {date, count, offset}; null where the best come first. */
  days = null;
  /** Milliseconds the server needed for the first page; undefined for all photos. */
  took = undefined;
  /** Where the page was scrolled to when it was left. */
  scroll = 0;
  /** The photo at its top then, as the grid tells it. */
  place = null;
  #photos = new Map();
  #places = new Map();
  #pages = new Map();

  constructor(query) {
    this.query = query;
  }

  /** The photo at that place; undefined where it has not come yet. */
  at(index) {
    return this.#photos.get(index);
  }

  /** The place of the photo of that number; -1 where it is not known. */
  index(id) {
    return this.#places.get(id) ?? -1;
  }

  /** The photo of that number, where it has come. */
  photo(id) {
    return this.at(this.index(id));
  }

  /** Asks how many there are, and for those around a place. */
  async begin(signal, near = 0) {
    if (asks(this.query)) {
      await this.#page(0, signal);
    } else {
      const [{ days, total }] = await Promise.all([ask("/api/days", { signal }), this.#page(0, signal)]);
      this.days = days;
      this.total = total;
    }
    if (near > 0) await this.load(near, near + 1, signal);
  }

  /** Waits for the photos from one place up to another; gives whether any came that nobody else had asked for. */
  async load(from, to, signal) {
    const wanted = [];
    let isFirst = false;
    for (let at = Math.floor(Math.max(0, from) / page); at * page < Math.min(to, this.total); at++) {
      if (!this.#pages.has(at)) isFirst = true;
      wanted.push(this.#page(at, signal));
    }
    await Promise.all(wanted);
    return isFirst;
  }

  /** The place of a photo that may not have come yet; -1 where it is not found. */
  async find({ id, taken }, signal) {
    const day = this.days?.find(({ date }) => whole(date) === whole(taken));
    const [from, to] = this.days ? [day?.offset ?? 0, (day?.offset ?? 0) + (day?.count ?? 0)] : [0, this.total];
    for (let at = from; at < Math.min(to, from + mostToLookThrough) && this.index(id) < 0; at += 500) {
      await this.load(at, Math.min(to, at + 500), signal);
    }
    return this.index(id);
  }

  /** One page. Those who ask while it is under way wait for the same one. */
  #page(at, signal) {
    const known = this.#pages.get(at);
    if (known) return known;
    const coming = this.#fetch(at, signal).catch((error) => {
      this.#pages.delete(at);
      throw error;
    });
    this.#pages.set(at, coming);
    return coming;
  }

  async #fetch(at, signal) {
    const offset = at * page;
    const answer = await this.#ask({ offset, top: page }, signal);
    for (const [place, photo] of answer.results.entries()) {
      this.#photos.set(offset + place, photo);
      this.#places.set(photo.id, offset + place);
    }
    if (!this.days) this.total = answer.results.length || offset ? answer.total : 0;
    this.took ??= answer.took_ms;
  }

  async #ask(part, signal) {
    const { text, not, like } = this.query;
    if (this.query.picture) {
      const kept = picture(this.query.picture);
      if (!kept) {
        throw new Trouble("The picture of this search is no longer here.",
          "Evoke keeps no pictures that you search with. Choose it again.", "pictureGone");
      }
      const fields = { text: text.trim(), not: not.trim(), like: like.join(","), ...part };
      const given = Object.entries(fields).filter(([, value]) => value !== "");
      return ask("/api/search", { form: await form(kept.file, given), signal });
    }
    const given = parameters(this.query);
    for (const [name, value] of Object.entries(part)) given.append(name, value);
    return ask(`${asks(this.query) ? "/api/search" : "/api/photos"}?${given}`, { signal });
  }
}

/** The day of a date that may be known in part; what is not known is the first of it. */
const whole = (date) => date && `${date}-01-01`.slice(0, 10);
