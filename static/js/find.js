// Remembers a reader's team on this device: it is found again without typing and
// shown on top of long lists. Hits follow the typing; without script the form
// asks the server in the usual way.
import * as device from "./device.js";
import { exchange } from "./exchange.js";
import { fold, lookUp } from "./names.js";
import { during } from "./settled.js";
import { all, around, find, need, pageOf } from "./elements.js";
import { fill } from "./fill.js";

const event = location.pathname.split("/")[2];
const storeKey = `tandem-team ${event}`;
const typingPause = 150;

/** @param {string | null | undefined} slug */
function remember(slug) {
  if (slug) device.set(storeKey, slug);
  else device.drop(storeKey);
}

const remembered = () => device.get(storeKey);

// The team shown as the answer is the reader's.
function keepAnswer() {
  const answer = find("#hits [data-team]");
  if (answer) remember(answer.dataset.team);
}

const seenKey = `tandem-seen ${event}`;

// seen is the reader's team as it stands now, "" where nothing of it can have changed.
function seen() {
  const answer = find(".answer[data-seen]");
  return answer?.dataset.seen ? `${answer.dataset.team} ${answer.dataset.seen}` : "";
}

// What changed since the reader looked stays flagged until it is tapped.
function flag() {
  const mark = find("[data-flag]");
  const now = seen();
  if (!mark || !now) return;
  const before = device.get(seenKey);
  mark.hidden = before === now || before?.split(" ")[0] !== now.split(" ")[0];
  if (mark.hidden) device.set(seenKey, now);
}

document.addEventListener("click", (e) => {
  const mark = around(e.target, "[data-flag]");
  if (!mark) return;
  device.set(seenKey, seen());
  mark.hidden = true;
});

// Long lists show only what fits the letters typed above them.
function filter() {
  const place = find("[data-filter]");
  const rows = find("[data-rows]");
  if (!place || !rows) return;
  place.hidden = false;
  const wanted = fold(place.querySelector("input")?.value);
  for (const row of all(":scope > *", rows)) row.hidden = wanted !== "" && !(row.matches(".prow") && fold(row.textContent).includes(wanted));
}

document.addEventListener("input", (e) => {
  if (around(e.target, "[data-filter]")) filter();
});

const mostKept = 30; // hits; more letters find the rest

// Without contact the names that the phone keeps are searched. An answer to other words
// goes, whatever is found: nobody shall walk to a table of somebody else.

/** @import { KeptName } from "./server.d.ts" */

/**
 * @param {HTMLFormElement} form
 * @param {string} query
 */
async function showKept(form, query) {
  const list = await fetch(`${form.action}/names`).catch(() => null);
  /** @type {KeptName[]} */
  const known = list?.ok ? await list.json() : [];
  const found = lookUp(known, query, form.dataset.tableWords?.split(" "));
  const since = new Date(Number(list?.headers.get("X-Kept")) || Date.now());
  const said = document.createElement("p");
  said.className = "second";
  said.textContent = found.length ? fill(form.dataset.kept, { time: since.toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" }) }) : (form.dataset.keptNone ?? "");
  const rows = document.createElement("ul");
  rows.className = "list";
  rows.append(...found.slice(0, mostKept).map((team) => keptRow(form, team)));
  await exchange(() => {
    // A new element: the next look at the server draws its answer, whatever it said before.
    const old = need("#hits");
    const hits = document.importNode(old, false);
    hits.replaceChildren(...(query.trim() ? [said, rows] : []));
    old.replaceWith(hits);
  });
}

/**
 * @param {HTMLFormElement} form
 * @param {KeptName} team
 */
function keptRow(form, team) {
  const row = document.importNode(need("[data-kept-hit]", document, HTMLTemplateElement).content, true);
  need("a", row, HTMLAnchorElement).href = `${form.action}?team=${encodeURIComponent(team.slug)}`;
  need(".t", row).textContent = team.team;
  need(".v", row).textContent = [team.section, ...team.players, team.school].filter(Boolean).join(" · ");
  need(".n", row).textContent = String(team.table || "");
  return row;
}

/** @param {HTMLFormElement} form */
function follow(form) {
  const input = need("input", form, HTMLInputElement);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let latest = 0;

  async function show() {
    const mine = ++latest;
    const address = new URL(form.action);
    if (input.value.trim()) address.searchParams.set("q", input.value);
    try {
      const answer = await fetch(address);
      if (!answer.ok || mine !== latest) return;
      const page = pageOf(await answer.text());
      await exchange(() => {
        if (mine !== latest) return;
        need("#hits").replaceWith(need("#hits", page));
        history.replaceState(null, "", address);
        keepAnswer();
        flag();
      });
    } catch {
      if (mine !== latest) return;
      history.replaceState(null, "", address);
      await showKept(form, input.value);
    }
  }

  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => during("opening", show), typingPause);
  });
}

// Copies the reader's own row to the top of a list.
function pin() {
  const slug = remembered();
  const place = find("[data-mine]");
  const rows = find("[data-rows]");
  if (!slug || !place || !rows) return;
  const row = around(find(`[data-team="${CSS.escape(slug)}"]`, rows), "tr, .prow");
  if (!row) return;
  row.classList.add("mine");
  if (row.matches("tr")) return;
  place.replaceChildren(row.cloneNode(true));
  place.hidden = false;
}

const form = find("[data-find]", document, HTMLFormElement);
if (form) {
  const query = new URLSearchParams(location.search);
  const forget = find("[data-forget]", form);
  if (forget) forget.addEventListener("click", () => remember(null));
  const own = remembered();
  if (!query.has("q") && !query.has("team") && own) location.replace(`${form.action}?team=${encodeURIComponent(own)}`);
  keepAnswer();
  follow(form);
  // The page that opens without contact may be an answer to other words, or to none.
  const words = query.get("q");
  const input = need("input", form, HTMLInputElement);
  if (document.body.dataset.kept && words !== null && input.value !== words) {
    input.value = words;
    during("opening", () => showKept(form, words));
  }
}
pin();
filter();
flag();
// Where the sections do not fit side by side, the chosen one is in sight.
document.querySelector("nav.scroll .on")?.scrollIntoView({ inline: "center", block: "nearest" });
document.addEventListener("tandem:fresh", () => {
  pin();
  filter();
  flag();
});
