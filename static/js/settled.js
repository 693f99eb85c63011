// The page tells when it has settled. On <html> stand
//
//   data-ready   once every script has run: what is pressed from then on is heard;
//   data-busy    while something is under way, the names of it separated by blanks:
//                "look" (the page is read again), "drawing" (an exchange waits for a
//                hand or is made), "sending" (something typed is not with the server
//                yet), "opening" (a table, a step, an effect is asked for), "stream"
//                (the stream is being opened), "leaving" (another page was asked for).
//                Absent when nothing is.
//
// A page has settled when it has the first and not the second: what it shows is what
// the server said last, and nothing that was pressed is under way. Nobody has to wait
// for it: keys and taps count at any time. Tests do, and people who look for a fault.
// Polls that draw nothing new (who else is here) are not counted, and neither is work
// that only waits for contact.
import { formOf } from "./elements.js";

const root = document.documentElement;
/** @type {Map<string, number>} */
const counts = new Map();

function show() {
  const names = [...counts.keys()];
  if (names.length > 0) root.dataset.busy = names.join(" ");
  else delete root.dataset.busy;
}

/**
 * begin notes that something is under way and returns what ends it.
 * @param {string} name
 */
export function begin(name) {
  counts.set(name, (counts.get(name) ?? 0) + 1);
  show();
  let over = false;
  return () => {
    if (over) return;
    over = true;
    const left = (counts.get(name) ?? 0) - 1;
    if (left > 0) counts.set(name, left);
    else counts.delete(name);
    show();
  };
}

/**
 * during is begin for as long as a promise takes.
 * @template T
 * @param {string} name
 * @param {() => Promise<T> | T} work
 */
export async function during(name, work) {
  const end = begin(name);
  try {
    return await work();
  } finally {
    end();
  }
}

/**
 * flag is begin for something that is told again and again whether it is so.
 * @param {string} name
 * @returns {(on: boolean) => void}
 */
export function flag(name) {
  /** @type {(() => void) | null} */
  let end = null;
  return (on) => {
    if (on && !end) end = begin(name);
    if (!on && end) {
      end();
      end = null;
    }
  };
}

export const ready = () => {
  root.dataset.ready = "";
};

const leaving = flag("leaving");
const stayed = 5_000; // milliseconds after which a page that was to go has stayed: a file was fetched, somebody stopped it
/** @type {ReturnType<typeof setTimeout> | undefined} */
let stays;
/** @type {SubmitEvent | undefined} */
let sent; // the form by which the page leaves

function stay() {
  sent = undefined;
  leaving(false);
}

function leave() {
  leaving(true);
  clearTimeout(stays);
  stays = setTimeout(stay, stayed);
}

/**
 * twice reports whether the page is leaving by this form and button already: the second press
 * of a double click would replace the first one's answer, which may hold what is shown once.
 * @param {SubmitEvent} e
 */
function twice(e) {
  const form = formOf(e);
  return form?.method === "post" && !form.target && sent?.target === form && sent.submitter === e.submitter;
}

// Behind all others: a form that a script takes over leads nowhere.
addEventListener("submit", (e) => {
  if (e.defaultPrevented || formOf(e)?.method === "dialog") return;
  if (twice(e)) return e.preventDefault();
  sent = e;
  leave();
});
globalThis.navigation?.addEventListener("navigate", (e) => e.destination.sameDocument || e.downloadRequest !== null || leave());
addEventListener("pageshow", stay);
