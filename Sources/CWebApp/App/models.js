// How long a model's parts took to load, in words.

import { milliseconds } from "./words.js";

export function loadTimes({ model, text, image }) {
  const parts = [`loaded in ${milliseconds(model)}`];
  if (image !== undefined) parts.push(`its image side in ${milliseconds(image)}`);
  if (text !== undefined) parts.push(`its text side in ${milliseconds(text)}`);
  return `The model was ${parts.join(", ")}.`;
}
