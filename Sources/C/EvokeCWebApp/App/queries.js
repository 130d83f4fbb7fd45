// Earlier queries. They are kept in this browser alone, and can be forgotten.

const place = "evoke-queries";
const most = 50;

/** The last first; none where the browser keeps nothing. */
export function earlier() {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? "[]");
    return Array.isArray(kept) ? kept.filter((query) => typeof query === "string") : [];
  } catch {
    return [];
  }
}

export function keepQuery(text) {
  const query = text.trim();
  if (!query) return;
  try {
    localStorage.setItem(place, JSON.stringify([query, ...earlier().filter((other) => other !== query)].slice(0, most)));
  } catch {
    // A browser that keeps nothing, or has no room, searches as well.
  }
}

export function forgetQueries() {
  try {
    localStorage.removeItem(place);
  } catch {
    // What keeps nothing has nothing to forget.
  }
}

/** Those with a word that begins with the words typed so far. */
export function earlierLike(text, top) {
  const typed = text.trim().toLowerCase();
  return earlier().filter((query) => {
    const known = query.toLowerCase();
    return known !== typed && (known.startsWith(typed) || known.includes(` ${typed}`));
  }).slice(0, top);
}
