// The verify queue by keyboard, on the result that has the frame: y confirms, n
// asks for the reason and rejects, s skips; 1, 2 and 3 type a result again. What was
// decided is on its way at once and the next result has the frame; what the server
// refuses is said. Two readings that differ make a sound and end the queue. What others
// look at is shown.
import { drawMain } from "./exchange.js";
import { look } from "./live.js";
import { createOutbox, memoryStore, newId, oneTimeKey } from "./outbox.js";
import { fetchSignedIn, postForm } from "./post.js";
import { during, flag } from "./settled.js";
import { beep } from "./sound.js";

const queue = () => document.querySelector("[data-verify]");
const lookEvery = 3000;

const cards = () => [...queue().querySelectorAll("[data-waiting]:not([hidden])")];
const focused = () => document.activeElement?.closest("[data-waiting]");
const unseen = () => queue().dataset.mode === "rekey"; // one result at a time: the next comes from the server
const busy = flag("sending");
const ahead = []; // keys struck while the next result comes
let coming = false;

const outbox = createOutbox({
  store: memoryStore(),
  later: (ms, work) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
  send: (verdict) => postForm(verdict.to, verdict.form),
  answered,
  tell,
});

function tell() {
  busy(!outbox.away() && !outbox.signedOut() && !outbox.idle());
  const tally = queue().querySelector("[data-verify-tally]");
  const n = outbox.waiting().length;
  tally.hidden = n === 0;
  tally.textContent = tally.dataset.words.replace("{n}", n);
}

// A result that was decided leaves the queue at once.
function hideDecided() {
  const decided = new Set(outbox.waiting().map((verdict) => verdict.row));
  for (const card of queue().querySelectorAll("[data-waiting]")) card.hidden = decided.has(card.dataset.row);
}

async function answered(verdict, { done, refused }) {
  if (refused) {
    beep();
    const line = document.createElement("p");
    line.className = "note s-conflict";
    line.textContent = `${verdict.place}: ${Object.values(refused.fields ?? {})[0] ?? refused.problem ?? ""}`;
    queue().querySelector("[data-verify-problems]").append(line);
  }
  const stopped = done?.to && new URL(done.to, location.href).searchParams.has("stopped");
  if (unseen() || stopped) await open(done?.to ?? location.href);
  else look();
  goOn();
}

// open shows another state of the queue in place.
async function open(to) {
  const answer = await fetchSignedIn(to, { headers: { "X-Refetch": "1" } });
  if (!(await drawMain(await answer.text(), answer.url, "[data-verify]"))) return;
  coming = false;
  begin();
}

// begin puts the frame on the first result.
function begin() {
  if (queue().querySelector("[data-beep]")) {
    beep();
    queue().dataset.beeped = "";
  }
  hideDecided();
  const first = cards().find((card) => !card.matches(".taken")) || cards()[0];
  if (first && !queue().querySelector(".field-error")) first.focus({ preventScroll: true });
}

function goOn() {
  for (const k of ahead.splice(0)) if (!key(focused(), k)) unheard();
}

// unheard says that a key had no result to act on.
function unheard() {
  beep();
  cards()[0]?.focus();
}

function decide(form, button) {
  const card = form.closest("[data-waiting]");
  const after = next(card);
  outbox.put({
    id: newId(),
    lane: "verify",
    to: form.action,
    row: card.dataset.row,
    place: card.getAttribute("aria-label"),
    form: [...[...new FormData(form, button)].filter(([name]) => name !== "key"), ["key", oneTimeKey()]],
  });
  coming = unseen();
  hideDecided();
  after?.focus();
}

const next = (card) => cards()[cards().indexOf(card) + 1] ?? cards().find((other) => other !== card);

function skip(card) {
  if (unseen()) {
    coming = true;
    during("opening", () => open(card.querySelector("[data-skip]").href).then(goOn)).catch(() => (location.href = card.querySelector("[data-skip]").href));
    return;
  }
  const after = next(card);
  card.parentElement.append(card);
  after?.focus();
}

// key does what a key means on a result; false when it means nothing there.
function key(card, k) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[k];
  if (step) {
    const to = card ? cards()[cards().indexOf(card) + step] : cards()[0];
    to?.focus();
    return Boolean(to);
  }
  if (document.body.dataset.singleKeys === "false" || !/^[yns123]$/.test(k)) return false;
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
    card.querySelector("[name=reason]")?.focus();
    return card.querySelector("[name=reason]") !== null;
  }
  const button = card.querySelector(k === "y" ? "[value=confirm]" : `[name=outcome][value="${k}"]`);
  if (button) decide(button.form, button);
  return button !== null;
}

function keydown(e) {
  if (e.ctrlKey || e.metaKey || e.altKey || e.repeat || e.target.matches("input, select, textarea") || document.querySelector("dialog[open]")) return;
  if (!queue().contains(e.target) && e.target !== document.body) return;
  if (key(e.target.closest("[data-waiting]"), e.key)) e.preventDefault();
}

// lookAround tells the server which result is before this person, and greys out those
// that others have before them.
async function lookAround() {
  const mine = focused() || cards()[0];
  const match = mine?.dataset.row || "0";
  try {
    const answer = await fetch(queue().dataset.verify, { method: "POST", body: new URLSearchParams({ match }), headers: { "X-Refetch": "1" } });
    if (!answer.ok) return;
    const taken = new Map((await answer.text()).split("\n").map((line) => line.split("\t")));
    for (const card of cards()) {
      const words = taken.get(card.dataset.row) || "";
      card.classList.toggle("taken", words !== "");
      const line = card.querySelector("[data-taken-by]");
      if (line.textContent !== words) line.textContent = words;
    }
  } catch {
    // The age on the page says that the server is silent.
  }
}

if (queue()) {
  begin();
  document.addEventListener("keydown", keydown);
  document.addEventListener("submit", (e) => {
    if (!e.target.closest("[data-waiting]")) return;
    e.preventDefault();
    decide(e.target, e.submitter);
  });
  document.addEventListener("click", (e) => {
    const link = e.target.closest("[data-skip]");
    if (!link || e.ctrlKey || e.metaKey) return;
    e.preventDefault();
    skip(link.closest("[data-waiting]"));
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
