// A form that is held back for a moment is sent as it was: meanwhile the page may have
// exchanged it. A form that is out of the page sends nothing, and one that stands for
// another row by now would send that.

import { entriesOf } from "./elements.js";

/**
 * asItWas remembers what a form holds and returns what sends it.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement | null} button
 */
export function asItWas(form, button) {
  const held = () => entriesOf(form, button);
  const entries = held();
  /** @param {[string, FormDataEntryValue][]} list */
  const same = (list) => list.length === entries.length && list.every(([name, value], i) => name === entries[i][0] && value === entries[i][1]);
  return () => {
    if (form.isConnected && (!button || button.isConnected) && same(held())) {
      form.requestSubmit(button);
      return;
    }
    const again = document.createElement("form");
    again.method = button?.formMethod || "post";
    again.action = button?.hasAttribute("formaction") ? button.formAction : form.action;
    again.enctype = form.enctype;
    again.hidden = true;
    for (const [name, value] of entries) again.append(field(name, value));
    document.body.append(again);
    again.submit();
  };
}

/**
 * @param {string} name
 * @param {FormDataEntryValue} value
 */
function field(name, value) {
  const input = document.createElement("input");
  input.name = name;
  if (value instanceof File) {
    const files = new DataTransfer();
    if (value.name) files.items.add(value);
    input.type = "file";
    input.files = files.files;
  } else {
    input.type = "hidden";
    input.value = value;
  }
  return input;
}
