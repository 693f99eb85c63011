// The help of the page: `?` or its button opens what the page says of itself, with the
// keys that it has now: a key names what it acts on, and is left out where that is not
// there. Without script the button leads to the same words in the guide.
import { all, around, find, fits } from "./elements.js";
import { chord, singleKeys } from "./keys.js";

const elsewhere = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], dialog *";

// openHelp reports whether there is a help and nothing else in front of the page.
export function openHelp() {
  const help = find("[data-help]", document, HTMLDialogElement);
  if (!help || find("dialog[open]")) return false;
  for (const line of all("[data-key-on]", help)) line.hidden = document.querySelector(line.dataset.keyOn ?? "") === null;
  for (const group of all("[data-key-group]", help)) group.hidden = !group.querySelector("li:not([hidden])");
  help.showModal();
  return true;
}

document.addEventListener("click", (e) => {
  const open = around(e.target, "[data-help-open]");
  if (open && !e.ctrlKey && !e.metaKey && !e.shiftKey && openHelp()) e.preventDefault();
  else if (fits(e.target, "[data-help]") && e.target instanceof HTMLDialogElement) e.target.close(); // beside it
});

// On the window: the listeners of the document, which know what the key means there, come first.
addEventListener("keydown", (e) => {
  if (e.key !== "?" || e.defaultPrevented || !singleKeys() || chord(e) || fits(e.target, elsewhere)) return;
  if (openHelp()) e.preventDefault();
});
