// Years in review: one screen for each, which loads when it comes into view.

import { ask, thumbnail } from "./api.js";
import { find, icon, make, trouble } from "./dom.js";
import { count, heard, number, photos } from "./words.js";

const section = find("#years-page");
const list = find("#years");
const monthNames = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat("en-GB", { month: "long", timeZone: "UTC" }).format(new Date(Date.UTC(2000, month, 1))));
/** Loads years near the window. */
const seer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) if (isIntersecting) fill(target);
}, { rootMargin: "50%" });

/** The links to the photos of each year, arranged in as many rows as fill the space best. */
const shown = new WeakMap();
const measure = new ResizeObserver((entries) => { for (const { target } of entries) arrange(target); });

let asking = new AbortController();

/** Shows all years, and scrolls to one of them. */
export async function showYears(year) {
  document.title = "Years · Evoke";
  const known = find(`[data-year="${year}"]`, list);
  if (known) return known.scrollIntoView();
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  const answer = find(".answer", section);
  answer.replaceChildren();
  try {
    const { years } = await ask("/api/years", { signal });
    seer.disconnect();
    list.replaceChildren(...years.map(frame));
    find(".none", section).hidden = years.length > 0;
    find(`[data-year="${year}"]`, list)?.scrollIntoView();
    for (const one of list.children) seer.observe(one);
  } catch (error) {
    if (error.name !== "AbortError") {
      answer.replaceChildren(trouble(error), make("button", { type: "button", class: "button", onclick: () => showYears(year) }, "Try again"));
    }
  }
}

/** Years load again when the page is opened again, since the library may change. */
export function leaveYears() {
  asking.abort();
  seer.disconnect();
  measure.disconnect();
  list.replaceChildren();
}

const searched = (query) => `/?${new URLSearchParams({ q: query })}`;

/** What is shown of a year before it loads. */
function frame(year) {
  const known = [photos(year.photos), year.days > 0 ? `on ${count(year.days, "day", "days")}` : null].filter(Boolean).join(" ");
  return make("li", { "data-year": year.year },
    make("header", {}, make("h2", {}, year.year), make("p", { class: "said" }, known),
      make("a", { class: "button", href: searched(`date:${year.year}`) }, "All photos")),
    make("div", { class: "highlights" }), months(year), make("div", { class: "found" }));
}

/** The number of photos of each month, as bars with links. */
function months({ year, months: counts }) {
  const most = Math.max(1, ...counts);
  return make("ol", { class: "months", "aria-label": `Months of ${year}` }, ...counts.map((photosOf, month) => {
    const name = monthNames[month];
    const bar = make("span", { class: "bar" });
    bar.style.height = `${100 * photosOf / most}%`;
    const column = [make("span", { class: "track" }, bar), make("span", { class: "small" }, name.slice(0, 3))];
    const query = searched(`date:${year}-${String(month + 1).padStart(2, "0")}`);
    return make("li", {}, photosOf ? make("a", { href: query, "aria-label": `${name}: ${photos(photosOf)}`, title: `${name}: ${photos(photosOf)}` }, ...column)
      : make("span", { class: "without", "aria-label": `${name}: no photos` }, ...column));
  }));
}

async function fill(element) {
  seer.unobserve(element);
  const { year } = element.dataset;
  const { signal } = asking;
  try {
    const review = await ask(`/api/years/${year}`, { signal });
    const room = find(".highlights", element);
    shown.set(room, review.highlights.map((photo) => highlight(photo, year)));
    measure.observe(room);
    if (review.favourites) find(".said", element).append(` · ${count(review.favourites, "favorite", "favorites")}`);
    find(".found", element).replaceChildren(
      chips("Where", review.places.map(({ name, photos: its, query }) => chip(name, its, `${query} date:${year}`))),
      chips("Who", review.people.map((person) => chip(person.name, person.photos, `${person.query} date:${year}`, person.face))));
  } catch (error) {
    if (error.name !== "AbortError") find(".found", element).replaceChildren(trouble(error));
  }
}

/** Arranges photos in rows that fill the space. */
function arrange(room) {
  const links = shown.get(room);
  const all = links.reduce((sum, { shape }) => sum + shape, 0);
  const lines = Math.max(1, Math.min(links.length, Math.round(Math.sqrt(all * room.clientHeight / room.clientWidth))));
  const rows = Array.from({ length: lines }, () => make("div", {}));
  let before = 0;
  for (const { link, shape } of links) {
    rows[Math.min(lines - 1, Math.floor((before + shape / 2) / all * lines))].append(link);
    before += shape;
  }
  room.replaceChildren(...rows);
}

/** A link to a photo, and its aspect ratio. */
function highlight(photo, year) {
  const { width, height } = photo;
  const shape = width && height ? Math.min(2.5, Math.max(0.5, width / height)) : 1;
  const image = make("img", { src: thumbnail(photo, 640), alt: heard(photo), loading: "lazy", draggable: "false" });
  // If the file is gone, there is only the thumbnail from indexing.
  image.addEventListener("error", () => { if (image.src.includes("size=640")) image.src = thumbnail(photo); });
  const link = make("a", { href: `/photo/${photo.id}?${new URLSearchParams({ q: `date:${year}` })}` }, image);
  link.style.flexGrow = shape;
  return { link, shape };
}

function chips(title, links) {
  if (links.length === 0) return "";
  return make("section", {}, make("h3", {}, title), make("ul", { class: "ways" }, ...links.map((link) => make("li", {}, link))));
}

function chip(name, its, query, face) {
  const picture = face ? make("img", { src: `/api/photos/${face.photo}/faces/${face.face}/crop`, alt: "", width: 32, height: 32 }) : null;
  return make("a", { href: searched(query), title: photos(its) }, picture ?? icon(face === undefined ? "map" : "person"), name,
    make("span", { class: "small" }, number(its)));
}
