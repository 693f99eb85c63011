// Forms that are not lost without contact: a new incident, a statement. They are sent
// by an outbox (outbox.js); one that found no contact is kept on the device with its
// time and the person who wrote it, and goes later in that person's name. Its one-time
// key makes a second send harmless. What the server refuses stays, and comes back into
// the fields of its page.
import { createOutbox, localStore, newId, oneTimeKey } from "./outbox.js";
import { postForm } from "./post.js";
import { serverNow } from "./server-time.js";
import { flag } from "./settled.js";
import { all, buttonOf, fields, find, formOf, inputNamed, isTicked, named, textsOf } from "./elements.js";
import { later } from "./timer.js";

/** @import { Answer, Item } from "./outbox.js" */
/** @typedef {Item & { to: string, page: string, who: string, at: string, entries: [string, string][], tried?: boolean }} Kept at is an RFC 3339 time */

const note = find("[data-no-contact]");
const refused = find("[data-kept-refused]");
const person = document.querySelector(".deskbar .person")?.textContent ?? "";
/** @param {Kept} kept */
const mine = (kept) => !kept.who || kept.who === person;
/** @param {Kept} kept */
const here = (kept) => kept.page === location.pathname;
const busy = flag("sending");
/** @type {Map<string, { form: HTMLFormElement, next: () => void }>} */
const sentHere = new Map(); // forms of this page that wait for their first answer, by item

/** @type {import("./outbox.js").Store<Kept>} */
const store = localStore("tandem-kept-forms", () => outbox.retry());
const outbox = createOutbox({
  store,
  mine: (kept) => person !== "" && mine(kept),
  later,
  retryAfter: 5_000,
  send: (kept) => postForm(kept.to, kept.tried ? [...kept.entries, ["written_at", kept.at]] : kept.entries).then((answer) => tried(kept, answer), () => tried(kept, { away: true })),
  answered,
  tell,
});

// tried remembers that a form did not get through: it tells its time from then on, and
// its page is free for the next one.

/**
 * @param {Kept} kept
 * @param {Answer} answer
 */
function tried(kept, answer) {
  if (answer.away && !answer.heard && !kept.tried) {
    kept.tried = true;
    store.put(kept);
    sentHere.get(kept.id)?.next();
    sentHere.delete(kept.id);
  }
  return answer;
}

function tell() {
  busy(!outbox.away() && !outbox.signedOut() && !outbox.idle());
  if (note && !document.querySelector("form[data-card]")) note.hidden = !outbox.waiting().some((kept) => mine(kept) && kept.tried);
}

// answered leads on where the form was sent from the page that is open; what was
// refused comes back as its page, which says why.

/**
 * @param {Kept} kept
 * @param {Answer} answer
 */
function answered(kept, { done }) {
  const sent = sentHere.get(kept.id);
  sentHere.delete(kept.id);
  if (done) {
    if (done.to && here(kept) && outbox.idle()) location.assign(done.to);
  } else if (sent) {
    outbox.drop(kept.id);
    sent.form.submit();
  } else {
    giveBack();
  }
}

// giveBack puts a form that was refused back into its page, to be mended there.
function giveBack() {
  const kept = outbox.refused().find((other) => mine(other) && here(other));
  const form = kept && all("[data-kept-form]", document, HTMLFormElement).find((other) => other.action === kept.to);
  if (!kept || !form) return;
  for (const [name, value] of kept.entries) {
    if (name === "key") continue;
    for (const field of named(name, form)) {
      if (isTicked(field) && field.type === "radio") field.checked = field.value === value;
      else field.value = value;
    }
  }
  if (refused) refused.hidden = false;
  outbox.drop(kept.id);
}

/**
 * emptied makes a form ready for the next entry of this page, which is one of its own.
 * @param {HTMLFormElement} form
 */
function emptied(form) {
  for (const field of fields("textarea, input:not([type=hidden], [type=radio], [type=checkbox])", form)) field.value = "";
  inputNamed("key", form).value = oneTimeKey();
}

document.addEventListener("submit", (e) => {
  // closest, not matches: a form with a field named "matches" has no such method.
  const form = formOf(e);
  if (e.defaultPrevented || !form?.closest("[data-kept-form]")) return;
  e.preventDefault();
  /** @type {Kept} */
  const kept = { id: newId(), lane: "forms", to: form.action, page: location.pathname, who: person, at: new Date(serverNow()).toISOString(), entries: textsOf(form, buttonOf(e)) };
  sentHere.set(kept.id, { form, next: () => emptied(form) });
  outbox.put(kept);
});

addEventListener("online", outbox.retry);
document.addEventListener("tandem:signed-in", outbox.signedIn);
giveBack();
outbox.retry();
