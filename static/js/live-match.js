// The live match: step with the arrow keys, type a move with a or b, press the clock
// with p, or tap (live-board.js). Every act is a form of the page, sent in the background
// so that nothing jumps; without script the same forms work by themselves.
import { exchange, swap } from "./exchange.js";
import { oneTimeKey } from "./outbox.js";
import { fetchSignedIn } from "./post.js";
import { during } from "./settled.js";
import { all, around, buttonOf, fields, find, fits, formOf, isField, need, pageOf, textsOf } from "./elements.js";
import { chord, meant, singleKeys } from "./keys.js";
import { choosing, putBack, takeUp, tap, unpick } from "./live-board.js";

const widget = () => need("[data-live-match]");
const lookEvery = 5000;

let drawn = Number(document.body.dataset.version); // the version of the event on the page
let turn = 0; // counts what the reader asked for; a late answer to less is dropped
let moving = 0; // steps and acts of the reader under way
let missed = 0; // the newest version heard of meanwhile
/** @type {Promise<unknown>} */
let shown = Promise.resolve(); // pages are drawn one after the other
let acting = Promise.resolve(); // acts go one after the other, in the order they were made
let acts = 0; // that are not shown yet
/** @type {number | null} */
let goal = null; // the step that arrows lead to, when it is not shown yet

// The log scrolls by itself so that the page stays where it is.
function showStep() {
  const row = around(document.querySelector('.lm-log [aria-current="step"]'), "tr");
  const log = around(row, ".lm-log");
  if (!row || !log) return;
  const top = row.offsetTop - row.offsetHeight; // the heading row covers one
  if (top < log.scrollTop) log.scrollTop = top;
  else if (row.offsetTop + row.offsetHeight > log.scrollTop + log.clientHeight) log.scrollTop = row.offsetTop + row.offsetHeight - log.clientHeight;
}

/**
 * @param {string} text
 * @param {string} address
 */
function show(text, address) {
  shown = shown.catch(() => null).then(() => exchange(() => draw(text, address)));
  return shown;
}

const texts = "input[id]:not([type=hidden], [type=radio], [type=checkbox])";

/**
 * draw shows a page of the match; what is being typed stays.
 * @param {string} text
 * @param {string} address
 */
async function draw(text, address) {
  const fresh = pageOf(text);
  const main = find("#main", fresh);
  if (!main || !fresh.querySelector("[data-live-match]")) {
    location.href = address;
    return;
  }
  const held = unpick();
  for (const field of main.querySelectorAll("[autofocus]")) field.removeAttribute("autofocus"); // meant for whole pages
  const typed = fields(texts, widget()).map((field) => [field.id, field.value]);
  const heard = Number(find("[data-stepper]", widget())?.dataset.of ?? 0);
  const drawing = swap(need("#main"), main.innerHTML);
  for (const [id, value] of typed) {
    const field = document.getElementById(id);
    if (isField(field) && value) field.value = value;
  }
  document.body.dataset.version = fresh.body.dataset.version;
  drawn = Number(fresh.body.dataset.version);
  history.replaceState(null, "", address);
  showStep();
  takeUp(held);
  await drawing;
  say(heard);
}

// say tells people who listen what came since a step, in whole words and politely: what
// they are hearing is not cut off.

/** @param {number} since the step they have heard */
function say(since) {
  const place = find("[data-live-match] [data-moves-said]");
  const rows = all("[data-live-match] [data-spoken]").filter((row) => Number(row.dataset.step) > since);
  if (place && rows.length > 0) place.textContent = rows.map((row) => row.dataset.spoken).join(" ");
}

/**
 * moves does what the reader asked for; news waits until it is shown.
 * @param {string} name
 * @param {() => Promise<void>} work
 */
async function moves(name, work) {
  moving++;
  try {
    await during(name, work);
  } finally {
    moving--;
    if (!moving && missed) {
      const version = missed;
      missed = 0;
      follow(version);
    }
  }
}

// act takes an act off the page at once, so that the next can be made, and sends it
// behind those before it. It is recorded behind them: the number of the last act is that
// of the page as they leave it.

/** @typedef {[id: string, value: string][]} Taken what stood in the fields of an act */

/**
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement | null} button
 */
function act(form, button) {
  turn++;
  goal = null;
  const { action } = form;
  const entries = textsOf(form, button).filter(([name]) => name !== "key");
  const typed = fields(texts, form);
  /** @type {Taken} */
  const taken = typed.map((field) => [field.id, field.value]);
  const field = form.contains(document.activeElement) ? (document.activeElement?.id ?? "") : "";
  for (const emptied of typed) emptied.value = "";
  const first = acts++ === 0;
  acting = acting.then(async () => {
    const after = find("[data-live-match] [data-act] [name=after]", document, HTMLInputElement)?.value;
    /** @type {[string, string][]} */
    const body = entries.map(([name, value]) => [name, name === "after" && !first && after ? after : value]);
    body.push(["key", oneTimeKey()]);
    await send(action, body, taken, field);
    acts--;
  });
  return acting;
}

