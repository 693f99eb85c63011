// Lets the last copy of the public pages be read without contact (sw.js).
async function start() {
  const registration = await navigator.serviceWorker.register("/sw.js");
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  const links = [...document.querySelectorAll("header .home, nav.tabs a, #hits .two-up a")].map((a) => a.href.replace(/#.*/, ""));
  const find = document.querySelector("[data-find]")?.action ?? [...links].find((link) => link.endsWith("/find"));
  worker?.postMessage({ neighbours: [location.href.replace(/#.*/, ""), ...links, ...(find ? [find, `${find}/names`] : [])] });
}

// After the page itself: keeping copies must not slow down the first look.
if ("serviceWorker" in navigator) addEventListener("load", () => start().catch(() => {}));
