// fill puts values into the places of a sentence of the page, as {name}; a place that
// has no value stays. A value that ends with a full stop, as a shortened name does, ends
// the sentence. A page without the sentence says nothing.

/**
 * @param {string | undefined} words
 * @param {Record<string, string | number | undefined>} values
 */
export const fill = (words, values) =>
  (words ?? "").replace(/\{(\w+)\}(\.?)/g, (all, name, stop) => {
    const value = values[name];
    if (value === undefined) return all;
    return String(value).endsWith(".") ? String(value) : value + stop;
  });
