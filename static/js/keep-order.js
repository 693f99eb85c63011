// Rows do not move under a finger: when a list would be sorted anew, its rows stay
// where they are, new ones come last, and a button offers the new order.
import { all, around, find } from "./elements.js";
import { fill } from "./fill.js";


/**
 * @param {ParentNode} shown
 * @param {ParentNode} fresh
 */
export function keepOrder(shown, fresh) {
  const list = find("[data-keep-order]", shown);
  const next = find("[data-keep-order]", fresh);
  if (!list || !next) return;
  const wanted = all(":scope > *", next);
  const place = new Map(all(":scope > *", list).map((row, i) => [keyOf(row), i]));
  const kept = [...wanted].sort((a, b) => (place.get(keyOf(a)) ?? Infinity) - (place.get(keyOf(b)) ?? Infinity) || wanted.indexOf(a) - wanted.indexOf(b));
  const moved = kept.some((row, i) => row !== wanted[i]);
  const asked = find("[data-newer]", shown);
  if (asked?.hasAttribute("data-asked") || !moved) {
    asked?.removeAttribute("data-asked");
    return;
  }
  next.append(...kept);
  const offer = find("[data-newer]", fresh);
  if (!offer) return;
  offer.hidden = false;
  const button = find("[data-words]", offer);
  if (button) button.textContent = fill(button.dataset.words, { n: newer(wanted, kept) });
}

/**
 * newer counts the rows that come earlier in the new order than where they stand.
 * @param {HTMLElement[]} wanted
 * @param {HTMLElement[]} kept
 */
const newer = (wanted, kept) => wanted.filter((row, i) => i < kept.indexOf(row)).length;

/** @param {HTMLElement} row */
const keyOf = (row) => row.dataset.table || row.dataset.row;

document.addEventListener("click", (e) => {
  const button = around(e.target, "[data-show-newer]");
  if (!button) return;
  button.closest("[data-newer]")?.setAttribute("data-asked", "");
  document.dispatchEvent(new Event("tandem:look"));
});
