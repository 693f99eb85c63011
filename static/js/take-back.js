// The key that asks to undo the last act, wherever it was done. It acts where nothing else of the
// page means the same key, where no field has the focus and no dialog is open.
import { find, fits } from "./elements.js";
import { chord, meant, singleKeys } from "./keys.js";

const elsewhere = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], dialog *";
const link = () => find("[data-take-back]", document, HTMLAnchorElement);

// takeBack goes to the page that says what would be undone; false where there is no such page.
export function takeBack() {
  const to = link();
  to?.click();
  return to !== null;
}

// On the window: the listeners of the document, which know what the key means there, come first.
window.addEventListener("keydown", (e) => {
  if (meant(e) !== "z" || e.defaultPrevented || e.repeat || !singleKeys() || chord(e)) return;
  if (fits(e.target, elsewhere) || find("dialog[open]")) return;
  if (takeBack()) e.preventDefault();
});
