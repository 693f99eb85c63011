// What somebody filled in outlives an exchange of the part around it, and goes out with what the form
// showed when they began: were that made new under their hands, the server could not tell them that
// somebody else was faster.
import { isField, isTicked } from "./elements.js";

/** @import { Field } from "./elements.js" */

/** @param {Field} field */
const isHidden = (field) => field.type === "hidden";

/**
 * saysWhatWasShown tells the hidden fields that say what a form showed.
 * @param {Field} field
 */
export const saysWhatWasShown = (field) => isHidden(field) && /^(revision|basis|was|seen|last)/.test(field.name);

/** @param {HTMLFormElement | null} form */
const fieldsOf = (form) => [...(form?.elements ?? [])].filter(isField);

/**
 * named gives the fields of a part names that stay theirs when it is drawn again: a row that goes
 * must not hand what was typed into it to the row that takes its place. Forms are told apart by
 * where they go and by what their hidden fields say they are about.
 * @param {Element} part
 */
function named(part) {
  /** @type {Map<HTMLFormElement | null, string>} */
  const places = new Map();
  /** @type {Map<string, number>} */
  const times = new Map();
  /** @type {Map<string, Field>} */
  const found = new Map();
  for (const field of [...part.querySelectorAll("input, select, textarea")].filter(isField)) {
    const { form } = field;
    const about = () => fieldsOf(form).map((other) => isHidden(other) && other.name !== "key" && !saysWhatWasShown(other) && other.value);
    const place = places.get(form) ?? `${form?.getAttribute("action")} ${about()}`;
    places.set(form, place);
    const name = field.id || [place, field.name, isTicked(field) && field.value].join();
    const nth = (times.get(name) ?? 0) + 1;
    times.set(name, nth);
    found.set(name + nth, field);
  }
  return found;
}

/**
 * served is what the server wrote into a field.
 * @param {Field} field
 */
function served(field) {
  if (isTicked(field)) return field.defaultChecked;
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  const options = [...field.options];
  return (options.find((option) => option.defaultSelected) ?? options.find((option) => !option.disabled))?.value ?? "";
}

/**
 * held is what a field holds.
 * @param {Field} field
 */
const held = (field) => (isTicked(field) ? field.checked : field.value);

/** @param {Field} field */
const isFilled = (field) => !isHidden(field) && field.type !== "file" && held(field) !== served(field);

/**
 * put makes a field hold that, where it does not: the caret stays. A choice that is gone is not made.
 * @param {Field} field
 * @param {string | boolean} value
 */
function put(field, value) {
  if (held(field) === value) return;
  if (isTicked(field)) field.checked = value === true;
  else field.value = String(value);
  if (field.value === "" && value !== "") field.value = String(served(field));
}

/**
 * holdFilled remembers what is filled in below a part, and returns what puts it back once the part is
 * drawn anew. Everything else shows what the server says, also where somebody typed before.
 * @param {Element} part
 */
export function holdFilled(part) {
  const before = [...named(part)];
  const forms = new Set(before.filter(([, field]) => isFilled(field)).map(([, field]) => field.form));
  /** @type {Map<string, string | boolean>} */
  const kept = new Map();
  for (const [name, field] of before) {
    const turnedOff = field.type === "radio" && !held(field); // by the one that was chosen, if that is still there
    if ((isFilled(field) && !turnedOff) || (saysWhatWasShown(field) && forms.has(field.form))) kept.set(name, held(field));
  }
  return () => {
    const now = named(part);
    for (const [name, field] of now) if (isFilled(field) && !kept.has(name)) put(field, served(field));
    // What was typed comes first: where the server says by now what somebody typed, nothing is kept against it.
    for (const shown of [false, true]) {
      for (const [name, value] of kept) {
        const field = now.get(name);
        if (field && saysWhatWasShown(field) === shown && (!shown || fieldsOf(field.form).some(isFilled))) put(field, value);
      }
    }
  };
}
