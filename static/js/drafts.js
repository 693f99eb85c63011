// Words that are not signed yet survive a closed window and a lost connection: they stay
// on the device until they are signed. Where somebody else was faster the page comes
// back without the form; the words stand there until they are dropped.
import * as device from "./device.js";
import { fields, find, need } from "./elements.js";

const place = `tandem-draft ${location.pathname}`;
/** @param {string} name */
const keyOf = (name) => `${place} ${name}`;
const keys = () => device.keys(`${place} `);

// dropWords forgets what was typed here: it is signed, or nobody wants it any more.
export function dropWords() {
  for (const key of keys()) device.drop(key);
}

/** @param {HTMLElement} part */
function unsigned(part) {
  const words = keys().map((key) => device.get(key));
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
  if (!field.value) field.value = device.get(keyOf(field.name)) || "";
  field.addEventListener("input", () => {
    if (field.value.trim()) device.set(keyOf(field.name), field.value);
    else device.drop(keyOf(field.name));
  });
}
const part = find("[data-unsigned]");
if (part && !drafts.some((field) => field.form?.matches("[data-decide]"))) unsigned(part);
