// The world as Mercator draws it: a square whose sides are 1, from 180° west and 85° north. Views of it, in pixels.

const tile = 256;
const metersAround = 40_075_016.686;
export const closest = 19;
/** The width of the buttons at the right, with their margins, in pixels. */
const buttons = 72;
/** The space that thumbnails need at both sides, in pixels. */
const leastSpace = 68;

export const across = (longitude) => (longitude + 180) / 360;

export function down(latitude) {
  const sine = Math.sin((Math.max(-85.0511, Math.min(85.0511, latitude)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

export const longitude = (x) => (((x % 1) + 1) % 1) * 360 - 180;
export const latitude = (y) => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;

/** Parses a box as queries have it: "south,west..north,east". */
export function boxOf(text) {
  const [south, west, north, east] = text.split(/,|\.\./).map(Number);
  return { south, west, north, east };
}

/** Writes a box for queries, with a precision of about a meter. */
export function textOf({ south, west, north, east }) {
  const [s, w, n, e] = [south, west, north, east].map((degrees) => Number(degrees.toFixed(5)));
  return `${s},${w}..${n},${e}`;
}

/** The visible part of the world: its center, its zoom level, and the size of the window on it. */
export class View {
  x = 0.5;
  y = 0.5;
  zoom = 1;
  width = 1;
  height = 1;

  /** The width of the world in pixels. */
  get scale() { return tile * 2 ** this.zoom; }
  /** The least zoom level: the world fills the window's width and most of its height. */
  get least() { return Math.log2(Math.max(this.width, 0.75 * this.height) / tile); }
  get metersPerPixel() { return (metersAround * Math.cos((latitude(this.y) * Math.PI) / 180)) / this.scale; }

  set({ x = this.x, y = this.y, zoom = this.zoom }) {
    this.zoom = Math.max(this.least, Math.min(closest, zoom));
    this.x = ((x % 1) + 1) % 1;
    const room = this.height / 2 / this.scale;
    this.y = Math.max(Math.min(room, 1 - room), Math.min(Math.max(room, 1 - room), y));
  }

  /** Where a point of the world is in the window; of its copies, the one nearest to the center. */
  point(x, y) {
    let dx = x - this.x;
    dx -= Math.round(dx);
    return { left: this.width / 2 + dx * this.scale, top: this.height / 2 + (y - this.y) * this.scale };
  }

  /** Whether a point of the window is visible. */
  sees({ left, top }) {
    return left >= 0 && top >= 0 && left <= this.width && top <= this.height;
  }

  /** The point of the world at a point of the window. */
  at(left, top) {
    return { x: this.x + (left - this.width / 2) / this.scale, y: this.y + (top - this.height / 2) / this.scale };
  }

  /** The position after zooming, with a point of the window kept in place. */
  zoomed(zoom, left = this.width / 2, top = this.height / 2) {
    const wanted = Math.max(this.least, Math.min(closest, zoom));
    const kept = this.at(left, top);
    const scale = tile * 2 ** wanted;
    return { x: kept.x - (left - this.width / 2) / scale, y: kept.y - (top - this.height / 2) / scale, zoom: wanted };
  }

  /** The box between two points of the window. */
  box(left, top, right, bottom) {
    const [from, to] = [this.at(left, top), this.at(right, bottom)];
    const isAll = to.x - from.x >= 1;
    const [south, north] = [to.y, from.y].map((y) => latitude(Math.max(0, Math.min(1, y))));
    return {
      south: to.y >= 1 ? -90 : south, north: from.y <= 0 ? 90 : north,
      west: isAll ? -180 : longitude(from.x), east: isAll ? 180 : longitude(to.x),
    };
  }

  /** The position that shows a whole box with a margin, wider at the right because of the buttons. */
  fitting({ south, west, north, east }, room = 70, most = 15) {
    const wide = across(east < west ? east + 360 : east) - across(west);
    const [top, bottom] = [down(north), down(south)];
    const fits = (size, part) => Math.log2(Math.max(40, size - 2 * room) / tile / Math.max(part, 1e-9));
    const zoom = Math.min(most, fits(this.width, wide), fits(this.height, bottom - top));
    const scale = tile * 2 ** Math.max(this.least, zoom);
    const aside = Math.max(0, Math.min(buttons, this.width - wide * scale - leastSpace)) / 2;
    return { x: across(west) + wide / 2 + aside / scale, y: (top + bottom) / 2, zoom };
  }
}

/** The smallest box around several; it may cross the 180th meridian. */
export function around(boxes) {
  const south = Math.min(...boxes.map((box) => box.south));
  const north = Math.max(...boxes.map((box) => box.north));
  const sorted = boxes.toSorted((one, other) => one.west - other.west);
  let [reach, gap, west, east] = [sorted[0].east, 0, sorted[0].west, -Infinity];
  for (const box of sorted) {
    if (box.west - reach > gap) [gap, west, east] = [box.west - reach, box.west, reach];
    reach = Math.max(reach, box.east);
  }
  const isShorter = gap > sorted[0].west + 360 - reach;
  return isShorter ? { south, north, west, east } : { south, north, west: sorted[0].west, east: reach };
}
