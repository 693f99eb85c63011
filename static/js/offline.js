// Lets the last copy of the public pages be read without contact (sw.js).
const renewAfter = 300_000;
const spread = 30_000; // milliseconds over which the phones of a hall fetch what they keep

async function start() {
  const registration = await navigator.serviceWorker.register("/sw.js");
  keepNeighbours(registration, Date.now() - renewAfter);
  // After news what lies a tap away is old as well, however lately it was fetched.
  let waits;
  document.addEventListener("tandem:fresh", () => {
    const news = Date.now();
    waits ??= setTimeout(() => {
      waits = undefined;
      keepNeighbours(registration, news);
    }, Math.random() * spread);
  });
}

// keepNeighbours has the pages one tap away fetched unless they were after that time.
function keepNeighbours(registration, after) {
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  const links = [...document.querySelectorAll("header .home, nav.tabs a, #hits .two-up a, [data-follows] a")].map((a) => a.href.replace(/#.*/, ""));
  const find = document.querySelector("[data-find]")?.action ?? [...links].find((link) => link.endsWith("/find"));
  worker?.postMessage({ neighbours: [location.href.replace(/#.*/, ""), ...links, ...(find ? [find, `${find}/names`] : [])], after });
}

// After the page itself: keeping copies must not slow down the first look.
if ("serviceWorker" in navigator) addEventListener("load", () => start().catch(() => {}));
