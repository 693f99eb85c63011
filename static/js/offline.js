// Lets the last copy of the public pages be read without contact (sw.js).
import { all, find } from "./elements.js";

/** @import { Told } from "./server.d.ts" */

const renewAfter = 300_000;
const spread = 30_000; // milliseconds over which the phones of a hall fetch what they keep

async function start() {
  const registration = await navigator.serviceWorker.register("/sw.js");
  keepNeighbours(registration, Date.now() - renewAfter);
  // After news what lies a tap away is old as well, however lately it was fetched.
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waits;
  document.addEventListener("tandem:fresh", () => {
    const news = Date.now();
    waits ??= setTimeout(() => {
      waits = undefined;
      keepNeighbours(registration, news);
    }, Math.random() * spread);
  });
}

/**
 * keepNeighbours has the pages one tap away fetched unless they were after that time.
 * @param {ServiceWorkerRegistration} registration
 * @param {number} after milliseconds
 */
function keepNeighbours(registration, after) {
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  const links = all("header .home, nav.tabs a, #hits .two-up a, [data-follows] a", document, HTMLAnchorElement).map((a) => a.href.replace(/#.*/, ""));
  const search = find("[data-find]", document, HTMLFormElement)?.action ?? links.find((link) => link.endsWith("/find"));
  /** @type {Told} */
  const told = { neighbours: [location.href.replace(/#.*/, ""), ...links, ...(search ? [search, `${search}/names`] : [])], after };
  worker?.postMessage(told);
}

// After the page itself: keeping copies must not slow down the first look.
if ("serviceWorker" in navigator) addEventListener("load", () => start().catch(() => {}));
