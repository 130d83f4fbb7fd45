// How long a model's parts took to load, in words.

import { milliseconds } from "./words.js";

export function loadTimes({ model, text, tokenizer, image, total }) {
  const parts = [`loaded in ${milliseconds(model)}`];
  if (image !== undefined) parts.push(`its image side in ${milliseconds(image)}`);
  if (text !== undefined) parts.push(`its text side in ${milliseconds(text)}`);
  if (tokenizer !== undefined) parts.push(`the tokenizer in it in ${milliseconds(tokenizer)}`);
  return `The model was ${parts.join(", ")}: ${milliseconds(total)} in all, since parts load at the same time.`;
}
