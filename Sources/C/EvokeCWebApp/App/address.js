// What the app shows is in its address, so back, forward, and bookmarks work.

export const emptyQuery = Object.freeze({ text: "", not: "", like: [], picture: null, literal: false, all: false, stack: null, map: null });

/** The most photos that are compared side by side. */
export const mostCompared = 4;

const kindsOfCopies = ["exact", "same", "burst"];
const pages = { "/": "search", "/years": "years", "/people": "people", "/duplicates": "duplicates", "/labels": "labels", "/library": "library" };

/** What an address shows, as `write` takes it. A stack is shown only without a search. */
export function read(address) {
  const { pathname, searchParams: given } = new URL(address, location.href);
  const photo = pathname.match(/^\/photo\/(\d+)$/);
  const person = pathname.match(/^\/people\/(\d+)$/);
  const year = pathname.match(/^\/years\/(\d+)$/);
  const query = {
    text: given.get("q") ?? "",
    not: given.get("not") ?? "",
    like: given.getAll("like").map(Number).filter((id) => id > 0),
    picture: given.get("picture"),
    literal: given.get("literal") === "true",
    all: given.has("all"),
    map: given.get("map") || null,
  };
  return {
    page: year ? "years" : person ? "people" : photo ? "search" : pages[pathname] ?? "nothing",
    photo: photo ? Number(photo[1]) : null,
    compared: (given.get("compare") ?? "").split(",").map(Number).filter((id) => id > 0).slice(0, mostCompared),
    year: year ? Number(year[1]) : null,
    person: person ? person[1] : null,
    query: { ...query, stack: asks(query) ? null : Number(given.get("stack")) || null },
    labels: given.get("labels") ?? "",
    labeled: Number(given.get("photo")) || null,
    copies: { query: (given.get("of") ?? "").trim(), kind: kindsOfCopies.find((kind) => kind === given.get("kind")) ?? null },
  };
}

/** The address for what `read` gives. */
export function write({ page = "search", photo = null, compared = [], year = null, person = null, query = emptyQuery, labels = "", labeled = null, copies = {} }) {
  const own = { labels: { labels, photo: labeled }, duplicates: { of: copies.query, kind: copies.kind } }[page];
  const given = own ? new URLSearchParams(Object.entries(own).filter(([, value]) => value)) : parameters(query);
  if (page === "search" && query.picture) given.append("picture", query.picture);
  if (page === "search" && query.all) given.append("all", "yes");
  if (page === "search" && query.map) given.append("map", query.map);
  if (page === "search" && query.stack && !asks(query)) given.append("stack", query.stack);
  if (page === "search" && !photo && compared.length) given.append("compare", compared.join(","));
  const path = page === "search" ? (photo ? `/photo/${photo}` : "/") : page === "years" && year ? `/years/${year}` : page === "people" && person ? `/people/${person}` : `/${page}`;
  return path + (given.size && ["search", "labels", "duplicates"].includes(page) ? `?${given}` : "");
}

/** A query as parameters of the API. */
export function parameters({ text, not, like, literal }) {
  const given = new URLSearchParams();
  if (text.trim()) given.append("q", text.trim());
  if (not.trim()) given.append("not", not.trim());
  for (const id of like) given.append("like", id);
  if (literal) given.append("literal", "true");
  return given;
}

/** Whether it is a search; words to leave out are not enough. */
export const asks = ({ text, like, picture }) => Boolean(text.trim() || like.length || picture);
