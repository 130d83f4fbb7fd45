// How long a model took to load, in words.

import { milliseconds } from "./words.js";

export function loadTimes({ model, text, tokenizer, image, total }) {
  const parts = [["model", model], ["image encoder", image], ["text encoder", text], ["tokenizer", tokenizer]]
    .filter(([, time]) => time !== undefined).map(([name, time]) => `${name} ${milliseconds(time)}`);
  return `Loaded in ${milliseconds(total)}, parts in parallel: ${parts.join(", ")}.`;
}
