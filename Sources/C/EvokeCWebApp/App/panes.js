// Photos side by side, all showing the same part at the same zoom.

import { original, thumbnail } from "./api.js";
import { make } from "./dom.js";
import { Zoom } from "./zoom.js";

export class Panes {
  /** The panes, each with a photo, its element, and its image. */
  all = [];
  #list;
  #onswipe;

  /** `onswipe` is called when an unzoomed picture is swiped. */
  constructor(list, onswipe) {
    this.#list = list;
    this.#onswipe = onswipe;
    new ResizeObserver(() => this.#fit()).observe(list);
  }

  /** Shows photos. `dress` returns elements that lie over a photo's picture, and those below it. */
  show(photos, dress) {
    this.all = photos.map((photo, at) => this.#pane(photo, dress(photo, at)));
    this.#list.replaceChildren(...this.all.map(({ element }) => element));
    this.#fit();
  }

  clear() {
    this.all = [];
    this.#list.replaceChildren();
  }

  /** The index of the focused pane, or -1. */
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
    // If the file is gone, there is only the thumbnail from indexing.
    image.addEventListener("error", () => { if (image.src.includes("size=640")) image.src = thumbnail(photo); });
    return pane;
  }

  /** Makes the others show the same part as this one. */
  #follow(pane) {
    for (const other of this.all) {
      if (other !== pane) other.zoom.view = pane.zoom.view;
      if (other.zoom.scale > 1) sharpen(other);
    }
  }

  /** Removes a photo; the others keep their view. */
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

/** Loads the original, or a large thumbnail if the browser cannot show it. */
async function sharpen(pane) {
  if (pane.isSharp) return;
  pane.isSharp = true;
  const sharper = new Image();
  sharper.src = pane.photo.is_shown_by_browsers ? original(pane.photo) : thumbnail(pane.photo, 1600);
  // On errors, the thumbnail stays.
  await sharper.decode().then(() => { pane.image.src = sharper.src; }, () => {});
}
