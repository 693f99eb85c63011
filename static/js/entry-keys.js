// What a key means to the panel that takes a result: to the box that waits for a number,
// to the form of a match, to a panel that takes nothing.
import { find } from "./elements.js";
import { openRare } from "./entry-form.js";
import { echo } from "./entry-sentence.js";
import { singleKeys } from "./keys.js";

/** @import { Place } from "./entry-panel.js" */
/** @import { createUnused } from "./unused-keys.js" */

/**
 * createKeys returns what does what a key means and reports whether it was one of ours, and
 * what takes a number that came without a key.
 * @param {object} panel
 * @param {() => HTMLElement} panel.entry
 * @param {() => HTMLFormElement | null} panel.entryForm
 * @param {() => HTMLInputElement | null} panel.box
 * @param {() => Place | null} panel.place
 * @param {ReturnType<typeof createUnused>} panel.unused
 * @param {() => void} panel.empty
 * @param {(table: string) => void} panel.open
 * @param {(form: HTMLFormElement, by: "key") => void} panel.take
 * @param {() => boolean} panel.confirmHeld sends the entry that waits for another Enter
 * @param {() => void} panel.letGo forgets that one waits
 * @param {(why?: string | null) => void} panel.refuse
 * @param {(k: string) => boolean} panel.wall keys that mean the same on the wall
 */
export function createKeys({ entry, entryForm, box, place, unused, empty, open, take, confirmHeld, letGo, refuse, wall }) {
  /**
   * key: inBox tells that the browser writes what was typed into the box by itself: who went
   * back to the box while a slip is open names another table, and never answers this one.
   * @param {string} k
   * @param {{ inBox?: boolean, typed?: string }} [where]
   */
  function key(k, { inBox = false, typed = k } = {}) {
    if (inBox && /^[0-9]$/.test(k) && place()) {
      empty(); // and with it the box that the browser would have written into
      return boxKey(k, false);
    }
    const form = entryForm();
    if (k === "Escape") return escape();
    if (form) return formKey(form, k);
    return place() ? closedKey(k) : boxKey(k, inBox && typed === k);
  }

  /**
   * @param {HTMLFormElement} form
   * @param {string} k
   */
  function formKey(form, k) {
    if (k === "Enter") {
      take(form, "key");
      return true;
    }
    const input = singleKeys() ? find(`[data-key="${CSS.escape(k)}"]`, form, HTMLInputElement) : null;
    if (input) {
      letGo();
      input.checked = input.name === "outcome" ? true : !input.checked;
      if (input.name === "outcome") input.focus();
      unused.hint("");
      echo(form);
      return true;
    }
    if (singleKeys() && k === "0") {
      form.reset();
      echo(form);
      return true;
    }
    if (singleKeys() && k === "x") {
      openRare(form);
      return true;
    }
    return wall(k) || unused.add(k);
  }

  /**
   * closedKey: a panel that takes nothing takes the keys of its slip all the same, and
   * says what became of them.
   * @param {string} k
   */
  function closedKey(k) {
    if (k !== "Enter") return wall(k) || unused.add(k);
    if (confirmHeld()) return true;
    if (unused.typed().length > 0) refuse(find("[data-closed-panel] strong, [data-closed-panel] .strong", entry())?.textContent);
    else unused.add(k);
    return true;
  }

  /**
   * @param {string} k
   * @param {boolean} inBox
   */
  function boxKey(k, inBox) {
    const field = box();
    if (field && k === "Enter") return boxEnter(field);
    if (field && /^[0-9]$/.test(k)) {
      letGo();
      if (inBox) return false;
      field.focus();
      field.value = replaced(field) + k;
      return true;
    }
    if (field && k === "Backspace" && !inBox) {
      field.focus();
      field.value = field.value.slice(0, -1);
      return true;
    }
    return wall(k) || unused.add(k);
  }

  /** @param {HTMLInputElement} field */
  function boxEnter(field) {
    if (field.value.trim() === "") return confirmHeld() || unused.add("Enter");
    letGo();
    if (/^\s*\d+\s*$/.test(field.value)) open(field.value);
    else {
      unused.note([field.value]);
      field.select();
    }
    return true;
  }

  // Escape leaves the table; in the box it also puts aside what was said about keys.
  function escape() {
    if (place()) {
      empty();
      return true;
    }
    const field = box();
    if (!field) return false;
    unused.clear();
    field.value = "";
    field.focus();
    return true;
  }

  /**
   * replaced is what stays in the box: a number that stands marked in it is typed over.
   * @param {HTMLInputElement} field
   */
  function replaced(field) {
    const kept = (field.selectionStart ?? 0) < (field.selectionEnd ?? 0) ? "" : field.value;
    field.setSelectionRange(field.value.length, field.value.length);
    return kept;
  }

  /**
   * named takes what came into the box without a key of ours, as from the keys of a screen,
   * while a slip is open: the number of another table.
   * @param {string} typed
   */
  function named(typed) {
    empty();
    const field = box();
    if (!field) return;
    field.focus();
    field.value = typed;
  }

  return { key, named };
}
