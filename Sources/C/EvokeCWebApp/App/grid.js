// A grid of photos of which only the rows near the window are in the page, so that it stays quick however long it is.

import { layout, ratio, rowAt } from "./layout.js";
import { tile } from "./tile.js";

const gap = 4;

export class Grid {
  items = [];
  /** Called when the end comes near. */
  onNearEnd = () => {};
  #list;
  #total = 0;
  #rows = [];
  #tiles = new Map();
  #width = 0;
  /** The photo that the keyboard is at. */
  #current = 0;
  #isAsked = false;
  #address;

  /** `address` gives the address that a photo's link leads to. */
  constructor(list, address) {
    this.#list = list;
    this.#address = address;
    addEventListener("scroll", () => this.#ask(), { passive: true });
    addEventListener("resize", () => this.#ask());
    new ResizeObserver(() => this.#resized()).observe(list);
    list.addEventListener("keydown", (event) => this.#key(event));
    list.addEventListener("focusin", (event) => this.#focused(event));
  }

  /** Shows these photos, or more of the same when they begin alike. */
  show(items, total) {
    const goesOn = this.items.length > 0 && items.length >= this.items.length &&
      this.items.every((item, index) => item === items[index]);
    // Whoever was among the photos before goes on at the first of the new ones.
    const hadFocus = !goesOn && this.#list.contains(document.activeElement);
    if (!goesOn) {
      this.#clear();
      this.#current = 0;
    }
    this.items = items;
    this.#total = total;
    this.#lay();
    if (hadFocus) this.focus(0);
  }

  index(id) {
    return this.items.findIndex((item) => item.id === id);
  }

  /** Brings a photo into view and gives it the focus. */
  focus(index) {
    const row = this.#rows.find(({ first, count }) => index >= first && index < first + count);
    if (!row) return;
    const before = this.#current;
    this.#current = index;
    const top = this.#list.getBoundingClientRect().top + row.top;
    const space = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
    if (top < space) scrollBy(0, top - space - gap);
    else if (top + row.height > innerHeight - space) scrollBy(0, top + row.height - innerHeight + space);
    this.#render();
    for (const at of [before, index]) this.#reachable(at);
    this.#tiles.get(index)?.querySelector("a")?.focus({ preventScroll: true });
  }

  #resized() {
    if (this.#list.clientWidth !== this.#width) this.#lay();
  }

  #lay() {
    this.#width = this.#list.clientWidth;
    if (!this.#width) return;
    const wanted = Math.min(210, Math.max(124, this.#width / 5));
    const { rows, height } = layout(this.items.map(ratio), { width: this.#width, gap, wanted });
    this.#rows = rows;
    this.#list.style.height = `${height}px`;
    for (const row of rows) this.#place(row);
    this.#render();
  }

  /** Moves the tiles of a row that are in the page already. */
  #place({ first, count, top, height }) {
    let left = 0;
    for (let index = first; index < first + count; index++) {
      const width = ratio(this.items[index]) * height;
      const style = this.#tiles.get(index)?.style;
      if (style) {
        style.transform = `translate(${left}px, ${top}px)`;
        style.width = `${width}px`;
        style.height = `${height}px`;
      }
      left += width + gap;
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
    if (!this.#width || !this.#list.offsetParent) return;
    const above = -this.#list.getBoundingClientRect().top;
    const margin = innerHeight;
    const first = rowAt(this.#rows, above - margin);
    const wanted = new Set();
    for (let at = first; at < this.#rows.length && this.#rows[at].top < above + innerHeight + margin; at++) {
      const row = this.#rows[at];
      let isNew = false;
      for (let index = row.first; index < row.first + row.count; index++) {
        wanted.add(index);
        if (!this.#tiles.has(index)) isNew = this.#add(index);
      }
      if (isNew) this.#place(row);
    }
    for (const [index, element] of this.#tiles) {
      // Whoever is at a photo with the keyboard stays there.
      if (!wanted.has(index) && !element.contains(document.activeElement)) this.#remove(index, element);
    }
    this.#stay(rowAt(this.#rows, above));
    const end = this.#rows.at(-1);
    if (end && this.items.length < this.#total && above + innerHeight * 4 > end.top) this.onNearEnd();
  }

  /** The tabulator reaches a photo that can be seen. */
  #stay(row) {
    if (this.#tiles.has(this.#current) || !this.#rows[row]) return;
    this.#current = this.#rows[row].first;
    this.#reachable(this.#current);
  }

  #add(index) {
    const element = tile(this.items[index], index, this.#total, this.#address);
    this.#tiles.set(index, element);
    this.#reachable(index);
    // In the order of the photos, which is the order they are read out in.
    let next = null;
    for (let after = index + 1; after <= index + 40 && !next; after++) next = this.#tiles.get(after) ?? null;
    this.#list.insertBefore(element, next);
    return true;
  }

  #remove(index, element) {
    // Thumbnails that nobody will see need not come.
    element.querySelector("img")?.removeAttribute("src");
    element.remove();
    this.#tiles.delete(index);
  }

  #clear() {
    for (const [index, element] of this.#tiles) this.#remove(index, element);
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
    this.focus(Math.min(this.items.length - 1, Math.max(0, to)));
  }

  #neighbour(key) {
    const at = this.#current;
    switch (key) {
      case "ArrowLeft": return at - 1;
      case "ArrowRight": return at + 1;
      case "Home": return 0;
      case "End": return this.items.length - 1;
      case "ArrowUp": return this.#across(-1);
      case "ArrowDown": return this.#across(1);
    }
  }

  /** The photo above or below whose middle is nearest. */
  #across(step) {
    const at = this.#rows.findIndex(({ first, count }) => this.#current < first + count);
    const [from, to] = [this.#rows[at], this.#rows[at + step]];
    if (!to) return undefined;
    const wanted = this.#middles(from)[this.#current - from.first];
    const middles = this.#middles(to).map((middle) => Math.abs(middle - wanted));
    return to.first + middles.indexOf(Math.min(...middles));
  }

  #middles({ first, count, height }) {
    let left = 0;
    return this.items.slice(first, first + count).map((item) => {
      const width = ratio(item) * height;
      left += width + gap;
      return left - gap - width / 2;
    });
  }
}
