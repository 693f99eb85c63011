// Copies text. A browser may refuse that, by its settings or because another window is in
// front, and has no clipboard for pages without transport security.

/**
 * copy reports whether the text is in the clipboard. If not, it stands marked behind a place,
 * the button where nothing else is said, to be copied by hand.
 * @param {string} text
 * @param {HTMLElement} button
 * @param {Element} place
 */
export async function copy(text, button, place = button) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = byHand(text, button, place);
    field.scrollIntoView({ block: "center" }); // out from under the tabs of a phone
    field.select();
    return false;
  }
}

/**
 * @param {string} text
 * @param {HTMLElement} button
 * @param {Element} place
 */
function byHand(text, button, place) {
  const known = place.nextElementSibling;
  const field = known instanceof HTMLInputElement ? known : document.createElement("input");
  field.className = "input";
  field.readOnly = true;
  field.value = text;
  field.setAttribute("aria-label", button.getAttribute("aria-label") ?? button.textContent?.trim() ?? "");
  if (field !== known) place.after(field);
  return field;
}
