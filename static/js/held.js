// What somebody filled in outlives an exchange of the part around it, and goes out with what the form
// showed when they began: were that made new under their hands, the server could not tell them that
// somebody else was faster.
import { isField, isTicked } from "./elements.js";

/** @import { Field } from "./elements.js" */

const saysWhatWasShown = /^(revision|basis|was([._].+)?)$/; // of hidden fields

/** @param {Field} field */
const isHidden = (field) => field.type === "hidden";

/** @param {Field} field */
const saysSo = (field) => isHidden(field) && saysWhatWasShown.test(field.name);

/** @param {HTMLFormElement} form */
const fieldsOf = (form) => [...form.elements].filter(isField);

/**
 * placeOf tells the forms of a page apart, also those of rows.
 * @param {HTMLFormElement | null} form
 */
function placeOf(form) {
  if (!form) return "";
  const about = fieldsOf(form).filter((field) => isHidden(field) && field.name !== "key" && !saysSo(field));
  return [form.getAttribute("action"), ...about.map((field) => `${field.name}=${field.value}`)].join("\n");
}

/**
 * named gives the fields of a part names that stay theirs when it is drawn again: a row that goes
 * must not hand what was typed into it to the row that takes its place.
 * @param {Element} part
 */
function named(part) {
  /** @type {Map<HTMLFormElement | null, string>} */
  const places = new Map();
  /** @type {Map<string, number>} */
  const seen = new Map();
  /** @type {Map<string, Field>} */
  const found = new Map();
  for (const field of [...part.querySelectorAll("input, select, textarea")].filter(isField)) {
    const place = places.get(field.form) ?? placeOf(field.form);
    places.set(field.form, place);
    const name = [place, field.id, field.name, isTicked(field) ? field.value : ""].join("\n");
    const nth = seen.get(name) ?? 0;
    seen.set(name, nth + 1);
    found.set(`${name}\n${nth}`, field);
  }
  return found;
}

/**
 * served is what the server wrote into a field.
 * @param {Field} field
 */
function served(field) {
  if (isTicked(field)) return [String(field.defaultChecked)];
  if (!(field instanceof HTMLSelectElement)) return [field.defaultValue];
  const options = [...field.options];
  const chosen = options.filter((option) => option.defaultSelected);
  if (!field.multiple) return [...chosen.slice(-1), ...options.filter((option) => !option.disabled)].slice(0, 1).map((option) => option.value);
  return chosen.map((option) => option.value);
}

/**
 * held is what a field holds.
 * @param {Field} field
 */
function held(field) {
  if (isTicked(field)) return [String(field.checked)];
  if (!(field instanceof HTMLSelectElement)) return [field.value];
  return [...field.options].filter((option) => option.selected).map((option) => option.value);
}

/**
 * put makes a field hold that, a choice only where it can still be made.
 * @param {Field} field
 * @param {string[]} values
 */
function put(field, values) {
  if (same(held(field), values)) return; // the caret stays
  if (isTicked(field)) field.checked = values[0] === "true";
  else if (!(field instanceof HTMLSelectElement)) field.value = values[0];
  else if (values.every((value) => [...field.options].some((option) => option.value === value))) for (const option of field.options) option.selected = values.includes(option.value);
}

/**
 * @param {string[]} a
 * @param {string[]} b
 */
const same = (a, b) => a.length === b.length && a.every((value, i) => value === b[i]);

/** @param {Field} field */
const isFilled = (field) => !isHidden(field) && field.type !== "file" && !same(held(field), served(field));

/**
 * holdFilled remembers what is filled in below a part, and returns what puts it back once the part is
 * drawn anew. Everything else shows what the server says, also where somebody typed before.
 * @param {Element} part
 */
export function holdFilled(part) {
  const before = named(part);
  const forms = new Set([...before.values()].filter(isFilled).map((field) => field.form));
  const kept = [...before].filter(([, field]) => isFilled(field) || (forms.has(field.form) && saysSo(field))).map(([name, field]) => ({ name, values: held(field), shown: saysSo(field) }));
  return () => {
    const now = named(part);
    for (const field of now.values()) if (!isHidden(field) && field.type !== "file") put(field, served(field));
    for (const { name, values, shown } of kept) {
      const field = now.get(name);
      if (field && !shown && (field.type !== "radio" || values[0] === "true")) put(field, values); // the one that was chosen turns the others off, if it is there
    }
    for (const { name, values, shown } of kept) {
      const field = now.get(name);
      if (field?.form && shown && fieldsOf(field.form).some(isFilled)) put(field, values);
    }
  };
}
