// The board wall and result entry by keyboard. The server draws everything; this
// moves focus, picks radio buttons by their keys, and makes the next form ready
// before the one before it is saved.
import htmx from "./htmx.js";
import { openQueue } from "./entry-queue.js";
import { echo, endsOf, fill, forfeitOf, othersOf, placeOf, pointsOf, rareFilled } from "./entry-sentence.js";
import { keepOrder } from "./keep-order.js";

const page = document.querySelector("[data-wall]");
const lookEvery = 30_000; // minutes late grow without a change of the event
const besideEvery = 3000;

const singleKeys = () => document.body.dataset.singleKeys !== "false";
const entry = () => document.querySelector("[data-entry]");
const entryForm = () => entry().querySelector("[data-entry-form]");
const parse = (text) => new DOMParser().parseFromString(text, "text/html");

let queue;
let answers = 0; // of the server to entries; an older picture of the wall is not shown after a newer one
let turn = 0; // of the panel; a table that was asked for earlier does not replace what was opened later

// The wall in its present view, with a table opened or without one.
function wallAddress(table) {
  const address = new URL(location.href);
  for (const name of ["table", "match", "said"]) address.searchParams.delete(name);
  if (table) address.searchParams.set("table", table);
  return address;
}

async function morph(fresh, names) {
  for (const name of names) {
    const next = fresh.querySelector(`[data-live="${name}"]`);
    const part = page.querySelector(`[data-live="${name}"]`);
    if (next && part) keepOrder(part, next);
    if (next && part && next.innerHTML !== part.innerHTML) await htmx.swap({ text: next.innerHTML, target: part, sourceElement: part, swap: "innerMorph" });
  }
  markTiles();
  markSelected(entryForm());
}

// look draws the wall again in the view of the address.
async function look() {
  const before = answers;
  const address = wallAddress();
  try {
    const answer = await fetch(address, { headers: { "X-Refetch": "1" } });
    const text = await answer.text();
    if (answer.ok && before === answers && address.href === wallAddress().href) await morph(parse(text), ["round-state", "wall"]);
  } catch {
    // The age on the page says that the server is silent.
  }
}

// answered shows what the server said about an entry. Only an untouched panel
// changes: typing is never interrupted, a refusal waits beside it.
async function answered(text, answer, sent) {
  answers++;
  const fresh = parse(text);
  await morph(fresh, ["round-state", "wall", "conflicts", "log"]);
  const said = fresh.querySelector(".said");
  if (said) announce(said.textContent);
  if (!answer.ok) refused(fresh, sent);
}

function refused(fresh, sent) {
  const list = page.querySelector("[data-refused]");
  const table = new Map(sent.form).get("table");
  if (table) {
    notSaved.add(table);
    markTiles();
  }
  const panel = fresh.querySelector("[data-entry]");
  if (panel && idle()) {
    openPanel(panel.innerHTML);
    return;
  }
  const words = [...fresh.querySelectorAll("[data-entry] [role=alert], [data-entry] .field-error, .problem p")].map((e) => e.textContent.trim());
  const values = Object.fromEntries(sent.form);
  const note = document.createElement("p");
  note.className = "note s-conflict";
  const line = document.createElement("span");
  line.textContent = `${words[0] || fresh.title} `;
  if (values.table) {
    const open = document.createElement("a");
    open.href = `${wallAddress(values.table)}&match=${values.match}`;
    open.textContent = list.dataset.openWord;
    line.append(open);
  }
  note.append(line);
  list.append(note);
  list.hidden = false;
}

// A table whose entry was refused says so on its tile until it is opened again.
const notSaved = new Set();

function markTiles() {
  const word = page.querySelector("[data-refused]").dataset.tileWord;
  for (const tile of page.querySelectorAll(".tile")) {
    const refused = notSaved.has(tile.dataset.table);
    tile.classList.toggle("refused", refused);
    if (refused) tile.querySelector(".ago").textContent = word;
  }
}

