// Asks for the library's token, then returns to the page.

import { ask } from "./api.js";
import { find, make, trouble } from "./dom.js";

const dialog = find("#token");
const form = find("form", dialog);
const answer = find("#token-answer");

export function askForToken() {
  if (!dialog.open) dialog.showModal();
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = find("button", form);
  button.disabled = true;
  answer.replaceChildren();
  try {
    // The server turns a token in an address into a cookie.
    await fetch(`/?token=${encodeURIComponent(form.elements.token.value.trim())}`);
    await ask("/api/access");
    // The address still has what to show.
    location.reload();
  } catch (error) {
    const isWrong = error.status === 401;
    answer.replaceChildren(isWrong ? make("p", { role: "alert" }, "Wrong token. Check it and try again.")
      : trouble(error.status === undefined ? { message: "Evoke is not responding." } : error));
    form.elements.token.select();
  } finally {
    button.disabled = false;
  }
});
