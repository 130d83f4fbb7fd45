// Plays a film in place of its picture.

import { find, make } from "./dom.js";
import { heardPlayingTime, playingTime } from "./words.js";

export class Film {
  #stage;
  #button;
  #onfail;
  #address = null;
  #moment = 0;
  #video = null;

  /** `stage` is what the film covers; `onfail` is called with an error if it cannot be played. */
  constructor(stage, button, onfail) {
    [this.#stage, this.#button, this.#onfail] = [stage, button, onfail];
  }

  get isThere() { return this.#address !== null; }
  get isOn() { return this.#video !== null; }

  /** Whether an element is the film, with its controls. */
  has(element) { return element === this.#video; }

  /** Offers to play the film at an address, from a moment in seconds. Null offers nothing. */
  offer(address, seconds, moment = 0) {
    this.stop();
    this.#address = address;
    this.#moment = moment;
    this.#button.hidden = address === null;
    find("span", this.#button).textContent = [moment && playingTime(moment), playingTime(seconds)].filter(Boolean).join(" / ");
    const play = moment ? `Play the video from ${heardPlayingTime(moment)}` : "Play the video";
    this.#button.ariaLabel = [play, heardPlayingTime(seconds)].filter(Boolean).join(", ");
  }

  /** Starts, pauses, or resumes. */
  toggle() {
    if (!this.isThere) return;
    if (!this.isOn) this.#start();
    else if (this.#video.paused) this.#video.play().catch(() => {});
    else this.#video.pause();
  }

  stop() {
    const video = this.#video;
    if (!video) return;
    const hadFocus = document.activeElement === video;
    this.#video = null;
    // This ends the download.
    video.removeAttribute("src");
    video.load();
    video.remove();
    this.#button.hidden = !this.isThere;
    if (hadFocus) this.#stage.focus();
  }

  #start() {
    const video = make("video", { controls: true, autoplay: true, playsinline: true, src: this.#address });
    if (this.#moment) video.addEventListener("loadedmetadata", () => { video.currentTime = this.#moment; }, { once: true });
    video.addEventListener("error", () => {
      if (video !== this.#video) return;
      this.stop();
      this.#onfail({
        message: "This browser cannot play the video.", remedy: "Download it and open it in a video player.",
      });
    });
    this.#video = video;
    this.#button.hidden = true;
    this.#stage.after(video);
    video.focus();
  }
}
