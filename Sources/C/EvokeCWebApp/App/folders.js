// The form that adds a folder.

import { ask } from "./api.js";
import { find, icon, make, trouble } from "./dom.js";
import { go, here } from "./navigation.js";
import { news } from "./news.js";

let forms = 0;

/** A new form, for each page where a folder can be added. */
export function addFolder() {
  const id = `folder-${++forms}`;
  const input = make("input", {
    id, name: "path", type: "text", placeholder: "/home/me/Pictures", maxlength: 4096, autocapitalize: "off",
    autocomplete: "off", spellcheck: "false", enterkeyhint: "done",
  });
  const button = make("button", { class: "button main" }, "Add");
  const answer = make("div", {});
  const choose = (path) => {
    input.value = path;
  };
  const browser = make("div", { class: "browser", hidden: true });
  const browse = make("button", { type: "button", class: "button", "aria-expanded": "false" }, "Browse…");
  browse.addEventListener("click", () => {
    browser.hidden = !browser.hidden;
    browse.setAttribute("aria-expanded", !browser.hidden);
    if (!browser.hidden) list(browser, input.value.trim(), choose);
  });

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
    make("label", { for: id }, "Add a folder"), make("div", { class: "row" }, input, browse, button),
    browser, answer);
}

/** Lists the folders within a folder on the server's machine, and chooses it. */
async function list(browser, path, choose, hasFocus = false) {
  try {
    const given = path ? `?${new URLSearchParams({ path })}` : "";
    const { path: at, parent, folders } = await ask(`/api/folders${given}`);
    choose(at);
    const enter = (name, to) => make("li", {}, make("button", { type: "button", class: "button",
      onclick: () => list(browser, to, choose, true) }, icon("folder"), name));
    browser.replaceChildren(make("p", { role: "status" }, "In ", make("code", {}, at)),
      make("ul", {}, ...(parent ? [enter("Parent folder", parent)] : []), ...folders.map((one) => enter(one.name, one.path))));
    if (hasFocus) find("button", browser)?.focus();
  } catch (error) {
    // What was typed may not be a folder.
    if (path && !hasFocus) list(browser, "", choose);
    else browser.prepend(trouble(error));
  }
}
