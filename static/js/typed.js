// What was typed into a form of a desk page is there again after a reload, and after
// "back" from a refusal. It is kept for this window and this person alone, until the
// form is taken; passwords, files and what the page itself put in are not kept. The
// page of a refusal gets the address of the form it is about: its own answers no
// visit, and "back" would meet the browser's own error there.
import { all, isField, isTicked, need } from "./elements.js";
import { saysWhatWasShown } from "./held.js";
import { tried } from "./tried.js";

/** @import { Field } from "./elements.js" */

/** @typedef {{ base: string, fields: [string, string, boolean?][] }} Held what a form held: name, value and, where it is ticked, whether */

const isAnswer = document.body.dataset.answer !== undefined; // the page is what came of a form
const refused = isAnswer && performance.getEntriesByType("navigation").some((visit) => visit instanceof PerformanceNavigationTiming && visit.responseStatus >= 400);
const person = document.querySelector(".deskbar .person")?.textContent ?? "";
const prefix = "tandem-typed ";
const sentName = "tandem-typed-sent";
const others = "[data-background], [data-kept-form], [data-card], [data-live-match], [data-entry-form], dialog";

/** @param {string} name */
const read = (name) => tried(() => JSON.parse(sessionStorage.getItem(name) ?? "null"));

/**
 * heldOf is what was typed into a form before.
 * @param {string} name
 * @returns {Held | null}
 */
const heldOf = (name) => read(name);

/**
 * @param {string} name
 * @param {Held | string} value
 */
const write = (name, value) => tried(() => sessionStorage.setItem(name, JSON.stringify(value)));

/** @param {string} name */
const drop = (name) => tried(() => sessionStorage.removeItem(name));

// ownAddress gives the page of a refusal the address of the page with the form. What
// had no address of its own keeps the one it was written for.
function ownAddress() {
  const from = tried(() => new URL(document.referrer));
  if (!refused || from?.origin !== location.origin) return;
  for (const form of document.querySelectorAll("form:not([action])")) form.setAttribute("action", location.href);
  for (const link of all("a[href^='?']", document, HTMLAnchorElement)) link.setAttribute("href", link.href); // resolved
  history.replaceState(null, "", from);
}

/**
 * @param {unknown} field
 * @returns {field is Field}
 */
const kept = (field) => isField(field) && field.name !== "" && field.name !== "key" && !field.matches("[type=hidden], [type=password], [type=file], [type=submit], [data-filter]");

/** @param {HTMLFormElement} form */
const fieldsOf = (form) => [...form.elements].filter(kept);

/**
 * nameOf tells the forms of a page apart, also those of its rows.
 * @param {HTMLFormElement} form
 */
function nameOf(form) {
  const about = all("input[type=hidden]:not([name=key])", form, HTMLInputElement).filter((field) => !saysWhatWasShown(field)).map((field) => `${field.name}=${field.value}`);
  const action = new URL(form.getAttribute("action") ?? "", location.href).pathname;
  return `${prefix}${person} ${location.pathname} ${action} ${about.join("&").slice(0, 200)}`;
}

/** @param {Field} field */
function asServed(field) {
  if (field instanceof HTMLSelectElement) return [...field.options].map((option) => option.defaultSelected).join();
  return isTicked(field) ? field.defaultChecked : field.defaultValue;
}

/** @param {HTMLFormElement} form */
const base = (form) => JSON.stringify(fieldsOf(form).map((field) => [field.name, asServed(field)]));

/**
 * @param {Field} field
 * @returns {[string, boolean?]}
 */
const chosen = (field) => (isTicked(field) ? [field.value, field.checked] : [field.value]);

/** @param {HTMLFormElement} form */
function keep(form) {
  const name = nameOf(form);
  write(name, { base: (refused && heldOf(name)?.base) || base(form), fields: fieldsOf(form).map((field) => [field.name, ...chosen(field)]) });
}

/** @param {HTMLFormElement} form */
function giveBack(form) {
  const name = nameOf(form);
  const held = heldOf(name);
  if (!held) return;
  const fields = fieldsOf(form);
  if (held.base !== base(form) || held.fields.length !== fields.length) {
    drop(name); // the page says something else by now
    return;
  }
  let changed = false;
  held.fields.forEach(([, value, checked], i) => {
    const field = fields[i];
    const before = JSON.stringify(chosen(field));
    if (checked === undefined) field.value = value;
    else if (isTicked(field) && field.value === value) field.checked = checked;
    changed ||= before !== JSON.stringify(chosen(field));
  });
  if (!changed) return;
  form.dispatchEvent(new Event("input", { bubbles: true }));
  form.prepend(noteOf(form, name));
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
function noteOf(form, name) {
  const note = document.importNode(need("template[data-typed-note]", document, HTMLTemplateElement).content, true);
  const said = need("[data-typed-again]", note);
  need("button", note).addEventListener("click", () => {
    drop(name);
    form.reset();
    said.remove();
  });
  return note;
}

// A field may be called like what every element can do ("matches"): its form is asked by
// other names.

/**
 * @param {EventTarget | null} form
 * @returns {form is HTMLFormElement}
 */
const ours = (form) => form instanceof HTMLFormElement && form.getAttribute("method")?.toLowerCase() === "post" && form.closest("main") !== null && form.closest(others) === null && fieldsOf(form).length > 0;

/** @param {Event} e */
const formAround = (e) => (isField(e.target) ? e.target.form : null);

ownAddress();

if (person !== "") {
  const sent = read(sentName);
  drop(sentName);
  if (sent && !refused) drop(sent); // it was taken
  if (!isAnswer) for (const form of all("main form")) if (ours(form)) giveBack(form);
  for (const name of ["input", "change"]) {
    document.addEventListener(name, (e) => {
      const form = formAround(e);
      if ((e.isTrusted || name === "change") && ours(form)) keep(form);
    });
  }
  document.addEventListener("submit", (e) => {
    const form = e.target;
    if (!ours(form)) return;
    if (e.defaultPrevented) return drop(nameOf(form)); // a script of the page sends it, and keeps it as long as it has to
    keep(form);
    write(sentName, nameOf(form));
  });
}
