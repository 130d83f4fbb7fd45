// Numbers, times and sizes as people read them.

const locale = "en";
const whole = new Intl.NumberFormat(locale);
const brief = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
const share = new Intl.NumberFormat(locale, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });

export const number = (value) => whole.format(value);
export const tenths = (value) => brief.format(value);
export const percent = (value) => share.format(value);
export const count = (value, one, many) => `${number(value)} ${value === 1 ? one : many}`;
export const photos = (value) => count(value, "photo", "photos");

export function bytes(value) {
  for (const [size, unit] of [[1e9, "GB"], [1e6, "MB"], [1e3, "kB"]]) {
    if (value >= size) return `${brief.format(value / size)} ${unit}`;
  }
  return count(value, "byte", "bytes");
}

export function milliseconds(value) {
  return value < 1000 ? `${whole.format(Math.max(1, Math.round(value)))} ms` : `${brief.format(value / 1000)} s`;
}

/** How long something will go on. */
export function duration(seconds) {
  if (seconds < 1) return "a moment";
  if (seconds < 90) return count(Math.round(seconds), "second", "seconds");
  if (seconds < 90 * 60) return count(Math.round(seconds / 60), "minute", "minutes");
  return count(Math.round(seconds / 360) / 10, "hour", "hours");
}

/** When a photo was taken, by the clock of its place: it is never turned into the time of this machine. */
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

/** Where on the earth, as maps write it. */
export function place({ latitude, longitude, altitude }) {
  const flat = `${degrees(latitude, "N", "S")}, ${degrees(longitude, "E", "W")}`;
  return altitude === undefined ? flat : `${flat}, ${whole.format(Math.round(altitude))} m`;
}

const degrees = (value, positive, negative) => `${Math.abs(value).toFixed(5)}° ${value < 0 ? negative : positive}`;
