// Keeps an open page fresh. One stream says only "the event", or the section of
// the page, "is at version 412"; the parts marked data-live are then fetched again and morphed in, so that
// typed text, focus and scroll stay. The age of the data is always on the page:
// grey after 30 s without contact, red after two minutes. All words come from the
// page.
import { exchange, swap } from "./exchange.js";
import { holdFilled } from "./held.js";
import { keepOrder } from "./keep-order.js";
import { serverNow } from "./server-time.js";
import { begin, during, flag } from "./settled.js";
import { all, around, find, need, pageOf } from "./elements.js";
import { fill } from "./fill.js";

const body = document.body;
const greyAfter = 30_000;
const redAfter = 120_000;
const pollEvery = 15_000;
const deafAfter = 28_000; // an open stream beats every 25 s; a later one carries nothing any more
// All phones of a hall hear of a change at once; those of one match are few.
const jitter = document.querySelector("[data-live-match]") ? 150 : 500;
const failedAgain = 3_000;

// The last answer of the server, whatever it said. A copy that the service worker
// kept says itself when it came.
let heard = Number(body.dataset.kept) || Date.now();
let inContact = !body.dataset.kept; // such a copy is never fresh, however young
let shown = Number(body.dataset.version || 0);
let wanted = shown;

function contact() {
  heard = Date.now();
  inContact = true;
  tick();
}

// Parts inside parts: only the innermost are replaced, so that a page can keep
// its forms out of the way.
/** @param {ParentNode} root */
function liveParts(root) {
  return all("[data-live]", root).filter((el) => !el.querySelector("[data-live]"));
}

// The parts as the server sent them: scripts write countdowns and pin rows.
/** @type {WeakMap<Element, string>} */
const served = new WeakMap(liveParts(document).map((part) => [part, part.innerHTML]));
const written = "[data-countdown], [data-since], [data-round-clock], [data-mine], [data-clock]";

// readOnly tells the desk whether anything can be saved (read-only.js).
/** @param {boolean} off */
const readOnly = (off) => document.dispatchEvent(new CustomEvent("tandem:read-only", { detail: off }));

// Public pages are sent without what stands around them, desk pages with nothing live
// of their own ask for what stands above them.
function again() {
  if (body.dataset.look) return body.dataset.look;
  const address = new URL(location.href);
  address.hash = "";
  if (body.matches(".phone, .hall")) address.searchParams.set("part", "main");
  return address;
}

// look reads the page again and draws what changed. It resolves when everything that
// was so at the call is drawn: a look under way may be older, and is followed by one more.
export function look() {
  if (looking) {
    lookAgain = true;
    return looking;
  }
  return (looking = during("look", async () => {
    do {
      lookAgain = false;
      await refetch();
    } while (lookAgain);
    looking = null;
  }));
}

/** @type {Promise<void> | null} */
let looking = null;
let lookAgain = false;

async function refetch() {
  const before = body.dataset.version;
  const overtaken = () => body.dataset.version !== before; // the page drew the answer to an act of its own meanwhile: this one may be older
  let failed = true;
  try {
    const address = again();
    const answer = await fetch(address, { headers: { "X-Refetch": "1" }, cache: "no-cache" });
    failed = answer.status >= 500;
    if (answer.status < 500 && (!answer.ok || answer.redirected)) shown = wanted; // asking again changes nothing: an address that only takes forms
    if (answer.status === 503) readOnly(true);
    if (!answer.ok || answer.redirected) return;
    const text = await answer.text();
    contact();
    if (overtaken() || String(address) !== String(again())) return;
    const fresh = pageOf(text);
    for (const part of liveParts(document)) {
      const next = find(`[data-live="${CSS.escape(part.dataset.live ?? "")}"]`, fresh);
      if (!next) continue;
      keepOrder(part, next);
      if (next.innerHTML === served.get(part)) continue;
      const drawn = await exchange(async () => {
        if (overtaken()) return false;
        await draw(part, next.innerHTML);
        return true;
      });
      if (!drawn) return;
    }
    readOnly(fresh.querySelector("[data-read-only]:not([hidden])") !== null);
    shown = Number(fresh.body.dataset.version || wanted);
    body.dataset.version = String(shown);
    document.dispatchEvent(new CustomEvent("tandem:fresh", { detail: { version: shown, text } }));
  } catch {
    // No contact: the age on the page says so, the next frame or poll tries again.
  } finally {
    if (wanted > shown) schedule(failed ? failedAgain : jitter);
  }
}

// What a reader follows as one thing; a change inside outlines it.
const row = "[data-team], .prow, tr, li, .answer, .note, .tile, [data-live]";

// draw swaps the new content in. What changed under the reader has an outline
// for two seconds, and one sentence says it to people who listen.

/**
 * @param {HTMLElement} part
 * @param {string} text
 */
