// What is known of a photo: when, where, with which camera, in which file.

import { find, make } from "./dom.js";
import { bytes, number, place, taken } from "./words.js";

const sources = {
  exifDigitized: "when it was scanned", exifModified: "when it was changed", fileName: "from its name",
  fileModified: "the file’s own date",
};

/** Fills the panel. */
export function showFacts(panel, photo) {
  const { width, height } = photo;
  const source = sources[photo.taken_from];
  const size = [width && `${number(width)} × ${number(height)}`, bytes(photo.bytes)].filter(Boolean).join(" · ");
  const stars = photo.rating > 0 ? `${photo.rating} of 5` : null;
  const lines = [
    ["Title", photo.title], ["Description", photo.description],
    ["When", photo.taken && (source ? `${taken(photo.taken)} (${source})` : taken(photo.taken))],
    ["Where", [photo.place_name, photo.place && place(photo.place)].filter(Boolean).join(" · ")],
    ["Camera", [photo.camera, photo.lens].filter(Boolean).join(", ")],
    ["Keywords", photo.keywords.join(", ")], ["Rating", stars],
    ["File", photo.name], ["Folder", photo.folder], ["Size", size],
    ["Beside it", photo.companions.join(", ")],
  ];
  panel.replaceChildren(make("h3", {}, "About this photo"),
    photo.is_there ? "" : make("p", { class: "trouble" }, "Its file cannot be reached just now. Is a disk unplugged?"),
    make("dl", {}, ...lines.filter(([, value]) => value).flatMap(([term, value]) =>
      [make("dt", {}, term), make("dd", {}, value)])));
}

/** Copies, and says how that went. Beyond this machine, without TLS, browsers allow only the older way. */
export async function copyText(text, within) {
  try {
    await navigator.clipboard.writeText(text);
    return "Path copied";
  } catch {
    const field = make("textarea", { class: "unseen", readonly: true, "aria-hidden": "true" });
    field.value = text;
    find(".stage", within).append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    return isCopied ? "Path copied" : text;
  }
}
