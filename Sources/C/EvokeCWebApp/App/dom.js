// Elements are made, not written as markup: whatever a photo is called, it stays text.

export const find = (selector, within = document) => within.querySelector(selector);

/** An element with its attributes and children; `onclick` and its like listen. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== undefined && value !== null && value !== false) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== null));
  return element;
}

/** A drawing from icons.svg. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `/icons.svg#${name}`);
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  svg.append(use);
  return svg;
}

/** A paragraph or two that say what went wrong, and what to do. */
export function trouble(error) {
  return make("div", { class: "trouble", role: "alert" },
    make("p", {}, make("strong", {}, error.message)), error.remedy ? make("p", {}, error.remedy) : null);
}
