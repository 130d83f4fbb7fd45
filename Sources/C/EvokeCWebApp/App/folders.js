// The form that adds a folder.

import { ask } from "./api.js";
import { make, trouble } from "./dom.js";
import { go, here } from "./navigation.js";
import { news } from "./news.js";

let forms = 0;

/** A form of its own, wherever a folder can be added. */
export function addFolder() {
  const id = `folder-${++forms}`;
  const input = make("input", {
    id, name: "path", type: "text", placeholder: "/home/me/Pictures", maxlength: 4096, autocapitalize: "off",
    autocomplete: "off", spellcheck: "false", enterkeyhint: "done",
  });
  const button = make("button", { class: "button main" }, "Add");
  const answer = make("div", {});

  async function onsubmit(event) {
    event.preventDefault();
    const path = input.value.trim();
    if (!path) return;
    answer.replaceChildren();
    button.disabled = true;
    try {
      const library = await ask("/api/library/roots", { json: { path } });
      input.value = "";
      news.take(library);
      if (here().page !== "library") go({ page: "library" });
    } catch (error) {
      answer.replaceChildren(trouble(error));
    } finally {
      button.disabled = false;
    }
  }

  return make("form", { class: "add", onsubmit },
    make("label", { for: id }, "Add a folder"), make("div", { class: "row" }, input, button), answer);
}