/**
 * @param {string} to
 * @param {[string, string][]} entries
 * @param {Taken} taken
 * @param {string} field the id of the one that had the focus
 */
async function send(to, entries, taken, field) {
  const note = need("[data-move-not-sent]");
  const giveBack = () => {
    for (const [id, value] of taken) {
      const input = document.getElementById(id);
      if (isField(input) && input.value === "") input.value = value;
    }
  };
  try {
    const answer = await fetchSignedIn(to, { method: "POST", body: new URLSearchParams(entries) });
    const text = await answer.text();
    if (answer.status >= 500) throw new Error("not saved");
    note.hidden = true;
    const address = answer.redirected ? new URL(answer.url) : new URL(location.href);
    for (const once of ["said", "on"]) address.searchParams.delete(once);
    await show(text, address.href);
    if (!answer.ok) giveBack();
    const bad = find("[data-live-match] [aria-invalid]");
    if (isField(document.activeElement) && document.activeElement.value !== "") return; // somebody types on
    // Who typed goes on typing; who tapped keeps the keys of the widget.
    (bad || document.getElementById(field) || widget()).focus({ preventScroll: !bad });
  } catch {
    note.hidden = false;
    giveBack();
  }
}

// follow shows what others recorded: new moves append, the step the reader looks
// at stays, and so do typed text and a man that was taken up. The page's general refresh
// has read this address already and hands its answer over.

/**
 * @param {number} version
 * @param {string} [read]
 * @returns {Promise<void>}
 */
async function follow(version, read) {
  // Behind a delay, steps come due without a change of the event.
  if (choosing() || (version <= drawn && !Number(widget().dataset.delay))) return;
  if (moving) {
    missed = Math.max(missed, version);
    return;
  }
  if (read) {
    await show(read, location.href);
    return;
  }
  const asked = turn;
  const answer = await fetch(location.href, { headers: { "X-Refetch": "1" } }).catch(() => null);
  if (!answer?.ok || answer.redirected) return;
  const text = await answer.text();
  if (asked !== turn) return follow(version); // the reader has gone on meanwhile
  await show(text, location.href);
}

/** @param {string} address */
async function step(address) {
  const mine = ++turn;
  const answer = await fetch(address, { headers: { "X-Refetch": "1" } }).catch(() => null);
  const text = answer?.ok ? await answer.text() : "";
  if (mine !== turn) return;
  if (text) await show(text, address);
  if (mine === turn) goal = null;
}

/**
 * stepBy goes on from where the keys before lead, shown or not.
 * @param {string} key
 */
function stepBy(key) {
  const { at, of, base = "" } = need("[data-stepper]", widget()).dataset;
  const from = goal ?? Number(at);
  const to = Math.min(Number(of), Math.max(0, { Home: 0, End: Number(of), ArrowLeft: from - 1, ArrowRight: from + 1 }[key] ?? from));
  if (to === from) return;
  goal = to;
  moves("opening", () => step(key === "End" ? base : `${base}?ply=${to}`));
}

/**
 * ownKeys go to the field for the next move of a board, press the clock, and open an incident.
 * @type {Record<string, string>}
 */
const ownKeys = { a: "#move-A", b: "#move-B", p: "[data-press]", d: "[data-incident]" };

/** @param {KeyboardEvent} e */
function keys(e) {
  if (chord(e)) return;
  if (e.key === "Escape") {
    putBack();
    widget().focus({ preventScroll: true });
    return;
  }
  if (fits(e.target, "input, select, textarea")) return;
  if (widget().querySelector(`[data-step-key="${CSS.escape(e.key)}"]`)) {
    e.preventDefault();
    stepBy(e.key);
    return;
  }
  const means = singleKeys() && ownKeys[meant(e)];
  const part = means && find(means, widget());
  if (!part) return;
  e.preventDefault();
  if (!(part instanceof HTMLInputElement)) return part.click();
  part.focus();
  part.select();
}

/** @param {MouseEvent} e */
function click(e) {
  if (!around(e.target, "[data-live-match]")) return;
  const link = around(e.target, "[data-stepper] a[href], .lm-log a[href]", HTMLAnchorElement);
  if (link && !e.ctrlKey && !e.metaKey && !e.shiftKey) {
    e.preventDefault();
    goal = null;
    moves("opening", () => step(link.href));
  } else {
    tap(e.target);
  }
}

if (find("[data-live-match]")) {
  document.addEventListener("click", click);
  document.addEventListener("keydown", (e) => {
    if (around(e.target, "[data-live-match]")) keys(e);
  });
  document.addEventListener("submit", (e) => {
    const form = formOf(e);
    if (!form?.matches("[data-live-match] [data-act]")) return;
    e.preventDefault();
    moves("sending", () => act(form, buttonOf(e)));
  });
  document.addEventListener("tandem:fresh", (e) => follow(e.detail.version, e.detail.text));
  // What a delay holds back comes without a change of the event: look for it.
  if (Number(widget().dataset.delay) > 0) setInterval(() => document.dispatchEvent(new CustomEvent("tandem:look")), lookEvery);
  showStep();
  if (!document.querySelector("[autofocus]")) widget().focus({ preventScroll: true });
}
