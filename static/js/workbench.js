// The pairing workbench by keyboard: arrows move between teams, space marks (it
// is the browser's own checkbox), Enter swaps, p pairs, u unpairs, c checks, z takes
// back. A button is sent in the background and the page redrawn in place, so that focus
// stays. What is struck and clicked meanwhile is meant for the draft as it is then, and
// follows.
import { drawMain } from "./exchange.js";
import { fetchSignedIn } from "./post.js";
import { during } from "./settled.js";
import { all, around, bodyOf, buttonOf, find, formOf, need } from "./elements.js";
import { chord, meant, singleKeys } from "./keys.js";

const bench = () => find("[data-bench]");
const cells = () => all("[data-bench] [data-cell]");

/**
 * neighbour is the cell beside or below, by where they are on the screen.
 * @param {HTMLElement} from
 * @param {string} key
 */
function neighbour(from, key) {
  const list = cells();
  const at = list.indexOf(from);
  if (key === "ArrowLeft") return list[at - 1];
  if (key === "ArrowRight") return list[at + 1];
  const here = from.getBoundingClientRect();
  const order = key === "ArrowDown" ? list.slice(at + 1) : list.slice(0, at).reverse();
  return order.find((cell) => Math.abs(cell.getBoundingClientRect().left - here.left) < 4 && cell.getBoundingClientRect().top !== here.top);
}

/** @type {Record<string, string>} */
const acts = { p: "pair", u: "unpair", c: "check", z: "undo" };

/** @param {string} name */
const press = (name) => find(`[data-bench] [data-draft] button[name="do"][value="${name}"]`)?.click();

let sending = false;
/** @type {(() => void)[]} */
const ahead = []; // what was struck and clicked while something was sent, as work to do

// send carries out a button. What is given up meanwhile (long.js) is not waited for: the
// server ends it unless it is saved already, and the page is read again.

/**
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} button
 */
async function send(form, button) {
  const body = bodyOf(form, button);
  const focused = document.activeElement?.id ?? "";
  const given = new AbortController();
  form.addEventListener("tandem:give-up", () => given.abort(), { once: true });
  let answer;
  try {
    answer = await fetchSignedIn(form.action, { method: "POST", body, signal: given.signal });
  } catch (failed) {
    if (!given.signal.aborted) throw failed;
    answer = await fetchSignedIn(location.href);
  }
  if (answer.status >= 500) throw new Error("not saved");
  if (await drawMain(await answer.text(), answer.url, "[data-bench]")) (document.getElementById(focused) || cells()[0])?.focus();
}

function goOn() {
  while (ahead.length > 0 && !sending) ahead.shift()?.();
}

document.addEventListener("submit", (e) => {
  const form = formOf(e);
  const button = buttonOf(e);
  if (!form || !bench()?.contains(form) || !button) return;
  e.preventDefault();
  if (sending) return; // a field's own Enter: the page that comes has the field again
  sending = true;
  during("sending", () => send(form, button))
    .catch(() => {
      ahead.length = 0; // the note says so
      const note = need("[data-draft-not-sent]");
      note.hidden = false;
      note.scrollIntoView({ block: "nearest" });
    })
    .finally(() => {
      sending = false;
      form.dispatchEvent(new Event("tandem:answered"));
      goOn();
    });
});

/**
 * key does what a key means on a cell.
 * @param {HTMLElement} cell
 * @param {string} k
 */
function key(cell, k) {
  if (k.startsWith("Arrow")) neighbour(cell, k)?.focus();
  else if (k === "Enter") press("swap");
  else if (singleKeys() && acts[k]) press(acts[k]);
  else return false;
  return true;
}

document.addEventListener("keydown", (e) => {
  if (!bench() || chord(e)) return;
  const k = meant(e);
  const cell = e.target instanceof HTMLElement && e.target.matches("[data-cell]") ? e.target : null;
  if (sending && (cell || e.target === document.body)) {
    if (!k.startsWith("Arrow") && k !== "Enter" && k !== " " && !acts[k]) return;
    e.preventDefault();
    ahead.push(() => {
      const at = document.activeElement;
      if (!(at instanceof HTMLElement)) return;
      if (k === " ") at.click();
      else key(at, k);
    });
  } else if (cell && key(cell, k)) e.preventDefault();
});

document.addEventListener(
  "click",
  (e) => {
    const target = around(e.target, "[data-bench] :is([data-cell], button:not([data-give-up]))");
    if (!sending || !target) return;
    e.preventDefault();
    e.stopImmediatePropagation();
    const { name, value } = target instanceof HTMLButtonElement ? target : { name: "", value: "" };
    const again = target.id ? `#${CSS.escape(target.id)}` : `button[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`;
    ahead.push(() => find(`[data-bench] ${again}`)?.click());
  },
  true,
);
