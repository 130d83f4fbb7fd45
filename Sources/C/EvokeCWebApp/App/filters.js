// Filters for those who do not type. Each is a term of the text in the box, which alone says what is asked for. Terms that
// no filter can show are listed as they are written.

import { ask } from "./api.js";
import { palette } from "./colors.js";
import { spanOf, termOf } from "./dates.js";
import { find, icon, make } from "./dom.js";
import { go, here, settle } from "./navigation.js";
import { conditions, put, quoted, required } from "./terms.js";

const panel = find("#filters");
const button = find("#filter");
const box = find("#search").elements.q;
const text = () => box.value.trim();

const stars = [["5", "5 stars"], ...[4, 3, 2, 1].map((count) => [`>=${count}`, `${count} ${count > 1 ? "stars" : "star"} or more`]),
  ["0", "No stars"], ["rejected", "Rejected"]];
const kinds = [["video", "Films"], ["jpeg", "JPEG"], ["heic", "HEIC"], ["raw", "Raw"], ["png", "PNG"], ["tiff", "TIFF"], ["webp", "WebP"],
  ["avif", "AVIF"], ["gif", "GIF"], ["jxl", "JPEG XL"], ["jp2", "JPEG 2000"], ["bmp", "BMP"]];
const shapes = [["landscape", "Landscape"], ["portrait", "Portrait"], ["square", "Square"], ["panorama", "Panorama"]];

/** Those terms of a field that can be shown, of which the first is. */
const said = (field, canShow) => required(text()).filter((term) => term.field === field && canShow(term)).slice(0, 1);

const change = (terms, term) => search(put(text(), terms()[0], term));

const dateTerms = () => said("date", ({ values }) => values.length === 1 && spanOf(values[0]));
const colorTerms = (name) => said("color", ({ values }) => values.length === 1 && values[0].toLowerCase() === name);

/** What is no condition of a single photo. */
const ofTheSearch = ["sort", "fits", "like"];

/** Each with its `element`, the `terms` that it shows, and `update`, which has it show what the box says. */
const filters = [
  dates(), words("place", "Place"), words("camera", "Camera"), words("in", "Folder"),
  choice("rating", "Rating", stars), choice("type", "Kind", kinds), choice("shape", "Shape", shapes), colors(),
];
filters.push(others([...filters]));
const clear = make("button", { type: "button", class: "button", onclick: clearAll }, "Clear filters");

export function startFilters() {
  panel.append(...filters.map(({ element }) => element), clear);
  panel.addEventListener("toggle", ({ newState }) => {
    button.setAttribute("aria-expanded", newState === "open");
    if (newState === "open") for (const { suggest } of filters) suggest?.();
  });
}

/** Has the filters show what the box says. */
export function showFilters() {
  for (const { update } of filters) update();
  const count = filters.flatMap(({ terms }) => terms()).length;
  button.setAttribute("aria-label", count > 0 ? `Filters: ${count} in use` : "Filters");
  button.classList.toggle("used", count > 0);
}

function clearAll() {
  const terms = filters.flatMap((filter) => filter.terms()).toSorted((one, other) => other.start - one.start);
  search(terms.reduce((rest, term) => put(rest, term, ""), text()));
}

function search(query) {
  settle();
  go({ query: { ...here().query, text: query, all: false } });
}

function dates() {
  const changed = ({ target }) => {
    // While a year is typed, it begins with zeros.
    if (!target.value || target.value >= "1000") change(dateTerms, termOf(from.value, to.value));
  };
  const [from, to] = ["From", "To"].map((name) =>
    make("input", { type: "date", "aria-label": name, max: "9999-12-31", onchange: changed }));
  const update = () => {
    const [first, last] = spanOf(dateTerms()[0]?.values[0] ?? "") ?? ["", ""];
    set(from, first);
    set(to, last);
  };
  const element = make("fieldset", { class: "dates" }, make("legend", {}, "Taken"), from, make("span", {}, "to"), to);
  return { element, terms: dateTerms, update };
}

/** A field of text, with what the library has in it. */
function words(field, label) {
  const terms = () => said(field, ({ values }) => values.length === 1);
  const known = make("datalist", { id: `filter-${field}` });
  const changed = () => change(terms, input.value.trim() && `${field}:${quoted(input.value.trim())}`);
  const input = make("input", {
    type: "text", list: known.id, placeholder: "Any", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    onchange: changed,
  });
  const suggest = async () => {
    const { suggestions } = await ask(`/api/suggest?q=${field}:&top=50`).catch(() => ({ suggestions: [] }));
    known.replaceChildren(...suggestions.flatMap(({ text: term }) => required(term)).map(({ values }) =>
      make("option", { value: values[0] })));
  };
  const update = () => set(input, terms()[0]?.values[0] ?? "");
  return { element: make("label", { class: "field" }, label, input, known), terms, suggest, update };
}

/** One of a few values; another one that the box has joins them. */
function choice(field, label, values) {
  const terms = () => said(field, () => true);
  const usual = make("select", { onchange: () => change(terms, usual.value && `${field}:${usual.value}`) });
  const update = () => {
    const [term] = terms();
    const value = term ? text().slice(term.start, term.end).replace(/^.*?[:：]/u, "") : "";
    const isOther = value && values.every(([known]) => known !== value);
    usual.replaceChildren(...[["", "Any"], ...values, ...(isOther ? [[value, value]] : [])].map(([one, name]) =>
      make("option", { value: one }, name)));
    usual.value = value;
  };
  return { element: make("label", { class: "field" }, label, usual), terms, update };
}

/** Colours, all of which a photo has to have. */
function colors() {
  const swatches = palette.map(([name, color]) => {
    const input = make("input", {
      type: "checkbox", class: "covered", "aria-label": name,
      onchange: () => change(() => colorTerms(name), input.checked ? `color:${name}` : ""),
    });
    const swatch = make("label", { title: name }, input, make("span"));
    swatch.style.setProperty("--swatch", color);
    return { input, name, swatch };
  });
  const update = () => { for (const { input, name } of swatches) input.checked = colorTerms(name).length > 0; };
  return {
    element: make("fieldset", { class: "colors" }, make("legend", {}, "Colour"), ...swatches.map(({ swatch }) => swatch)),
    terms: () => swatches.flatMap(({ name }) => colorTerms(name)), update,
  };
}

/** All other conditions, each with a button that takes it away. */
function others(shown) {
  const terms = () => {
    const known = new Set(shown.flatMap((filter) => filter.terms()).map(({ start }) => start));
    return conditions(text()).filter(({ field, start }) => !ofTheSearch.includes(field) && !known.has(start));
  };
  const list = make("ul", { class: "chips" });
  const element = make("fieldset", { class: "others" }, make("legend", {}, "Also asked for"), list);
  const chip = (term) => {
    const written = text().slice(term.start, term.end);
    const label = `Leave out ${written}`;
    const onclick = () => {
      change(() => [term], "");
      (find("button", list) ?? clear).focus();
    };
    return make("li", {}, make("span", {}, written),
      make("button", { type: "button", class: "quiet", "aria-label": label, title: label, onclick }, icon("close")));
  };
  const update = () => {
    list.replaceChildren(...terms().map(chip));
    element.hidden = list.childElementCount === 0;
  };
  return { element, terms, update };
}

/** What somebody is typing stays. */
function set(input, value) {
  if (document.activeElement !== input) input.value = value;
}
