// Hands the address of what a page says on: by the device's own menu where it has one, by
// the clipboard otherwise, and by hand where there is neither, as on a page without
// transport security.
import { copy } from "./copy.js";
import { all, around, find, need } from "./elements.js";

/** @param {HTMLElement} button */
function address(button) {
  if (button.dataset.share) return new URL(button.dataset.share, location.origin).href;
  return find("link[rel=canonical]", document, HTMLLinkElement)?.href ?? location.href;
}

/** @param {HTMLElement} button */
async function share(button) {
  const url = address(button);
  if (navigator.share) {
    await navigator.share({ title: document.title, url }).catch(() => {}); // closed without choosing
    return;
  }
  if (await copy(url, button)) need("[role=status]", button).textContent = button.dataset.copied ?? "";
}

function show() {
  for (const button of all("[data-share]")) button.hidden = false;
}

document.addEventListener("click", (e) => {
  const button = around(e.target, "[data-share]");
  if (button) share(button);
});
// Hits of a search bring a button of their own.
new MutationObserver(show).observe(document.body, { childList: true, subtree: true });
show();
