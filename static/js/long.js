// Work that takes longer than a moment says so below the button that began it.
// The sentence is the button's own; without it nothing is shown. Where the button names
// an address of its progress, what the server says there stands instead, and with a word for
// it the work can be given up: the form hears of it and ends what it sent. Behind it stand the seconds
// that passed, so that a long draft is told from a page that hangs.
import { formOf } from "./elements.js";

const patience = 700; // milliseconds

/** @import { DraftProgress } from "./server.d.ts" */

/**
 * @param {HTMLFormElement} form
 * @param {string} sentence
 * @param {string | undefined} end what the button says that ends the work
 */
function show(form, sentence, end) {
  const note = document.createElement("p");
  note.className = "note at-work";
  const said = document.createElement("span");
  said.setAttribute("role", "status");
  said.textContent = sentence;
  const passed = document.createElement("span");
  passed.className = "second nowrap";
  passed.setAttribute("aria-hidden", "true"); // the sentence is said once, not every second
  note.append(document.createElement("progress"), said, passed);
  if (end) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn btn-s";
    button.dataset.giveUp = "";
    button.textContent = end;
    button.addEventListener("click", () => form.dispatchEvent(new Event("tandem:give-up")));
    note.append(button);
  }
  form.append(note);
  return { note, said, passed };
}

/**
 * ask shows what the server says about the work, as long as it goes on.
 * @param {string} address
 * @param {HTMLElement} said
 */
async function ask(address, said) {
  try {
    const answer = await fetch(address, { headers: { "X-Refetch": "1" } });
    /** @type {Partial<DraftProgress>} */
    const { says } = answer.ok ? await answer.json() : {};
    if (says && says !== said.textContent) said.textContent = says;
  } catch {
    // The seconds go on; the form itself finds that there is no contact.
  }
}

document.addEventListener("submit", (e) => {
  const { long: sentence, progress, wordEnd } = e.submitter?.dataset ?? {};
  const form = formOf(e);
  if (!sentence || !form) return;
  const begun = Date.now();
  /** @type {ReturnType<typeof show> | undefined} */
  let shown;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let counting;
  const timer = setTimeout(() => {
    const { note, said, passed } = (shown = show(form, sentence, wordEnd));
    note.scrollIntoView({ block: "nearest" });
    const count = () => {
      if (!note.isConnected) return end(); // the page was drawn anew
      passed.textContent = ` ${Math.round((Date.now() - begun) / 1000)} s`;
      if (progress) ask(progress, said);
    };
    counting = setInterval(count, 1000);
    count();
  }, patience);
  const end = () => {
    clearTimeout(timer);
    clearInterval(counting);
    shown?.note.remove();
  };
  form.addEventListener("htmx:afterRequest", end, { once: true });
  form.addEventListener("tandem:answered", end, { once: true });
  window.addEventListener("pageshow", end, { once: true }); // back from the next page
});
