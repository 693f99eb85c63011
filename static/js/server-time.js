// What time it is at the server, so that every device of a hall counts to the same moment however
// far off its own clock is. That is asked once a visit, by what counts or writes down a time.
import { tried } from "./tried.js";

const place = "tandem-ahead";
const keptFor = 600_000;
const askAgainAfter = 30_000; // a server that comes back meets a whole hall

/** @typedef {{ ahead: number, at: number }} Known how many milliseconds the server's clock is ahead of this one, and when that was found by this one */

/** @type {Known | null} */
let known = tried(() => JSON.parse(sessionStorage.getItem(place) ?? "null"));
let asked = 0;

// It is asked again after ten minutes, and by a device whose clock was set meanwhile.
const holds = () => known !== null && Math.abs(Date.now() - known.at) < keptFor;

async function ask() {
  asked = Date.now();
  try {
    const sent = Date.now();
    const answer = await fetch("/healthz", { cache: "no-store" });
    const date = Date.parse(answer.headers.get("Date") ?? "");
    if (Number.isNaN(date)) return;
    // The header has whole seconds: its middle is the best guess.
    known = { ahead: date + 500 - (sent + Date.now()) / 2, at: Date.now() };
    tried(() => sessionStorage.setItem(place, JSON.stringify(known)));
  } catch {
    // No contact: the page says so itself.
  }
}

// serverNow is the server's time in milliseconds, and this device's own until it is known.
export function serverNow() {
  if (!holds() && Math.abs(Date.now() - asked) >= askAgainAfter) ask();
  return Date.now() + (known?.ahead ?? 0);
}
