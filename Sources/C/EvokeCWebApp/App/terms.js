// The terms of a query's text, told apart so far that one of them can be put, changed or taken away. What they mean is
// the server's to say.

const names = "date|place|near|box|camera|lens|in|file|type|rating|tag|title|size|shape|color|colour|like|sort|fits";
const field = new RegExp(`(${names})[:：]`, "iy");
/** What may end a quotation that begins so; a straight one is written twice to stand for itself. */
const quotes = { '"': '"', "“": "”", "„": '“”"', "”": "”", "«": "»", "»": "«»", "「": "」", "『": "』", "＂": "＂" };
const wide = { "：": ":", "｜": "|", "（": "(", "）": ")", "－": "-" };

/**
 * Those `field:value` that all photos have to meet, as {field, values, start, end}: without a minus, in no parentheses,
 * and beside no OR.
 */
export function required(text) {
  return conditions(text).filter((term) => !term.isOpposite);
}

/** The same with those that no photo may meet. */
export function conditions(text) {
  const { terms, hasOr } = scan(text);
  return hasOr ? [] : terms.filter((term) => term.field);
}

/** The text with `words` in the place of a term, or behind all where there is none; empty words take it away. */
export function put(text, term, words) {
  if (term) return joined(text.slice(0, term.start), words, text.slice(term.end));
  const { terms, hasOr, isOpen } = scan(text);
  if (!words) return text;
  // Behind what is not closed yet it would be a part of that.
  if (isOpen) return joined(words, text);
  if (!hasOr) return joined(text, words);
  // It is asked of both sides of OR; what is said of the whole query stays outside of parentheses.
  const whole = terms.filter((one) => one.field === "sort" || one.field === "fits");
  const sides = whole.reduceRight((rest, one) => put(rest, one, ""), text);
  return joined(`(${sides})`, words, ...whole.map(({ start, end }) => text.slice(start, end)));
}

/** A value as it is, or in quotes where it would end early or begin another. */
export function quoted(value) {
  field.lastIndex = 0;
  const isWhole = value && !/[\s|()｜（）]/u.test(value) && !quotes[value[0]] && !field.test(value);
  return isWhole ? value : `"${value.replaceAll('"', '""')}"`;
}

const joined = (...parts) => parts.map((part) => part.trim()).filter(Boolean).join(" ");

/** The terms outside of parentheses, whether an OR is among them, and whether a quote or a parenthesis is open. */
function scan(text) {
  const terms = [];
  let [at, depth, hasOr, isOpen] = [0, 0, false, false];
  const sign = (place = at) => wide[text[place]] ?? text[place];
  const isSpace = (place) => /\s/u.test(text[place] ?? "");
  const ends = (place) => place >= text.length || isSpace(place) || ["|", ")"].includes(sign(place));

  const value = () => {
    let words = "";
    const closing = quotes[text[at]];
    if (closing) {
      const isStraight = text[at] === '"';
      for (at += 1; ; at += 1) {
        if (at >= text.length) {
          isOpen = true;
          return words;
        }
        if (closing.includes(text[at])) {
          if (!isStraight || text[at + 1] !== '"') break;
          at += 1;
        }
        words += text[at];
      }
      at += 1;
    }
    for (let inner = 0; at < text.length && !isSpace(at) && sign() !== "|"; at += 1) {
      if (sign() === "(") inner += 1;
      if (sign() === ")" && inner-- === 0) break;
      words += text[at];
    }
    return words;
  };

  while (at < text.length) {
    if (isSpace(at) || sign() === ")") {
      if (sign() === ")") depth -= 1;
      at += 1;
      continue;
    }
    const start = at;
    if (text.startsWith("OR", at) && (at + 2 >= text.length || isSpace(at + 2) || "()".includes(sign(at + 2)))) {
      hasOr ||= depth === 0;
      at += 2;
      continue;
    }
    const isOpposite = sign() === "-" && !ends(at + 1);
    if (isOpposite) at += 1;
    if (sign() === "(") {
      depth += 1;
      at += 1;
      continue;
    }
    field.lastIndex = at;
    const name = field.exec(text)?.[1].toLowerCase();
    if (name) at = field.lastIndex;
    const values = [value()];
    while (sign() === "|") {
      at += 1;
      values.push(value());
    }
    if (depth === 0) terms.push({ field: name === "colour" ? "color" : name, values, isOpposite, start, end: at });
  }
  return { terms, hasOr, isOpen: isOpen || depth > 0 };
}
