// The board wall with result entry by keyboard. The server draws everything; this
// moves the focus, gives every key to the panel (entry-panel.js) or to the wall, and
// keeps in sight what is saved, on its way and not saved (entry-queue.js).
import { entriesOf } from "./entry-queue.js";
import { createPanel } from "./entry-panel.js";
import { echo, fill } from "./entry-sentence.js";
import { look } from "./live.js";
import { during } from "./settled.js";

const page = document.querySelector("[data-wall]");
const lookEvery = 30_000; // minutes late grow without a change of the event
const besideEvery = 3000;

const singleKeys = () => document.body.dataset.singleKeys !== "false";
const shown = () => document.visibilityState === "visible";

let queue;
let panel;
let saved = 0; // entries of this page that the server has

// The wall in its present view, with a table opened or without one.
function wallAddress(table, match) {
  const address = new URL(location.href);
  for (const name of ["table", "match", "said"]) address.searchParams.delete(name);
  if (table) address.searchParams.set("table", table);
  if (match) address.searchParams.set("match", match);
  return address;
}

function panelAddress(table, match) {
  const address = wallAddress(table, match);
  address.searchParams.set("part", "entry");
  return address;
}

// --- what became of entries

// answered hears what the server said about an entry: it is said, and the wall shows it.
function answered(entry, { done, refused }) {
  if (done) {
    if (!entry.undo) saved++;
    if (done.said) announce(done.said);
  }
  if (refused) panel.forget((last) => last.id === entry.id);
  tell();
  look();
}

function announce(sentence) {
  let line = page.querySelector(".entry > .said");
  if (!line) {
    line = document.createElement("p");
    line.className = "said";
    line.setAttribute("role", "status");
    page.querySelector(".entry").prepend(line);
  }
  line.textContent = sentence;
}

// tell keeps the state of all entries in sight.
function tell() {
  const waiting = queue.waiting();
  const away = queue.away();
  const note = page.querySelector("[data-queue]");
  note.hidden = waiting.length === 0 || !(away || waiting.some((entry) => entry.other));
  note.querySelector("[data-queue-count]").textContent = waiting.length;
  const whose = (entry) => (entry.other ? fill(note.dataset.other, { person: entry.other }) : "");
  note.querySelector("[data-queue-list]").replaceChildren(
    ...waiting.map((entry) => Object.assign(document.createElement("li"), { textContent: `${entry.said || ""} ${whose(entry)}`.trim() })),
  );
  const tally = page.querySelector("[data-tally]");
  const counts = [[tally.dataset.saved, saved], [tally.dataset.waiting, waiting.length], [tally.dataset.notSaved, queue.refused().length]];
  tally.textContent = counts.filter(([, n]) => n > 0).map(([words, n]) => fill(words, { n })).join(" · ");
  tally.hidden = tally.textContent === "";
  listRefused();
  markTiles();
}

function listRefused() {
  const list = page.querySelector("[data-refused]");
  const refused = queue.refused();
  list.hidden = refused.length === 0;
  const have = new Map([...list.children].map((line) => [line.dataset.entry, line]));
  list.replaceChildren(...refused.map((entry) => have.get(entry.id) ?? refusedLine(list, entry)));
}

function refusedLine(list, entry) {
  const note = document.createElement("div");
  note.className = "note s-conflict";
  note.dataset.entry = entry.id;
  const { problem, fields, held } = entry.refused;
  const words = document.createElement("span");
  const why = Object.values(fields ?? {})[0] ?? problem ?? "";
  words.append(Object.assign(document.createElement("strong"), { textContent: `${why} ` }), entry.said ?? "", " ");
  const act = (word, does) => {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "btn btn-s", textContent: word });
    button.addEventListener("click", does);
    words.append(button, " ");
  };
  if (held) act(list.dataset.sendWord, () => queue.sendRefused(entry.id));
  if (!entry.undo && entry.form.length > 0) {
    act(list.dataset.openWord, () => {
      queue.drop(entry.id);
      panel.again(entry);
    });
  }
  act(list.dataset.dropWord, () => {
    queue.drop(entry.id);
    panel.box()?.focus();
  });
  note.append(words);
  return note;
}

