// The page that shows how well labels match a picture.

import { ask, thumbnail, Trouble } from "./api.js";
import { find, make, trouble } from "./dom.js";
import { loadTimes } from "./models.js";
import { go } from "./navigation.js";
import { form as upload, onChosen } from "./pictures.js";
import { milliseconds, percent } from "./words.js";

const form = find("#labels");
const answer = find("#labels-answer");
const image = find("#labels-picture");
let picture = null;
/** The id of the library's photo that is shown; null if the picture is from elsewhere. */
let photo = null;
let asking = new AbortController();

export function startLabels() {
  // The server may read formats that this browser does not.
  image.addEventListener("error", () => { image.hidden = true; });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const labels = form.elements.labels.value.trim();
    go({ page: "labels", labels, labeled: photo }, { replaces: true });
    classify();
  });
  // This changes the result.
  form.elements.none.addEventListener("change", () => { if (answer.firstChild) classify(); });
  for (const id of ["labels-choose", "labels-take"]) onChosen(find(`#${id}`), labelPicture);
}

export function showLabels({ labels, labeled }) {
  document.title = "Labels · Evoke";
  if (labels && form.elements.labels.value !== labels) form.elements.labels.value = labels;
  if (labeled && labeled !== photo) labelPhoto(labeled);
}

/** Takes a photo of the library. Its large thumbnail has all the pixels that a model sees. */
async function labelPhoto(id) {
  photo = id;
  answer.replaceChildren();
  try {
    const known = await ask(`/api/photos/${id}`);
    const response = await fetch(thumbnail(known, 1600));
    if (!response.ok) throw new Trouble("Could not read the photo.", "Check that its disk is connected.");
    const blob = await response.blob();
    if (photo === id) show(new File([blob], known.name, { type: blob.type }));
  } catch (error) {
    answer.replaceChildren(trouble(error));
  }
}

/** Takes a picture, and classifies it at once if there are labels. */
export function labelPicture(file) {
  photo = null;
  show(file);
}

function show(file) {
  picture = file;
  URL.revokeObjectURL(image.src);
  image.src = URL.createObjectURL(file);
  image.hidden = false;
  find(".drop-words p", form).textContent = file.name || "a picture";
  classify();
}

async function classify() {
  const labels = form.elements.labels.value.split(",").map((label) => label.trim()).filter(Boolean);
  asking.abort();
  answer.removeAttribute("aria-busy");
  if (!picture) return present(make("p", {}, "Choose or take a picture first."));
  asking = new AbortController();
  const { signal } = asking;
  answer.setAttribute("aria-busy", "true");
  try {
    const none = form.elements.none.checked;
    // Without labels, the server takes those of the library or the model.
    const given = labels.length > 0 ? { labels: labels.join(","), top_k: Math.min(1000, labels.length + 1) } : {};
    const body = await upload(picture, Object.entries({ ...given, none }));
    const classified = await ask("/api/classify", { form: body, signal });
    const { in_use: model } = await ask("/api/models", { signal });
    present(...shown(classified, model));
  } catch (error) {
    if (error.name === "AbortError") return;
    present(labels.length === 0 && error.status === 400 ? hint() : trouble(error));
  }
  if (!signal.aborted) answer.removeAttribute("aria-busy");
}

/** Shows the result, and scrolls to it on small screens. */
function present(...words) {
  answer.replaceChildren(...words);
  answer.scrollIntoView({ block: "nearest" });
}

const hint = () => make("p", {}, "Type what the picture might show, such as “beach, forest, city”.");

function shown({ results, fits, timings, model: name }, model) {
  const took = timings.map(({ part, ms }) => `${part} ${milliseconds(ms)}`).join(", ");
  return [
    fits ? null : make("p", {}, make("strong", {}, "None of these labels is a good match.")),
    make("ol", { class: "bars" }, ...results.map(bar)),
    make("p", { class: "small" }, `Model ${name}: ${took}. ${loadTimes(model.load_ms)}`),
  ].filter(Boolean);
}

function bar({ label, score }) {
  const fill = make("span", { class: "fill" });
  fill.style.width = `${score * 100}%`;
  return make("li", {}, make("span", { class: "name" }, label ?? "none of these"),
    make("span", { class: "share" }, percent(score)), make("span", { class: "track", "aria-hidden": "true" }, fill));
}
