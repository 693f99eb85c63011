// The board wall and result entry by keyboard. The server draws everything; this
// moves focus, picks radio buttons by their keys, sends entries one after the
// other in the background, and keeps them on the device while the network is
// away. A one-time key in each form makes a second send harmless.
import htmx from "./htmx.js";

const page = document.querySelector("[data-wall]");
const storeKey = page && `tandem-queue ${page.dataset.wall}`;
const retryAfter = 3000;

const queue = page ? JSON.parse(localStorage.getItem(storeKey) || "[]") : [];
let sending = false;

const singleKeys = () => document.body.dataset.singleKeys !== "false";
const entry = () => document.querySelector("[data-entry]");

function showQueue() {
  localStorage.setItem(storeKey, JSON.stringify(queue));
  const note = document.querySelector("[data-queue]");
  note.hidden = queue.length === 0 || !note.dataset.failed;
  note.querySelector("[data-queue-count]").textContent = queue.length;
}

// Sends the oldest entry and goes on with the next; while the server cannot be
// reached, tries again.
async function drain() {
  if (sending || queue.length === 0) return;
  sending = true;
  const note = document.querySelector("[data-queue]");
  try {
    const answer = await fetch(queue[0].to, { method: "POST", body: new URLSearchParams(queue[0].form), headers: { "X-Refetch": "1" } });
    const text = await answer.text();
    if (answer.status >= 500) throw new Error("not saved");
    const sent = queue.shift();
    delete note.dataset.failed;
    await show(text, answer, sent);
  } catch {
    note.dataset.failed = "yes";
    setTimeout(drain, retryAfter);
  } finally {
    sending = false;
    showQueue();
  }
  if (!note.dataset.failed) drain();
}

// Shows what the server said about an entry. The panel changes only if the
// person has not opened another table meanwhile; a refusal always shows.
async function show(text, answer, sent) {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  for (const name of ["wall", "conflicts", "log"]) {
    const next = fresh.querySelector(`[data-live="${name}"]`);
    const part = document.querySelector(`[data-live="${name}"]`);
    if (next && part) await htmx.swap({ text: next.innerHTML, target: part, sourceElement: part, swap: "innerMorph" });
  }
  const said = fresh.querySelector(".said");
  if (said) announce(said.textContent);
  const next = fresh.querySelector("[data-entry]");
  if (next && (!answer.ok || entry().dataset.waiting === sent.id)) openPanel(next.innerHTML);
}

function announce(sentence) {
  let line = document.querySelector(".said");
  if (!line) {
    line = document.createElement("p");
    line.className = "said";
    line.setAttribute("role", "status");
    document.querySelector(".entry").prepend(line);
  }
  line.textContent = sentence;
}

function openPanel(html) {
  const panel = entry();
  panel.innerHTML = html;
  delete panel.dataset.waiting;
  ready();
}

function ready() {
  const form = entry().querySelector("[data-entry-form]");
  if (form) {
    (form.querySelector("[name=outcome]:checked") || form.querySelector("[name=outcome]")).focus();
    echo(form);
    return;
  }
  const box = entry().querySelector("[name=table]");
  box.focus();
  box.select();
}

// Reads the entry back as a sentence with both team names.
function echo(form) {
  const line = form.querySelector("[data-echo]");
  const picked = form.querySelector("[name=outcome]:checked");
  for (const label of form.querySelectorAll(".res, .how")) label.classList.toggle("on", label.querySelector("input").checked);
  if (!picked) return;
  const { place, first, second, win, draw, how } = line.dataset;
  const board = form.querySelector("[name=board]:checked");
  const reason = form.querySelector("[name=how]:checked");
  const ended = board && reason ? how.replace("{board}", board.dataset.label).replace("{reason}", reason.dataset.label) : "";
  const [winner, loser] = picked.value === "slot2" ? [second, first] : [first, second];
  line.textContent = (picked.value === "draw" ? draw : win)
    .replace("{place}", place).replace("{winner}", winner).replace("{loser}", loser).replace("{how}", ended);
}

async function openTable(table) {
  const address = new URL(page.dataset.wall, location.href);
  if (table) address.searchParams.set("table", table);
  const answer = await fetch(address, { headers: { "X-Refetch": "1" } });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = fresh.querySelector("[data-entry]");
  if (next) openPanel(next.innerHTML);
}

function submit(form) {
  const id = form.querySelector("[name=key]").value;
  queue.push({ id, to: form.action, form: [...new FormData(form)] });
  entry().dataset.waiting = id;
  showQueue();
  drain();
}

function panelKeys(e) {
  const form = e.target.closest("[data-entry-form]");
  if (!form || e.ctrlKey || e.metaKey || e.altKey) return;
  if (e.key === "Escape") return clear(e);
  if (e.target.matches("input:not([type=radio]), select, textarea")) return;
  if (e.key === "Enter" && !e.target.matches("button, a, summary")) {
    e.preventDefault();
    if (form.querySelector("[name=outcome]:checked") || form.querySelector("details[open]")) form.requestSubmit();
    return;
  }
  if (!singleKeys()) return;
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
    const rare = form.querySelector("details");
    rare.open = true;
    rare.querySelector("select, input").focus();
    e.preventDefault();
  } else if (e.key === "z") {
    undo(e);
  } else if (e.key === "d") {
    dispute(form.querySelector("[name=table]").value, form.querySelector("[name=match]").value);
  }
}

function clear(e) {
  e.preventDefault();
  openTable("");
}

function undo(e) {
  const button = document.querySelector("[data-undo]");
  if (!button) return;
  e.preventDefault();
  button.closest("form").requestSubmit(button);
}

function dispute(table, match) {
  const link = document.querySelector("[data-dispute]");
  if (link && table) location.href = `${link.href}&table=${table}&match=${match || 1}`;
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
    const box = entry().querySelector("[name=table]");
    box.focus();
    box.value = e.key;
  } else if (e.key === "o") {
    document.querySelector(`.tile[data-table="${page.querySelector("[data-grid]").dataset.oldest}"]`)?.focus();
  } else if (e.key === "v") {
    location.href = page.dataset.wall.replace(/wall$/, "verify");
  } else if (e.key === "d") {
    dispute(tile.dataset.table, 1);
  } else if (e.key === "z") {
    undo(e);
  }
}

if (page) {
  document.addEventListener("keydown", (e) => {
    if (e.target.closest("[data-grid]")) gridKeys(e);
    else if (e.target.closest("[data-entry]")) panelKeys(e);
  });
  document.addEventListener("change", (e) => {
    const form = e.target.closest("[data-entry-form]");
    if (form) echo(form);
  });
  document.addEventListener("submit", (e) => {
    if (e.target.matches("[data-find]")) {
      e.preventDefault();
      openTable(e.target.querySelector("[name=table]").value);
    } else if (e.target.matches("[data-entry-form]")) {
      e.preventDefault();
      submit(e.target);
    }
  });
  document.addEventListener("click", (e) => {
    const tile = e.target.closest(".tile");
    if (tile && !e.ctrlKey && !e.metaKey) {
      e.preventDefault();
      openTable(tile.dataset.table);
    } else if (e.target.closest("[data-clear]")) {
      clear(e);
    }
  });
  window.addEventListener("online", drain);
  const form = entry().querySelector("[data-entry-form]");
  if (form) ready();
  showQueue();
  drain();
}
