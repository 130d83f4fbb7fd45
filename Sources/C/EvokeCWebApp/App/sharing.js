// Links that share albums and saved searches: making, listing, and ending them.

import { ask } from "./api.js";
import { find, icon, make, trouble } from "./dom.js";
import { copyText } from "./metadata.js";
import { dayOf } from "./words.js";

const dialog = find("#saved");
const answer = find(".answer", dialog);
const list = find("#shares");

/** A button that shares an album or a saved search; `kind` is "album" or "search". */
export const shareButton = (kind, name) =>
  make("button", { type: "button", class: "quiet", "aria-label": `Share “${name}”`, title: "Share", onclick: () => act(() => share(kind, name)) },
    icon("share"));

export async function showShares() {
  draw(await ask("/api/shares"));
}

async function act(work) {
  try {
    await work();
  } catch (error) {
    answer.replaceChildren(trouble(error));
  }
}

async function share(kind, name) {
  const { share: made, link, is_public: isPublic } = await ask("/api/shares", { json: { [kind]: name } });
  const field = make("input", { type: "text", readonly: true, value: link, "aria-label": "Link" });
  const said = make("p", { role: "status" }, `Anyone with this link can view “${name}” until ${dayOf(made.until)}.`);
  const copy = async () => { said.textContent = await copyText(link, dialog, "Link copied."); };
  answer.replaceChildren(make("div", { class: "link" }, said, field,
    make("button", { type: "button", class: "main", onclick: copy }, "Copy link"),
    isPublic ? null : make("p", { class: "small" }, "Only this machine can reach the server. To let others in, start it with --host.")));
  field.select();
  await showShares();
}

function draw({ shares }) {
  const all = shares.filter(({ has_ended: hasEnded }) => !hasEnded);
  find("#shared").hidden = all.length === 0;
  list.replaceChildren(...all.map(({ number, album, search, until }) => make("p", {},
    make("span", {}, make("strong", {}, album ?? search), make("span", { class: "small" }, `until ${dayOf(until)}`)),
    make("button", { type: "button", "aria-label": `Stop sharing “${album ?? search}”`, onclick: () => act(() => end(number)) }, "Stop sharing"))));
}

async function end(number) {
  draw(await ask(`/api/shares/${number}`, { method: "DELETE" }));
  answer.replaceChildren(make("p", { role: "status" }, "Sharing stopped."));
}
