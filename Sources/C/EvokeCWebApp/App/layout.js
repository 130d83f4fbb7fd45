// Photos in rows of one width, each row as high as it takes to show its photos whole.

const flattest = 3.2;
const tallest = 0.45;

/** Width by height, within what a row can bear. */
export function ratio({ width, height }) {
  return width && height ? Math.min(flattest, Math.max(tallest, width / height)) : 1;
}

/** Rows as {first, count, top, height}, and how high they are together. The last row keeps the wanted height. */
export function layout(ratios, { width, gap, wanted }) {
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
      // Full: it ends before or after this photo, whichever comes closer to the wanted height.
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
  if (first < ratios.length) finish(ratios.length, true);
  return { rows, height: Math.max(0, top - gap) };
}

/** The index of the first row that ends below that height. */
export function rowAt(rows, height) {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle].top + rows[middle].height < height) low = middle + 1;
    else high = middle;
  }
  return low;
}
