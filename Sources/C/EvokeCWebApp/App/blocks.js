// The photos of a result in blocks: a day or a part of it, or a number of the best. Only blocks near the window are laid out
// in rows. The height of the others is estimated, so the whole result has its length from the start.

import { layout, ratio, rowAt, usual } from "./layout.js";

const gap = 4;
const heading = 44;
/** The height of a block's heading: its day, or the number of weaker matches. */
const above = ({ dates, isLess }) => (dates || isLess ? heading : 0);
const most = 100;
/** In pixels. Browsers do not draw much longer pages, so very many photos are shown smaller. */
const longest = 16_000_000;

export class Blocks {
  #all = [];
  #source = null;
  #width = 0;
  #wanted = 0;
  #height = 0;

  /** `source` has a `total`, `days` or null, a `line` or undefined, and `at`. */
  constructor(source, width) {
    this.#source = source;
    this.#width = width;
    this.#wanted = Math.min(210, Math.max(124, width / 5));
    for (const { dates, isLess = false, offset, count } of this.#parts(source)) {
      for (let first = offset; first < offset + count; first += most) {
        this.#all.push({
          first, count: Math.min(most, offset + count - first), named: count, rows: null, missing: true, top: 0, height: 0,
          dates: first === offset ? dates : null, isLess: first === offset && isLess, goesOn: first + most < offset + count,
        });
      }
    }
    for (let turn = 0; turn < 6; turn++) {
      for (const block of this.#all) this.#guess(block);
      this.#stack(0);
      if (this.#height <= longest) break;
      // Rows of half the height hold twice as many photos.
      this.#wanted *= Math.min(0.95, Math.sqrt(longest / this.#height));
    }
  }

  /** Matches, by day if `days` are known, then weaker matches. */
  #parts({ days, total, line }) {
    const fitting = days ? this.#daysOf(days) : [{ dates: null, offset: 0, count: line ?? total }];
    return line ? [...fitting, { dates: null, isLess: true, offset: line, count: total - line }] : fitting;
  }

  /** Days with their first and last date. Days with few photos are joined, up to a row and within a month. */
  #daysOf(days) {
    const few = Math.floor(this.#width / (usual * this.#wanted));
    const parts = [];
    for (const { date, offset, count } of days) {
      const last = parts.at(-1);
      if (last && last.count + count <= few && last.dates[0] && last.dates[0].slice(0, 7) === date?.slice(0, 7)) {
        last.count += count;
        const [first, , final] = [date, ...last.dates].toSorted();
        last.dates = [first, final];
      } else {
        parts.push({ dates: [date, date], offset, count });
      }
    }
    return parts;
  }

  get height() { return this.#height; }
  get width() { return this.#width; }

  /** Lays out the blocks between two heights, as far as their photos are known. Returns whether any changed. */
  open(from, to) {
    let isOther = false;
    let at = rowAt(this.#all, from);
    const first = at;
    for (let top = this.#all[at]?.top; at < this.#all.length && top < to; at++) {
      if (this.#lay(this.#all[at])) isOther = true;
      top += this.#all[at].height;
    }
    if (isOther) this.#stack(first);
    return isOther;
  }

  /** The blocks between two heights. */
  between(from, to) {
    const blocks = [];
    for (let at = rowAt(this.#all, from); this.#all[at]?.top < to; at++) blocks.push(this.#all[at]);
    return blocks;
  }

  of(index) {
    let [low, high] = [0, this.#all.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#all[middle].first <= index) low = middle;
      else high = middle - 1;
    }
    return this.#all[low];
  }

  /** The row of a photo; lays out its block. */
  row(index) {
    const block = this.of(index);
    if (!block) return undefined;
    if (this.#lay(block)) this.#stack(this.#all.indexOf(block));
    const row = block.rows.find(({ first, count }) => index < first + count);
    return { ...row, top: block.top + row.top };
  }

  /** How far down a photo is; an estimate unless its block is laid out. */
  top(index) {
    const block = this.of(index);
    if (!block) return 0;
    const row = block.rows?.find(({ first, count }) => index < first + count);
    return block.top + (row ? row.top : block.height * (index - block.first) / block.count);
  }

  /** The first photo of the first row that ends below that height. */
  indexAt(height) {
    const block = this.#all[Math.min(rowAt(this.#all, height), this.#all.length - 1)];
    if (!block) return 0;
    if (!block.rows) return block.first;
    return block.rows[Math.min(rowAt(block.rows, height - block.top), block.rows.length - 1)].first;
  }

  /** Calls `body` with the index, left edge, and width of each photo in a row. */
  forEach(row, body) {
    let left = 0;
    for (let index = row.first; index < row.first + row.count; index++) {
      const width = this.#ratio(index) * row.height;
      body(index, left, width);
      left += width + gap;
    }
  }

  #ratio(index) {
    const photo = this.#source.at(index);
    return photo ? ratio(photo) : usual;
  }

  #guess(block) {
    const each = usual * this.#wanted + gap;
    const rows = Math.ceil(block.count * each / (this.#width + gap));
    block.height = above(block) + rows * (this.#wanted + gap);
  }

  #lay(block) {
    if (block.rows && !block.missing) return false;
    let missing = 0;
    for (let index = block.first; index < block.first + block.count; index++) {
      if (!this.#source.at(index)) missing += 1;
    }
    if (block.rows && block.missing === missing) return false;
    const ratios = Array.from({ length: block.count }, (_, at) => this.#ratio(block.first + at));
    const { rows, height } = layout(ratios, { width: this.#width, gap, wanted: this.#wanted, goesOn: block.goesOn });
    block.rows = rows.map((row) => ({ ...row, first: row.first + block.first, top: row.top + above(block) }));
    block.height = above(block) + height + gap;
    block.missing = missing;
    return true;
  }

  #stack(from) {
    const before = this.#all[from - 1];
    let top = before ? before.top + before.height : 0;
    for (let at = from; at < this.#all.length; at++) {
      this.#all[at].top = top;
      top += this.#all[at].height;
    }
    this.#height = Math.max(0, top - gap);
  }
}
