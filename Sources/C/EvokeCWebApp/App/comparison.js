// The photos of a group of duplicates side by side, and why one is better.

import { compare } from "./differences.js";
import { find, icon, make } from "./dom.js";
import { when } from "./metadata.js";
import { Panes } from "./panes.js";
import { bytes, number, percent } from "./words.js";

/** By the server's reasons: the words for the best photo, and for one that is worse. */
const merits = {
  favourite: ["favorite", "not a favorite"], larger: ["larger", "smaller"], colored: ["in color", "in gray"],
  originalFormat: ["original format", "another format"], hasDate: ["has a date", "no date"], sharper: ["sharper", "less sharp"],
  lessCompressed: ["less compressed", "more compressed"], older: ["older file", "newer file"],
};

export class Comparison {
  panes;
  #moves;
  #marksDifferences = false;

  /** `moves` has `onmark`, called when a photo is marked to keep or to trash, and `onswipe`. */
  constructor(list, moves) {
    this.panes = new Panes(list, moves.onswipe);
    this.#moves = moves;
  }

  show(group) {
    this.panes.show(group.photos, (photo, at) => this.#dress(photo, at, group));
    if (this.#marksDifferences) this.#findDifferences();
  }

  /** Shows which photos are marked, and how. */
  mark(markOf) {
    for (const { photo, element } of this.panes.all) {
      const mark = markOf(photo.id);
      element.dataset.mark = mark ?? "";
      for (const name of ["keep", "trash"]) find(`[data-mark-as=${name}]`, element).setAttribute("aria-pressed", mark === name);
    }
  }

  /** Returns false if there is no such photo. */
  focus(at, how) {
    const pane = this.panes.all[at];
    if (!pane) return false;
    const wanted = document.activeElement?.dataset?.markAs ?? "keep";
    find(`[data-mark-as=${wanted}]`, pane.element).focus(how);
    return true;
  }

  /** Shows or hides where the others differ from the first. */
  markDifferences(isWanted) {
    this.#marksDifferences = isWanted;
    for (const { element } of this.panes.all) {
      find("canvas", element).hidden = !isWanted;
      find(".differing", element).textContent = "";
    }
    if (isWanted) this.#findDifferences();
  }

  #dress(photo, at, group) {
    const act = (mark) => () => this.#moves.onmark(photo, mark);
    const button = (mark, words, drawing) => make("button", {
      type: "button", class: "button", "data-mark-as": mark, "aria-pressed": "false", "aria-label": `${words} ${photo.name}`,
      onclick: act(mark),
    }, icon(drawing), words);
    return {
      over: [make("canvas", { "aria-hidden": "true", hidden: !this.#marksDifferences })],
      below: [
        make("div", { class: "row" }, button("keep", "Keep", "check"), button("trash", "Trash", "trash")),
        make("div", { class: "about" },
          make("p", { class: "name" }, make("strong", {}, photo.name), at === 0 ? make("span", { class: "badge" }, "Best") : null),
          make("p", { class: "reason" }, reason(photo, at, group)), make("p", { class: "differing small", role: "status" }), details(photo)),
      ],
    };
  }

  async #findDifferences() {
    const panes = this.panes.all;
    const [first, ...others] = panes;
    for (const other of others) {
      const found = await compare(first.photo, other.photo).catch(() => ({ why: "one of them cannot be displayed" }));
      // Another group is shown by now.
      if (panes !== this.panes.all || !this.#marksDifferences) return;
      find(".differing", other.element).textContent = inWords(found);
      const layer = find("canvas", other.element);
      [layer.width, layer.height] = [found.canvas?.width ?? 1, found.canvas?.height ?? 1];
      if (found.canvas) layer.getContext("2d").drawImage(found.canvas, 0, 0);
    }
  }
}

function inWords({ why, share }) {
  if (why) return `Cannot be compared with the best photo: ${why}.`;
  return share === 0 ? "Looks the same as the best photo." : `${percent(share)} of the picture differs from the best photo.`;
}

function reason(photo, at, { kind }) {
  const words = photo.reason.split(", ").filter(Boolean).map((merit) => merits[merit]?.[at === 0 ? 0 : 1] ?? merit);
  if (words.length) return capital(words.join(", "));
  if (kind === "exact") return "Identical file";
  return at === 0 ? "Same quality as the others" : "Same quality";
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function details(photo) {
  const differs = new Set(photo.differs ?? []);
  const folder = photo.path.slice(0, photo.path.lastIndexOf("/")) || "/";
  const lines = [
    ["Size", photo.width && `${number(photo.width)} × ${number(photo.height)}`, "size"], ["File", bytes(photo.bytes), "bytes"],
    ["Format", photo.type.replace("image/", "").toUpperCase(), "format"],
    ["When", when(photo) ?? "No date", "taken"], ["Folder", folder],
  ];
  return make("dl", {}, ...lines.filter(([, value]) => value).flatMap(([term, value, name]) => [
    make("dt", {}, term),
    make("dd", { class: differs.has(name) ? "differs" : null }, value,
      differs.has(name) ? make("span", { class: "unseen" }, " (differs from the best photo)") : null)]));
}