// markTiles says on a tile that an entry of it is on its way or was refused, and which
// table is open.
function markTiles() {
  const words = page.querySelector("[data-refused]").dataset;
  const marks = new Map();
  for (const entry of queue.waiting()) marks.set(entry.table, ["waiting", words.sendingWord]);
  for (const entry of queue.refused()) marks.set(entry.table, ["refused", words.tileWord]);
  const open = panel.place()?.table;
  for (const tile of page.querySelectorAll(".tile")) {
    const [state, word] = marks.get(tile.dataset.table) ?? [];
    tile.classList.toggle("refused", state === "refused");
    tile.classList.toggle("waiting", state === "waiting");
    tile.classList.toggle("sel", tile.dataset.table === open);
    const mark = tile.querySelector(".mark");
    if (mark?.textContent === word) continue;
    mark?.remove();
    if (word) tile.querySelector(".ago").after(Object.assign(document.createElement("span"), { className: "mark", textContent: word }));
  }
}

// --- keys

// wallKey is a single key that means the same on the wall and in the panel; place is
// the match that is open there, null for the box.
function wallKey(k, place) {
  if (k === "z") return undo();
  if (k === "?") return keyList();
  if (k === "d") return dispute(place?.table, place?.match);
  if (place) return false;
  if (k === "f") return find();
  if (k === "o") return focusTile(page.querySelector("[data-grid]").dataset.oldest);
  if (k === "v") return verify("");
  const caret = k === "ArrowLeft" || k === "ArrowRight"; // which a number that is typed has for itself
  if (k.startsWith("Arrow") && (!caret || panel.box()?.value === "")) return focusTile(page.querySelector(".tile")?.dataset.table);
  return false;
}

// undo takes back the last entry of this page, wherever it is; a page that made none
// takes back the newest one of the log that is this person's.
function undo() {
  const done = panel.undo();
  if (done === "dropped") announce(page.querySelector("[data-refused]").dataset.dropped);
  if (done) return true;
  const pending = queue.waiting().filter((entry) => entry.undo).map((entry) => `T${entry.table} M${entry.match}`);
  const button = [...page.querySelectorAll("[data-undo]")].find((other) => !pending.includes(other.dataset.undo));
  if (!button) return false;
  undoBy(button.form, button);
  return true;
}

function undoBy(form, button) {
  const [, table, match] = button.dataset.undo.match(/T(\d+) M(\d+)/);
  panel.forget((last) => last.table === table && last.match === match);
  queue.send({ to: form.action, form: [...new FormData(form)], table, match, undo: true });
}

function find() {
  const field = page.querySelector("[name=find]");
  field.focus();
  field.select();
  return true;
}

function keyList() {
  page.querySelector("[data-key-list]").showModal();
  return true;
}

function dispute(table, match) {
  const at = page.dataset.disputeAt;
  if (!at) return false;
  location.href = table ? `${at}&table=${table}&match=${match || 1}` : at;
  return true;
}

function verify(first) {
  location.href = page.dataset.wall.replace(/wall$/, "verify") + (first ? `?first=${first}` : "");
  return true;
}

function focusTile(table) {
  const tile = page.querySelector(`.tile[data-table="${table}"]`);
  tile?.focus();
  return Boolean(tile);
}

// gridKey is a key on a tile.
function gridKey(tile, k) {
  const tiles = [...tile.parentElement.children];
  const columns = getComputedStyle(tile.parentElement).gridTemplateColumns.split(" ").length;
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[k];
  if (step) {
    tiles[tiles.indexOf(tile) + step]?.focus();
    return true;
  }
  if (k === "Enter" || !singleKeys()) return false; // a tile is a link
  if (/^[0-9]$/.test(k)) {
    panel.empty();
    return panel.key(k);
  }
  if (k === "d") return dispute(tile.dataset.table, tile.dataset.match);
  if (k === "v") return verify(tile.dataset.reported);
  return wallKey(k, null);
}

const ahead = []; // keys typed while a search is asked for: they are meant for the table it opens
let searching = false;

function keydown(e) {
  if (e.defaultPrevented || e.isComposing || e.ctrlKey || e.metaKey || e.altKey || document.querySelector("dialog[open]")) return;
  const { target, key: k } = e;
  if (searching) {
    if (k.length > 1 && k !== "Enter" && k !== "Escape") return;
    ahead.push(k);
    e.preventDefault();
    return;
  }
  if (pressed(target, k)) e.preventDefault();
}

// pressed gives a key to the wall or to the panel, wherever the focus is: only fields,
// and Enter and Space on what can be pressed, have their keys to themselves.
function pressed(target, k) {
  if (target.closest(".tile")) return gridKey(target.closest(".tile"), k);
  if (target.matches("[name=find]") && k === "Escape") return focusTile(page.querySelector(".tile")?.dataset.table);
  const inBox = target.matches("[data-find] [name=table]");
  if (panel.answer(target, k)) return true;
  const own = target.matches("input:not([type=radio], [type=checkbox], [type=hidden]), select, textarea") && !inBox;
  const inDialog = target.closest("[popover]");
  if (own || (inDialog && k !== "Enter")) return false;
  if ((k === "Enter" || k === " ") && target.matches("button, a, summary, [type=checkbox]")) return false;
  if (k === " " && target.matches("[type=radio]")) return false;
  if (inDialog) {
    panel.take(panel.entryForm(), "hand");
    return true;
  }
  return panel.key(k, { inBox });
}

