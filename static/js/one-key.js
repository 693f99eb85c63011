// Forms that a key sends: `data-one-key` names it. They act where no field and no other button has
// the focus; each press is one form, sent once.
import { all, fits } from "./elements.js";
import { chord, meant, singleKeys } from "./keys.js";

const elsewhere = "input, textarea, select, [contenteditable], dialog *";

document.addEventListener("keydown", (e) => {
  if (!singleKeys() || e.repeat || chord(e) || fits(e.target, elsewhere)) return;
  const form = all("form[data-one-key]", document, HTMLFormElement).find((f) => f.dataset.oneKey === meant(e));
  if (!form || form.dataset.pressed !== undefined) return;
  e.preventDefault();
  form.dataset.pressed = "";
  form.requestSubmit();
});
