// The pictures of a search by picture, each with a button that removes it.

import { write } from "./address.js";
import { ask, thumbnail } from "./api.js";
import { find, icon, make } from "./dom.js";
import { go, here } from "./navigation.js";
import { picture } from "./pictures.js";

const list = find("#chips");
let shown = "";

/** `known` gives a photo that is already loaded. */
export function showChips({ like, picture: word }, known) {
  const wanted = `${like} ${word}`;
  if (wanted === shown) return;
  shown = wanted;
  const kept = word ? picture(word) : undefined;
  list.replaceChildren(...like.map((id) => ofPhoto(id, known(id))), ...(kept ? [ofPicture(kept)] : []));
  list.hidden = list.childElementCount === 0;
}

function ofPhoto(id, card) {
  const name = make("a", { href: write({ photo: id, query: here().query }) }, "a photo");
  const image = make("img", { alt: "", width: 44, height: 44 });
  const chip = make("li", {}, image, make("span", {}, "Like ", name),
    remove(`Remove photo ${id} from the search`, (query) => ({ ...query, like: query.like.filter((other) => other !== id) })));
  const show = (photo) => {
    image.src = thumbnail(photo);
    name.textContent = photo.name;
  };
  if (card) show(card);
  else ask(`/api/photos/${id}`).then(show, () => { name.textContent = "a missing photo"; });
  return chip;
}

function ofPicture({ name, url }) {
  const image = make("img", { alt: "", width: 44, height: 44, src: url });
  image.addEventListener("error", () => image.remove());
  return make("li", {}, image, make("span", {}, `Like ${name}`),
    remove("Remove the picture from the search", (query) => ({ ...query, picture: null })));
}

/** A button that removes a chip; `change` returns the query without it. */
export function remove(label, change) {
  const onclick = () => {
    go({ query: change(here().query) });
    find("#search").elements.q.focus();
  };
  return make("button", { type: "button", class: "quiet", "aria-label": label, title: label, onclick }, icon("close"));
}
