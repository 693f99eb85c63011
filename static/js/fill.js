// fill puts values into the places of a sentence of the page, as {name}; a place that
// has no value stays. A page without the sentence says nothing.

/**
 * @param {string | undefined} words
 * @param {Record<string, string | number | undefined>} values
 */
export const fill = (words, values) => (words ?? "").replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all));
