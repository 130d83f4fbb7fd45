// The text in a photo, over its picture: real text, so it is selected, copied, looked for in the page and heard as on any
// page. Nobody sees it but by its marks: what is seen is the picture.

import { find, make } from "./dom.js";

/** A line that was read; the words of the question are marked in it. */
export const textLine = ({ text, script, written = [{ text }] }) => make("div", { dir: "auto", lang: `und-${script}` },
  ...written.map(({ text: piece, marked }) => (marked ? make("mark", {}, piece) : piece)));

export class TextLayer {
  #lines = [];
  /** Of the picture in whose pixels the boxes are, and of the layer. */
  #size = { width: 1, height: 1 };
  #shown = { width: 1, height: 1 };
  #zoom = 1;

  constructor(element) {
    this.element = element;
    this.list = find(".lines", element);
    // A mouse or a pen on text selects, and moves no picture. Fingers move it, and select what they are held on.
    element.addEventListener("pointerdown", (event) => { if (event.pointerType !== "touch") event.stopPropagation(); });
    element.addEventListener("mousedown", (event) => this.#select(event));
  }

  get isEmpty() {
    return this.#lines.length === 0;
  }

  /** All of it, as one reads it. */
  get text() {
    return this.#lines.map(({ text }) => text).join("\n");
  }

  /** Shows the lines of an answer, which are none where nothing was read. */
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

  /** How large the picture is, and how far it is zoomed in: edges of marks become no wider by that. */
  fit(shown, zoom) {
    this.#shown = shown;
    this.#zoom = zoom;
    this.#fit();
  }

  selectAll() {
    getSelection().selectAllChildren(this.list);
  }

  /**
   * Selects up to the mouse until it is let go. The browser selects words and lines, but it loses them wherever the mouse
   * is on no line: it looks for the next one where lines would be if nothing had moved them.
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

  /** The node and the offset in it where text is nearest to the mouse. */
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
    // Another line or a button may lie over it.
    if (best.element.contains(offsetNode)) return [offsetNode, offset];
    return [best.element, best.along < 0.5 ? 0 : best.element.childNodes.length];
  }

  /** The lines lie in the picture's own pixels, and are scaled with it. */
  #fit() {
    const [across, down] = [this.#shown.width / this.#size.width, this.#shown.height / this.#size.height];
    this.list.style.transform = `scale(${across}, ${down})`;
    this.list.style.setProperty("--scale", across * this.#zoom);
  }
}

/** Where a box begins, and what leads from there along its line and down; of a mirrored one, the text is not mirrored. */
function sides([start, end, belowEnd, belowStart]) {
  const isMirrored = (end[0] - start[0]) * (belowStart[1] - start[1]) < (end[1] - start[1]) * (belowStart[0] - start[0]);
  const [origin, right, below] = isMirrored ? [end, start, belowEnd] : [start, end, belowStart];
  const from = ([x, y]) => [x - origin[0], y - origin[1]];
  return { origin, along: from(right), down: from(below) };
}

/** What lays an element of that size into a box, which may be turned. */
function into(box, width, height) {
  const { origin, along, down } = sides(box);
  return `matrix(${[...along.map((part) => part / width), ...down.map((part) => part / height), ...origin].join(", ")})`;
}

/** How much lower the box is than an element of that height. */
const shrunk = (box, height) => height / (Math.hypot(...sides(box).down) || 1);

const within = (share) => Math.min(0.999, Math.max(0.001, share));

/** The point in the middle of a line that is nearest to another one: how far along it is, and how far the box is away. */
function inside(box, [x, y]) {
  const { origin, along, down } = sides(box);
  const [dx, dy] = [x - origin[0], y - origin[1]];
  // A box without an area has no inside.
  const area = along[0] * down[1] - along[1] * down[0] || 1;
  const [across, below] = [within((dx * down[1] - dy * down[0]) / area), within((along[0] * dy - along[1] * dx) / area)];
  const at = (share) => [0, 1].map((axis) => origin[axis] + across * along[axis] + share * down[axis]);
  const [nearX, nearY] = at(below);
  const [middleX, middleY] = at(0.5);
  return { x: middleX, y: middleY, along: across, distance: Math.hypot(x - nearX, y - nearY) };
}

/** Where the picture is not shaded. */
function hole(box) {
  const polygon = document.createElementNS("http://www.w3.org/2000/svg", "polygon");
  polygon.setAttribute("points", box.map((corner) => corner.join(",")).join(" "));
  return polygon;
}
