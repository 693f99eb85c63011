// Set-up and teams: a list narrows while somebody types, a link is copied, and
// choosing another rulebook shows its open points. Every page works without it.
import { all, around, find, fits, inputNamed, need } from "./elements.js";
import { chord, singleKeys } from "./keys.js";
import { fold } from "./names.js";

/** @param {HTMLInputElement} input */
function narrow(input) {
  const words = fold(input.value);
  for (const row of all(input.dataset.filter ?? "")) {
    row.hidden = words !== "" && !row.dataset.teamRow?.includes(words);
  }
}

document.addEventListener("input", (e) => {
  if (e.target instanceof HTMLInputElement && e.target.matches("[data-filter]")) narrow(e.target);
});

// A list that was fetched again keeps what was typed.
document.addEventListener("tandem:fresh", () => all("[data-filter]", document, HTMLInputElement).forEach(narrow));

document.addEventListener("change", (e) => {
  const button = around(e.target, "[data-resubmit]")?.querySelector("button");
  if (button && e.target instanceof HTMLSelectElement) e.target.form?.requestSubmit(button);
});

// A code of the list of tie-breaks goes to the end of the order.
for (const button of all("[data-add-code]", document, HTMLButtonElement)) {
  const code = button.dataset.addCode ?? "";
  const into = inputNamed(button.dataset.into ?? "", button.form ?? document);
  button.hidden = false;
  button.addEventListener("click", () => {
    into.value = [...into.value.split(",").map((c) => c.trim()).filter((c) => c !== "" && c !== code), code].join(",");
  });
}

// A new event is most likely where its maker is.
const zone = find("[data-own-zone]", document, HTMLInputElement);
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone && here && zone.value === zone.defaultValue) zone.value = here;

document.addEventListener("click", async (e) => {
  const button = around(e.target, "[data-copy-button]");
  if (!button) return;
  const link = need("[data-copy]", document, HTMLInputElement);
  try {
    await navigator.clipboard.writeText(link.value);
    button.textContent = button.dataset.done ?? "";
  } catch {
    link.select(); // without the clipboard the link is at least marked for copying
  }
});

// The key of the check-in page outside of fields: / to the search. Its letters are
// check-in.js's.
document.addEventListener("keydown", (e) => {
  const page = find("[data-team-keys]");
  if (!page || e.key !== "/" || chord(e) || fits(e.target, "input, select, textarea, dialog *") || !singleKeys()) return;
  const search = find("[data-filter]", page, HTMLInputElement);
  e.preventDefault();
  search?.focus();
  search?.select();
});
