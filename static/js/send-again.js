// Forms by which somebody decides: a signature, a review, an appeal at the desk. Each is
// sent once per click. Without contact nothing is lost and nothing is sent behind
// anybody's back: the form stays as it was typed, says that nothing is signed, and is
// sent again by a click, with its one-time key, so that a signature that arrived after
// all is not made twice. What the server refuses comes back as its page, which says why
// and what was not taken.
import { dropWords } from "./drafts.js";
import { postForm } from "./post.js";
import { flag } from "./settled.js";
import { buttonOf, find, formOf, textsOf } from "./elements.js";

/** @import { Answer } from "./outbox.js" */

const note = find("[data-not-sent]");
const busy = flag("sending");
let underWay = false;
/** @type {{ form: HTMLFormElement, button: HTMLButtonElement | null } | null} */
let held = null; // what waits for a sign-in
let passing = false;

/** @param {HTMLFormElement | null} form */
function say(form) {
  if (!note) return;
  const before = form?.querySelector(".actions") ?? form?.querySelector("button:last-of-type");
  if (before) before.before(note);
  note.hidden = !form;
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement | null} button
 */
async function send(form, button) {
  underWay = true;
  held = null;
  say(null);
  busy(true);
  /** @type {Answer} */
  const answer = await postForm(form.action, textsOf(form, button)).catch(() => ({ away: true }));
  busy(false);
  underWay = false;
  if (answer.signedOut) {
    held = { form, button }; // the sheet is open; the same click goes on behind it
  } else if (answer.done) {
    dropWords();
    location.assign(answer.done.to ?? location.href);
  } else if (answer.refused) {
    passing = true;
    form.requestSubmit(button);
    passing = false;
  } else {
    say(form);
    note?.querySelector("button")?.focus();
    sendAgain = () => send(form, button);
  }
}

/** @type {() => void} */
let sendAgain = () => {};
note?.querySelector("button")?.addEventListener("click", () => sendAgain());

document.addEventListener("submit", (e) => {
  const form = formOf(e);
  if (passing || e.defaultPrevented || !form?.closest("[data-send-again]") || buttonOf(e)?.formMethod === "get") return;
  e.preventDefault();
  if (!underWay) send(form, buttonOf(e));
});

document.addEventListener("tandem:signed-in", () => {
  if (held) send(held.form, held.button);
});
document.addEventListener("tandem:not-signed-in", () => {
  held = null;
});
