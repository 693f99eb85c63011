// fill puts values into the places of a sentence of the page, as {name}; a place that
// has no value stays. A value that ends with a full stop, as a shortened name does, ends
// the sentence. A page without the sentence says nothing.

/**
 * @param {string | undefined} words
 * @param {Record<string, string | number | undefined>} values
 */
export function fill(words, values) {
  const said = (words ?? "").replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all));
  const stops = Object.values(values).map(String).filter((value) => value.endsWith("."));
  return stops.reduce((text, value) => text.replaceAll(`${value}.`, value), said);
}
