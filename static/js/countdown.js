// The time until a start or an end, by the server's clock: minutes, then seconds;
// and how long somebody waits already.
import { all } from "./elements.js";
import { fill } from "./fill.js";
import { serverNow } from "./server-time.js";

const now = () => serverNow() / 1000;

function count() {
  for (const el of all("[data-countdown]")) {
    const seconds = Math.ceil(Number(el.dataset.countdown) - now());
    let words = el.dataset.over ?? "";
    if (seconds > 60 || (seconds > 0 && !el.dataset.seconds)) words = fill(el.dataset.in, { n: Math.ceil(seconds / 60) });
    else if (seconds > 0) words = fill(el.dataset.seconds, { n: seconds });
    if (el.textContent !== words) el.textContent = words;
  }
  for (const el of all("[data-since]")) {
    const seconds = Math.max(0, Math.floor(now() - Number(el.dataset.since)));
    const words = seconds < 60 ? fill(el.dataset.seconds, { n: seconds }) : fill(el.dataset.minutes, { n: Math.floor(seconds / 60) });
    if (el.textContent !== words) el.textContent = words;
  }
}

count();
setInterval(count, 1000);
document.addEventListener("tandem:fresh", count);
