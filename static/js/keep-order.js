// Rows do not move under a finger: when a list would be sorted anew, its rows stay
// where they are, new ones come last, and a button offers the new order.
export function keepOrder(shown, fresh) {
  const list = shown.querySelector("[data-keep-order]");
  const next = fresh.querySelector("[data-keep-order]");
  if (!list || !next) return;
  const wanted = [...next.children];
  const place = new Map([...list.children].map((row, i) => [keyOf(row), i]));
  const kept = wanted.toSorted((a, b) => (place.get(keyOf(a)) ?? Infinity) - (place.get(keyOf(b)) ?? Infinity) || wanted.indexOf(a) - wanted.indexOf(b));
  const moved = kept.some((row, i) => row !== wanted[i]);
  const asked = shown.querySelector("[data-newer]");
  if (asked?.hasAttribute("data-asked") || !moved) {
    asked?.removeAttribute("data-asked");
    return;
  }
  next.append(...kept);
  const offer = fresh.querySelector("[data-newer]");
  if (!offer) return;
  offer.hidden = false;
  const button = offer.querySelector("[data-words]");
  if (button) button.textContent = button.dataset.words.replace("{n}", newer(wanted, kept));
}

// newer counts the rows that come earlier in the new order than where they stand.
const newer = (wanted, kept) => wanted.filter((row, i) => i < kept.indexOf(row)).length;

const keyOf = (row) => row.dataset.table || row.dataset.row;

document.addEventListener("click", (e) => {
  const button = e.target.closest("[data-show-newer]");
  if (!button) return;
  button.closest("[data-newer]").setAttribute("data-asked", "");
  document.dispatchEvent(new Event("tandem:look"));
});
