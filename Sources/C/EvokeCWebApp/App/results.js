// The results of a query. Their number is known at once; photos load page by page, where they are needed.

import { asks, parameters } from "./address.js";
import { ask, Trouble } from "./api.js";
import { form, picture } from "./pictures.js";
import { folds } from "./stacks.js";
import { onThisDay } from "./anniversary.js";
import { isVisitor } from "./visitor.js";

const page = 100;
/** The most photos to search for one whose position is not known. */
const mostToLookThrough = 2000;
/** The number of closest photos that are shown if there are no matches. */
const nearest = 3;

export class Results {
  found = 0;
  /** The number of matches, which come first; undefined without a relevance cut-off. */
  fitting = undefined;
  /** The conditions of the query, as in `conditions.js`. */
  conditions = [];
  misspelling = null;
  /** "best", "newest", "oldest" or "name". */
  order = "newest";
  /** If sorted by date: the matches of each day, as {date, count, offset}; otherwise null. */
  days = null;
  /** Milliseconds that the server took for the first page; undefined for lists. */
  took = undefined;
  /** How many more photos are in stacks; 0 if stacks are not folded. */
  folded = 0;
  /** Photos from this day in earlier years, as {query, total, days}; null in searches. */
  thisDay = null;
  /** The stack that is listed, as {kind, count}; otherwise null. */
  stack = null;
  /** The index of the photo that the keyboard was at when these results were left. */
  current = 0;
  /** The scroll position then. */
  scroll = 0;
  /** The grid's `place` then. */
  place = null;
  #photos = new Map();
  #places = new Map();
  #pages = new Map();
  #showsAll = false;
  /** Whether photos have no scores. */
  #isList = false;
  #folds = folds();

  constructor(query) {
    this.query = query;
  }

  /** How many are shown: the matches, or all. */
  get total() {
    if (this.fitting === undefined || this.#showsAll) return this.found;
    return this.fitting || Math.min(nearest, this.found);
  }

  /** The index of the first weaker match below matches; undefined if there is none. */
  get line() {
    return this.fitting && this.fitting < this.total ? this.fitting : undefined;
  }

  /** The photo at an index; undefined until it has loaded. */
  at(index) {
    return this.#photos.get(index);
  }

  /** The index of the photo with an id; -1 if it is not known. */
  index(id) {
    return this.#places.get(id) ?? -1;
  }

  /** The photo with an id, if it has loaded. */
  photo(id) {
    return this.at(this.index(id));
  }

  /** Loads the number of results, the first page, and a range of photos. */
  async begin(signal, [from, to]) {
    if (asks(this.query)) {
      await this.#page(0, signal);
      await this.#countDays(signal);
    } else if (this.query.stack) {
      await this.#page(0, signal);
    } else {
      const query = onThisDay();
      const [{ days, total }, thisDay] = await Promise.all([
        ask(`/api/days?${new URLSearchParams(this.#folding)}`, { signal }),
        isVisitor() ? null : ask(`/api/days?${new URLSearchParams({ q: query })}`, { signal }), this.#page(0, signal),
      ]);
      this.days = days;
      this.found = total;
      this.thisDay = thisDay && { query, ...thisDay };
    }
    await this.load(from, to, signal);
  }

  /** Loads a range of photos. Returns whether this call requested any of them first. */
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

  /** The index of a photo that may not have loaded; -1 if it is not found. */
  async find({ id, taken, dated_by_file: isByFile }, signal) {
    const day = this.days?.find(({ date }) => whole(date) === (isByFile ? undefined : whole(taken)));
    if (day) await this.#find(id, day.offset, day.offset + day.count, signal);
    await this.#find(id, this.days ? this.line ?? this.total : 0, this.total, signal);
    return this.index(id);
  }

  /** Loads a range step by step, up to a limit, until the photo with an id is found. */
  async #find(id, from, to, signal) {
    for (let at = from; at < Math.min(to, from + mostToLookThrough) && this.index(id) < 0; at += 500) {
      await this.load(at, Math.min(to, at + 500), signal);
    }
  }

  /** Matches are grouped by day if they are sorted by date. */
  async #countDays(signal) {
    const fitting = this.#isList ? this.found : this.fitting;
    // Only searches in words have days.
    if (!fitting || this.query.like.length || this.query.picture || !["newest", "oldest"].includes(this.order)) return;
    const { days, total } = await ask(`/api/days?${this.#given(this.#folding)}`, { signal });
    // If the library has changed in between, a new search follows.
    if (total === fitting) this.days = days;
  }

  /** Loads a page; calls in the meantime wait for the same request. */
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
    const count = asks(this.query) && offset === 0 ? { count: true } : {};
    const answer = await this.#ask({ offset, top: page, ...count, ...this.#folding }, signal);
    if (this.query.stack && offset === 0) this.#unstack(answer);
    for (const [place, photo] of answer.results.entries()) {
      this.#photos.set(offset + place, photo);
      this.#places.set(photo.id, offset + place);
    }
    if (offset === 0) this.#begun(answer);
  }

  get #folding() {
    return this.#folds && !this.query.stack ? { fold: true } : {};
  }

  /** In the list of a stack, no tile is a stack. */
  #unstack({ results }) {
    this.stack = results[0]?.stack ?? null;
    delete results[0]?.stack;
  }

  #begun({ conditions = [], misspelling = null, order, shows_all: showsAll, results, total, fitting, folded = 0, took_ms: took }) {
    if (!this.days) this.found = results.length ? total : 0;
    this.took ??= took;
    this.conditions = conditions;
    this.misspelling = misspelling;
    this.folded = folded;
    this.#showsAll = this.query.all || showsAll === true;
    this.#isList = !asks(this.query) || (results.length > 0 && results[0].score === undefined);
    // In a list, everything matches.
    this.fitting = this.#isList ? undefined : fitting;
    this.order = order;
  }

  async #ask(part, signal) {
    const { text, not, like, literal } = this.query;
    if (this.query.picture) {
      const kept = picture(this.query.picture);
      if (!kept) {
        throw new Trouble("The picture for this search is no longer available.",
          "It was kept only in the tab where you chose it. Choose it again.", "pictureGone");
      }
      const fields = { text: text.trim(), not: not.trim(), like: like.join(","), literal: literal ? "true" : "", ...part };
      const given = Object.entries(fields).filter(([, value]) => value !== "");
      return ask("/api/search", { form: await form(kept.file, given), signal });
    }
    if (this.query.stack) return ask(`/api/photos?${new URLSearchParams({ stack: this.query.stack, ...part })}`, { signal });
    return ask(`${asks(this.query) ? "/api/search" : "/api/photos"}?${this.#given(part)}`, { signal });
  }

  #given(part) {
    const given = parameters(this.query);
    for (const [name, value] of Object.entries(part)) given.append(name, value);
    return given;
  }
}

/** The first day of a date that may lack its day or month. */
const whole = (date) => date && `${date}-01-01`.slice(0, 10);
