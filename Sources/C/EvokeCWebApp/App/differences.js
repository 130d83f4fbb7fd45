// Where two versions of a picture differ. One is shifted a little to align with the other; neither is rotated or
// stretched.

import { thumbnail } from "./api.js";

/** Pixels of the long side that is compared, and of the side of a marked square. */
const side = 640;
const cell = 4;
/** The least difference of a square in one color channel, of 255: compression causes smaller ones. */
const level = 18;
/** If a larger share differs, the two are not versions of one picture, or not aligned. */
const most = 0.5;
/** The farthest shift, as a share of the long side. */
const farthest = 0.04;

/**
 * How the other picture differs from the first: the `share` of squares that differ, and a canvas with a pixel for each square
 * of the other. If they cannot be aligned, there is no canvas, and `why` gives the reason.
 */
export async function compare(first, other) {
  const shapes = [first, other].map(({ width, height }) => (width && height ? width / height : NaN));
  if (!(Math.abs(Math.log(shapes[0] / shapes[1])) < 0.015)) return { why: "it has a different shape" };
  const long = Math.min(side, ...[first, other].map(({ width, height }) => Math.max(width, height)));
  const scale = long / Math.max(other.width, other.height);
  const [width, height] = [other.width, other.height].map((length) => Math.max(cell, Math.round(length * scale)));
  const [one, two] = await Promise.all([pixels(first, width, height), pixels(other, width, height)]);
  const shift = best(one, two, width, height);
  return squares(one, two, width, height, shift);
}

async function pixels(photo, width, height) {
  const image = new Image();
  image.src = thumbnail(photo, side);
  await image.decode();
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, width, height);
  return context.getImageData(0, 0, width, height).data;
}

/** The shift, in pixels, that best aligns the second with the first: first to four pixels, then exact. */
function best(one, two, width, height) {
  const far = Math.floor(Math.max(width, height) * farthest);
  let found = search(one, two, width, height, { x: 0, y: 0 }, far, 4);
  found = search(one, two, width, height, found, 4, 1);
  return found;
}

function search(one, two, width, height, around, far, step) {
  let least = { ...around, error: Infinity };
  for (let y = around.y - far; y <= around.y + far; y += step) {
    for (let x = around.x - far; x <= around.x + far; x += step) {
      const error = apart(one, two, width, height, x, y) + (Math.abs(x) + Math.abs(y)) * 1e-6;
      if (error < least.error) least = { x, y, error };
    }
  }
  return least;
}

/** The mean difference of green, at points of a grid. */
function apart(one, two, width, height, dx, dy) {
  const raster = 8;
  let [sum, count] = [0, 0];
  for (let y = Math.max(0, -dy); y < Math.min(height, height - dy); y += raster) {
    for (let x = Math.max(0, -dx); x < Math.min(width, width - dx); x += raster) {
      sum += Math.abs(one[((y + dy) * width + x + dx) * 4 + 1] - two[(y * width + x) * 4 + 1]);
      count += 1;
    }
  }
  return sum / Math.max(1, count);
}

function squares(one, two, width, height, { x: dx, y: dy }) {
  const [across, down] = [Math.floor(width / cell), Math.floor(height / cell)];
  const canvas = new OffscreenCanvas(across, down);
  const context = canvas.getContext("2d");
  const marks = context.createImageData(across, down);
  let [compared, differing] = [0, 0];
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      const difference = mean(one, two, width, height, column * cell, row * cell, dx, dy);
      if (difference === null) continue;
      compared += 1;
      if (difference < level) continue;
      differing += 1;
      marks.data.set([255, 0, 200, 190], (row * across + column) * 4);
    }
  }
  const share = compared ? differing / compared : 1;
  if (share > most) return { why: "it is a different shot, or rotated or cropped", share };
  context.putImageData(marks, 0, 0);
  return { share, canvas };
}

/** The largest mean difference of a square in a color channel; null outside the other picture. */
function mean(one, two, width, height, left, top, dx, dy) {
  if (left + dx < 0 || top + dy < 0 || left + dx + cell > width || top + dy + cell > height) return null;
  const sums = [0, 0, 0];
  for (let y = top; y < top + cell; y++) {
    for (let x = left; x < left + cell; x++) {
      const [a, b] = [((y + dy) * width + x + dx) * 4, (y * width + x) * 4];
      for (let color = 0; color < 3; color++) sums[color] += one[a + color] - two[b + color];
    }
  }
  return Math.max(...sums.map(Math.abs)) / cell ** 2;
}
