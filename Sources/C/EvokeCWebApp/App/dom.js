// Elements are created, not parsed from markup, so no file name can become HTML.

export const find = (selector, within = document) => within.querySelector(selector);

/** An element with attributes and children; `onclick` and other `on...` add listeners. */
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

/** An icon from icons.svg. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `/icons.svg#${name}`);
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  svg.append(use);
  return svg;
}

/** Shows an error and its remedy. */
export function trouble(error) {
  return make("div", { class: "trouble", role: "alert" },
    make("p", {}, make("strong", {}, error.message)), error.remedy ? make("p", {}, error.remedy) : null);
}
