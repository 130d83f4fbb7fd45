// A grid of photos of which only the rows near the window are in the page, so that it stays quick however long it is.

import { make } from "./dom.js";
import { Blocks } from "./blocks.js";
import { tile } from "./tile.js";
import { days, weakerMatches } from "./words.js";

const nothing = { total: 0, days: null, at: () => undefined };

export class Grid {
  /** Called with the photos near the window that have not come: [[from, to], ...]. */
  onMissing = () => {};
  /** Called after the page was scrolled, and after more has come. */
  onMove = () => {};
  /** Whether the photo of a number is one of those that are chosen together. */
  isChosen = () => false;
  #list;
  #headings;
  #source = nothing;
  #blocks = new Blocks(nothing, 1);
  #tiles = new Map();
  #days = new Map();
  /** The photo that the keyboard is at. */
  #current = 0;
  /** The photo that has the focus while others round it have not come. */
  #awaited = null;
  #isAsked = false;
  #address;

  /** `headings` is where the days are named; `address` gives the address that a photo's link leads to. */
  constructor(list, headings, address) {
    this.#list = list;
    this.#headings = headings;
    this.#address = address;
    addEventListener("scroll", () => this.#ask(), { passive: true });
    addEventListener("resize", () => this.#ask());
    new ResizeObserver(() => this.#resized()).observe(list);
    list.addEventListener("keydown", (event) => this.#key(event));
    list.addEventListener("focusin", (event) => this.#focused(event));
  }

  get total() { return this.#source.total; }
  get current() { return this.#current; }
  get height() { return this.#blocks.height; }

  /** Shows another answer, from its beginning. */
  show(source) {
    // Whoever was among the photos before goes on at the first of the new ones.
    const hadFocus = this.#list.contains(document.activeElement);
    this.#replace(source);
    this.#current = 0;
    this.#render();
    if (hadFocus) this.focus(0);
  }

  /** The same answer anew. What is at the top stays there, and whoever is at a photo stays at it. */
  renew(source) {
    const before = this.#source;
    const place = (index) => source.index(before.at(index)?.id);
    const anchor = this.#anchor();
    const top = place(anchor.index);
    const current = place(this.#current);
    const focused = this.#list.contains(document.activeElement) ? document.activeElement : null;
    // Tiles of photos that are as they were stay, with their pictures.
    const staying = new Map();
    for (const [index, element] of this.#tiles) {
      const [photo, at] = [before.at(index), place(index)];
      if (at < 0 || JSON.stringify(source.at(at)) !== JSON.stringify(photo)) continue;
      staying.set(at, element);
      this.#tiles.delete(index);
    }
    this.#replace(source);
    this.#current = Math.max(0, current < 0 ? Math.min(this.#current, source.total - 1) : current);
    this.#tiles = staying;
    for (const [index, element] of staying) {
      Object.assign(element, { ariaSetSize: source.total, ariaPosInSet: index + 1 });
      this.#reachable(index);
    }
    this.#open({ ...anchor, index: top < 0 ? anchor.index : top });
    this.#render();
    this.#sort();
    if (focused && !focused.isConnected) this.#grasp(this.#current, focused.matches(".similar, .stack") ? `.${focused.className}` : "a");
  }

  /** Tiles stand in the order of the photos, which is the order they are read out in. */
  #sort() {
    let next = this.#list.firstElementChild;
    for (const [, element] of [...this.#tiles].toSorted(([one], [other]) => one - other)) {
      if (element === next) next = next.nextElementSibling;
      else this.#list.insertBefore(element, next);
    }
  }

  /** More photos have come. */
  update() {
    this.#render();
    if (this.#awaited === this.#current && this.#list.contains(document.activeElement)) this.focus(this.#awaited);
  }

  /** Other photos are chosen together. */
  showChosen() {
    for (const element of this.#tiles.values()) this.#showChosen(element);
  }

  #showChosen(element) {
    const isChosen = Boolean(element.dataset.id) && this.isChosen(Number(element.dataset.id));
    element.classList.toggle("chosen", isChosen);
    element.querySelector(".choose")?.setAttribute("aria-checked", isChosen);
  }

  /** Where the window is, for when one comes back to this answer. */
  get place() { return this.#anchor(); }

  /** Goes back to where the window was. */
  restore(place) {
    this.#open(place);
    this.#render();
  }

  /** The first photo that can be seen. */
  get top() { return this.#blocks.indexAt(this.#above + this.#space); }

  /** The photos that have tiles, from one place up to another. */
  get range() {
    const places = [...this.#tiles.keys()];
    return places.length ? [Math.min(...places), Math.max(...places) + 1] : [0, 0];
  }

  /** How far down a photo is, of all the grid. */
  down(index) { return this.#blocks.top(index); }

  /** Scrolls a photo to the top, however far away it is. */
  scrollTo(index) {
    const row = this.#blocks.row(index);
    if (row) this.#scroll(row.top - this.#space - this.#above + 1);
    this.#render();
  }

  /** The picture that is shown of a photo; undefined where none is. */
  picture(index) {
    return this.#tiles.get(index)?.querySelector("img")?.currentSrc || undefined;
  }

  /** Brings a photo into view and gives it the focus. */
  focus(index) {
    if (index < 0 || index >= this.total) return;
    const before = this.#current;
    this.#current = index;
    // What lies between may turn out higher than it was taken for.
    for (let turn = 0; turn < 3; turn++) {
      const row = this.#blocks.row(index);
      const top = row.top - this.#above;
      if (top < this.#space) this.#scroll(top - this.#space - 4);
      else if (top + row.height > innerHeight - this.#space) this.#scroll(top + row.height - innerHeight + this.#space);
      this.#render();
    }
    for (const at of [before, index]) this.#reachable(at);
    this.#grasp(index);
    this.#awaited = this.#blocks.of(index).missing ? index : null;
  }

  /** A photo that has not come yet holds the focus until it is there. */
  #grasp(index, link = "a") {
    const element = this.#tiles.get(index);
    (element?.querySelector(link) ?? element?.querySelector("a") ?? element)?.focus({ preventScroll: true });
  }

  get #above() { return -this.#list.getBoundingClientRect().top; }
  get #space() { return parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0; }

  #scroll(by) {
    scrollBy({ top: by, behavior: "instant" });
  }

  #replace(source) {
    for (const [index, element] of this.#tiles) this.#remove(index, element);
    for (const element of this.#days.values()) element.remove();
    this.#days.clear();
    this.#source = source;
    this.#blocks = new Blocks(source, this.#list.clientWidth || 1);
    this.#list.style.height = `${this.#blocks.height}px`;
  }

  #resized() {
    const width = this.#list.clientWidth;
    if (!width || width === this.#blocks.width) return;
    const anchor = this.#anchor();
    this.#blocks = new Blocks(this.#source, width);
    this.#open(anchor);
    this.#render();
  }

  /** What is at the top of the window, below what covers it, and how far from it. */
  #anchor() {
    const above = this.#above;
    const index = this.#blocks.indexAt(Math.max(0, above + this.#space));
    return { index, from: this.#blocks.top(index) - above, isKept: above > 0 };
  }

  /** Lays out what is near the window; what is at its top stays there. */
  #open(anchor) {
    for (let turn = 0; turn < 4; turn++) {
      const above = turn === 0 ? this.#blocks.top(anchor.index) - anchor.from : this.#above;
      const isOther = this.#blocks.open(above - innerHeight, above + 2 * innerHeight);
      if (turn > 0 && !isOther) return;
      this.#list.style.height = `${this.#blocks.height}px`;
      const moved = this.#blocks.top(anchor.index) - anchor.from - this.#above;
      if (Math.abs(moved) >= 1 && anchor.isKept) this.#scroll(moved);
    }
  }

  #ask() {
    if (this.#isAsked) return;
    this.#isAsked = true;
    requestAnimationFrame(() => {
      this.#isAsked = false;
      this.#render();
    });
  }

  #render() {
    if (!this.#list.clientWidth || !this.#list.offsetParent) return;
    if (this.#list.clientWidth !== this.#blocks.width) return this.#resized();
    this.#open(this.#anchor());
    const above = this.#above;
    const [from, to] = [above - innerHeight, above + 2 * innerHeight];
    const wanted = new Set();
    const named = new Set();
    const missing = [];
    for (const block of this.#blocks.between(from, to)) {
      if (block.dates || block.isLess) named.add(this.#name(block));
      for (const row of block.rows ?? []) {
        const top = block.top + row.top;
        if (top + row.height < from || top > to) continue;
        this.#blocks.forEach(row, (index, left, width) => {
          wanted.add(index);
          this.#put(index, width);
          this.#place(index, left, top, width, row.height);
        });
      }
      if (block.missing) missing.push([block.first, block.first + block.count]);
    }
    for (const [index, element] of this.#tiles) {
      // Whoever is at a photo with the keyboard stays there.
      if (!wanted.has(index) && !element.contains(document.activeElement)) this.#remove(index, element);
    }
    for (const [first, element] of this.#days) {
      if (named.has(first)) continue;
      element.remove();
      this.#days.delete(first);
    }
    this.#stay();
    if (missing.length > 0) this.onMissing(missing);
    this.onMove();
  }

  /** The heading of a day, or of a few; or of what is less likely. */
  #name(block) {
    let element = this.#days.get(block.first);
    if (!element) {
      element = block.isLess ? make("h2", { class: "line" }, weakerMatches(this.total - block.first))
        : make("h2", {}, days(...block.dates));
      this.#days.set(block.first, element);
      this.#headings.append(element);
    }
    element.style.transform = `translateY(${block.top}px)`;
    if (!block.isLess) Object.assign(element.dataset, { first: block.first, count: block.named });
    return block.first;
  }

  /** The tabulator reaches a photo that can be seen. */
  #stay() {
    if (this.#tiles.has(this.#current)) return;
    this.#current = this.top;
    this.#reachable(this.#current);
  }

  /** The tile of a photo; another one once the photo has come. */
  #put(index, width) {
    const before = this.#tiles.get(index);
    const photo = this.#source.at(index);
    if (before && (!photo || before.dataset.id)) return;
    const element = tile(photo ?? {}, index, this.total, this.#address, width);
    this.#showChosen(element);
    if (before) {
      const hadFocus = before.contains(document.activeElement);
      before.replaceWith(element);
      this.#tiles.set(index, element);
      this.#reachable(index);
      if (hadFocus) this.#grasp(index);
      return;
    }
    this.#tiles.set(index, element);
    this.#reachable(index);
    // In the order of the photos, which is the order they are read out in.
    let next = null;
    for (let after = index + 1; after <= index + 40 && !next; after++) next = this.#tiles.get(after) ?? null;
    this.#list.insertBefore(element, next);
  }

  #place(index, left, top, width, height) {
    const element = this.#tiles.get(index);
    const { style } = element;
    style.transform = `translate(${left}px, ${top}px)`;
    style.width = `${width}px`;
    style.height = `${height}px`;
    element.classList.toggle("tiny", isTiny(this.#source.at(index), width, height));
  }

  #remove(index, element) {
    // Thumbnails that nobody will see need not come.
    const image = element.querySelector("img");
    image?.removeAttribute("srcset");
    image?.removeAttribute("src");
    element.remove();
    this.#tiles.delete(index);
  }

  /** One photo is reached by the tabulator, the others by the arrows. */
  #reachable(index) {
    for (const link of this.#tiles.get(index)?.querySelectorAll("a") ?? []) {
      link.tabIndex = index === this.#current ? 0 : -1;
    }
  }

  #focused(event) {
    for (const [index, element] of this.#tiles) {
      if (!element.contains(event.target) || index === this.#current) continue;
      const before = this.#current;
      this.#current = index;
      this.#reachable(before);
      this.#reachable(index);
    }
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const to = this.#neighbour(event.key);
    if (to === undefined) return;
    event.preventDefault();
    this.focus(Math.min(this.total - 1, Math.max(0, to)));
  }

  #neighbour(key) {
    const at = this.#current;
    switch (key) {
      case "ArrowLeft": return at - 1;
      case "ArrowRight": return at + 1;
      case "Home": return 0;
      case "End": return this.total - 1;
      case "ArrowUp": return this.#across(-1);
      case "ArrowDown": return this.#across(1);
    }
  }

  /** The photo above or below whose middle is nearest. */
  #across(step) {
    const from = this.#blocks.row(this.#current);
    const next = step < 0 ? from.first - 1 : from.first + from.count;
    if (next < 0 || next >= this.total) return undefined;
    const wanted = this.#middles(from)[this.#current - from.first];
    const to = this.#blocks.row(next);
    const middles = this.#middles(to).map((middle) => Math.abs(middle - wanted));
    return to.first + middles.indexOf(Math.min(...middles));
  }

  #middles(row) {
    const middles = [];
    this.#blocks.forEach(row, (_, left, width) => middles.push(left + width / 2));
    return middles;
  }
}

/** Whether the largest thumbnail has too few pixels to fill its tile: pictures are not blown up more than threefold. */
function isTiny(photo, width, height) {
  if (!photo?.width || !photo.height) return false;
  const scale = Math.min(1, 640 / Math.max(photo.width, photo.height));
  return Math.max(width / (photo.width * scale), height / (photo.height * scale)) > 3;
}
