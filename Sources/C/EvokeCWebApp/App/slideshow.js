// A slideshow, in full screen if possible.

/** Milliseconds for each photo. */
const pause = 5000;

export class Slideshow {
  isOn = false;
  #next;
  #onchange;
  #timer = 0;
  #screen = null;

  /** `next` goes to the next photo; `onchange` is called at the start and the end. */
  constructor(next, onchange) {
    this.#next = next;
    this.#onchange = onchange;
    // Leaving full screen ends the slideshow.
    document.addEventListener("fullscreenchange", () => { if (!document.fullscreenElement) this.stop(); });
  }

  async start() {
    this.isOn = true;
    this.#onchange();
    this.shown();
    // It also works in the window, and without keeping the screen on.
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

  /** A photo has appeared: its time begins. */
  shown() {
    clearTimeout(this.#timer);
    if (this.isOn) this.#timer = setTimeout(() => this.#next(), pause);
  }
}
