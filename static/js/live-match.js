// The live match: tap a man and then its square, step with the arrow keys, type
// a move with a or b, press the clock with p. Every act is a form of the page,
// sent in the background so that nothing jumps; without script the same forms
// work by themselves. The server says which squares are legal and why a move is
// not; this only marks squares.
import { exchange, swap } from "./exchange.js";
import { oneTimeKey } from "./outbox.js";
import { fetchSignedIn } from "./post.js";
import { during } from "./settled.js";

const widget = () => document.querySelector("[data-live-match]");
const singleKeys = () => document.body.dataset.singleKeys !== "false";
const lookEvery = 5000;

let picked = null; // { board, from } of the man or piece that was tapped
let drawn = Number(document.body.dataset.version); // the version of the event on the page
let turn = 0; // counts what the reader asked for; a late answer to less is dropped
let moving = 0; // steps and acts of the reader under way
let missed = 0; // the newest version heard of meanwhile
let shown = Promise.resolve(); // pages are drawn one after the other
let promoting = null; // { form, move } while a promotion is chosen
let acting = Promise.resolve(); // acts go one after the other, in the order they were made
let acts = 0; // that are not shown yet
let goal = null; // the step that arrows lead to, when it is not shown yet

// destinations reads "e2:e3 e4;N@:a3" of a board.
function destinations(board) {
  const list = new Map();
  for (const part of board.dataset.moves.split(";")) {
    const [from, to] = part.split(":");
    if (to) list.set(from, to.split(" "));
  }
  return list;
}

function unpick() {
  for (const marked of document.querySelectorAll("[data-live-match] .can, [data-live-match] .picked")) marked.classList.remove("can", "picked");
  picked = null;
}

function pick(board, from, element) {
  unpick();
  picked = { board, from };
  element.classList.add("picked");
  for (const square of destinations(board).get(from) || []) board.querySelector(`[data-square="${square}"]`)?.classList.add("can");
}

function tapSquare(board, square) {
  const form = board.querySelector("[data-entry-of]");
  if (!form) return;
  const name = square.dataset.square;
  if (picked?.board === board && picked.from !== name && !(destinations(board).has(name) && !square.classList.contains("can"))) {
    play(form, picked.from, name);
    return;
  }
  if (picked?.from === name) unpick();
  else if (square.querySelector("use")) pick(board, name, square);
  else unpick();
}

// play writes the move into the notation field and sends it; a pawn that
// reaches the last rank asks first what it becomes.
function play(form, from, to) {
  const man = form.closest("[data-board]").querySelector(`[data-square="${from}"] use`);
  unpick();
  const move = from + to;
  if (man?.getAttribute("href").endsWith("P") && /[18]$/.test(to)) {
    promoting = { form, move };
    const choice = form.querySelector("[data-promotion]");
    choice.hidden = false;
    choice.querySelector("button").focus();
    return;
  }
  submit(form, move);
}

function submit(form, move) {
  form.querySelector("[name=move]").value = move;
  form.requestSubmit(form.querySelector('[value="turn"]'));
}

// The log scrolls by itself so that the page stays where it is.
function showStep() {
  const row = document.querySelector('.lm-log [aria-current="step"]')?.closest("tr");
  const log = row?.closest(".lm-log");
  if (!log) return;
  const top = row.offsetTop - row.offsetHeight; // the heading row covers one
  if (top < log.scrollTop) log.scrollTop = top;
  else if (row.offsetTop + row.offsetHeight > log.scrollTop + log.clientHeight) log.scrollTop = row.offsetTop + row.offsetHeight - log.clientHeight;
}

function show(text, address) {
  shown = shown.catch(() => null).then(() => exchange(() => draw(text, address)));
  return shown;
}

const texts = "input[id]:not([type=hidden], [type=radio], [type=checkbox])";

