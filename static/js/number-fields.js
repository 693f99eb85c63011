// Fields for numbers show the digits that count while somebody types others: what the page
// makes of a number at once, and what it sends, is the same for all keyboards.
import { plainDigits } from "./digits.js";

/** @param {Event} e */
function plain(e) {
  const field = e.target;
  if (!(field instanceof HTMLInputElement) || !/^(numeric|decimal)$/.test(field.inputMode)) return;
  if (e instanceof InputEvent && e.isComposing) return; // an input method still has it; it tells when it is done
  const typed = plainDigits(field.value);
  if (typed === field.value) return;
  const caret = field.selectionStart;
  field.value = typed;
  field.setSelectionRange(caret, caret);
}

document.addEventListener("input", plain, true);
document.addEventListener("compositionend", plain, true);
