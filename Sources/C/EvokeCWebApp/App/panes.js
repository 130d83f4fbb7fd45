// Photos side by side, all at the same zoom and at the same place.

import { original, thumbnail } from "./api.js";
import { make } from "./dom.js";
import { Zoom } from "./zoom.js";

export class Panes {
  /** What is shown: each a photo, its element, and the picture in it. */
  all = [];
  #list;
  #onswipe;

  /** `onswipe` says where a swipe across an unzoomed picture leads. */
  constructor(list, onswipe) {
    this.#list = list;
    this.#onswipe = onswipe;
    new ResizeObserver(() => this.#fit()).observe(list);
  }

  /** Shows photos. `dress` gives what lies over a photo's picture, and what is below it. */
  show(photos, dress) {
    this.all = photos.map((photo, at) => this.#pane(photo, dress(photo, at)));
    this.#list.replaceChildren(...this.all.map(({ element }) => element));
    this.#fit();
  }

  clear() {
    this.all = [];
    this.#list.replaceChildren();
  }

  /** The photo that the keyboard is at, or -1. */
  get current() {
    return this.all.findIndex(({ element }) => element.contains(document.activeElement));
  }

  larger() { this.all[0]?.zoom.larger(); }
  smaller() { this.all[0]?.zoom.smaller(); }
  reset() { this.all[0]?.zoom.reset(); }

  #pane(photo, { over = [], below = [] }) {
    const image = make("img", { alt: photo.name, draggable: "false" });
    const stage = make("div", { class: "stage" }, image, ...over);
    const pane = { photo, image, element: make("li", {}, stage, ...below), isSharp: false };
    pane.zoom = new Zoom(stage, [image, ...over], {
      onscale: () => this.#follow(pane), ontap: () => {}, onclose: () => {}, onswipe: (step) => this.#onswipe(step),
    });
    image.src = thumbnail(photo, 640);
    // A photo whose file is gone has only the picture that indexing made.
    image.addEventListener("error", () => { if (image.src.includes("size=640")) image.src = thumbnail(photo); });
    return pane;
  }

  /** The others show the same part as this one. */
  #follow(pane) {
    for (const other of this.all) {
      if (other !== pane) other.zoom.view = pane.zoom.view;
      if (other.zoom.scale > 1) sharpen(other);
    }
  }

  /** The others show what they showed. */
  remove(id) {
    const pane = this.all.find(({ photo }) => photo.id === id);
    this.all = this.all.filter((one) => one !== pane);
    pane?.element.remove();
    this.#fit();
  }

  #fit() {
    const view = this.all[0]?.zoom.view;
    for (const { zoom, photo, image } of this.all) {
      if (photo.width) zoom.fit(photo.width, photo.height, Infinity);
      else image.addEventListener("load", () => zoom.fit(image.naturalWidth, image.naturalHeight, Infinity), { once: true });
    }
    for (const { zoom } of this.all) zoom.view = view;
  }
}

/** Brings the pixels of the photo itself, where the browser can show it. */
async function sharpen(pane) {
  if (pane.isSharp) return;
  pane.isSharp = true;
  const sharper = new Image();
  sharper.src = pane.photo.is_shown_by_browsers ? original(pane.photo) : thumbnail(pane.photo, 1600);
  // What cannot be shown sharply stays as it is.
  await sharper.decode().then(() => { pane.image.src = sharper.src; }, () => {});
}
