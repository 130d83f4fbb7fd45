// Reads the outlines of land and countries from the server's file (Tools/places/README.md), and draws them.

const units = 2 ** 19;
const levels = 4;

/** Parses the file into {coasts, borders, names}. */
export function readOutlines(bytes) {
  let at = 8;
  if (new TextDecoder().decode(bytes.subarray(0, at)) !== "EvokeOl1") throw new Error("no outlines");
  const number = () => {
    let [value, shift] = [0, 0];
    for (;;) {
      const byte = bytes[at++];
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
      shift += 7;
    }
  };
  const signed = () => {
    const value = number();
    return value % 2 ? -(value + 1) / 2 : value / 2;
  };
  const lines = () => Array.from({ length: number() }, () => {
    const seen = bytes[at++];
    const count = number();
    const points = new Int32Array(2 * count);
    let [x, y] = [0, 0];
    for (let one = 0; one < count; one++) {
      points[2 * one] = x += signed();
      points[2 * one + 1] = y += signed();
    }
    const counts = bytes.subarray(at, at += Math.ceil(count / 4));
    return new Line(seen, points, counts);
  });
  const [coasts, borders] = [lines(), lines()];
  const regions = new Intl.DisplayNames("en", { type: "region" });
  const names = Array.from({ length: number() }, () => {
    const code = String.fromCharCode(bytes[at++], bytes[at++]);
    return { name: regions.of(code), x: number() / units, y: number() / units, zoom: bytes[at++] / 10 };
  });
  return { coasts, borders, names: names.toSorted((one, other) => one.zoom - other.zoom) };
}

class Line {
  #points;
  #counts;
  #byLevel = [];

  constructor(seen, points, counts) {
    this.seen = seen;
    this.#points = points;
    this.#counts = counts;
    [this.left, this.top, this.right, this.bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let at = 0; at < points.length; at += 2) {
      this.left = Math.min(this.left, points[at]);
      this.right = Math.max(this.right, points[at]);
      this.top = Math.min(this.top, points[at + 1]);
      this.bottom = Math.max(this.bottom, points[at + 1]);
    }
  }

  /** The points at a level of detail. */
  at(level) {
    if (level === levels - 1) return this.#points;
    return this.#byLevel[level] ??= this.#points.filter((_, at) => ((this.#counts[at >> 3] >> (2 * ((at >> 1) & 3))) & 3) <= level);
  }
}

/**
 * Draws the visible part: land, then lines, then names of countries, except names that would overlap areas in `taken`:
 * {left, top, half, high}.
 */
export function drawOutlines(context, view, outlines, colors, taken) {
  const { width, height, scale } = view;
  const { land, coast, border } = paths(view, outlines);
  context.fillStyle = colors.land;
  context.fill(land, "evenodd");
  // Antarctica continues below the map.
  const foot = height / 2 + (1 - view.y) * scale;
  if (foot < height) context.fillRect(0, foot - 1, width, height - foot + 1);
  context.lineJoin = "round";
  context.lineWidth = 1;
  context.strokeStyle = colors.border;
  context.stroke(border);
  context.strokeStyle = colors.coast;
  context.stroke(coast);
  nameCountries(context, view, outlines.names, colors, [...taken]);
}

/** Paths of what is near the window, in pixels. The map repeats to the left and right. */
function paths(view, { coasts, borders }) {
  const { width, height, scale, zoom } = view;
  const level = Math.max(0, Math.min(levels - 1, Math.ceil((zoom - 2) / 2)));
  const factor = scale / units;
  const [land, coast, border] = [new Path2D(), new Path2D(), new Path2D()];
  const [first, last] = [-1, 1].map((side) => Math.floor(view.x + (side * width) / 2 / scale));
  for (let copy = first; copy <= last; copy++) {
    const [dx, dy] = [width / 2 + (copy - view.x) * scale, height / 2 - view.y * scale];
    const margin = 20;
    const window = {
      left: (-margin - dx) / factor, right: (width + margin - dx) / factor,
      top: (-margin - dy) / factor, bottom: (height + margin - dy) / factor,
    };
    const isNear = (line) => line.seen <= level && line.left <= window.right && line.right >= window.left
      && line.top <= window.bottom && line.bottom >= window.top;
    for (const line of coasts.filter(isNear)) {
      fill(land, clipped(line.at(level), window), factor, dx, dy);
      trace(coast, line.at(level), window, factor, dx, dy);
    }
    for (const line of borders.filter(isNear)) trace(border, line.at(level), window, factor, dx, dy);
  }
  return { land, coast, border };
}

function fill(path, points, factor, dx, dy) {
  if (points.length < 6) return;
  path.moveTo(points[0] * factor + dx, points[1] * factor + dy);
  for (let at = 2; at < points.length; at += 2) path.lineTo(points[at] * factor + dx, points[at + 1] * factor + dy);
  path.closePath();
}

/** Adds the parts of a line near the window, without cuts along the edge of the world, which are not coasts. */
function trace(path, points, { left, right, top, bottom }, factor, dx, dy) {
  let isDown = false;
  for (let at = 2; at < points.length; at += 2) {
    const [x, y, toX, toY] = [points[at - 2], points[at - 1], points[at], points[at + 1]];
    const isAway = (x < left && toX < left) || (x > right && toX > right) || (y < top && toY < top) || (y > bottom && toY > bottom);
    const isEdge = (x === toX && (x <= 0 || x >= units)) || (y === toY && y >= units);
    if (isAway || isEdge) {
      isDown = false;
      continue;
    }
    if (!isDown) path.moveTo(x * factor + dx, y * factor + dy);
    path.lineTo(toX * factor + dx, toY * factor + dy);
    isDown = true;
  }
}

/** Clips a closed line to the window, one side after the other (Sutherland and Hodgman). */
function clipped(points, { left, right, top, bottom }) {
  let rest = points;
  for (const [axis, limit, sign] of [[0, left, 1], [0, right, -1], [1, top, 1], [1, bottom, -1]]) {
    const kept = [];
    const count = rest.length;
    for (let at = 0; at < count; at += 2) {
      const before = at === 0 ? count - 2 : at - 2;
      const here = (rest[at + axis] - limit) * sign;
      const there = (rest[before + axis] - limit) * sign;
      if (here >= 0 !== there >= 0) {
        const share = there / (there - here);
        kept.push(rest[before] + (rest[at] - rest[before]) * share, rest[before + 1] + (rest[at + 1] - rest[before + 1]) * share);
      }
      if (here >= 0) kept.push(rest[at], rest[at + 1]);
    }
    rest = kept;
  }
  return rest;
}

function nameCountries(context, view, names, { label, halo }, taken) {
  const { zoom, width, height } = view;
  if (zoom > 9) return;
  context.font = '600 11px system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif';
  context.letterSpacing = "1.5px";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineWidth = 3;
  [context.strokeStyle, context.fillStyle] = [halo, label];
  for (const { name, x, y, zoom: from } of names) {
    if (from > zoom + 0.6) break;
    const { left, top } = view.point(x, y);
    const text = name.toUpperCase();
    const half = context.measureText(text).width / 2 + 6;
    const isOut = left + half < 0 || left - half > width || top < -10 || top > height + 10;
    if (isOut || taken.some((one) => Math.abs(one.left - left) < one.half + half && Math.abs(one.top - top) < (one.high ?? 18))) continue;
    taken.push({ left, top, half });
    context.strokeText(text, left, top);
    context.fillText(text, left, top);
  }
  context.letterSpacing = "0px";
}
