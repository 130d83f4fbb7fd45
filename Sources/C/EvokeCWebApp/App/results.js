// The answer to a query. All of its length is known at once; its photos come page by page, from wherever they are
// looked at.

import { asks, parameters } from "./address.js";
import { ask, Trouble } from "./api.js";
import { form, picture } from "./pictures.js";
import { folds } from "./stacks.js";
import { onThisDay } from "./anniversary.js";
import { isVisitor } from "./visitor.js";

const page = 100;
/** Where a photo is not known to be, so many are looked through. */
const mostToLookThrough = 2000;
/** So many are shown where none fits. */
const nearest = 3;

export class Results {
  found = 0;
  /** How many of them fit what was asked: the first ones; undefined where no line is drawn. */
  fitting = undefined;
  /** What the text asks for, as `conditions.js` has it. */
  conditions = [];
  misspelling = null;
  /** "best", "newest", "oldest" or "name", whichever come first. */
  order = "newest";
  /** By date: how many of the photos that fit each day has, as {date, count, offset}; null in another order. */
  days = null;
  /** Milliseconds the server needed for the first page; undefined for all photos. */
  took = undefined;
  /** How many more photos are in the stacks of those that fit, or of all; 0 where stacks are not folded. */
  folded = 0;
  /** What was taken on this day of earlier years, as {query, total, days}; null where not all photos are shown. */
  thisDay = null;
  /** What is listed, as {kind, count}, where that is a stack. */
  stack = null;
  /** The photo that the keyboard was at when it was left. */
  current = 0;
  /** Where the page was scrolled to when it was left. */
  scroll = 0;
  /** The photo at its top then, as the grid tells it. */
  place = null;
  #photos = new Map();
  #places = new Map();
  #pages = new Map();
  #showsAll = false;
  /** Whether nothing ranks its photos. */
  #isList = false;
  #folds = folds();

  constructor(query) {
    this.query = query;
  }

  /** How many are shown: those that fit, unless all are asked for. */
  get total() {
    if (this.fitting === undefined || this.#showsAll) return this.found;
    return this.fitting || Math.min(nearest, this.found);
  }

  /** The place of the first shown photo that does not fit, below others that do; undefined where there is none. */
  get line() {
    return this.fitting && this.fitting < this.total ? this.fitting : undefined;
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

  /** Asks how many there are, and for the first ones and those from one place up to another. */
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
  async find({ id, taken, dated_by_file: isByFile }, signal) {
    const day = this.days?.find(({ date }) => whole(date) === (isByFile ? undefined : whole(taken)));
    if (day) await this.#look(id, day.offset, day.offset + day.count, signal);
    await this.#look(id, this.days ? this.line ?? this.total : 0, this.total, signal);
    return this.index(id);
  }

  /** Loads photos from one place up to another, as far as it is likely enough, until that of the number is there. */
  async #look(id, from, to, signal) {
    for (let at = from; at < Math.min(to, from + mostToLookThrough) && this.index(id) < 0; at += 500) {
      await this.load(at, Math.min(to, at + 500), signal);
    }
  }

  /** What fits stands under its days where it is in the order of its dates. */
  async #countDays(signal) {
    const fitting = this.#isList ? this.found : this.fitting;
    // Only what is asked in words has days.
    if (!fitting || this.query.like.length || this.query.picture || !["newest", "oldest"].includes(this.order)) return;
    const { days, total } = await ask(`/api/days?${this.#given(this.#folding)}`, { signal });
    // A library that has become another meanwhile is asked anew in a moment.
    if (total === fitting) this.days = days;
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

  /** The stack is what is listed, and no tile of it. */
  #unstack({ results }) {
    this.stack = results[0]?.stack ?? null;
    delete results[0]?.stack;
  }

  #begun({ conditions = [], misspelling = null, results, total, fitting, folded = 0, took_ms: took }) {
    if (!this.days) this.found = results.length ? total : 0;
    this.took ??= took;
    this.conditions = conditions;
    this.misspelling = misspelling;
    this.folded = folded;
    this.#showsAll = this.query.all || conditions.some(({ field }) => field === "fits");
    this.#isList = !asks(this.query) || (results.length > 0 && results[0].score === undefined);
    // All of a list fits, and it needs no line.
    this.fitting = this.#isList ? undefined : fitting;
    const sorted = conditions.find(({ field }) => field === "sort")?.values[0] ?? "best";
    this.order = sorted === "best" && this.#isList ? "newest" : sorted;
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

/** The day of a date that may be known in part; what is not known is the first of it. */
const whole = (date) => date && `${date}-01-01`.slice(0, 10);