// draw shows a page of the match; what is being typed stays.
async function draw(text, address) {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const main = fresh.querySelector("#main");
  if (!main || !fresh.querySelector("[data-live-match]")) {
    location.href = address;
    return;
  }
  const held = picked;
  unpick();
  for (const field of main.querySelectorAll("[autofocus]")) field.removeAttribute("autofocus"); // meant for whole pages
  const typed = [...widget().querySelectorAll(texts)].map((field) => [field.id, field.value]);
  for (const open of widget().querySelectorAll("details[open][id]")) main.querySelector(`#${open.id}`)?.setAttribute("open", "");
  const heard = Number(widget().querySelector("[data-stepper]")?.dataset.of ?? 0);
  const drawing = swap(document.querySelector("#main"), main.innerHTML);
  for (const [id, value] of typed) {
    const field = document.getElementById(id);
    if (field && value) field.value = value;
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
function say(since) {
  const place = widget()?.querySelector("[data-moves-said]");
  const rows = [...document.querySelectorAll("[data-live-match] [data-spoken]")].filter((row) => Number(row.dataset.step) > since);
  if (place && rows.length > 0) place.textContent = rows.map((row) => row.dataset.spoken).join(" ");
}

// takeUp marks a man again that was tapped before the page was drawn anew.
function takeUp(held) {
  const board = held && document.getElementById(held.board.id);
  if (!board || !destinations(board).has(held.from)) return;
  const element = board.querySelector(held.from.endsWith("@") ? `[data-drop="${held.from[0]}"]:enabled` : `[data-square="${held.from}"]`);
  if (element) pick(board, held.from, element);
}

// moves does what the reader asked for; news waits until it is shown.
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
function act(form, button) {
  turn++;
  goal = null;
  const { action } = form;
  const entries = [...new FormData(form, button)].filter(([name]) => name !== "key");
  const taken = [...form.querySelectorAll(texts)].map((field) => [field.id, field.value]);
  const field = form.contains(document.activeElement) ? document.activeElement.id : "";
  for (const [id] of taken) document.getElementById(id).value = "";
  const first = acts++ === 0;
  acting = acting.then(async () => {
    const after = document.querySelector("[data-live-match] [data-act] [name=after]")?.value;
    const body = [...entries.map(([name, value]) => [name, name === "after" && !first && after ? after : value]), ["key", oneTimeKey()]];
    await send(action, body, taken, field);
    acts--;
  });
  return acting;
}

async function send(to, entries, taken, field) {
  const note = document.querySelector("[data-move-not-sent]");
  const giveBack = () => {
    for (const [id, value] of taken) {
      const input = document.getElementById(id);
      if (input && input.value === "") input.value = value;
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
    const bad = document.querySelector("[data-live-match] [aria-invalid]");
    if (document.activeElement?.matches("input, textarea, select") && document.activeElement.value !== "") return; // somebody types on
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
async function follow(version, read) {
  // Behind a delay, steps come due without a change of the event.
  if (promoting || (version <= drawn && !Number(widget().dataset.delay))) return;
  if (moving) {
    missed = Math.max(missed, version);
    return;
  }
  if (read) return show(read, location.href);
  const asked = turn;
  const answer = await fetch(location.href, { headers: { "X-Refetch": "1" } }).catch(() => null);
  if (!answer?.ok || answer.redirected) return;
  const text = await answer.text();
  if (asked !== turn) return follow(version); // the reader has gone on meanwhile
  await show(text, location.href);
}

async function step(address) {
  const mine = ++turn;
  const answer = await fetch(address, { headers: { "X-Refetch": "1" } }).catch(() => null);
  const text = answer?.ok && (await answer.text());
  if (mine !== turn) return;
  if (text) await show(text, address);
  if (mine === turn) goal = null;
}

// stepBy goes on from where the keys before lead, shown or not.
function stepBy(key) {
  const { at, of, base } = widget().querySelector("[data-stepper]").dataset;
  const from = goal ?? Number(at);
  const to = Math.min(Number(of), Math.max(0, { Home: 0, End: Number(of), ArrowLeft: from - 1, ArrowRight: from + 1 }[key]));
  if (to === from) return;
  goal = to;
  moves("opening", () => step(key === "End" ? base : `${base}?ply=${to}`));
}

function keys(e) {
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  if (e.key === "Escape") {
    unpick();
    for (const choice of document.querySelectorAll("[data-promotion]")) choice.hidden = true;
    widget().focus({ preventScroll: true });
    return;
  }
  if (e.target.matches("input, select, textarea")) return;
  if (widget().querySelector(`[data-step-key="${CSS.escape(e.key)}"]`)) {
    e.preventDefault();
    stepBy(e.key);
    return;
  }
  if (!singleKeys()) return;
  if (e.key === "a" || e.key === "b") {
    const field = document.getElementById(`move-${e.key.toUpperCase()}`);
    if (field) {
      e.preventDefault();
      field.focus();
      field.select();
    }
  } else if (e.key === "p") {
    const button = widget().querySelector("[data-press]");
    if (button) {
      e.preventDefault();
      button.form.requestSubmit(button);
    }
  } else if (e.key === "d") {
    const incident = widget().querySelector("[data-incident]");
    if (incident) location.href = incident.href;
  }
}

function click(e) {
  if (!e.target.closest("[data-live-match]")) return;
  const board = e.target.closest("[data-board]");
  const square = e.target.closest("[data-square]");
  const drop = e.target.closest("[data-drop]");
  const becomes = e.target.closest("[data-becomes]");
  const link = e.target.closest("[data-stepper] a[href], .lm-log a[href]");
  if (link && !e.ctrlKey && !e.metaKey && !e.shiftKey) {
    e.preventDefault();
    goal = null;
    moves("opening", () => step(link.href));
  } else if (becomes && promoting) {
    becomes.closest("[data-promotion]").hidden = true;
    submit(promoting.form, promoting.move + becomes.dataset.becomes.toLowerCase());
    promoting = null;
  } else if (drop && board) {
    pick(board, `${drop.dataset.drop}@`, drop);
  } else if (square && board) {
    tapSquare(board, square);
  }
}

if (widget()) {
  document.addEventListener("click", click);
  document.addEventListener("keydown", (e) => {
    if (e.target.closest("[data-live-match]")) keys(e);
  });
  document.addEventListener("submit", (e) => {
    if (!e.target.matches("[data-live-match] [data-act]")) return;
    e.preventDefault();
    moves("sending", () => act(e.target, e.submitter));
  });
  document.addEventListener("tandem:fresh", (e) => follow(e.detail.version, e.detail.text));
  // What a delay holds back comes without a change of the event: look for it.
  if (Number(widget().dataset.delay) > 0) setInterval(() => document.dispatchEvent(new CustomEvent("tandem:look")), lookEvery);
  showStep();
  if (!document.querySelector("[autofocus]")) widget().focus({ preventScroll: true });
}
