// The verify queue by keyboard, on the result that has the frame: y confirms, n
// asks for the reason and rejects, s skips; 1, 2 and 3 type a result again. What was
// decided is on its way at once and the next result has the frame; what the server
// refuses is said. Two readings that differ make a sound and end the queue. What others
// look at is shown.
import { drawMain } from "./exchange.js";
import { look } from "./live.js";
import { createOutbox, memoryStore, newId, oneTimeKey } from "./outbox.js";
import { fetchSignedIn, postForm, whyOf } from "./post.js";
import { during, flag } from "./settled.js";
import { beep } from "./sound.js";
import { all, around, buttonOf, find, fits, formOf, need, textsOf } from "./elements.js";
import { fill } from "./fill.js";
import { chord, meant, singleKeys } from "./keys.js";
import { later } from "./timer.js";

/** @import { Answer, Item, Store } from "./outbox.js" */
/** @typedef {Item & { to: string, row: string, place: string, form: [string, string][] }} Verdict row is the id of the match */

const queue = () => need("[data-verify]");
const lookEvery = 3000;

const cards = () => all("[data-waiting]:not([hidden])", queue());
const focused = () => around(document.activeElement, "[data-waiting]");
const unseen = () => queue().dataset.mode === "rekey"; // one result at a time: the next comes from the server
const busy = flag("sending");
/** @type {string[]} */
const ahead = []; // keys struck while the next result comes
let coming = false;

/** @type {Store<Verdict>} */
const store = memoryStore();
const outbox = createOutbox({
  store,
  later,
  send: (verdict) => postForm(verdict.to, verdict.form),
  answered,
  tell,
});

// A verdict waits in this page alone: whoever leaves before it could be sent is asked first.
addEventListener("beforeunload", (e) => {
  if (outbox.away() && outbox.waiting().length > 0) e.preventDefault();
});

function tell() {
  busy(!outbox.away() && !outbox.signedOut() && !outbox.idle());
  const tally = need("[data-verify-tally]", queue());
  const n = outbox.waiting().length;
  tally.hidden = n === 0;
  tally.textContent = fill(tally.dataset.words, { n });
}

// A result that was decided leaves the queue at once.
function hideDecided() {
  const decided = new Set(outbox.waiting().map((verdict) => verdict.row));
  for (const card of all("[data-waiting]", queue())) card.hidden = decided.has(card.dataset.row ?? "");
}

/**
 * @param {Verdict} verdict
 * @param {Answer} answer
 */
async function answered(verdict, { done, refused }) {
  if (refused) {
    beep();
    const line = document.createElement("p");
    line.className = "note s-conflict";
    line.textContent = `${verdict.place}: ${whyOf(refused)}`;
    need("[data-verify-problems]", queue()).append(line);
  }
  const stopped = done?.to && new URL(done.to, location.href).searchParams.has("stopped");
  if (unseen() || stopped) await open(done?.to ?? location.href);
  else look();
  goOn();
}

/**
 * open shows another state of the queue in place.
 * @param {string} to
 */
async function open(to) {
  const answer = await fetchSignedIn(to, { headers: { "X-Refetch": "1" } });
  if (!(await drawMain(await answer.text(), answer.url, "[data-verify]"))) return;
  coming = false;
  begin();
}

// begin puts the frame on the first result.
function begin() {
  if (find("[data-beep]", queue())) {
    beep();
    queue().dataset.beeped = "";
  }
  hideDecided();
  const first = cards().find((card) => !card.matches(".taken")) || cards()[0];
  if (first && !find(".field-error", queue())) first.focus({ preventScroll: true });
}

function goOn() {
  for (const k of ahead.splice(0)) if (!key(focused(), k)) unheard();
}

// unheard says that a key had no result to act on.
function unheard() {
  beep();
  cards()[0]?.focus();
}

/**
 * @param {HTMLElement} card
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement | null} button
 */