// idle reports whether nobody has begun anything in the panel.
function idle() {
  const form = entryForm();
  return form ? !form.querySelector(":checked[data-key]") && !rareFilled(form) : entry().querySelector("[name=table]").value === "";
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

function openPanel(html) {
  turn++;
  entry().innerHTML = html;
  ready();
}

const empty = () => openPanel(page.querySelector("template[data-empty]")?.innerHTML || "");

const byTouch = () => matchMedia("(pointer: coarse)").matches;

function ready() {
  const form = entryForm();
  beside();
  markSelected(form);
  const values = entry().querySelector("[data-two-values]");
  if (values) {
    values.focus();
    return;
  }
  if (form) {
    (form.querySelector("[name=outcome]:checked") || form.querySelector("[name=outcome]")).focus();
    echo(form);
    return;
  }
  const box = entry().querySelector("[name=table]");
  if (byTouch()) {
    box?.blur(); // the keyboard of a phone comes up only when it is asked for
    return;
  }
  box?.focus();
  box?.select();
}

// markSelected frames the tile of the table that is open.
function markSelected(form) {
  const table = form?.querySelector("[name=table]").value;
  if (table) notSaved.delete(table);
  for (const tile of page.querySelectorAll(".tile")) tile.classList.toggle("sel", tile.dataset.table === table);
}

async function openTable(table) {
  if (!table) {
    empty();
    return;
  }
  const mine = ++turn;
  opening = mine;
  try {
    const answer = await fetch(wallAddress(table), { headers: { "X-Refetch": "1" } });
    const next = parse(await answer.text()).querySelector("[data-entry]");
    if (!next) throw new Error("no panel came");
    if (mine === turn) openPanel(next.innerHTML);
  } catch {
    if (mine === turn) openBlank(table);
  }
  if (opening !== mine) return; // a later table is on its way
  opening = 0;
  if (!entryForm()) ahead.length = 0; // results of a table that there is not must not become numbers of others
  typeOn();
}

// A table takes a moment to come; the keys typed meanwhile are meant for it.
let opening = 0; // the turn of the table on its way
const ahead = [];

let taken = ""; // the key kept last, until it is let go: it must not act as well, however late the browser comes to it

function typeAhead(e) {
  taken = "";
  const typed = /^[0-9a-z?]$/.test(e.key) || e.key === "Enter" || e.key === "Escape";
  if (!opening || !typed || e.ctrlKey || e.metaKey || e.altKey) return false;
  e.preventDefault();
  ahead.push(e.key);
  taken = e.key;
  return true;
}

// typeOn gives the kept keys to whatever has the focus now, until the next table
// has to come.
function typeOn() {
  while (ahead.length > 0 && !opening) {
    const key = ahead.shift();
    const target = document.activeElement;
    if (!target.closest("[data-entry]")) continue;
    if (!target.matches("[data-find] [name=table]")) panelKeys({ key, target, preventDefault() {} });
    else if (key === "Enter") openTable(target.value);
    else if (/^[0-9]$/.test(key)) target.value = replaced(target) + key;
    else panelKeys({ key, target, preventDefault() {} });
  }
}

// A number that stands marked in the box is typed over.
function replaced(box) {
  const kept = box.selectionStart < box.selectionEnd ? "" : box.value;
  box.setSelectionRange(box.value.length, box.value.length);
  return kept;
}

// openBlank takes a result without the server: the teams are those of the tile.
function openBlank(table, match) {
  const tile = page.querySelector(`.tile[data-table="${CSS.escape(table)}"]`);
  const blank = page.querySelector("template[data-blank]");
  if (!tile || !blank) return;
  openPanel(blank.innerHTML);
  const form = entryForm();
  const values = { table, match: match || tile.dataset.match, matches: form.dataset.matches };
  for (const box of entry().querySelectorAll("[name=table]")) box.value = table;
  form.querySelector("[name=match]").value = values.match;
  form.querySelector("[name=key]").value = [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");
  const teams = [...tile.querySelectorAll(".t")].map((t) => t.textContent);
  for (const name of form.querySelectorAll("[data-team]")) name.textContent = teams[name.dataset.team - 1];
  for (const line of entry().querySelectorAll("[data-words]")) line.textContent = fill(line.dataset.words, values);
  [form.querySelector("[data-echo]").dataset.first, form.querySelector("[data-echo]").dataset.second] = teams;
  form.dataset.blank = "";
}

// submit hands the entry to the queue and opens the next match of the table at
// once. Another result than the stored one is asked about first.
function submit(form) {
  const picked = form.querySelector("[name=outcome]:checked");
  if (!picked && !rareFilled(form)) return; // the sentence asks for the result
  const half = form.querySelector("[data-half-end]");
  half.hidden = !halfEnd(form);
  if (!half.hidden) return;
  const ask = form.querySelector("[data-ask]");
  if (ask?.hidden && picked && form.dataset.stored && picked.value !== form.dataset.stored) {
    ask.hidden = false;
    return;
  }
  const said = form.querySelector("[data-echo]").textContent.trim();
  const points = endsOf(form).length > 0 ? [0, 0] : pointsOf(forfeitOf(form) || picked?.value);
  const before = othersOf(form);
  queue.send(form, said);
  const { table, match, matches } = placeOf(form);
  last = `T${table} M${match}`;
  const next = entry().querySelector(":scope > template[data-next]");
  if (next) openPanel(next.innerHTML);
  else if ("blank" in form.dataset && Number(match) < Number(matches)) openBlank(table, Number(match) + 1);
  else empty();
  carry(said, points.map((p, i) => p + before[i]));
}

// halfEnd reports whether only one of board and how is chosen.
function halfEnd(form) {
  const chosen = (name) => form.querySelector(`[name=${name}]:checked`) !== null;
  return form.querySelector("[name=board]") !== null && !rareFilled(form) && chosen("board") !== chosen("how");
}

// carry tells the form of the next match what was just entered for the one before.
function carry(said, points) {
  const form = entryForm();
  const earlier = entry().querySelector("[data-earlier]");
  if (!form || !earlier) return;
  form.dataset.others = points.join(" ");
  const line = document.createElement("div");
  line.className = "second";
  line.textContent = said;
  earlier.append(line);
}

function panelKeys(e) {
  const form = e.target.closest("[data-entry-form]");
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  if (!form) {
    if (singleKeys() && e.target.matches("[name=table]")) boxKeys(e);
    return;
  }
  const dialog = e.target.closest("[popover]");
  if (e.key === "Escape") return dialog || form.querySelector(":popover-open") ? undefined : clear(e);
  if (e.target.matches("input:not([type=radio]), select, textarea")) return;
  if (e.key === "Enter" && !e.target.matches("button, a, summary")) {
    e.preventDefault();
    if (form.querySelector("[name=outcome]:checked") || rareFilled(form)) form.requestSubmit();
    return;
  }
  if (!singleKeys() || dialog) return;
  const input = form.querySelector(`[data-key="${CSS.escape(e.key)}"]`);
  if (input) {
    e.preventDefault();
    input.checked = input.name === "outcome" ? true : !input.checked;
    if (input.name === "outcome") input.focus();
    echo(form);
  } else if (e.key === "0") {
    form.reset();
    echo(form);
  } else if (e.key === "x") {
    e.preventDefault();
    openRare(form);
  } else if (e.key === "z") {
    undo(e);
  } else if (e.key === "d") {
    dispute(form.querySelector("[name=table]").value, form.querySelector("[name=match]").value);
  } else if (e.key === "?") {
    keyList();
  }
}

function openRare(form) {
  const dialog = form.querySelector(".rare[popover]");
  if (dialog && !dialog.matches(":popover-open")) dialog.showPopover();
  form.querySelector(".rare").querySelector("[name=forfeit]:checked, [name=forfeit], select").focus();
}

// In the table box only letters are keys: it takes nothing but digits.
function boxKeys(e) {
  if (e.key === "z") undo(e);
  else if (e.key === "f") find(e);
  else if (e.key === "?") {
    e.preventDefault();
    keyList();
  }
}

function clear(e) {
  e.preventDefault();
  empty();
}

// Until the log shows the last entry of this page, its first undo button is that
// of an entry before: a quick "z" must not take the wrong one back.
let last = "";

function undo(e) {
  const button = page.querySelector(last ? `[data-undo="${last}"]` : "[data-undo]");
  if (!button) return;
  last = "";
  e.preventDefault();
  button.closest("form").requestSubmit(button);
}

function find(e) {
  e.preventDefault();
  page.querySelector("[name=find]").select();
  page.querySelector("[name=find]").focus();
}

const keyList = () => page.querySelector("[data-key-list]").showModal();

function dispute(table, match) {
  const at = page.dataset.disputeAt;
  if (at && table) location.href = `${at}&table=${table}&match=${match || 1}`;
}

function gridKeys(e) {
  const tile = e.target.closest(".tile");
  if (!tile || e.ctrlKey || e.metaKey || e.altKey) return;
  const tiles = [...tile.parentElement.children];
  const columns = getComputedStyle(tile.parentElement).gridTemplateColumns.split(" ").length;
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[e.key];
  if (step) {
    e.preventDefault();
    tiles[tiles.indexOf(tile) + step]?.focus();
    return;
  }
  if (!singleKeys()) return;
  if (/^[0-9]$/.test(e.key)) {
    e.preventDefault();
    empty();
    const box = entry().querySelector("[name=table]");
    box.focus();
    box.value = e.key;
  } else if (e.key === "o") {
    page.querySelector(`.tile[data-table="${page.querySelector("[data-grid]").dataset.oldest}"]`)?.focus();
  } else if (e.key === "v") {
    const first = tile.dataset.reported ? `?first=${tile.dataset.reported}` : "";
    location.href = page.dataset.wall.replace(/wall$/, "verify") + first;
  } else if (e.key === "d") {
    dispute(tile.dataset.table, tile.dataset.match);
  } else if (e.key === "f") {
    find(e);
  } else if (e.key === "z") {
    undo(e);
  } else if (e.key === "?") {
    keyList();
  }
}

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
  await search(form);
  const tiles = page.querySelectorAll(".tile");
  if (tiles.length === 1) await openTable(tiles[0].dataset.table);
  else tiles[0]?.focus();
}

// beside shows who else has this table open.
async function beside() {
  const line = page.querySelector("[data-beside]");
  const form = entryForm();
  const table = form ? form.querySelector("[name=table]").value : "0";
  if (table === "0" && !line.dataset.at) return;
  line.dataset.at = form ? table : "";
  try {
    const answer = await fetch(line.dataset.beside, { method: "POST", body: new URLSearchParams({ table }), headers: { "X-Refetch": "1" } });
    const words = answer.ok ? await answer.text() : "";
    if (line.textContent !== words) line.textContent = words;
  } catch {
    line.textContent = "";
  }
}

if (page) {
  queue = openQueue(`tandem-queue ${page.dataset.wall}`, {
    answered,
    changed(waiting, away) {
      const note = page.querySelector("[data-queue]");
      note.hidden = waiting.length === 0 || !(away || waiting.some((entry) => entry.other));
      note.querySelector("[data-queue-count]").textContent = waiting.length;
      const whose = (entry) => (entry.other ? fill(note.dataset.other, { person: entry.other }) : "");
      note.querySelector("[data-queue-list]").replaceChildren(
        ...waiting.map((entry) => Object.assign(document.createElement("li"), { textContent: `${entry.said || ""} ${whose(entry)}`.trim() })),
      );
    },
  });
  document.addEventListener("keydown", (e) => {
    if (typeAhead(e)) return;
    if (e.target.closest("[data-grid]")) gridKeys(e);
    else if (e.target.closest("[data-entry]")) panelKeys(e);
    else if (e.target.matches("[name=find]") && e.key === "Escape") page.querySelector(".tile")?.focus();
  });
  document.addEventListener("change", (e) => {
    const form = e.target.closest("[data-entry-form]");
    if (form) echo(form);
    if (e.target.matches("[data-wall-find] select")) search(e.target.form);
  });
  // A field that is wanted but out of sight comes into sight.
  document.addEventListener("invalid", (e) => e.target.closest("[data-entry-form]") && openRare(e.target.closest("[data-entry-form]")), true);
  document.addEventListener("tandem:fresh", () => {
    markTiles();
    markSelected(entryForm());
  });
  document.addEventListener("keyup", () => (taken = ""));
  document.addEventListener("beforeinput", (e) => taken && e.data === taken && e.target.matches("[data-find] [name=table]") && e.preventDefault());
  let typing = 0;
  document.addEventListener("input", (e) => {
    const form = e.target.closest("[data-wall-find]");
    if (!form) return;
    clearTimeout(typing);
    typing = setTimeout(() => search(form), 150);
  });
  document.addEventListener("submit", (e) => {
    if (e.target.matches("[data-find]")) {
      e.preventDefault();
      if (!opening && taken !== "Enter") openTable(e.target.querySelector("[name=table]").value);
    } else if (e.target.matches("[data-entry-form]")) {
      e.preventDefault();
      submit(e.target);
    } else if (e.target.matches("[data-undo-form]")) {
      e.preventDefault();
      queue.send(e.target);
    } else if (e.target.matches("[data-wall-find]")) {
      e.preventDefault();
      clearTimeout(typing);
      searchNow(e.target);
    } else if (e.target.matches("[data-densities]")) {
      e.target.querySelector("[name=next]").value = wallAddress().pathname + wallAddress().search;
    }
  });
  document.addEventListener("click", (e) => {
    const tile = e.target.closest(".tile");
    if (tile && page.querySelector("template[data-blank]") && !e.ctrlKey && !e.metaKey) {
      e.preventDefault();
      openTable(tile.dataset.table);
    } else if (e.target.closest("[data-clear]")) {
      clear(e);
    } else if (e.target.closest("[data-open-keys]")) {
      keyList();
    } else if (e.target.matches(".how input") && e.target.dataset.was) {
      e.target.checked = false; // a second tap takes the choice back, as a second press of its key does
      echo(e.target.form);
    }
  });
  document.addEventListener("pointerdown", (e) => {
    const input = e.target.closest("label.how")?.querySelector("input");
    if (input) input.dataset.was = input.checked ? "yes" : "";
  });
  const shown = () => document.visibilityState === "visible";
  setInterval(() => shown() && look(), lookEvery);
  setInterval(() => shown() && entryForm() && beside(), besideEvery);
  if (entryForm()) ready();
}
