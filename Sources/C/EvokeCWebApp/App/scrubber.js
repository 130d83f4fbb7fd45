// The timeline along the edge: shows the month in view, and scrolls to others.

import { find, make } from "./dom.js";
import { monthOf } from "./words.js";

const track = find("#scrubber");
const bubble = find("output", track);
const thumb = find(".thumb", track);
const years = find(".years", track);
/** The least distance between two labels, in pixels. */
const apart = 26;
const lingers = 1500;

export class Scrubber {
  #grid;
  #days = null;
  #timer = 0;
  #named = "";
  #scrolled = 0;

  constructor(grid) {
    this.#grid = grid;
    track.addEventListener("pointerdown", (event) => {
      track.setPointerCapture(event.pointerId);
      event.preventDefault();
      track.focus({ preventScroll: true });
      this.#drag(event);
    });
    track.addEventListener("pointermove", (event) => { if (track.hasPointerCapture(event.pointerId)) this.#drag(event); });
    track.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Takes the days of new results; null if they are not sorted by date. */
  show(days) {
    this.#days = days;
    this.#named = "";
    this.#scrolled = scrollY;
    this.moved();
  }

  /** The page was scrolled, or its height has changed. */
  moved() {
    const room = this.#grid.height - innerHeight;
    const isUseful = Boolean(this.#days) && this.#days.length > 1 && room > 2 * innerHeight;
    track.hidden = !isUseful;
    document.body.classList.toggle("with-scrubber", isUseful);
    if (!isUseful) return;
    this.#nameYears();
    const at = this.#dayAt(this.#grid.top);
    const words = monthOf(this.#days[at].date);
    bubble.textContent = words;
    track.setAttribute("aria-valuemax", this.#days.length - 1);
    track.setAttribute("aria-valuenow", at);
    track.setAttribute("aria-valuetext", words);
    const share = Math.min(1, Math.max(0, scrollY / Math.max(1, document.documentElement.scrollHeight - innerHeight)));
    thumb.style.top = `${share * track.clientHeight}px`;
    if (scrollY === this.#scrolled) return;
    this.#scrolled = scrollY;
    document.body.classList.add("scrolling");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => document.body.classList.remove("scrolling"), lingers);
  }

  #nameYears() {
    const now = `${track.clientHeight} ${Math.round(this.#grid.height)}`;
    if (now === this.#named) return;
    this.#named = now;
    const names = [];
    let [before, last] = ["", -apart];
    for (const { date, offset } of this.#days) {
      const year = date?.slice(0, 4) ?? "–";
      if (year === before) continue;
      before = year;
      const top = this.#grid.down(offset) / this.#grid.height * track.clientHeight;
      if (top - last < apart || top > track.clientHeight - apart) continue;
      last = top;
      const name = make("span", {}, year);
      name.style.top = `${top}px`;
      names.push(name);
    }
    years.replaceChildren(...names);
  }

  #dayAt(index) {
    let [low, high] = [0, this.#days.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#days[middle].offset <= index) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #drag({ clientY }) {
    const box = track.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (clientY - box.top) / box.height));
    scrollTo({ top: share * (document.documentElement.scrollHeight - innerHeight), behavior: "instant" });
  }

  #key(event) {
    const days = this.#days;
    const at = this.#dayAt(this.#grid.top);
    const part = (length) => (index) => days[index].date?.slice(0, length) ?? "";
    const to = {
      ArrowDown: () => later(part(7)), ArrowRight: () => later(part(7)), PageDown: () => later(part(4)),
      ArrowUp: () => earlier(part(7)), ArrowLeft: () => earlier(part(7)), PageUp: () => earlier(part(4)),
      Home: () => 0, End: () => days.length - 1,
    }[event.key]?.();
    if (to === undefined) return;
    event.preventDefault();
    this.#grid.scrollTo(days[to].offset);

    /** The index of the next day down that is in another month or year. */
    function later(name) {
      let index = at;
      while (index < days.length - 1 && name(index) === name(at)) index += 1;
      return index;
    }
    /** The index of the first day of this month or year; if already there, of the one above. */
    function earlier(name) {
      const wanted = Math.max(0, name(at - 1 < 0 ? 0 : at - 1) === name(at) ? at : at - 1);
      let index = wanted;
      while (index > 0 && name(index - 1) === name(wanted)) index -= 1;
      return index;
    }
  }
}
