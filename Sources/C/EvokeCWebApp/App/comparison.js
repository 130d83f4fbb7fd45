// The photos of a group side by side, all at the same zoom and at the same place.

import { original, thumbnail } from "./api.js";
import { compare } from "./differences.js";
import { find, icon, make } from "./dom.js";
import { when } from "./facts.js";
import { bytes, number, percent } from "./words.js";
import { Zoom } from "./zoom.js";

/** What the first has over the others, and what they are that it is better than. */
const merits = {
  larger: ["larger", "smaller"], colored: ["in colour", "grey"], originalFormat: ["in the original format", "in another format"],
  hasDate: ["has a date", "has no date"], sharper: ["sharper", "less sharp"],
  lessCompressed: ["less compressed", "more compressed"], older: ["the older file", "a newer file"],
};

export class Comparison {
  #list;
  #moves;
  #panes = [];
  #marksDifferences = false;

  /** `moves` has what to do when a photo is to stay or to go, and where a swipe leads. */
  constructor(list, moves) {
    this.#list = list;
    this.#moves = moves;
    new ResizeObserver(() => this.#fit()).observe(list);
  }

  /** Shows the photos of a group. */
  show(group) {
    this.#panes = group.photos.map((photo, at) => this.#pane(photo, at, group));
    this.#list.replaceChildren(...this.#panes.map(({ element }) => element));
    this.#fit();
    if (this.#marksDifferences) this.#findDifferences();
  }

  clear() {
    this.#panes = [];
    this.#list.replaceChildren();
  }

  /** Says what is to become of each photo. */
  mark(markOf) {
    for (const { photo, element } of this.#panes) {
      const mark = markOf(photo.id);
      element.dataset.mark = mark ?? "";
      for (const name of ["keep", "trash"]) find(`[data-mark-as=${name}]`, element).setAttribute("aria-pressed", mark === name);
    }
  }

  /** The photo that the keyboard is at, or -1. */
  get current() {
    return this.#panes.findIndex(({ element }) => element.contains(document.activeElement));
  }

  /** Gives the focus to a photo; false where there is none. */
  focus(at) {
    const pane = this.#panes[at];
    if (!pane) return false;
    const wanted = document.activeElement?.dataset?.markAs ?? "keep";
    find(`[data-mark-as=${wanted}]`, pane.element).focus();
    return true;
  }

  larger() { this.#panes[0]?.zoom.larger(); }
  smaller() { this.#panes[0]?.zoom.smaller(); }
  reset() { this.#panes[0]?.zoom.reset(); }

  /** Marks where the others differ from the first, or takes that back. */
  markDifferences(isWanted) {
    this.#marksDifferences = isWanted;
    for (const { element, layer } of this.#panes) {
      layer.hidden = !isWanted;
      find(".differing", element).textContent = "";
    }
    if (isWanted) this.#findDifferences();
  }

  #pane(photo, at, group) {
    const image = make("img", { alt: photo.name, draggable: "false" });
    const layer = make("canvas", { "aria-hidden": "true", hidden: !this.#marksDifferences });
    const stage = make("div", { class: "stage" }, image, layer);
    const act = (mark) => () => this.#moves.onmark(photo, mark);
    const button = (mark, words, drawing) => make("button", {
      type: "button", class: "button", "data-mark-as": mark, "aria-pressed": "false", "aria-label": `${words} ${photo.name}`,
      onclick: act(mark),
    }, icon(drawing), words);
    const buttons = make("div", { class: "row" }, button("keep", "Keep", "check"), button("trash", "Trash", "trash"));
    const element = make("li", {}, stage, buttons, make("div", { class: "about" },
      make("p", { class: "name" }, make("strong", {}, photo.name), at === 0 ? make("span", { class: "badge" }, "Best") : null),
      make("p", { class: "reason" }, reason(photo, at, group)), make("p", { class: "differing small", role: "status" }), facts(photo)));
    const pane = { photo, element, image, layer, stage, isSharp: false };
    pane.zoom = new Zoom(stage, [image, layer], {
      onscale: () => this.#follow(pane), ontap: () => {}, onclose: () => {}, onswipe: (step) => this.#moves.onswipe(step),
    });
    image.src = thumbnail(photo, 640);
    // A photo whose file is gone has only the picture that indexing made.
    image.addEventListener("error", () => { if (image.src.includes("size=640")) image.src = thumbnail(photo); });
    return pane;
  }

  /** The others show the same part as this one. */
  #follow(pane) {
    for (const other of this.#panes) {
      if (other !== pane) other.zoom.view = pane.zoom.view;
      if (other.zoom.scale > 1) sharpen(other);
    }
  }

  #fit() {
    for (const { zoom, photo, image } of this.#panes) {
      if (photo.width) zoom.fit(photo.width, photo.height, Infinity);
      else image.addEventListener("load", () => zoom.fit(image.naturalWidth, image.naturalHeight, Infinity), { once: true });
    }
  }

  async #findDifferences() {
    const panes = this.#panes;
    const [first, ...others] = panes;
    for (const other of others) {
      const found = await compare(first.photo, other.photo).catch(() => ({ why: "one of them cannot be shown" }));
      // Somebody has gone on meanwhile.
      if (panes !== this.#panes || !this.#marksDifferences) return;
      find(".differing", other.element).textContent = inWords(found);
      const context = other.layer.getContext("2d");
      [other.layer.width, other.layer.height] = [found.canvas?.width ?? 1, found.canvas?.height ?? 1];
      if (found.canvas) context.drawImage(found.canvas, 0, 0);
    }
  }
}

function inWords({ why, share }) {
  if (why) return `Not laid on the best one: ${why}.`;
  return share === 0 ? "Looks like the best one, wherever one looks." : `Differs from the best one in ${percent(share)} of the picture.`;
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

function reason(photo, at, { kind }) {
  const words = photo.reason.split(", ").filter(Boolean).map((merit) => merits[merit]?.[at === 0 ? 0 : 1] ?? merit);
  if (words.length) return capital(words.join(", "));
  if (kind === "exact") return "Holds the same";
  return at === 0 ? "No better than the others, as far as can be told" : "No worse than the best one, as far as can be told";
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function facts(photo) {
  const differs = new Set(photo.differs ?? []);
  const folder = photo.path.slice(0, photo.path.lastIndexOf("/")) || "/";
  const lines = [
    ["Size", photo.width && `${number(photo.width)} × ${number(photo.height)}`, "size"], ["File", bytes(photo.bytes), "bytes"],
    ["Format", photo.type.replace("image/", "").toUpperCase(), "format"],
    ["When", when(photo) ?? "no date", "taken"], ["Folder", folder],
  ];
  return make("dl", {}, ...lines.filter(([, value]) => value).flatMap(([term, value, name]) => [
    make("dt", {}, term),
    make("dd", { class: differs.has(name) ? "differs" : null }, value,
      differs.has(name) ? make("span", { class: "unseen" }, " (differs from the best one)") : null)]));
}
