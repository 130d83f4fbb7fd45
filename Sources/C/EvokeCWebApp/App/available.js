// Models that can be downloaded, and the progress of downloads.

import { ask } from "./api.js";
import { find, make, trouble } from "./dom.js";
import { news } from "./news.js";
import { bytes, count, duration } from "./words.js";

/** By model name: the element that shows its state, and its button. */
const lines = new Map();

/** Calls back when a model was installed. */
export function startAvailable(onInstalled) {
  const details = find("#more-models");
  details.addEventListener("toggle", () => { if (details.open) show(); });
  news.addEventListener("download", ({ detail }) => {
    if (detail.event === "succeeded") {
      onInstalled();
      if (details.open) show();
    } else if (lines.has(detail.name)) {
      tell(detail);
    }
  });
}

async function show() {
  const list = find("#available");
  try {
    const { models } = await ask("/api/models/available");
    lines.clear();
    list.replaceChildren(...models.filter((model) => model.kind === "pair" && model.is_published && !model.is_downloaded).map(line));
  } catch (error) {
    list.replaceChildren(make("li", {}, trouble(error)));
  }
}

function line({ name, title, purpose, bytes: size, dimensions, languages, licence }) {
  const state = make("div", { class: "small", "aria-live": "polite" });
  const button = make("button", { type: "button", class: "button", "aria-label": `Download ${title}` }, "Download");
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await ask(`/api/models/${name}/pull`, { method: "POST" });
    } catch (error) {
      tell({ name, event: "failed", error: { detail: error.message, remedy: error.remedy } });
    }
  });
  lines.set(name, { state, button });
  const details = [bytes(size), count(dimensions, "dimension", "dimensions"), languages, licence].join(" · ");
  return make("li", {}, make("div", {}, make("p", {}, make("strong", {}, title)), make("p", {}, purpose),
    make("p", { class: "small" }, details), state), button);
}

function tell({ name, event, download, error }) {
  const { state, button } = lines.get(name);
  button.disabled = event !== "failed";
  if (event === "failed") state.replaceChildren(trouble({ message: error.detail, remedy: error.remedy }));
  else state.textContent = download ? words(download) : "Starting…";
}

function words({ state, received, total, seconds_left: left, error }) {
  if (state === "checking") return "Checking that it works…";
  if (error) return error.detail;
  const amount = total ? `${bytes(received)} of ${bytes(total)}` : bytes(received);
  return left === undefined ? amount : `${amount} · ${duration(left)} left`;
}
