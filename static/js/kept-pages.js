// The page that stands in for one that was not kept lists what was: without contact
// people get on from there.
import { find, need, pageOf } from "./elements.js";

const lookEvery = 10_000;

const place = find("[data-kept-pages]");

// The page comes by itself, also on a screen in the hall that nobody touches.
const look = () =>
  fetch("/healthz").then(
    (answer) => answer.ok && location.reload(),
    () => {},
  );

async function titles() {
  const cache = await caches.open("pages");
  const kept = [];
  for (const request of await cache.keys()) {
    const copy = await cache.match(request, { ignoreVary: true });
    if (!copy?.headers.get("Content-Type")?.startsWith("text/html")) continue;
    const title = pageOf(await copy.text()).title;
    if (title) kept.push({ url: request.url, title });
  }
  return kept.reverse(); // what was seen last stands first
}

/** @param {HTMLElement} place */
async function list(place) {
  const known = new Set();
  for (const { url, title } of await titles()) {
    if (known.has(title)) continue;
    known.add(title);
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.className = "prow";
    link.href = url;
    link.textContent = title.replace(/ · Tandem$/, ""); // which all of them say
    item.append(link);
    need("ul", place).append(item);
  }
  place.hidden = known.size === 0;
}

if (place) {
  // The address is that of the page that was asked for.
  need("[data-again]", document, HTMLAnchorElement).href = location.href;
  addEventListener("online", look);
  setInterval(look, lookEvery); // the server alone may have been away
  if ("caches" in window) list(place).catch(() => {});
}
