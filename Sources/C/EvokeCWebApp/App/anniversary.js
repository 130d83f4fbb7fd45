// "On this day": a link to photos from this day in earlier years, shown above all photos.

import { emptyQuery, write } from "./address.js";
import { find } from "./dom.js";
import { photos } from "./words.js";

const link = find("#this-day");

/** The query for it, by the browser's clock. */
export function onThisDay(now = new Date()) {
  const [month, day] = [now.getMonth() + 1, now.getDate()].map((number) => String(number).padStart(2, "0"));
  return `day:${month}-${day} date:..${now.getFullYear() - 1}`;
}

export function showThisDay({ thisDay, days }) {
  find("#to-years").hidden = !thisDay || !days.some(({ date }) => date);
  link.hidden = !thisDay?.total;
  if (link.hidden) return;
  link.href = write({ query: { ...emptyQuery, text: thisDay.query } });
  const years = [thisDay.days.at(-1), thisDay.days[0]].map(({ date }) => date.slice(0, 4));
  link.title = `${photos(thisDay.total)} from ${[...new Set(years)].join(" to ")}`;
}
