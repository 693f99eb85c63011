// The service worker: what a reader saw last stays readable without contact. Pages
// come from the network first; only when that fails does the last copy answer, and
// it says since when it has been lying here (data-kept), so that the page never
// takes it for fresh. Anything marked no-store and anything but these public pages
// pass by untouched. The one exception is the empty form of a new incident, which
// the server hands out for keeping (X-Keep) and which says nothing of any other
// incident: it opens without contact for whoever is signed in on this device, and
// goes with them.
//
// self.builtFiles, the addresses of the built files, comes from the server.

/** @import { Told } from "./server.d.ts" */

if (!(self instanceof ServiceWorkerGlobalScope)) throw new Error("this runs as a service worker alone");
/** @type {ServiceWorkerGlobalScope} */
const worker = self;

const pages = "pages";
const files = "files";
const renewAfter = 300_000;
const desk = "desk"; // the form of a new incident and the files it is made of
const mostPages = 400; // far more than anybody opens at an event
const patience = 6_000; // milliseconds before a kept copy answers for a slow network

const event = "/e/[^/]+";
const keptPages = [
  /^\/$/,
  /^\/rules$/,
  new RegExp(`^${event}$`),
  new RegExp(`^${event}/find$`),
  new RegExp(`^${event}/(team|player)/[^/]+$`),
  new RegExp(`^${event}/(?!desk/|hall/)[^/]+/(pairings|standings|crosstable|status|rules|prizes)$`),
  new RegExp(`^${event}/(?!desk/|hall/)[^/]+/round/\\d+/(pairings|standings)$`),
  new RegExp(`^${event}/(?!desk/|hall/)[^/]+/(round/\\d+/)?table/\\d+(/match/\\d+)?$`),
];
const findPage = new RegExp(`^${event}/find$`);
const names = new RegExp(`^${event}/find/names$`); // of all teams, for finding without contact
const noContact = "/no-contact"; // what is shown for a page that nobody kept

/** @param {URL} address */
function isKeptPage(address) {
  return address.origin === location.origin && keptPages.some((kept) => kept.test(address.pathname));
}

