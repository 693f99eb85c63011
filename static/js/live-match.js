// The live match: tap a man and then its square, step with the arrow keys, type
// a move with a or b, press the clock with p. Every act is a form of the page,
// sent in the background so that nothing jumps; without script the same forms
// work by themselves. The server says which squares are legal and why a move is
// not; this only marks squares.
import htmx from "./htmx.js";

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
  shown = shown.catch(() => null).then(() => draw(text, address));
  return shown;
}

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
  const here = document.querySelector("#main");
  await htmx.swap({ text: main.innerHTML, target: here, sourceElement: here, swap: "innerMorph" });
  document.body.dataset.version = fresh.body.dataset.version;
  drawn = Number(fresh.body.dataset.version);
  history.replaceState(null, "", address);
  showStep();
  takeUp(held);
}

// takeUp marks a man again that was tapped before the page was drawn anew.
function takeUp(held) {
  const board = held && document.getElementById(held.board.id);
  if (!board || !destinations(board).has(held.from)) return;
  const element = board.querySelector(held.from.endsWith("@") ? `[data-drop="${held.from[0]}"]:enabled` : `[data-square="${held.from}"]`);
  if (element) pick(board, held.from, element);
}

// moves does what the reader asked for; news waits until it is shown.
async function moves(work) {
  moving++;
  try {
    await work();
  } finally {
    moving--;
    if (!moving && missed) {
      const version = missed;
      missed = 0;
      follow(version);
    }
  }
}

async function send(form, button) {
  turn++;
  const data = new URLSearchParams(new FormData(form, button));
  const note = document.querySelector("[data-not-sent]");
  const field = document.activeElement?.closest("[data-entry-of]") === form ? document.activeElement.id : "";
  try {
    const answer = await fetch(form.action, { method: "POST", body: data });
    const text = await answer.text();
    if (answer.status >= 500) throw new Error("not saved");
    note.hidden = true;
    if (answer.ok) {
      form.reset();
      for (const input of form.querySelectorAll("input:not([type=hidden])")) input.value = "";
    }
    const address = answer.redirected ? new URL(answer.url) : new URL(location.href);
    for (const once of ["said", "on"]) address.searchParams.delete(once);
    await show(text, address.href);
    const bad = document.querySelector("[data-live-match] [aria-invalid]");
    // Who typed goes on typing; who tapped keeps the keys of the widget.
    (bad || document.getElementById(field) || widget()).focus({ preventScroll: !bad });
  } catch {
    note.hidden = false;
  }
}

// follow shows what others recorded: new moves append, the step the reader looks
// at stays, and so do typed text and a man that was taken up.
async function follow(version) {
  // Behind a delay, steps come due without a change of the event.
  if (promoting || (version <= drawn && !Number(widget().dataset.delay))) return;
  if (moving) {
    missed = Math.max(missed, version);
    return;
  }
  const asked = turn;
  const answer = await fetch(location.href, { headers: { "X-Refetch": "1" } }).catch(() => null);
  if (!answer?.ok || answer.redirected) return;
  const text = await answer.text();
  if (asked !== turn) return follow(version); // the reader has gone on meanwhile
  const typed = [...widget().querySelectorAll("input:not([type=hidden])")].map((field) => [field.id, field.value]);
  await show(text, location.href);
  for (const [id, value] of typed) {
    const field = document.getElementById(id);
    if (field && value) field.value = value;
  }
}

async function step(link) {
  const mine = ++turn;
  const answer = await fetch(link.href, { headers: { "X-Refetch": "1" } }).catch(() => null);
  if (!answer?.ok) return;
  const text = await answer.text();
  if (mine === turn) await show(text, link.href);
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
  const link = widget().querySelector(`[data-step-key="${CSS.escape(e.key)}"][href]`);
  if (link) {
    e.preventDefault();
    moves(() => step(link));
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
    moves(() => step(link));
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
    moves(() => send(e.target, e.submitter));
  });
  document.addEventListener("tandem:fresh", (e) => follow(e.detail.version));
  // What a delay holds back comes without a change of the event: look for it.
  if (Number(widget().dataset.delay) > 0) setInterval(() => document.dispatchEvent(new CustomEvent("tandem:look")), lookEvery);
  showStep();
  if (!document.querySelector("[autofocus]")) widget().focus({ preventScroll: true });
}
