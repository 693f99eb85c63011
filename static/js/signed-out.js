// A form that was typed for long is not lost when the session has ended: before
// it is sent the page asks whether somebody is still signed in, and otherwise
// opens a sheet to sign in again. Then the form goes its way. What is sent in the
// background finds out by itself: it asks for the sheet by the event tandem:sign-in
// and hears tandem:signed-in, or tandem:not-signed-in when the sheet is closed. Such forms are none of this page's business: a form
// that is held back here while its own script has gone on would be sent too late,
// from a panel that shows something else by then. They stand in [data-background].
import { asItWas } from "./as-it-was.js";
import { bodyOf, buttonOf, find, formOf, need, pageOf } from "./elements.js";

const stillGood = 60_000;
let known = Date.now(); // when the session was last known to hold
/** @type {(() => void)[]} */
let waiting = []; // forms that wait for the sheet, as they were when they were sent

async function holds() {
  if (Date.now() - known < stillGood) return true;
  try {
    const answer = await fetch("/account/here", { cache: "no-store" });
    if (answer.status === 401) return false;
    known = Date.now();
  } catch {
    // No contact: the form finds out itself.
  }
  return true;
}

function goOn() {
  const forms = waiting;
  waiting = [];
  for (const send of forms) send();
}

// refused signs in and resolves to why that was not possible, in the words of the
// server; "" when it was.

/**
 * @param {HTMLElement} sheet
 * @param {HTMLFormElement} form
 */
async function refused(sheet, form) {
  const silent = need("[data-problem]", sheet).dataset.silent ?? "";
  try {
    const answer = await fetch(form.action, { method: "POST", body: bodyOf(form), redirect: "manual" });
    if (answer.type === "opaqueredirect") return "";
    const page = pageOf(await answer.text());
    return page.querySelector("main [role=alert], .problem p")?.textContent.trim() || silent;
  } catch {
    return silent;
  }
}

document.addEventListener("tandem:signed-out", () => {
  known = 0;
});

const found = find("[data-sign-in]", document, HTMLDialogElement);
if (found) signInOn(found);

/** @param {HTMLDialogElement} sheet */
function signInOn(sheet) {
  document.addEventListener("tandem:sign-in", () => {
    known = 0;
    if (!sheet.open) sheet.showModal();
  });
  document.addEventListener(
    "submit",
    (e) => {
      const form = formOf(e);
      if (!form) return;
      const outside = form.method !== "post" || form.closest("[data-background]") || sheet.contains(form);
      if (outside || Date.now() - known < stillGood) return;
      e.preventDefault();
      e.stopImmediatePropagation();
      const send = asItWas(form, buttonOf(e));
      holds().then((fine) => {
        waiting.push(send);
        if (!fine) {
          if (!sheet.open) sheet.showModal();
          return;
        }
        known = Date.now();
        goOn();
      });
    },
    true,
  );
  const form = need("form", sheet, HTMLFormElement);
  form.addEventListener("submit", async (e) => {
    e.preventDefault();
    const problem = need("[data-problem]", sheet);
    const refusal = await refused(sheet, form);
    problem.hidden = refusal === "";
    need("strong", problem).textContent = refusal;
    if (refusal !== "") return;
    known = Date.now();
    form.reset();
    sheet.close();
    document.dispatchEvent(new Event("tandem:signed-in"));
    goOn();
  });
  need("[data-close]", sheet).addEventListener("click", () => sheet.close());
  sheet.addEventListener("close", () => {
    waiting = [];
    document.dispatchEvent(new Event("tandem:not-signed-in")); // which nobody waits for any more who heard of the other
  });
}
