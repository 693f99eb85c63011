// What is chosen in the form of a match: a result, a forfeit, how its boards ended. The
// server says what the results are worth and which ends need their order; nothing of
// that stands here.
import { find, inputNamed, isTicked, named, need, textsOf } from "./elements.js";

/** @import { Entry } from "./entry-queue.js" */

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
const ticked = (form, name) => find(`[name=${name}]:checked`, form, HTMLInputElement);

/** @param {HTMLFormElement} form */
export const pickedIn = (form) => ticked(form, "outcome");

/**
 * forfeitOf is what the dialog of rare results says of a forfeit; "" for nobody.
 * @param {HTMLFormElement} form
 */
export const forfeitOf = (form) => ticked(form, "forfeit")?.value || "";

/**
 * endsOf are the boards of which the dialog says how they ended.
 * @param {HTMLFormElement} form
 */
export const endsOf = (form) => ["a", "b"].filter((board) => named(`reason_${board}`, form)[0]?.value);

/** @param {HTMLFormElement} form */
export const rareFilled = (form) => forfeitOf(form) !== "" || endsOf(form).length > 0;

/**
 * asksOrder: two boards have ended in a way that decides the match only with their
 * order, and no order is chosen. Which ends those are, the server says.
 * @param {HTMLFormElement} form
 */
export function asksOrder(form) {
  const question = find("[data-ended-first]", form);
  if (!question || forfeitOf(form) !== "" || endsOf(form).length < 2 || ticked(form, "order")) return false;
  /** @param {string} board */
  const stands = (board) => {
    const winner = named(`winner_${board}`, form)[0]?.value;
    return winner !== "0" ? winner : named(`reason_${board}`, form)[0]?.value;
  };
  return question.dataset.endedFirst?.split(" ").includes(`${stands("a")}/${stands("b")}`) ?? false;
}

/**
 * halfEnd reports whether only one of board and how is chosen.
 * @param {HTMLFormElement} form
 */
export function halfEnd(form) {
  return find("[name=board]", form) !== null && !rareFilled(form) && (ticked(form, "board") === null) !== (ticked(form, "how") === null);
}

/**
 * worth is what each result brings the two teams, in half points, as the server says.
 * @param {HTMLFormElement} form
 * @returns {Record<string, [number, number]>}
 */
export const worth = (form) => JSON.parse(form.dataset.points ?? "{}");

/**
 * pointsOf is what a result is worth; what is none brings nothing.
 * @param {HTMLFormElement} form
 * @param {string | undefined} outcome
 */
export const pointsOf = (form, outcome) => worth(form)[outcome ?? ""] ?? [0, 0];

/**
 * othersOf are the points of the table's other matches.
 * @param {HTMLFormElement} form
 */
export const othersOf = (form) => (form.dataset.others ?? "").split(" ").map(Number);

/** @param {number[][]} list pairs of points */
export const sum = (list) => list.reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);

/** @param {HTMLFormElement} form */
export function placeOf(form) {
  return { table: inputNamed("table", form).value, match: inputNamed("match", form).value, matches: form.dataset.matches ?? "" };
}

/**
 * entryOf is what a form sends. How boards ended is worth what the rulebook says: only
 * the server knows.
 * @param {HTMLFormElement} form
 */
export function entryOf(form) {
  const said = need("[data-echo]", form).textContent.trim();
  const points = endsOf(form).length > 0 ? [0, 0] : pointsOf(form, forfeitOf(form) || pickedIn(form)?.value);
  const { table, match } = placeOf(form);
  return { to: form.action, form: textsOf(form), table, match, said, points };
}

/**
 * refill puts what was chosen for a refused entry into a form.
 * @param {HTMLFormElement} form
 * @param {Entry} refused
 */
export function refill(form, refused) {
  for (const [name, value] of refused.form) {
    if (["key", "view", "table", "match", "revision"].includes(name)) continue;
    for (const field of named(name, form)) {
      if (isTicked(field)) field.checked = field.value === value;
      else field.value = value;
    }
  }
}

/**
 * rareIsOpen reports whether the dialog of rare results lies over the page. Where the browser knows no
 * popovers it never does: it stands in the form.
 * @param {Element} root
 */
export function rareIsOpen(root) {
  const dialog = find(".rare[popover]", root);
  return Boolean(dialog?.showPopover && dialog.matches(":popover-open"));
}

/**
 * openRare opens the dialog of rare results at what is chosen in it.
 * @param {HTMLFormElement} form
 */
export function openRare(form) {
  const dialog = find(".rare[popover]", form);
  if (dialog?.showPopover && !rareIsOpen(form)) dialog.showPopover();
  find("[name=forfeit]:checked, [name=forfeit], select", need(".rare", form))?.focus();
}
