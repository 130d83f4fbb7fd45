// Pictures that searches are made with. They stay in this tab of the browser, also when it is loaded again, and go with it.

import { Trouble } from "./api.js";

const most = 64_000_000;
const side = 1600;
const kept = new Map();
const place = "evoke-picture-";

/** Keeps a picture, and gives the word that stands for it in addresses. */
export function keep(file) {
  const word = Date.now().toString(36) + kept.size;
  const name = file.name || "picture";
  const small = smaller(file);
  kept.set(word, { name, url: URL.createObjectURL(file), file: small });
  small.then((given) => store(word, name, given));
  return word;
}

/** The picture of that word; undefined where this tab does not have it. */
export function picture(word) {
  if (!kept.has(word)) restore(word);
  return kept.get(word);
}

/** In text, which is all that a tab keeps. Where there is no room, the oldest ones go. */
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
      // It is there until the page is loaded again.
      if (!oldest) return null;
      sessionStorage.removeItem(oldest);
    }
  }
}

/** Their words begin with the time. */
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
    // It was never here, or the browser keeps nothing.
  }
}

/**
 * Hands over each picture that is chosen there; one that was chosen before anybody listened, too, once its page is shown.
 */
export function onChosen(input, take) {
  const hear = () => {
    if (input.files[0]) take(input.files[0]);
    input.value = "";
  };
  input.addEventListener("change", hear);
  queueMicrotask(hear);
}

/** A form that sends the picture and pairs of names and values. */
export async function form(given, fields) {
  const file = await given;
  if (file.size > most) throw new Trouble("The picture is larger than 64 MB.", "Choose a smaller one.", "tooLarge");
  const made = new FormData();
  for (const [name, value] of fields) made.append(name, value);
  made.append("picture", file, file.name || "picture");
  return made;
}

/** The pictures among what was dropped, pasted or chosen. */
export const pictureIn = (files) => [...(files ?? [])].find((file) => file.type.startsWith("image/")) ?? files?.[0];

// The search looks at far fewer pixels than a camera takes, and while words are typed the picture goes along each
// time. What this browser cannot decode goes as it is.
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
