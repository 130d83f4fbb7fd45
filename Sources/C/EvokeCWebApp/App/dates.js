// Values of `date:`, and their first and last day.

const written = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/;

/** The first and last day of "2019", "2019-05-02..2020" or "2019.."; empty at an open end, null for other dates. */
export function spanOf(value) {
  const [from, to = from] = value.split("..");
  const span = [from && first(from), to && last(to)];
  return value && span.every((day) => day !== null) ? span : null;
}

/** The value for a range of days, each of which may be empty. */
export const valueOf = (from, to) => (from === to ? from : `${from}..${to}`);

function first(date) {
  const [, year, month = "01", day = "01"] = date.match(written) ?? [];
  return year ? `${year}-${month}-${day}` : null;
}

function last(date) {
  const [, year, month, day] = date.match(written) ?? [];
  if (!year) return null;
  if (day) return date;
  // The day before the first of the next month.
  const end = new Date(0);
  end.setUTCFullYear(Number(year), Number(month ?? 12), 0);
  return end.toISOString().slice(0, 10);
}
