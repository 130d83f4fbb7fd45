// The search history. It is stored in this browser only, and can be cleared.

const place = "evoke-queries";
const most = 50;

/** Latest first; empty if the browser stores nothing. */
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
    // Searching works without storage.
  }
}

export function forgetQueries() {
  try {
    localStorage.removeItem(place);
  } catch {
    // Without storage, there is no history.
  }
}

/** Queries that contain the typed words at the start of a word. */
export function earlierLike(text, top) {
  const typed = text.trim().toLowerCase();
  return earlier().filter((query) => {
    const known = query.toLowerCase();
    return known !== typed && (known.startsWith(typed) || known.includes(` ${typed}`));
  }).slice(0, top);
}
