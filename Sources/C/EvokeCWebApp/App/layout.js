// Lays out photos in rows of the same width, each as high as its photos need to be shown whole.

const flattest = 3.2;
const tallest = 0.45;
/** The most height of the last row in a block that continues, relative to the wanted height. */
const highest = 1.5;

/** The assumed aspect ratio of a photo that has not loaded. */
export const usual = 1.4;

/** The aspect ratio, within limits. */
export function ratio({ width, height }) {
  return width && height ? Math.min(flattest, Math.max(tallest, width / height)) : 1;
}

/**
 * Rows as {first, count, top, height}, and their total height. The last row keeps the wanted height, unless the photos go on
 * in the next block: then it is as wide as the others.
 */
export function layout(ratios, { width, gap, wanted, goesOn = false }) {
  const rows = [];
  let top = 0;
  let first = 0;
  let sum = 0;

  const finish = (end, isLast) => {
    const room = width - gap * (end - first - 1);
    const height = isLast ? Math.min(wanted, room / sum) : room / sum;
    rows.push({ first, count: end - first, top, height });
    top += height + gap;
    first = end;
    sum = 0;
  };

  const heightWith = (end, ratioSum) => (width - gap * (end - first - 1)) / ratioSum;

  for (let index = 0; index < ratios.length; index++) {
    const wider = sum + ratios[index];
    if (sum > 0 && heightWith(index + 1, wider) < wanted) {
      // The row is full: end it before or after this photo, whichever is closer to the wanted height.
      const after = wanted / heightWith(index + 1, wider);
      const before = heightWith(index, sum) / wanted;
      if (before <= after) {
        finish(index, false);
        sum = ratios[index];
      } else {
        sum = wider;
        finish(index + 1, false);
      }
    } else {
      sum = wider;
    }
  }
  if (first < ratios.length) {
    if (goesOn && heightWith(ratios.length, sum) > wanted * highest && rows.length > 0) {
      // Too few for a row: they join the row before.
      const last = rows.pop();
      [first, top] = [last.first, last.top];
      sum = ratios.slice(first).reduce((all, one) => all + one, 0);
    }
    finish(ratios.length, !goesOn);
  }
  return { rows, height: Math.max(0, top - gap) };
}

/** The index of the first row that ends below a height. */
export function rowAt(rows, height) {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle].top + rows[middle].height < height) low = middle + 1;
    else high = middle;
  }
  return low;
}
