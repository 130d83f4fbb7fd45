// A photo's metadata: date, place, camera, file.

import { find, make } from "./dom.js";
import { onMap } from "./map.js";
import { openers } from "./opening.js";
import { bytes, exposure, number, place, playingTime, taken } from "./words.js";

const sources = {
  exifDigitized: "scanned", exifChanged: "changed", fileName: "from the file name",
  fileModified: "file date",
};

/** When a photo was taken, with the source of the date unless it is the camera; undefined without a date. */
export function when({ taken: date, taken_from: from }) {
  return date && (sources[from] ? `${taken(date)} (${sources[from]})` : taken(date));
}

/** Shows the metadata. `notice` confirms copying; `fail` shows why a photo could not be opened. */
export function showMetadata(photo, notice, fail) {
  const { width, height } = photo;
  const size = [width && `${number(width)} × ${number(height)}`, bytes(photo.bytes)].filter(Boolean).join(" · ");
  const stars = photo.rating > 0 ? `${photo.rating} of 5` : null;
  const lines = [
    ["Title", photo.title], ["Description", photo.description],
    ["When", when(photo)],
    ["Where", photo.place && where(photo, notice)],
    ["Camera", [photo.camera, photo.lens].filter(Boolean).join(", ")],
    ["Length", playingTime(photo.length)],
    ["Exposure", photo.exposure && exposure(photo.exposure)],
    ["Keywords", photo.keywords.join(", ")], ["Rating", stars],
    ["File", photo.name], ["Folder", photo.folder], ["Size", size],
    ["Related files", photo.companions.join(", ")],
  ];
  find("#known").replaceChildren(make("h3", {}, "About this photo"),
    photo.is_there ? "" : make("p", { class: "trouble" }, "The file is not available. Connect its disk, or add the folder it was moved to."),
    make("dl", {}, ...lines.filter(([, value]) => value).flatMap(([term, value]) =>
      [make("dt", {}, term), make("dd", {}, value)])),
    openers(photo, notice, fail));
}

/** A photo's place. OpenStreetMap is only contacted when its link is opened. */
function where({ place: given, place_name: name }, notice) {
  const { latitude, longitude } = given;
  const map = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`;
  const copy = async () => notice(await copyText(`${latitude}, ${longitude}`, find("#photo"), "Coordinates copied"));
  return make("div", {}, [name, place(given)].filter(Boolean).join(" · "), make("div", { class: "row" },
    make("a", { class: "button", href: onMap(given) }, "Show on map"),
    make("a", { class: "button", href: map, target: "_blank", rel: "noopener noreferrer" }, "Open in OpenStreetMap"),
    make("button", { type: "button", class: "button", onclick: copy }, "Copy")));
}

/** Copies text and returns the message to show. From other machines, without TLS, browsers allow only `execCommand`. */
export async function copyText(text, within, done) {
  try {
    await navigator.clipboard.writeText(text);
    return done;
  } catch {
    const field = make("textarea", { class: "unseen", readonly: true, "aria-hidden": "true" });
    field.value = text;
    (find(".stage", within) ?? within).append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    return isCopied ? done : text;
  }
}
