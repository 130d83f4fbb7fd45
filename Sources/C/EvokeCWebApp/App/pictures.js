// Pictures to search by. They stay in this tab, even if it is reloaded, until it is closed.

import { Trouble } from "./api.js";

const most = 64_000_000;
const side = 1600;
const kept = new Map();
const place = "evoke-picture-";

/** Keeps a picture, and returns its key for addresses. */
export function keep(file) {
  const word = Date.now().toString(36) + kept.size;
  const name = file.name || "picture";
  const small = smaller(file);
  kept.set(word, { name, url: URL.createObjectURL(file), file: small });
  small.then((given) => store(word, name, given));
  return word;
}

/** The picture with a key; undefined if this tab does not have it. */
export function picture(word) {
  if (!kept.has(word)) restore(word);
  return kept.get(word);
}

/** Session storage takes text only. If it is full, the oldest pictures are removed. */
async function store(word, name, file) {
  const address = await new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener("loadend", () => resolve(reader.result));
    reader.readAsDataURL(file);
  });
  if (!address) return null;
  for (;;) {
    try {
      return sessionStorage.setItem(place + word, JSON.stringify({ name, type: file.type, bytes: address.slice(address.indexOf(",") + 1) }));
    } catch {
      const oldest = older()[0];
      // The picture stays in memory until the page is reloaded.
      if (!oldest) return null;
      sessionStorage.removeItem(oldest);
    }
  }
}

/** Keys begin with the time, so they sort by age. */
function older() {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(place)).toSorted();
  } catch {
    return [];
  }
}

function restore(word) {
  try {
    const { name, type, bytes } = JSON.parse(sessionStorage.getItem(place + word));
    const file = new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], name, { type });
    kept.set(word, { name, url: URL.createObjectURL(file), file: Promise.resolve(file) });
  } catch {
    // It is not from this tab, or the browser stores nothing.
  }
}

/**
 * Calls `take` with each picture that is chosen, including one chosen before this script ran.
 */
export function onChosen(input, take) {
  const hear = () => {
    if (input.files[0]) take(input.files[0]);
    input.value = "";
  };
  input.addEventListener("change", hear);
  queueMicrotask(hear);
}

/** A form with a picture and fields as pairs of names and values. */
export async function form(given, fields) {
  const file = await given;
  if (file.size > most) throw new Trouble("The picture is larger than 64 MB.", "Choose a smaller one.", "tooLarge");
  const made = new FormData();
  for (const [name, value] of fields) made.append(name, value);
  made.append("picture", file, file.name || "picture");
  return made;
}

/** The first picture among files, or the first file. */
export const pictureIn = (files) => [...(files ?? [])].find((file) => file.type.startsWith("image/")) ?? files?.[0];

// A search needs far fewer pixels than a camera takes, and the picture is sent again as words are typed. Pictures that this
// browser cannot decode are sent as they are.
async function smaller(file) {
  if (file.size < 1_000_000) return file;
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    const context = canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.fillStyle = "white";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.92));
    return blob && blob.size < file.size ? blob : file;
  } catch {
    return file;
  }
}
