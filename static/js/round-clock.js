// Counts round clocks down. data-round-clock holds the end in milliseconds of the
// server's time, which every device shows. Words stand in the page and are only shown or hidden.
import { all, need } from "./elements.js";
import { serverNow } from "./server-time.js";

/** @param {number} ms */
function digits(ms) {
  const s = ms < 0 ? Math.floor(-ms / 1000) : Math.ceil(ms / 1000);
  return `${ms < 0 ? "+" : ""}${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

function tick() {
  for (const el of all("[data-round-clock]")) {
    if (!el.dataset.roundClock) continue;
    const left = Number(el.dataset.roundClock) - serverNow();
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
