// Counts round clocks down. data-round-clock holds the end in milliseconds of the
// server's time; how far this device's clock is off is asked once, so that every
// device shows the same. Words stand in the page and are only shown or hidden.
import { all, need } from "./elements.js";

let ahead = 0; // milliseconds the server's clock is ahead of this one
let asked = false;

async function askServer() {
  asked = true;
  try {
    const sent = Date.now();
    const answer = await fetch("/healthz", { cache: "no-store" });
    const date = Date.parse(answer.headers.get("Date") ?? "");
    // The header has whole seconds: its middle is the best guess.
    if (!Number.isNaN(date)) ahead = date + 500 - (sent + Date.now()) / 2;
  } catch {
    asked = false; // no contact: the page says so itself
  }
}

/** @param {number} ms */
function digits(ms) {
  const s = ms < 0 ? Math.floor(-ms / 1000) : Math.ceil(ms / 1000);
  return `${ms < 0 ? "+" : ""}${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

function tick() {
  const running = all("[data-round-clock]").filter((el) => el.dataset.roundClock);
  if (running.length > 0 && !asked) askServer();
  for (const el of running) {
    const left = Number(el.dataset.roundClock) - (Date.now() + ahead);
    const text = digits(left);
    const shown = need("[data-clock-digits]", el);
    if (shown.textContent !== text) shown.textContent = text;
    const phases = all("[data-clock-phase]", el); // the later ones come last
    const now = phases.findLast((phase) => left <= Number(phase.dataset.from) * 1000);
    el.classList.toggle("rclock-plenty", !now);
    for (const phase of phases) {
      el.classList.toggle(`rclock-${phase.dataset.clockPhase}`, phase === now);
      phase.hidden = phase !== now;
    }
  }
}

tick();
setInterval(tick, 500);
document.addEventListener("tandem:fresh", tick);
