// Turns the sheets of a hall screen every twelve seconds. Space pauses, arrows
// turn, and a tap shows the buttons for both; a new version starts again from the first sheet, on every screen at once.
import { all, around, find } from "./elements.js";
import { serverNow } from "./server-time.js";

const turnEvery = 12_000;
const keysShown = 60_000;

const hall = find("[data-hall]");
let at = 0;
let paused = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let hideKeys;
let key = hallKey();

// What the desk chose and which pairings are published; results do not change it.
function hallKey() {
  return find("[data-hall-key]")?.dataset.hallKey;
}

const sheets = () => all("[data-sheet]");

/** @param {number} n */
function show(n) {
  const list = sheets();
  if (list.length === 0) return;
  at = (n + list.length) % list.length;
  list.forEach((sheet, i) => {
    sheet.hidden = i !== at;
  });
}

function clock() {
  for (const el of all("[data-clock]")) {
    /** @type {Intl.DateTimeFormatOptions} */
    const time = { hour: "numeric", minute: "2-digit", timeZone: el.dataset.clock };
    el.textContent = new Date(serverNow()).toLocaleTimeString(document.documentElement.lang, time).toLowerCase();
  }
}

// A paused screen says so as long as it stands still.
/** @param {boolean} still */
function pause(still) {
  paused = still;
  for (const el of all("[data-paused], [data-when-paused]")) el.hidden = !still;
  for (const el of all("[data-when-turning]")) el.hidden = still;
}

function touched() {
  const keys = find("[data-hall-keys]");
  if (!keys) return;
  keys.hidden = false;
  clearTimeout(hideKeys);
  hideKeys = setTimeout(() => {
    keys.hidden = true;
  }, keysShown);
}

// Where a sheet cannot divide one length by another (screens.css), it is told how much the screen is
// enlarged.
function enlarge() {
  const [width, height] = innerWidth > innerHeight ? [1920, 1080] : [1080, 1680];
  document.body.style.setProperty("--z", String(Math.min(innerWidth / width, innerHeight / height)));
}

if (hall && !CSS.supports("width", "calc(1px * tan(atan2(1px, 2px)))")) {
  enlarge();
  addEventListener("resize", enlarge);
}

if (hall) {
  setInterval(() => {
    if (!paused) show(at + 1);
  }, turnEvery);
  clock();
  setInterval(clock, 1000);
  document.addEventListener("tandem:fresh", () => {
    const started = key !== hallKey();
    if (started) pause(false);
    show(started ? 0 : at);
    key = hallKey();
    clock();
  });
  document.addEventListener("keydown", (e) => {
    if (e.key === " ") {
      e.preventDefault();
      pause(!paused);
    } else if (e.key === "ArrowRight") show(at + 1);
    else if (e.key === "ArrowLeft") show(at - 1);
    touched();
  });
  document.addEventListener("click", (e) => {
    const turn = around(e.target, "[data-turn]");
    if (turn) show(at + Number(turn.dataset.turn));
    else if (around(e.target, "[data-pause]")) pause(!paused);
    touched();
  });
}
