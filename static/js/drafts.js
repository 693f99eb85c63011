// Words that are not signed yet survive a closed window and a lost connection: they stay
// on the device until they are signed. Where somebody else was faster the page comes
// back without the form; the words stand there until they are dropped.
import { fields, find, need } from "./elements.js";

const place = `tandem-draft ${location.pathname}`;
/** @param {string} name */
const keyOf = (name) => `${place} ${name}`;
const keys = () => Object.keys(localStorage).filter((key) => key.startsWith(`${place} `));

// dropWords forgets what was typed here: it is signed, or nobody wants it any more.
export function dropWords() {
  for (const key of keys()) localStorage.removeItem(key);
}

/** @param {HTMLElement} part */
function unsigned(part) {
  const words = keys().map((key) => localStorage.getItem(key));
  if (words.length === 0 || document.querySelector("[data-not-taken]")) return;
  need("[data-words]", part).textContent = words.join("\n");
  need("button", part).addEventListener("click", () => {
    dropWords();
    part.hidden = true;
  });
  part.hidden = false;
}

const drafts = fields("[data-draft]");
for (const field of drafts) {
  if (!field.value) field.value = localStorage.getItem(keyOf(field.name)) || "";
  field.addEventListener("input", () => {
    if (field.value.trim()) localStorage.setItem(keyOf(field.name), field.value);
    else localStorage.removeItem(keyOf(field.name));
  });
}
const part = find("[data-unsigned]");
if (part && !drafts.some((field) => field.form?.matches("[data-decide]"))) unsigned(part);
