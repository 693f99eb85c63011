// The pairing workbench by keyboard: arrows move between teams, space marks (it
// is the browser's own checkbox), Enter swaps, p pairs, u unpairs, c checks, z takes
// back. A button is sent in the background and the page redrawn in place, so that focus
// stays. What is struck and clicked meanwhile is meant for the draft as it is then, and
// follows.
import { drawMain } from "./exchange.js";
import { fetchSignedIn } from "./post.js";
import { during } from "./settled.js";

const bench = () => document.querySelector("[data-bench]");
const cells = () => [...document.querySelectorAll("[data-bench] [data-cell]")];
const singleKeys = () => document.body.dataset.singleKeys !== "false";

// The cell beside or below, by where they are on the screen.
function neighbour(from, key) {
  const all = cells();
  const at = all.indexOf(from);
  if (key === "ArrowLeft") return all[at - 1];
  if (key === "ArrowRight") return all[at + 1];
  const here = from.getBoundingClientRect();
  const order = key === "ArrowDown" ? all.slice(at + 1) : all.slice(0, at).reverse();
  return order.find((cell) => Math.abs(cell.getBoundingClientRect().left - here.left) < 4 && cell.getBoundingClientRect().top !== here.top);
}

const acts = { p: "pair", u: "unpair", c: "check", z: "undo" };

const press = (name) => document.querySelector(`[data-bench] [data-draft] button[name="do"][value="${name}"]`)?.click();

let sending = false;
const ahead = []; // what was struck and clicked while something was sent, as work to do

// send carries out a button. What is given up meanwhile (long.js) is not waited for: the
// server ends it unless it is saved already, and the page is read again.
async function send(form, button) {
  const body = new URLSearchParams(new FormData(form, button));
  const focused = document.activeElement?.id;
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
  while (ahead.length > 0 && !sending) ahead.shift()();
}

document.addEventListener("submit", (e) => {
  const form = e.target;
  if (!bench()?.contains(form) || !e.submitter) return;
  e.preventDefault();
  if (sending) return; // a field's own Enter: the page that comes has the field again
  sending = true;
  during("sending", () => send(form, e.submitter))
    .catch(() => {
      ahead.length = 0; // the note says so
      const note = document.querySelector("[data-draft-not-sent]");
      note.hidden = false;
      note.scrollIntoView({ block: "nearest" });
    })
    .finally(() => {
      sending = false;
      form.dispatchEvent(new Event("tandem:answered"));
      goOn();
    });
});

// key does what a key means on a cell.
function key(cell, k) {
  if (k.startsWith("Arrow")) neighbour(cell, k)?.focus();
  else if (k === "Enter") press("swap");
  else if (singleKeys() && acts[k]) press(acts[k]);
  else return false;
  return true;
}

document.addEventListener("keydown", (e) => {
  if (!bench() || e.ctrlKey || e.metaKey || e.altKey) return;
  const k = e.key;
  if (sending && (e.target.matches("[data-cell]") || e.target === document.body)) {
    if (!k.startsWith("Arrow") && k !== "Enter" && k !== " " && !acts[k]) return;
    e.preventDefault();
    ahead.push(() => (k === " " ? document.activeElement.click() : key(document.activeElement, k)));
  } else if (e.target.matches("[data-cell]") && key(e.target, k)) e.preventDefault();
});

document.addEventListener(
  "click",
  (e) => {
    const target = e.target.closest?.("[data-bench] :is([data-cell], button:not([data-give-up]))");
    if (!sending || !target) return;
    e.preventDefault();
    e.stopImmediatePropagation();
    const again = target.id ? `#${CSS.escape(target.id)}` : `button[name="${CSS.escape(target.name)}"][value="${CSS.escape(target.value)}"]`;
    ahead.push(() => bench()?.querySelector(again)?.click());
  },
  true,
);
