// Filters for those who do not type. Each one edits a condition of the query in the box.

import { ask } from "./api.js";
import { palette } from "./colors.js";
import { areOfTheBox, conditions, put, required, rewrite } from "./conditions.js";
import { spanOf, valueOf } from "./dates.js";
import { find, make } from "./dom.js";
import { results } from "./search.js";

const panel = find("#filters");
const button = find("#filter");
const told = make("p", { class: "told", role: "alert" });

const stars = [["5", "5 stars"], ...[4, 3, 2, 1].map((count) => [`>=${count}`, `${count} ${count > 1 ? "stars" : "star"} or more`]),
  ["0", "No stars"], ["rejected", "Rejected"]];
const kinds = [["video", "Videos"], ["jpeg", "JPEG"], ["heic", "HEIC"], ["raw", "Raw"], ["png", "PNG"], ["tiff", "TIFF"], ["webp", "WebP"],
  ["avif", "AVIF"], ["gif", "GIF"], ["jxl", "JPEG XL"], ["jp2", "JPEG 2000"], ["bmp", "BMP"]];
const shapes = [["landscape", "Landscape"], ["portrait", "Portrait"], ["square", "Square"], ["panorama", "Panorama"]];
const marks = [["favourite", "Favorites"], ["hidden", "Hidden"]];
const orders = [["newest", "Newest first"], ["oldest", "Oldest first"], ["name", "By name"]];

/** Without `sort:`, the present order stands for the default, so it is not listed twice. */
const usualOrder = (value) => (value ? "Default" : [["best", "Best first"], ...orders].find(([order]) => order === results.order)[1]);

/** Fields that are not about single photos, and so are not counted as filters. */
const ofTheSearch = ["sort", "fits", "like"];

let isBrought = false;
/** How many edits are under way. Until the last one ends, the fields show what was chosen. */
let edits = 0;

const dateCondition = () => required("date").find(({ values }) => values.length === 1 && spanOf(values[0]));
const colorCondition = (name) => required("color").find(({ values }) => values.length === 1 && values[0] === name);

/** Each has its `element`, and `update`, which shows the state of the query. */
const filters = [
  dates(), words("person", "Person"), words("place", "Place"), words("album", "Album"), words("tag", "Tag"), words("camera", "Camera"),
  words("in", "Folder"), words("text", "Text in the photo", true), choice("is", "Marks", "Any", marks), choice("rating", "Rating", "Any", stars),
  choice("type", "Type", "Any", kinds), choice("shape", "Shape", "Any", shapes), colors(),
  // Not a filter: clearing filters leaves it.
  choice("sort", "Sort", usualOrder, orders),
];
const clear = make("button", { type: "button", class: "button", onclick: () => run(rewrite(null, () => ({ clear: true }))) }, "Clear filters");

export function startFilters() {
  panel.append(...filters.map(({ element }) => element), clear, told);
  document.addEventListener("conditions", show);
  show();
  // Suggestions load before the panel opens, so nothing in it moves.
  for (const sign of ["pointerenter", "focus"]) button.addEventListener(sign, bring);
  panel.addEventListener("toggle", ({ newState }) => {
    button.setAttribute("aria-expanded", newState === "open");
    if (newState === "open") bring();
    else isBrought = false;
  });
}

function bring() {
  if (isBrought) return;
  isBrought = true;
  for (const { suggest } of filters) suggest?.();
}

function show() {
  if (edits > 0) return;
  for (const { update } of filters) update();
  const count = conditions().filter(({ field }) => !ofTheSearch.includes(field)).length;
  button.setAttribute("aria-label", count > 0 ? `Filters: ${count} active` : "Filters");
  button.classList.toggle("used", count > 0);
}

/** An invalid query stays as it is, and so do the filters. */
async function run(change) {
  told.textContent = "";
  edits += 1;
  try {
    await change;
  } catch (error) {
    told.textContent = [error.message, error.remedy].join(" ");
  }
  edits -= 1;
  if (told.textContent || areOfTheBox()) show();
}

const change = (field, value, condition) => run(put(field, value, condition));

function dates() {
  const changed = ({ target }) => {
    // A year that is being typed begins with zeros.
    if (!target.value || target.value >= "1000") change("date", valueOf(from.value, to.value), dateCondition());
  };
  const [from, to] = ["From", "To"].map((name) =>
    make("input", { type: "date", "aria-label": name, max: "9999-12-31", onchange: changed }));
  const update = () => {
    const [first, last] = spanOf(dateCondition()?.values[0] ?? "") ?? ["", ""];
    set(from, first);
    set(to, last);
  };
  const element = make("fieldset", { class: "dates" }, make("legend", {}, "Taken"), from, make("span", {}, "to"), to);
  return { element, update };
}

/** A text field with suggestions from the library; hidden if there are none, unless it `isFree`. */
function words(field, label, isFree = false) {
  const shown = () => required(field).find(({ values }) => values.length === 1);
  const known = make("datalist", { id: `filter-${field}` });
  const input = make("input", {
    type: "text", list: known.id, placeholder: "Any", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    onchange: () => change(field, input.value.trim(), shown()),
  });
  const element = make("label", { class: "field" }, label, input, known);
  const suggest = async () => {
    const { suggestions } = await ask(`/api/suggest?field=${field}&top=50`).catch(() => ({ suggestions: [] }));
    // The rest are examples, without a count.
    const values = suggestions.filter(({ kind, count }) => kind === "person" || count !== undefined).map(({ value }) => value);
    known.replaceChildren(...values.map((value) => make("option", { value })));
    offer();
  };
  const offer = () => { element.hidden = !isFree && known.childElementCount === 0 && !shown() && !input.value; };
  const update = () => {
    set(input, shown()?.values[0] ?? "");
    offer();
  };
  return { element, suggest: isFree ? undefined : suggest, update };
}

/** One of a few values, plus the one in the query. `any` stands for none; a function of the present value gives its name. */
function choice(field, label, any, values) {
  const shown = () => required(field)[0];
  const usual = make("select", { onchange: () => change(field, usual.value, shown()) });
  const update = () => {
    const value = shown()?.values.join("|") ?? "";
    const isOther = value && values.every(([known]) => known !== value);
    const none = typeof any === "function" ? any(value) : any;
    usual.replaceChildren(...[["", none], ...values.filter(([, name]) => name !== none), ...(isOther ? [[value, value.replaceAll("|", " or ")]] : [])].map(([one, name]) =>
      make("option", { value: one }, name)));
    usual.value = value;
  };
  return { element: make("label", { class: "field" }, label, usual), update };
}

/** Colors; a photo has to have all that are checked. */
function colors() {
  const swatches = palette.map(([name, color]) => {
    const input = make("input", {
      type: "checkbox", class: "covered", "aria-label": name,
      onchange: () => change("color", input.checked ? name : "", colorCondition(name)),
    });
    const swatch = make("label", { title: name }, input, make("span"));
    swatch.style.setProperty("--swatch", color);
    return { input, name, swatch };
  });
  const update = () => { for (const { input, name } of swatches) input.checked = Boolean(colorCondition(name)); };
  return {
    element: make("fieldset", { class: "colors" }, make("legend", {}, "Color"), ...swatches.map(({ swatch }) => swatch)), update,
  };
}

/** Leaves a field alone while somebody types in it. */
function set(input, value) {
  if (document.activeElement !== input) input.value = value;
}
