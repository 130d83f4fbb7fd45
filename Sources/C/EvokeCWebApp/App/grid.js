// A grid of photos. Only rows near the window are in the page, so it stays fast at any length.

import { make } from "./dom.js";
import { Blocks } from "./blocks.js";
import { tile } from "./tile.js";
import { days, weakerMatches } from "./words.js";

const nothing = { total: 0, days: null, at: () => undefined };

export class Grid {
  /** Called with ranges of photos near the window that are not loaded: [[from, to], ...]. */
  onMissing = () => {};
  /** Called after scrolling, and after photos have loaded. */
  onMove = () => {};
  /** Whether the photo with an id is selected. */
  isChosen = () => false;
  #list;
  #headings;
  #source = nothing;
  #blocks = new Blocks(nothing, 1);
  #tiles = new Map();
  #days = new Map();
  /** The index of the photo that the keyboard is at. */
  #current = 0;
  /** The index of the focused photo while photos around it are loading. */
  #awaited = null;
  #isAsked = false;
  #address;

  /** `headings` gets the headings of days; `address` returns the address of a photo's link. */
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

  /** Shows other results, from the start. */
  show(source) {
    // If the focus was in the grid, it moves to the first photo.
    const hadFocus = this.#list.contains(document.activeElement);
    this.#replace(source);
    this.#current = 0;
    this.#render();
    if (hadFocus) this.focus(0);
  }

  /** Shows new results of the same query. The photo at the top and the focused photo keep their positions. */
  renew(source) {
    const before = this.#source;
    const place = (index) => source.index(before.at(index)?.id);
    const anchor = this.#anchor();
    const top = place(anchor.index);
    const current = place(this.#current);
    const focused = this.#list.contains(document.activeElement) ? document.activeElement : null;
    // Tiles of unchanged photos are kept, with their pictures.
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

  /** Puts tiles in the order of the photos, for screen readers. */
  #sort() {
    let next = this.#list.firstElementChild;
    for (const [, element] of [...this.#tiles].toSorted(([one], [other]) => one - other)) {
      if (element === next) next = next.nextElementSibling;
      else this.#list.insertBefore(element, next);
    }
  }

  /** Shows photos that have loaded. */
  update() {
    this.#render();
    if (this.#awaited === this.#current && this.#list.contains(document.activeElement)) this.focus(this.#awaited);
  }

  /** Shows which photos are selected. */
  showChosen() {
    for (const element of this.#tiles.values()) this.#showChosen(element);
  }

  #showChosen(element) {
    const isChosen = Boolean(element.dataset.id) && this.isChosen(Number(element.dataset.id));
    element.classList.toggle("chosen", isChosen);
    element.querySelector(".choose")?.setAttribute("aria-checked", isChosen);
  }

  /** The scroll position, for `restore`. */
  get place() { return this.#anchor(); }

  restore(place) {
    this.#open(place);
    this.#render();
  }

  /** The index of the first visible photo. */
  get top() { return this.#blocks.indexAt(this.#above + this.#space); }

  /** The range of photos that have tiles. */
  get range() {
    const places = [...this.#tiles.keys()];
    return places.length ? [Math.min(...places), Math.max(...places) + 1] : [0, 0];
  }

  /** How far down the grid a photo is, in pixels. */
  down(index) { return this.#blocks.top(index); }

  /** Scrolls a photo to the top. */
  scrollTo(index) {
    const row = this.#blocks.row(index);
    if (row) this.#scroll(row.top - this.#space - this.#above + 1);
    this.#render();
  }

  /** The address of a photo's displayed picture; undefined without one. */
  picture(index) {
    return this.#tiles.get(index)?.querySelector("img")?.currentSrc || undefined;
  }

  /** Scrolls to a photo and focuses it. */
  focus(index) {
    if (index < 0 || index >= this.total) return;
    const before = this.#current;
    this.#current = index;
    // Heights in between were estimates and may change.
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

  /** Focuses a link of a tile, or the tile itself while its photo is loading. */
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

  /** The photo at the top of the window, below the header, and its distance from the top. */
  #anchor() {
    const above = this.#above;
    const index = this.#blocks.indexAt(Math.max(0, above + this.#space));
    return { index, from: this.#blocks.top(index) - above, isKept: above > 0 };
  }

  /** Lays out blocks near the window; the photo at the top keeps its position. */
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
      // The focused tile stays.
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

  /** Adds the heading of a block: its days, or the number of weaker matches. Returns its key. */
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

  /** Makes sure that Tab reaches a photo in view. */
  #stay() {
    if (this.#tiles.has(this.#current)) return;
    this.#current = this.top;
    this.#reachable(this.#current);
  }

  /** Adds the tile of a photo, or replaces its placeholder once the photo has loaded. */
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
    // In the order of the photos, for screen readers.
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
    // Stop loading thumbnails that nobody will see.
    const image = element.querySelector("img");
    image?.removeAttribute("srcset");
    image?.removeAttribute("src");
    element.remove();
    this.#tiles.delete(index);
  }

  /** Tab reaches one photo; arrow keys reach the others. */
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
    const to = this.#neighbor(event.key);
    if (to === undefined) return;
    event.preventDefault();
    this.focus(Math.min(this.total - 1, Math.max(0, to)));
  }

  #neighbor(key) {
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

  /** The photo in the row above or below whose center is nearest. */
  #across(step) {
    const from = this.#blocks.row(this.#current);
    const next = step < 0 ? from.first - 1 : from.first + from.count;
    if (next < 0 || next >= this.total) return undefined;
    const wanted = this.#centers(from)[this.#current - from.first];
    const to = this.#blocks.row(next);
    const centers = this.#centers(to).map((center) => Math.abs(center - wanted));
    return to.first + centers.indexOf(Math.min(...centers));
  }

  #centers(row) {
    const centers = [];
    this.#blocks.forEach(row, (_, left, width) => centers.push(left + width / 2));
    return centers;
  }
}

/** Whether a photo is too small for its tile: pictures are enlarged at most threefold. */
function isTiny(photo, width, height) {
  if (!photo?.width || !photo.height) return false;
  const scale = Math.min(1, 640 / Math.max(photo.width, photo.height));
  return Math.max(width / (photo.width * scale), height / (photo.height * scale)) > 3;
}