function decide(card, form, button) {
  const after = next(card);
  outbox.put({
    id: newId(),
    lane: "verify",
    to: form.action,
    row: card.dataset.row ?? "",
    place: card.getAttribute("aria-label") ?? "",
    form: [...textsOf(form, button).filter(([name]) => name !== "key"), ["key", oneTimeKey()]],
  });
  coming = unseen();
  hideDecided();
  after?.focus();
}

/** @param {HTMLElement} card */
const next = (card) => cards()[cards().indexOf(card) + 1] ?? cards().find((other) => other !== card);

/** @param {HTMLElement} card */
function skip(card) {
  if (unseen()) {
    coming = true;
    const { href } = need("[data-skip]", card, HTMLAnchorElement);
    during("opening", () => open(href).then(goOn)).catch(() => (location.href = href));
    return;
  }
  const after = next(card);
  card.parentElement?.append(card);
  after?.focus();
}

/**
 * key does what a key means on a result; false when it means nothing there.
 * @param {HTMLElement | null} card
 * @param {string} k
 */
function key(card, k) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[k];
  if (step) {
    const to = card ? cards()[cards().indexOf(card) + step] : cards()[0];
    to?.focus();
    return Boolean(to);
  }
  if (!singleKeys() || !/^[yns123]$/.test(k)) return false;
  if (coming) {
    ahead.push(k);
    return true;
  }
  if (!card) {
    unheard();
    return true;
  }
  if (k === "s") {
    skip(card);
    return true;
  }
  if (k === "n") {
    const reason = find("[name=reason]", card);
    reason?.focus();
    return reason !== null;
  }
  const button = find(k === "y" ? "[value=confirm]" : `[name=outcome][value="${k}"]`, card, HTMLButtonElement);
  if (!button?.form) return false;
  decide(card, button.form, button);
  return true;
}

/** @param {KeyboardEvent} e */
function keydown(e) {
  if (chord(e) || e.repeat || fits(e.target, "input, select, textarea") || document.querySelector("dialog[open]")) return;
  if (!around(e.target, "[data-verify]") && e.target !== document.body) return;
  if (key(around(e.target, "[data-waiting]"), meant(e))) e.preventDefault();
}

// lookAround tells the server which result is before this person, and greys out those
// that others have before them.
async function lookAround() {
  const mine = focused() || cards()[0];
  const match = mine?.dataset.row || "0";
  try {
    const answer = await fetch(queue().dataset.verify ?? "", { method: "POST", body: new URLSearchParams({ match }), headers: { "X-Refetch": "1" } });
    if (!answer.ok) return;
    /** @type {Map<string, string>} */
    const taken = new Map();
    for (const line of (await answer.text()).split("\n")) {
      const [row, words = ""] = line.split("\t");
      taken.set(row, words);
    }
    for (const card of cards()) {
      const words = taken.get(card.dataset.row ?? "") || "";
      card.classList.toggle("taken", words !== "");
      const line = need("[data-taken-by]", card);
      if (line.textContent !== words) line.textContent = words;
    }
  } catch {
    // The age on the page says that the server is silent.
  }
}

if (find("[data-verify]")) {
  begin();
  document.addEventListener("keydown", keydown);
  document.addEventListener("submit", (e) => {
    const form = formOf(e);
    const card = around(form, "[data-waiting]");
    if (!form || !card) return;
    e.preventDefault();
    decide(card, form, buttonOf(e));
  });
  document.addEventListener("click", (e) => {
    const card = around(around(e.target, "[data-skip]"), "[data-waiting]");
    if (!card || e.ctrlKey || e.metaKey) return;
    e.preventDefault();
    skip(card);
  });
  addEventListener("online", outbox.retry);
  document.addEventListener("tandem:signed-in", outbox.signedIn);
  lookAround();
  setInterval(() => document.visibilityState === "visible" && lookAround(), lookEvery);
  document.addEventListener("tandem:fresh", () => {
    hideDecided();
    lookAround();
  });
}
