// A device of the floor keeps the empty form of a new incident, so that one can be
// opened without contact (sw.js). Where nobody is signed in, it goes.
import { all, find, inputNamed, isTicked, named } from "./elements.js";

/** @import { Told } from "./server.d.ts" */

const form = find("form[data-new-incident]", document, HTMLFormElement);

// The kept form of a new incident knows nothing of the address it opens at: what
// the address names is filled in here, and each copy gets a one-time key of its own.
/** @param {HTMLFormElement} form */
function fillIn(form) {
  for (const [name, value] of new URLSearchParams(location.search)) {
    if (name === "key") continue;
    for (const field of named(name, form)) {
      if (isTicked(field) && field.type === "radio") field.checked = field.value === value;
      else field.value = value;
    }
  }
  const parts = crypto.getRandomValues(new Uint32Array(4));
  inputNamed("key", form).value = [...parts].map((part) => part.toString(16).padStart(8, "0")).join("");
}

async function start() {
  const { keepPage } = document.body.dataset;
  const signedOut = document.querySelector("form[action='/sign-in']:not(dialog form)");
  if (!keepPage && !signedOut) return;
  const registration = keepPage ? await navigator.serviceWorker.register("/sw.js") : await navigator.serviceWorker.getRegistration();
  const worker = registration?.active ?? registration?.waiting ?? registration?.installing;
  const files = [...all("script[src]", document, HTMLScriptElement).map((script) => script.src), ...all("link[rel=stylesheet]", document, HTMLLinkElement).map((sheet) => sheet.href)];
  /** @type {Told} */
  const told = keepPage ? { keep: { page: keepPage, files } } : { forget: true };
  worker?.postMessage(told);
}

if (form && document.body.dataset.kept) fillIn(form);
if ("serviceWorker" in navigator) addEventListener("load", () => start().catch(() => {}));
