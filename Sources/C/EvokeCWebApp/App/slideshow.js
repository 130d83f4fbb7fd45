// Shows one photo after the other by itself, on the whole screen.

/** Milliseconds for which a photo is looked at. */
const pause = 5000;

export class Slideshow {
  isOn = false;
  #next;
  #onchange;
  #timer = 0;
  #screen = null;

  /** `next` goes to the next photo; `onchange` hears of the beginning and the end. */
  constructor(next, onchange) {
    this.#next = next;
    this.#onchange = onchange;
    // Whoever leaves the whole screen leaves the show.
    document.addEventListener("fullscreenchange", () => { if (!document.fullscreenElement) this.stop(); });
  }

  async start() {
    this.isOn = true;
    this.#onchange();
    this.shown();
    // Where neither can be had, the show goes on in the window, or until the screen goes dark.
    await document.documentElement.requestFullscreen?.().catch(() => {});
    const screen = await navigator.wakeLock?.request("screen").catch(() => null);
    if (this.isOn) this.#screen = screen;
    else screen?.release();
  }

  stop() {
    if (!this.isOn) return;
    this.isOn = false;
    clearTimeout(this.#timer);
    this.#screen?.release();
    this.#screen = null;
    if (document.fullscreenElement) document.exitFullscreen();
    this.#onchange();
  }

  /** A photo can be seen from now on. */
  shown() {
    clearTimeout(this.#timer);
    if (this.isOn) this.#timer = setTimeout(() => this.#next(), pause);
  }
}