worker.addEventListener("install", (e) => {
  e.waitUntil(caches.open(files).then((cache) => cache.addAll([...worker.builtFiles, noContact])).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (e) => {
  e.waitUntil(cleanUp().then(() => worker.clients.claim()));
});

// Built files of an older Tandem go.
async function cleanUp() {
  const cache = await caches.open(files);
  const wanted = new Set([...worker.builtFiles, noContact]);
  for (const request of await cache.keys()) {
    if (!wanted.has(new URL(request.url).pathname)) await cache.delete(request);
  }
}

worker.addEventListener("fetch", (e) => {
  const { request } = e;
  const address = new URL(request.url);
  if (address.origin !== location.origin) return;
  if (address.pathname === "/sign-out") e.waitUntil(caches.delete(desk));
  if (request.method !== "GET") return;
  if (worker.builtFiles.includes(address.pathname)) e.respondWith(builtFile(request));
  else if (request.mode === "navigate" && newIncident.test(address.pathname)) e.respondWith(fetch(request).catch(() => keptForm(address)));
  else if (["script", "style", "image"].includes(request.destination)) e.respondWith(deskFile(request));
  else if (names.test(address.pathname)) e.respondWith(listOfNames(e));
  else if (request.mode === "navigate" && !isKeptPage(address)) e.respondWith(fetch(request).catch(away));
  else if (!isKeptPage(address)) return;
  else if (request.mode === "navigate") e.respondWith(page(e));
  else if (request.headers.has("X-Refetch")) e.respondWith(refetched(e));
});

const newIncident = new RegExp(`^${event}/desk/incidents/new$`);

/**
 * keptForm is the form of a new incident without contact; its script fills in what the
 * address names.
 * @param {URL} address
 */
async function keptForm(address) {
  const copy = await caches.match(address.origin + address.pathname, { cacheName: desk, ignoreVary: true });
  return copy ? marked(copy) : Response.error();
}

/** @param {Request} request */
async function deskFile(request) {
  return (await caches.match(request, { cacheName: desk, ignoreVary: true })) ?? fetch(request);
}

// keepForm fetches the form of a new incident anew, with the files of the page
// that asks. Whoever may not have it any more loses the copy.

/** @param {NonNullable<Told["keep"]>} what */
async function keepForm({ page, files }) {
  const form = new URL(page, location.origin);
  const own = files.filter((file) => !worker.builtFiles.includes(new URL(file).pathname));
  const copy = await caches.match(form.href, { cacheName: desk, ignoreVary: true });
  const known = await Promise.all(own.map((file) => caches.match(file, { cacheName: desk, ignoreVary: true })));
  if (Date.now() - Number(copy?.headers.get("X-Kept")) < renewAfter && known.every(Boolean)) return;
  const answer = await fetch(form, { headers: { "X-Keep": "1" } });
  if (answer.redirected || answer.status === 401 || answer.status === 403) {
    await caches.delete(desk);
    return;
  }
  if (answer.status !== 200 || answer.headers.get("X-Keep") !== "1") return;
  const cache = await caches.open(desk);
  const headers = keptHeaders(answer, ["Content-Security-Policy"]);
  const wanted = new Set(files);
  for (const old of await cache.keys()) {
    if (old.url !== form.href && !wanted.has(old.url) && !newIncident.test(new URL(old.url).pathname)) await cache.delete(old);
  }
  await cache.addAll(own);
  await cache.put(form.href, new Response(await answer.blob(), { headers }));
}

/**
 * keptHeaders are the headers of a copy: the time of its arrival, its type, and those that
 * are named, where the answer has them.
 * @param {Response} answer
 * @param {string[]} names
 */
function keptHeaders(answer, names) {
  const headers = new Headers({ "Content-Type": answer.headers.get("Content-Type") ?? "", "X-Kept": String(Date.now()) });
  for (const name of names) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

/** @param {Request} request */
async function builtFile(request) {
  return (await caches.match(request, { cacheName: files, ignoreVary: true })) ?? fetch(request);
}

// A page asks for its newer self: never answered from here, only kept. The answer
// is the main part alone; it takes its place in the copy of the page.

/** @param {FetchEvent} e */
async function refetched(e) {
  const answer = await fetch(e.request);
  const page = new URL(e.request.url);
  const part = page.searchParams.has("part");
  page.searchParams.delete("part");
  e.waitUntil(part ? keepPart(page.href, answer.clone()) : keep(page.href, answer.clone()));
  return answer;
}

const mainPart = /<main [^]*<\/main>/;
const versionMark = /data-version="\d+"/;

/**
 * @param {string} url
 * @param {Response} answer
 */
async function keepPart(url, answer) {
  const copy = await caches.match(url, { cacheName: pages, ignoreVary: true });
  if (!copy || answer.status !== 200) return;
  const [html, part] = await Promise.all([copy.text(), answer.text()]);
  const main = part.match(mainPart);
  const version = part.match(versionMark);
  if (!main || !version) return;
  const whole = html.replace(mainPart, () => main[0]).replace(versionMark, version[0]);
  const headers = new Headers(copy.headers);
  headers.set("X-Kept", String(Date.now()));
  await (await caches.open(pages)).put(url, new Response(whole, { headers }));
}

// away is the page that says that there is no contact, and what this device keeps.
async function away() {
  return (await caches.match(noContact, { cacheName: files, ignoreVary: true })) ?? Response.error();
}

/** @param {FetchEvent} e */
async function listOfNames(e) {
  const url = e.request.url;
  try {
    const answer = await fetch(anew(e.request));
    if (answer.status === 200) e.waitUntil(keepAs(url, answer.clone()));
    return answer;
  } catch {
    return (await caches.match(url, { cacheName: pages, ignoreVary: true })) ?? Response.error();
  }
}

// Words that were never searched for open the empty page of the search, which looks in
// the names that the device keeps.

/** @param {URL} address */
async function emptySearch(address) {
  return findPage.test(address.pathname) && address.searchParams.has("q") ? caches.match(address.origin + address.pathname, { cacheName: pages, ignoreVary: true }) : undefined;
}

/** @param {FetchEvent} e */
async function page(e) {
  const address = new URL(e.request.url);
  const copy = (await caches.match(e.request.url, { cacheName: pages, ignoreVary: true })) ?? (await emptySearch(address));
  const answer = fetch(anew(e.request)).then((fresh) => {
    e.waitUntil(keep(e.request.url, fresh.clone()));
    return fresh;
  });
  if (!copy) return answer.catch(away);
  return Promise.race([answer.catch(() => marked(copy)), later(patience).then(() => marked(copy))]);
}

/**
 * anew is a request that the browser's own store does not answer with an old page. It names the page
 * that the reader came from, as far as that is ours: else a copy of a request comes from this script,
 * and the way back from a problem would lead here.
 * @param {Request} request
 */
function anew(request) {
  const from = request.referrer.startsWith(`${location.origin}/`) ? request.referrer : "";
  return new Request(request, { cache: "no-cache", referrer: from });
}

/** @param {number} ms */
const later = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * keep stores a whole page with the time of its arrival.
 * @param {string} url
 * @param {Response} answer
 */
async function keep(url, answer) {
  const type = answer.headers.get("Content-Type") ?? "";
  const control = answer.headers.get("Cache-Control") ?? "";
  if (answer.status !== 200 || answer.redirected || !type.startsWith("text/html") || control.includes("no-store")) return;
  return keepAs(url, answer);
}

/**
 * @param {string} url
 * @param {Response} answer
 */
async function keepAs(url, answer) {
  const headers = keptHeaders(answer, ["Content-Security-Policy", "Content-Language", "Referrer-Policy", "X-Content-Type-Options"]);
  const cache = await caches.open(pages);
  await cache.delete(url, { ignoreVary: true }); // so that the newest stand at the end
  await cache.put(url, new Response(await answer.blob(), { headers }));
  const all = await cache.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - mostPages)).map((old) => cache.delete(old)));
}

/**
 * marked tells a kept copy its age.
 * @param {Response} copy
 */
async function marked(copy) {
  const html = await copy.clone().text();
  return new Response(html.replace("<body ", `<body data-kept="${copy.headers.get("X-Kept")}" `), { headers: copy.headers });
}

// A page names its neighbours: those never seen, or not since the time it gives, are fetched, so that
// the way to them stands open without contact.
worker.addEventListener("message", (e) => {
  /** @type {Told} */
  const told = e.data;
  if (told.keep) e.waitUntil(keepForm(told.keep).catch(() => {})); // no contact: the copy stays
  if (told.forget) e.waitUntil(caches.delete(desk));
  e.waitUntil(Promise.all((told.neighbours ?? []).map(async (url) => {
    const address = new URL(url);
    const list = names.test(address.pathname);
    if (!list && !isKeptPage(address)) return;
    const copy = await caches.match(url, { cacheName: pages, ignoreVary: true });
    if (Number(copy?.headers.get("X-Kept")) >= (told.after ?? Date.now())) return;
    await fetch(url, { cache: "no-cache" }).then((answer) => (list && answer.status === 200 ? keepAs(url, answer) : keep(url, answer))).catch(() => {}); // no contact: nothing to keep
  })));
});