async function draw(part, text) {
  served.set(part, text);
  const before = ownStanding(part);
  /** @type {MutationRecord[]} */
  const changes = [];
  const watch = new MutationObserver((seen) => changes.push(...seen));
  watch.observe(part, { subtree: true, childList: true, characterData: true });
  const putBack = holdFilled(part);
  const drawn = swap(part, text);
  putBack();
  await drawn;
  changes.push(...watch.takeRecords());
  watch.disconnect();
  /** @type {Set<Element>} */
  const marked = new Set();
  let told = ""; // what the page itself has to say about a part that changed
  for (const { target } of changes) {
    const el = target instanceof Element ? target : target.parentElement;
    if (!el?.isConnected || el.closest(written)) continue;
    const outline = el.closest(row);
    if (outline) marked.add(outline);
    told ||= around(el, "[data-told]")?.dataset.told ?? "";
  }
  for (const el of [...marked]) {
    // What holds something that is marked says nothing more: of a wall the tile alone.
    for (let above = el.parentElement; above; above = above.parentElement) marked.delete(above);
  }
  if (marked.size === 0) return;
  for (const el of marked) el.classList.add("changed");
  setTimeout(() => {
    for (const el of marked) el.classList.remove("changed");
  }, 2000);
  const news = find("[data-news]");
  if (!news) return;
  news.textContent = "";
  requestAnimationFrame(() => {
    news.textContent = (before && ownNews(before, ownStanding(part, before.team))) || told || (news.dataset.news ?? "");
  });
}

// ownStanding is where the team that this device follows stands, with the words of its
// table; null on pages that rank nobody.

/**
 * @param {HTMLElement} part
 * @param {string} [slug]
 */
function ownStanding(part, slug) {
  const row = find(slug ? `[data-own-news] tr[data-team="${CSS.escape(slug)}"]` : "[data-own-news] tr.mine", part);
  const table = around(row, "table");
  if (!row || !table) return null;
  const [place, points] = all("td", row);
  return { team: row.dataset.team, table, name: need("th a", row).textContent.trim(), place: place.textContent.trim(), points: points.textContent.trim() };
}

/**
 * ownNews says what changed for that team.
 * @param {NonNullable<ReturnType<typeof ownStanding>>} was
 * @param {ReturnType<typeof ownStanding>} is
 */
function ownNews(was, is) {
  if (!is) return "";
  const same = was.place === is.place && was.points === is.points;
  const parts = { team: is.name, place: is.place, points: is.points, place0: was.place, points0: was.points };
  return fill(same ? is.table.dataset.ownSame : is.table.dataset.ownNews, parts);
}

/** @type {{ timer: ReturnType<typeof setTimeout>, within: number, end: () => void } | null} */
let due = null; // the look that comes soon

// schedule has the page look soon.
function schedule(within = jitter) {
  if (due && due.within <= within) return;
  if (due) {
    clearTimeout(due.timer);
    due.end();
  }
  const end = within === jitter ? begin("look") : () => {}; // without contact a page is as settled as it can be
  const timer = setTimeout(() => {
    due = null;
    look().finally(end);
  }, Math.random() * within);
  due = { timer, within, end };
}

/** @param {number} version */
function changed(version) {
  contact();
  if (version === 0 || version > wanted) {
    wanted = Math.max(wanted, version);
    schedule();
  }
}

/** @type {EventSource | null} */
let stream = null;
const opening = flag("stream");

// The server is told what the page shows, so that nothing is lost between the
// page and its stream.
function openStream() {
  if (stream) return;
  const address = new URL(body.dataset.stream ?? "", location.href);
  address.searchParams.set("since", String(shown));
  stream = new EventSource(address);
  opening(true);
  stream.addEventListener("open", contact);
  for (const told of ["open", "error"]) stream.addEventListener(told, () => opening(false));
  stream.addEventListener("alive", contact);
  stream.addEventListener("changed", (e) => changed(parseInt(e.data, 10))); // "412 open": section open is at version 412
}

function closeStream() {
  stream?.close();
  stream = null;
  opening(false);
}

// A browser opens six connections to one server, for all its windows together:
// a page that nobody looks at gives its stream back.
function followWindow() {
  addEventListener("pagehide", closeStream);
  addEventListener("pageshow", openStream);
  document.addEventListener("visibilitychange", () => (document.hidden ? closeStream() : openStream()));
}

let asked = Date.now();

// poll asks the server itself while no stream says anything: where something on
// the way swallows streams, and after a cut.
function poll() {
  const now = Date.now();
  const open = stream?.readyState === EventSource.OPEN && now - heard < deafAfter;
  if (open || document.hidden || now - Math.max(asked, heard) < pollEvery) return;
  asked = now;
  if (stream && stream.readyState !== EventSource.CONNECTING) {
    closeStream();
    openStream();
  }
  look();
}

function tick() {
  const silent = Date.now() - heard;
  const fresh = inContact && silent < greyAfter;
  for (const age of all("[data-age]")) {
    const seconds = Math.floor(silent / 1000);
    const ago = seconds < 60 ? fill(age.dataset.seconds, { n: seconds }) : fill(age.dataset.minutes, { n: Math.floor(seconds / 60) });
    need("[data-age-text]", age).textContent = fresh ? `${age.dataset.liveWord} · ${ago}` : ago;
    age.classList.toggle("grey", !fresh && silent < redAfter);
    age.classList.toggle("red", silent >= redAfter);
  }
  for (const bar of all("[data-stale]")) {
    bar.hidden = fresh;
    if (bar.hidden) continue;
    const words = silent < redAfter ? bar.dataset.grey : bar.dataset.red;
    const sentence = fill(words, { time: new Date(serverNow() - silent).toLocaleTimeString(document.documentElement.lang, { timeZone: body.dataset.zone }) });
    if (bar.textContent !== sentence) bar.textContent = sentence;
    bar.classList.toggle("red", silent >= redAfter);
  }
}

if (body.dataset.stream) {
  openStream();
  followWindow();
  tick();
  setInterval(() => {
    tick();
    poll();
  }, 1000);
  // Pages that change with time alone ask for a look.
  document.addEventListener("tandem:look", look);
}
