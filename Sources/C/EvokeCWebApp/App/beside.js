// A dialog that compares up to four photos side by side.

import { write } from "./address.js";
import { ask } from "./api.js";
import { find, icon, make, trouble } from "./dom.js";
import { when } from "./metadata.js";
import { mark } from "./marking.js";
import { close, go, here } from "./navigation.js";
import { Panes } from "./panes.js";
import { bytes, number, photos as inWords } from "./words.js";

const dialog = find("#beside");
const panes = new Panes(find("ul", dialog), () => {});
let asking = new AbortController();

export function startBeside() {
  dialog.addEventListener("click", ({ target }) => actions[target.closest("[data-do]")?.dataset.do]?.());
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    close();
  });
  dialog.addEventListener("keydown", key);
  document.addEventListener("marks", () => panes.all.forEach(renewHeart));
}

async function renewHeart({ photo, element }) {
  const { marks } = await ask(`/api/photos/${photo.id}`).catch(() => photo);
  find(".heart", element).setAttribute("aria-pressed", marks.favourite);
}

const actions = { close, larger: () => panes.larger(), smaller: () => panes.smaller(), reset: () => panes.reset() };

/** Shows the photos with these ids. */
export async function showBeside(ids) {
  if (!dialog.open) dialog.showModal();
  const gone = panes.all.filter(({ photo }) => !ids.includes(photo.id));
  describe(ids);
  if (ids.length + gone.length === panes.all.length) {
    for (const { photo } of gone) panes.remove(photo.id);
    return;
  }
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  try {
    const coming = await Promise.all(ids.map((id) => ask(`/api/photos/${id}`, { signal })));
    if (signal.aborted) return;
    panes.show(coming, dress);
    focus(0);
  } catch (error) {
    if (error.name !== "AbortError") fail(error);
  }
}

export function hideBeside() {
  if (!dialog.open) return;
  asking.abort();
  panes.clear();
  dialog.close();
}

function describe(ids) {
  find(".answer", dialog).replaceChildren();
  dialog.dataset.count = ids.length;
  find("#beside-title").replaceChildren("Compare", make("span", { class: "unseen" }, ` ${inWords(ids.length)}`));
  document.title = "Compare · Evoke";
}

function dress(photo) {
  const heart = make("button", {
    type: "button", "aria-label": `Favorite: ${photo.name}`, title: "Favorite (f)", "aria-pressed": String(photo.marks.favourite), class: "heart",
    onclick: () => favor(photo, heart),
  }, icon("heart"));
  const open = make("a", { href: write({ ...here(), compared: [], photo: photo.id }), "aria-label": `Open ${photo.name}`, title: "Open" }, icon("picture"));
  const away = make("button", {
    type: "button", "aria-label": `Remove ${photo.name} from the comparison`, title: "Remove from the comparison (x)", onclick: () => putAside(photo.id),
  }, icon("close"));
  const size = [photo.width && `${number(photo.width)} × ${number(photo.height)}`, bytes(photo.bytes)].filter(Boolean).join(" · ");
  return {
    below: [make("div", { class: "about" },
      make("p", {}, make("strong", {}, photo.name), make("span", { class: "small" }, [when(photo), size].filter(Boolean).join(" · "))),
      heart, open, away)],
  };
}

async function favor(photo, heart) {
  const which = { favourite: true };
  const isOne = heart.getAttribute("aria-pressed") === "true";
  try {
    await mark([photo.id], isOne ? { remove: which } : { add: which });
    find(".answer", dialog).replaceChildren();
  } catch (error) {
    fail(error);
  }
}

/** Removes a photo; the others keep their zoom and position. */
function putAside(id) {
  const at = panes.all.findIndex(({ photo }) => photo.id === id);
  const compared = here().compared.filter((one) => one !== id);
  if (compared.length === 0) return close();
  go({ ...here(), compared }, { replaces: true });
  return focus(Math.min(at, compared.length - 1));
}

function focus(at) {
  const pane = panes.all[at];
  if (pane) find(".heart", pane.element).focus();
}

function fail(error) {
  find(".answer", dialog).replaceChildren(trouble(error));
}

function key(event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const at = Math.max(0, panes.current);
  const pane = panes.all[at];
  const whatToDo = pane && {
    ArrowLeft: () => focus(at - 1), ArrowRight: () => focus(at + 1),
    "+": actions.larger, "=": actions.larger, "-": actions.smaller, 0: actions.reset,
    f: () => find(".heart", pane.element).click(), x: () => putAside(pane.photo.id), Delete: () => putAside(pane.photo.id),
  }[event.key];
  if (!whatToDo) return;
  event.preventDefault();
  whatToDo();
}
