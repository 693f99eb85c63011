// Turns the sheets of a hall screen every twelve seconds. Space pauses, arrows
// turn, and a tap shows the buttons for both; a new version starts again from the first sheet, on every screen at once.
const turnEvery = 12_000;
const keysShown = 60_000;

const hall = document.querySelector("[data-hall]");
let at = 0;
let paused = false;
let hideKeys;
let key = hallKey();

// What the desk chose and which pairings are published; results do not change it.
function hallKey() {
  return document.querySelector("[data-hall-key]")?.dataset.hallKey;
}

const sheets = () => [...document.querySelectorAll("[data-sheet]")];

function show(n) {
  const all = sheets();
  if (all.length === 0) return;
  at = (n + all.length) % all.length;
  all.forEach((sheet, i) => {
    sheet.hidden = i !== at;
  });
}

function clock() {
  for (const el of document.querySelectorAll("[data-clock]")) {
    const time = { hour: "numeric", minute: "2-digit", timeZone: el.dataset.clock };
    el.textContent = new Date().toLocaleTimeString(document.documentElement.lang, time).toLowerCase();
  }
}

// A paused screen says so as long as it stands still.
function pause(still) {
  paused = still;
  for (const el of document.querySelectorAll("[data-paused], [data-when-paused]")) el.hidden = !still;
  for (const el of document.querySelectorAll("[data-when-turning]")) el.hidden = still;
}

function touched() {
  const keys = document.querySelector("[data-hall-keys]");
  if (!keys) return;
  keys.hidden = false;
  clearTimeout(hideKeys);
  hideKeys = setTimeout(() => {
    keys.hidden = true;
  }, keysShown);
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
    const turn = e.target.closest("[data-turn]");
    if (turn) show(at + Number(turn.dataset.turn));
    else if (e.target.closest("[data-pause]")) pause(!paused);
    touched();
  });
}
