// The key that moves the planned times, and the one that takes the move back. They act where no
// field and no other button has the focus; each press is one form, sent once.
import { fits, find } from "./elements.js";
import { chord, singleKeys } from "./keys.js";

const forms = new Map([
  ["l", "[data-later] [data-later-form]"],
  ["z", "[data-later] [data-back-form]"],
]);
const elsewhere = "input, textarea, select, [contenteditable], dialog *";

document.addEventListener("keydown", (e) => {
  const selector = forms.get(e.key);
  if (!selector || !singleKeys() || e.repeat || chord(e) || fits(e.target, elsewhere)) return;
  const form = find(selector, document, HTMLFormElement);
  if (!form || form.dataset.pressed !== undefined) return;
  e.preventDefault();
  form.dataset.pressed = "";
  form.requestSubmit();
});
