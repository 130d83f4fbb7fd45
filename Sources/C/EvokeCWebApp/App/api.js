// Requests to the server. Errors are thrown as a Trouble, which can be shown as it is.

export class Trouble extends Error {
  constructor(detail, remedy = "", kind = "", status = 0) {
    super(detail);
    Object.assign(this, { remedy, kind, status });
  }
}

const listeners = new Set();

/** Calls back with every Trouble of every request. */
export const onTrouble = (listener) => listeners.add(listener);

function failed(trouble) {
  for (const listener of listeners) listener(trouble);
  return trouble;
}

/** The JSON at an address; sends `json` or a `form` if there is one. An aborted request throws an AbortError. */
export async function ask(address, { method, json, form, signal } = {}) {
  const body = json === undefined ? form : JSON.stringify(json);
  const headers = json === undefined ? {} : { "Content-Type": "application/json" };
  let response, text;
  try {
    response = await fetch(address, { method: method ?? (body ? "POST" : "GET"), body, headers, signal });
    text = await response.text();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw failed(new Trouble("Evoke is not responding.", "Check that ‘evoke serve’ is still running.", "offline"));
  }
  let answer;
  try {
    answer = JSON.parse(text);
  } catch {
    throw failed(new Trouble(`Unexpected response from the server (${response.status}).`, "Try again."));
  }
  if (response.ok) return answer;
  throw failed(new Trouble(answer.detail ?? answer.title, answer.remedy, answer.kind, response.status));
}

/** A photo's thumbnail with sides of up to `size` pixels. The version lets the browser cache it. */
export const thumbnail = ({ id, version }, size = 320) => `/api/photos/${id}/thumbnail?size=${size}&v=${version}`;
/** The film that a phone took with a photo. */
export const film = ({ id }) => `/api/photos/${id}/film`;
export const original = ({ id, version }) => `/api/photos/${id}/original?v=${version}`;