// --- the search

// search shows what the search form asks for, without a new page.
async function search(form) {
  const address = new URL(form.action);
  for (const [name, value] of new FormData(form)) if (value) address.searchParams.set(name, value);
  history.replaceState(null, "", address);
  page.querySelector("[data-newer]").setAttribute("data-asked", "");
  await look();
}

// Enter in the search opens the only table left, or goes to the first of them.
async function searchNow(form) {
  searching = true;
  await during("opening", () => search(form));
  searching = false;
  const tiles = page.querySelectorAll(".tile");
  if (tiles.length === 1) panel.open(tiles[0].dataset.table);
  else {
    panel.empty(); // keys that were meant for a table do not go to another
    tiles[0]?.focus();
  }
  const keys = ahead.splice(0);
  if (tiles.length === 1) for (const k of keys) panel.key(k);
  else if (keys.length > 0) panel.note(keys.map((k) => (k === "Enter" ? "⏎" : k)));
}

// --- who else is here

// beside shows who else has this table open.
async function beside() {
  const line = page.querySelector("[data-beside]");
  const table = panel.entryForm() ? panel.place().table : "0";
  if (table === "0" && !line.dataset.at) return;
  line.dataset.at = table === "0" ? "" : table;
  try {
    const answer = await fetch(line.dataset.beside, { method: "POST", body: new URLSearchParams({ table }), headers: { "X-Refetch": "1" } });
    const words = answer.ok ? await answer.text() : "";
    if (line.textContent !== words) line.textContent = words;
  } catch {
    line.textContent = "";
  }
}

function submit(e) {
  const form = e.target;
  if (form.matches("[data-find]")) {
    e.preventDefault();
    panel.key("Enter");
  } else if (form.matches("[data-entry-form]")) {
    e.preventDefault();
    panel.take(form, "hand");
  } else if (form.matches("[data-undo-form]")) {
    e.preventDefault();
    undoBy(form, e.submitter ?? form.querySelector("[data-undo]"));
  } else if (form.matches("[data-wall-find]")) {
    e.preventDefault();
    clearTimeout(typing);
    searchNow(form);
  } else if (form.matches("[data-densities]")) {
    form.querySelector("[name=next]").value = wallAddress().pathname + wallAddress().search;
  }
}

let typing = 0;

function click(e) {
  const tile = e.target.closest(".tile");
  if (tile && page.querySelector("template[data-blank]") && !e.ctrlKey && !e.metaKey) {
    e.preventDefault();
    panel.open(tile.dataset.table);
  } else if (e.target.closest("[data-clear]")) {
    e.preventDefault();
    panel.empty();
  } else if (e.target.closest("[data-open-keys]")) {
    keyList();
  } else if (e.target.matches(".how input") && e.target.dataset.was) {
    e.target.checked = false; // a second tap takes the choice back, as a second press of its key does
    echo(e.target.form);
  }
}

if (page) {
  queue = entriesOf(page.dataset.wall, { answered, changed: () => tell() });
  panel = createPanel({
    page,
    queue,
    at: panelAddress,
    keys: wallKey,
    opened() {
      beside();
      markTiles();
    },
  });
  document.addEventListener("keydown", keydown);
  document.addEventListener("submit", submit);
  document.addEventListener("click", click);
  document.addEventListener("change", (e) => {
    const form = e.target.closest("[data-entry-form]");
    if (form) echo(form);
    if (e.target.matches("[data-wall-find] select")) search(e.target.form);
  });
  document.addEventListener("input", (e) => {
    const form = e.target.closest("[data-wall-find]");
    if (!form) return;
    clearTimeout(typing);
    typing = setTimeout(() => search(form), 150);
  });
  document.addEventListener("pointerdown", (e) => {
    const input = e.target.closest("label.how")?.querySelector("input");
    if (input) input.dataset.was = input.checked ? "yes" : "";
  });
  // A field that is wanted but out of sight comes into sight.
  document.addEventListener("invalid", (e) => e.target.closest("[data-entry-form]") && panel.openRare(e.target.closest("[data-entry-form]")), true);
  document.addEventListener("tandem:fresh", markTiles);
  setInterval(() => shown() && look(), lookEvery);
  setInterval(() => shown() && panel.entryForm() && beside(), besideEvery);
  tell();
  if (panel.entryForm()) panel.ready();
}
