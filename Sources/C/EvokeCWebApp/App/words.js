// Numbers, dates, durations, and sizes in words.

const locale = "en";
const whole = new Intl.NumberFormat(locale);
const brief = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
const share = new Intl.NumberFormat(locale, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });

export const number = (value) => whole.format(value);
export const tenths = (value) => brief.format(value);
export const percent = (value) => share.format(value);
export const count = (value, one, many) => `${number(value)} ${value === 1 ? one : many}`;
export const photos = (value) => count(value, "photo", "photos");
export const weakerMatches = (value) => count(value, "weaker match", "weaker matches");

export function bytes(value) {
  for (const [size, unit] of [[1e9, "GB"], [1e6, "MB"], [1e3, "kB"]]) {
    if (value >= size) return `${brief.format(value / size)} ${unit}`;
  }
  return count(value, "byte", "bytes");
}

export function milliseconds(value) {
  return value < 1000 ? `${whole.format(Math.max(1, Math.round(value)))} ms` : `${brief.format(value / 1000)} s`;
}

/** A remaining time. */
export function duration(seconds) {
  if (seconds < 1) return "a moment";
  if (seconds < 90) return count(Math.round(seconds), "second", "seconds");
  if (seconds < 90 * 60) return count(Math.round(seconds / 60), "minute", "minutes");
  return count(Math.round(seconds / 360) / 10, "hour", "hours");
}

/** The day of a point in time, in the browser's time zone. */
export const dayOf = (instant) => new Intl.DateTimeFormat("en-GB", { dateStyle: "long" }).format(new Date(instant));

/** When a photo was taken, in local time of its place; never converted to the browser's time zone. */
export function taken(text) {
  const [, year, month, day, hour, minute] = text.match(/^(\d{4})(?:-(\d\d))?(?:-(\d\d))?(?:T(\d\d):(\d\d))?/) ?? [];
  if (!year) return text;
  const shown = { timeZone: "UTC", year: "numeric" };
  if (month) shown.month = "long";
  if (day) Object.assign(shown, { weekday: "long", day: "numeric" });
  if (hour) Object.assign(shown, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const date = new Date(Date.UTC(2000, (month ?? 1) - 1, day ?? 1, hour ?? 0, minute ?? 0));
  date.setUTCFullYear(Number(year), (month ?? 1) - 1, day ?? 1);
  return new Intl.DateTimeFormat("en-GB", shown).format(date);
}

/** A photo's description for screen readers: its caption, title or name, its date, and its place. */
export function heard({ caption, title, name, taken: date, dated_by_file: isByFile, place_name: where }) {
  return [caption ?? title ?? name, date && !isByFile && taken(date), where].filter(Boolean).join(", ");
}

/** Hours, minutes and seconds. */
function clock(seconds) {
  const all = Math.max(1, Math.round(seconds));
  return [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
}

/** The length of a film: `0:32`, `1:02:03`; empty if it is not known. */
export function playingTime(seconds) {
  if (!seconds) return "";
  const [hours, minutes, rest] = clock(seconds);
  const shown = hours ? [hours, String(minutes).padStart(2, "0")] : [minutes];
  return [...shown, String(rest).padStart(2, "0")].join(":");
}

/** The length of a film for screen readers. */
export function heardPlayingTime(seconds) {
  if (!seconds) return "";
  return clock(seconds).map((value, at) => value && `${value} ${["hour", "minute", "second"][at]}${value === 1 ? "" : "s"}`)
    .filter(Boolean).join(" ");
}

/** For photos whose only date is that of the file. */
const undated = "No date taken; sorted by file date";

/** A range of days, a day, or a date that lacks its day or month. */
export function days(from, to) {
  if (!from) return undated;
  if (from === to) return taken(from);
  const [first, last] = [from, to].map((date) => new Date(`${`${date}-01-01`.slice(0, 10)}T00:00:00Z`));
  return new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", dateStyle: "long" }).formatRange(first, last);
}

/** The month of a date that may be incomplete. */
export function monthOf(date) {
  return date ? taken(date.slice(0, 7)) : "No date taken";
}

/** Coordinates, as maps write them. */
export function place({ latitude, longitude, altitude }) {
  const flat = `${degrees(latitude, "N", "S")}, ${degrees(longitude, "E", "W")}`;
  return altitude === undefined ? flat : `${flat}, ${whole.format(Math.round(altitude))} m`;
}

const degrees = (value, positive, negative) => `${Math.abs(value).toFixed(5)}° ${value < 0 ? negative : positive}`;

/** The exposure, as photographers write it. */
export function exposure({ seconds, f_number: aperture, iso, focal_length: length }) {
  const time = seconds && (seconds < 0.4 ? `1/${whole.format(Math.round(1 / seconds))} s` : `${brief.format(seconds)} s`);
  return [time, aperture && `f/${brief.format(aperture)}`, iso && `ISO ${iso}`, length && `${brief.format(length)} mm`]
    .filter(Boolean).join(" · ");
}
