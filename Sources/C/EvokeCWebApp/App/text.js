// The text in a photo as a transparent layer of real text over the picture, so it can be selected, copied, searched, and read
// aloud. Only its marks are visible.

import { find, make } from "./dom.js";

/** A line of text, with the words of the search marked. */
export const textLine = ({ text, script, written = [{ text }] }) => make("div", { dir: "auto", lang: `und-${script}` },
  ...written.map(({ text: piece, marked }) => (marked ? make("mark", {}, piece) : piece)));

export class TextLayer {
  #lines = [];
  /** The size of the picture in whose pixels boxes are measured, and the size of the layer. */
  #size = { width: 1, height: 1 };
  #shown = { width: 1, height: 1 };
  #zoom = 1;

  constructor(element) {
    this.element = element;
    this.list = find(".lines", element);
    // A mouse or pen on text selects it and does not move the picture. Fingers move it, and select with a long press.
    element.addEventListener("pointerdown", (event) => { if (event.pointerType !== "touch") event.stopPropagation(); });
    element.addEventListener("mousedown", (event) => this.#select(event));
  }

  get isEmpty() {
    return this.#lines.length === 0;
  }

  get text() {
    return this.#lines.map(({ text }) => text).join("\n");
  }

  /** Shows lines; there may be none. */
  show({ lines, width = 1, height = 1 }) {
    this.#lines = lines;
    this.#size = { width, height };
    this.element.hidden = this.isEmpty;
    find(".shade", this.element).setAttribute("viewBox", `0 0 ${width} ${height}`);
    find(".shade g", this.element).replaceChildren(...lines.map(({ box }) => hole(box)));
    const elements = lines.map(textLine);
    this.list.replaceChildren(...elements);
    this.#fit();
    const sizes = elements.map(({ offsetWidth, offsetHeight }) => [offsetWidth || 1, offsetHeight || 1]);
    for (const [at, { style }] of elements.entries()) {
      style.transform = into(lines[at].box, ...sizes[at]);
      style.setProperty("--shrunk", shrunk(lines[at].box, sizes[at][1]));
    }
  }

  /** Takes the picture's size and zoom; edges of marks keep their width. */
  fit(shown, zoom) {
    this.#shown = shown;
    this.#zoom = zoom;
    this.#fit();
  }

  selectAll() {
    getSelection().selectAllChildren(this.list);
  }

  /**
   * Selects up to the mouse until its button is released. Browsers lose the selection between lines, since they look for
   * lines where they would be without transforms.
   */
  #select(event) {
    if (event.button !== 0 || event.detail > 1 || event.shiftKey) return;
    event.preventDefault();
    getSelection().collapse(...this.#nearest(event));
    const dragging = new AbortController();
    addEventListener("mousemove", (moved) => {
      if (moved.buttons & 1 && !this.isEmpty) getSelection().extend(...this.#nearest(moved));
      else dragging.abort();
    }, dragging);
  }

  /** The text node and offset nearest to the mouse. */
  #nearest({ clientX, clientY }) {
    const { left, top, width, height } = this.element.getBoundingClientRect();
    const [across, down] = [width / this.#size.width, height / this.#size.height];
    const point = [(clientX - left) / across, (clientY - top) / down];
    let best = { distance: Infinity };
    for (const [at, { box }] of this.#lines.entries()) {
      const place = inside(box, point);
      if (place.distance < best.distance) best = { ...place, element: this.list.children[at] };
    }
    const { offsetNode, offset } = document.caretPositionFromPoint?.(left + best.x * across, top + best.y * down) ?? {};
    // Another line or a button may cover it.
    if (best.element.contains(offsetNode)) return [offsetNode, offset];
    return [best.element, best.along < 0.5 ? 0 : best.element.childNodes.length];
  }

  /** Lines are laid out in the picture's own pixels and scaled with it. */
  #fit() {
    const [across, down] = [this.#shown.width / this.#size.width, this.#shown.height / this.#size.height];
    this.list.style.transform = `scale(${across}, ${down})`;
    this.list.style.setProperty("--scale", across * this.#zoom);
  }
}

/** The origin of a box, and the vectors along its line and down. Text in mirrored boxes is not mirrored. */
function sides([start, end, belowEnd, belowStart]) {
  const isMirrored = (end[0] - start[0]) * (belowStart[1] - start[1]) < (end[1] - start[1]) * (belowStart[0] - start[0]);
  const [origin, right, below] = isMirrored ? [end, start, belowEnd] : [start, end, belowStart];
  const from = ([x, y]) => [x - origin[0], y - origin[1]];
  return { origin, along: from(right), down: from(below) };
}

/** The transform of an element into a box, which may be rotated. */
function into(box, width, height) {
  const { origin, along, down } = sides(box);
  return `matrix(${[...along.map((part) => part / width), ...down.map((part) => part / height), ...origin].join(", ")})`;
}

/** The height of an element relative to its box. */
const shrunk = (box, height) => height / (Math.hypot(...sides(box).down) || 1);

const within = (share) => Math.min(0.999, Math.max(0.001, share));

/** The point on a line's center nearest to another point, how far along it is, and the distance to the box. */
function inside(box, [x, y]) {
  const { origin, along, down } = sides(box);
  const [dx, dy] = [x - origin[0], y - origin[1]];
  // Avoid division by zero in empty boxes.
  const area = along[0] * down[1] - along[1] * down[0] || 1;
  const [across, below] = [within((dx * down[1] - dy * down[0]) / area), within((along[0] * dy - along[1] * dx) / area)];
  const at = (share) => [0, 1].map((axis) => origin[axis] + across * along[axis] + share * down[axis]);
  const [nearX, nearY] = at(below);
  const [middleX, middleY] = at(0.5);
  return { x: middleX, y: middleY, along: across, distance: Math.hypot(x - nearX, y - nearY) };
}

/** The part of the shade that is cut out. */
function hole(box) {
  const polygon = document.createElementNS("http://www.w3.org/2000/svg", "polygon");
  polygon.setAttribute("points", box.map((corner) => corner.join(",")).join(" "));
  return polygon;
}
