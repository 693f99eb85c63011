// Parts of a page are exchanged while somebody works on it. Between the touch of a
// finger and its click, and while a key is down, the element that was meant has to
// stay: exchanges wait for that moment. What had the focus keeps it, or the nearest
// thing that is left gets it: keys never go nowhere.
import htmx from "./htmx.js";
import { during } from "./settled.js";
import { all, find, isField, isTicked, need, pageOf } from "./elements.js";

const longest = 700; // milliseconds; a key that is held, or whose end the browser never tells, holds nothing up
const tapAfter = 350; // milliseconds from a finger's going up to its click

/** @type {Map<string, ReturnType<typeof setTimeout>>} */
const down = new Map(); // by key or pointer: what calls its end off
/** @type {(() => void)[]} */
let freed = [];

/** @param {string} name */
function press(name) {
  clearTimeout(down.get(name));
  down.set(name, setTimeout(release, longest, name));
}

/** @param {string} name */
function release(name) {
  clearTimeout(down.get(name));
  if (!down.delete(name) || down.size > 0) return;
  const waiting = freed;
  freed = [];
  for (const go of waiting) go();
}

function releaseAll() {
  for (const name of [...down.keys()]) release(name);
}

const modifiers = ["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock"];

addEventListener("keydown", (e) => !e.repeat && !modifiers.includes(e.key) && press(`key ${e.code}`), true);
addEventListener("keyup", (e) => release(`key ${e.code}`), true);
addEventListener("pointerdown", (e) => press(`pointer ${e.pointerId}`), true);
addEventListener("pointercancel", (e) => release(`pointer ${e.pointerId}`), true);
addEventListener(
  "pointerup",
  (e) => {
    const name = `pointer ${e.pointerId}`;
    if (!down.has(name)) return;
    clearTimeout(down.get(name));
    down.set(name, setTimeout(release, e.pointerType === "mouse" ? 0 : tapAfter, name));
  },
  true,
);
// Behind everything else that hears of the click.
addEventListener("click", () => setTimeout(() => [...down.keys()].filter((name) => name.startsWith("pointer")).forEach(release)));
addEventListener("blur", releaseAll);
addEventListener("pagehide", releaseAll);

// exchange makes a change of the document once no key and no finger is down. What
// work does before its first await is one with that moment.

/**
 * @template T
 * @param {() => Promise<T> | T} work
 */
export function exchange(work) {
  return during("drawing", async () => {
    while (down.size > 0) await new Promise((/** @type {(go: void) => void} */ go) => freed.push(go));
    const held = focused();
    try {
      return await work();
    } finally {
      takeUp(held);
    }
  });
}

// swap makes a part of the page what the server says, element by element, at once: only
// inside an exchange. The rows of a list are told apart by what they stand for: a row
// that goes must not hand its focus, and the key on its way, to the one that takes
// its place.

/**
 * @param {Element} part
 * @param {string} text
 */
export function swap(part, text) {
  const fresh = document.createElement("template");
  fresh.innerHTML = text;
  nameRows(part);
  nameRows(fresh.content);
  return htmx.swap({ text: fresh.innerHTML, target: part, sourceElement: part, swap: "innerMorph" });
}

const rows = "[data-row], .tile[data-table], .late[data-table]";

/** @param {ParentNode} root */
function nameRows(root) {
  for (const row of all(rows, root)) if (!row.id) row.id = `row-${row.dataset.row ?? row.dataset.table}`;
}

/**
 * morph is swap as an exchange of its own.
 * @param {Element} part
 * @param {string} text
 */
export const morph = (part, text) => exchange(() => swap(part, text));

// drawMain makes this page what a whole page of the server says, as far as that is the
// same page, and resolves to it; otherwise that page is opened, and it resolves to null.
// A new page is drawn from nothing: marks and typed text of the old one go.

/**
 * @param {string} text
 * @param {string} address
 * @param {string} same what the page has that is the same page
 */
export async function drawMain(text, address, same) {
  const fresh = pageOf(text);
  const main = find("#main", fresh);
  if (!main || !fresh.querySelector(same)) {
    location.assign(address);
    return null;
  }
  await exchange(() => {
    need("#main").innerHTML = main.innerHTML;
    document.body.dataset.version = fresh.body.dataset.version;
    history.replaceState(null, "", address); // a later look says what was said last
  });
  return fresh;
}

// focused remembers what has the focus by what would tell it again.
function focused() {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const button = element instanceof HTMLButtonElement;
  const value = button || isTicked(element) ? element.value : null;
  return { element, id: element.id, name: button || isField(element) ? element.name : "", value, row: element.closest(rows)?.id, around: [...ancestors(element)] };
}

/** @param {Element} element */
function* ancestors(element) {
  for (let up = element.parentElement; up && up !== document.body; up = up.parentElement) yield up;
}

/** @param {ReturnType<typeof focused>} held */
function takeUp(held) {
  if (!held || (held.element.isConnected && held.element === document.activeElement)) return;
  if (document.activeElement && document.activeElement !== document.body) return; // somebody has gone on
  const again = (held.id && document.getElementById(held.id)) || likeIt(held);
  if (again) {
    again.focus({ preventScroll: true });
    return;
  }
  const place = held.around.find((element) => element.isConnected);
  if (!place) return;
  if (!place.hasAttribute("tabindex")) place.setAttribute("tabindex", "-1");
  place.focus({ preventScroll: true });
}

/**
 * likeIt is the field or button of the same name in the same row.
 * @param {NonNullable<ReturnType<typeof focused>>} held
 */
function likeIt({ name, value, row, around }) {
  if (!name) return null;
  const place = around.find((element) => element.isConnected) ?? document;
  const like = all(`[name="${CSS.escape(name)}"]`, place).filter((element) => value === null || ((element instanceof HTMLButtonElement || isField(element)) && element.value === value));
  return like.find((element) => element.closest(rows)?.id === row);
}
