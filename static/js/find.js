// Remembers a reader's team on this device: it is found again without typing and
// shown on top of long lists. Hits follow the typing; without script the form
// asks the server in the usual way.
import { exchange } from "./exchange.js";
import { lookUp } from "./names.js";
import { during } from "./settled.js";

const event = location.pathname.split("/")[2];
const storeKey = `tandem-team ${event}`;
const typingPause = 150;

function remember(slug) {
  try {
    if (slug) localStorage.setItem(storeKey, slug);
    else localStorage.removeItem(storeKey);
  } catch {
    // A device that keeps nothing still finds teams by name.
  }
}

function remembered() {
  try {
    return localStorage.getItem(storeKey);
  } catch {
    return null;
  }
}

// The team shown as the answer is the reader's.
function keepAnswer() {
  const answer = document.querySelector("#hits [data-team]");
  if (answer) remember(answer.dataset.team);
}

const seenKey = `tandem-seen ${event}`;

// What changed since the reader looked stays flagged until it is tapped.
function flag() {
  const answer = document.querySelector(".answer[data-seen]");
  const mark = document.querySelector("[data-flag]");
  if (!answer || !mark || !answer.dataset.seen) return;
  const now = `${answer.dataset.team} ${answer.dataset.seen}`;
  try {
    const before = localStorage.getItem(seenKey);
    const same = before === now || !before?.startsWith(`${answer.dataset.team} `);
    if (same) localStorage.setItem(seenKey, now);
    mark.hidden = same;
  } catch {
    mark.hidden = true; // a device that keeps nothing cannot tell
  }
}

document.addEventListener("click", (e) => {
  const mark = e.target.closest("[data-flag]");
  if (!mark) return;
  const answer = document.querySelector(".answer[data-seen]");
  localStorage.setItem(seenKey, `${answer.dataset.team} ${answer.dataset.seen}`);
  mark.hidden = true;
});

// Long lists show only what fits the letters typed above them.
function filter() {
  const place = document.querySelector("[data-filter]");
  const rows = document.querySelector("[data-rows]");
  if (!place || !rows) return;
  place.hidden = false;
  const fold = (s) => s.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const wanted = fold(place.querySelector("input").value.trim());
  for (const row of rows.children) row.hidden = wanted !== "" && !(row.matches(".prow") && fold(row.textContent).includes(wanted));
}

document.addEventListener("input", (e) => {
  if (e.target.closest("[data-filter]")) filter();
});

const mostKept = 30; // hits; more letters find the rest

// Without contact the names that the phone keeps are searched. An answer to other words
// goes, whatever is found: nobody shall walk to a table of somebody else.
async function showKept(form, query) {
  const list = await fetch(`${form.action}/names`).catch(() => null);
  const found = list?.ok ? lookUp(await list.json(), query, form.dataset.tableWords.split(" ")) : [];
  const since = new Date(Number(list?.headers.get("X-Kept")) || Date.now());
  const said = document.createElement("p");
  said.className = "second";
  said.textContent = found.length ? form.dataset.kept.replace("{time}", since.toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" })) : form.dataset.keptNone;
  const rows = document.createElement("ul");
  rows.className = "list";
  rows.append(...found.slice(0, mostKept).map((team) => keptRow(form, team)));
  await exchange(() => {
    // A new element: the next look at the server draws its answer, whatever it said before.
    const hits = document.querySelector("#hits").cloneNode(false);
    hits.replaceChildren(...(query.trim() ? [said, rows] : []));
    document.querySelector("#hits").replaceWith(hits);
  });
}

function keptRow(form, team) {
  const row = document.querySelector("[data-kept-hit]").content.cloneNode(true);
  row.querySelector("a").href = `${form.action}?team=${encodeURIComponent(team.slug)}`;
  row.querySelector(".t").textContent = team.team;
  row.querySelector(".v").textContent = [team.section, ...team.players, team.school].filter(Boolean).join(" · ");
  row.querySelector(".n").textContent = team.table || "";
  return row;
}

function follow(form) {
  const input = form.querySelector("input");
  let timer;
  let latest = 0;

  async function show() {
    const mine = ++latest;
    const address = new URL(form.action);
    if (input.value.trim()) address.searchParams.set("q", input.value);
    try {
      const answer = await fetch(address);
      if (!answer.ok || mine !== latest) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      await exchange(() => {
        if (mine !== latest) return;
        document.querySelector("#hits").replaceWith(page.querySelector("#hits"));
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
  const place = document.querySelector("[data-mine]");
  const rows = document.querySelector("[data-rows]");
  if (!slug || !place || !rows) return;
  const own = rows.querySelector(`[data-team="${CSS.escape(slug)}"]`);
  if (!own) return;
  const row = own.closest("tr, .prow");
  row.classList.add("mine");
  if (row.matches("tr")) return;
  place.replaceChildren(row.cloneNode(true));
  place.hidden = false;
}

const form = document.querySelector("[data-find]");
if (form) {
  const query = new URLSearchParams(location.search);
  const forget = form.querySelector("[data-forget]");
  if (forget) forget.addEventListener("click", () => remember(null));
  if (!query.has("q") && !query.has("team") && remembered()) {
    location.replace(`${form.action}?team=${encodeURIComponent(remembered())}`);
  }
  keepAnswer();
  follow(form);
  // The page that opens without contact may be an answer to other words, or to none.
  if (document.body.dataset.kept && query.has("q") && form.querySelector("input").value !== query.get("q")) {
    form.querySelector("input").value = query.get("q");
    during("opening", () => showKept(form, query.get("q")));
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
