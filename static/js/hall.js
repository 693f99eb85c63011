// Turns the sheets of a hall screen every twelve seconds. Space pauses, arrows
// turn; a new version starts again from the first sheet, on every screen at once.
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
    el.textContent = new Date().toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });
  }
}

function touched() {
  const keys = document.querySelector("[data-hall-keys]");
  if (!keys) return;
  keys.hidden = false;
  clearTimeout(hideKeys);
  hideKeys = setTimeout(() => {
    keys.hidden = true;
    paused = false;
  }, keysShown);
}

if (hall) {
  setInterval(() => {
    if (!paused) show(at + 1);
  }, turnEvery);
  clock();
  setInterval(clock, 1000);
  document.addEventListener("tandem:fresh", () => {
    show(key === hallKey() ? at : 0);
    key = hallKey();
    clock();
  });
  document.addEventListener("keydown", (e) => {
    if (e.key === " ") paused = !paused;
    else if (e.key === "ArrowRight") show(at + 1);
    else if (e.key === "ArrowLeft") show(at - 1);
    touched();
  });
  document.addEventListener("pointerdown", (e) => {
    if (e.clientX < innerWidth / 3) show(at - 1);
    else if (e.clientX > (2 * innerWidth) / 3) show(at + 1);
    else paused = !paused;
    touched();
  });
}
