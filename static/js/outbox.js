// What a page sends by itself: results off slips, cards that save themselves, forms
// kept without contact. The one state machine of all of them; it knows no document
// and no network, which come in as functions, so that it is tested by itself
// (static/js/test).
//
// An item waits, is sent, and is then done or refused. What holds for every item:
// - it is sent until the server has answered, and never again afterwards;
// - items of one lane go one after the other in the order they were put in;
// - an item that is put in with the slot of one that still waits takes its place;
//   what was sent already is never changed: the newer one follows it;
// - without contact nothing is sent but one probe now and then, and nothing is lost;
// - while nobody is signed in everything waits.
//
// send(item) resolves to what the server said: { done: … } or { refused: … } are
// final, { away: true } and a rejection mean "no answer", { signedOut: true } that
// the person has to sign in first. It has to carry a one-time key: an answer may be
// lost after the server has it.
// store keeps the items: all() in order, put(item), drop(id). An item needs an id, a
// lane and whatever send wants; the machine adds refused.
// later(ms, work) runs work after a while and returns what calls it off.
// mine(item) tells whether this page may send an item.
// tell() hears of every change.

import * as device from "./device.js";
import { tried } from "./tried.js";

/** @import { Done, Refusal, SavedIncident } from "./server.d.ts" */

/**
 * @typedef {object} Item
 * @property {string} id sorts by the time it was made
 * @property {string} lane
 * @property {string} [slot]
 * @property {Refusal} [refused]
 */

/**
 * @typedef {object} Answer
 * @property {Partial<Done & SavedIncident> | null} [done]
 * @property {Refusal} [refused]
 * @property {boolean} [away]
 * @property {boolean} [heard] the server was there and could not answer now
 * @property {boolean} [signedOut]
 */

/**
 * @template {Item} I
 * @typedef {object} Store
 * @property {() => I[]} all
 * @property {(item: I) => void} put
 * @property {(id: string) => void} drop
 */

/** @typedef {(ms: number, work: () => void) => () => void} Later */

/**
 * @template {Item} I
 * @param {object} machine
 * @param {(item: I) => Promise<Answer> | Answer} machine.send
 * @param {Store<I>} machine.store
 * @param {Later} machine.later
 * @param {() => void} [machine.tell]
 * @param {(item: I, answer: Answer) => void} [machine.answered]
 * @param {(item: I) => boolean} [machine.mine]
 * @param {number} [machine.most] lanes at a time
 * @param {number} [machine.retryAfter] milliseconds
 */
export function createOutbox({ send, store, later, tell = () => {}, answered = () => {}, mine = () => true, most = 1, retryAfter = 3000 }) {
  /** @type {Map<string, I>} */
  const underWay = new Map(); // by lane
  let away = false; // the last answer did not come
  let signedOut = false;
  /** @type {(() => void) | null} */
  let stopRetry = null;

  const waiting = () => store.all().filter((item) => !item.refused);
  /** @param {I} item */
  const sent = (item) => underWay.get(item.lane)?.id === item.id;

  function drain() {
    if (signedOut || stopRetry) return;
    for (const item of waiting().filter(mine)) {
      if (underWay.size >= (away ? 1 : most)) return;
      if (!underWay.has(item.lane)) go(item);
    }
  }

  /** @param {I} item */
  async function go(item) {
    underWay.set(item.lane, item);
    const answer = await ask(item);
    underWay.delete(item.lane);
    if (answer.signedOut) signedOut = true;
    else away = Boolean(answer.away);
    if (answer.away && !stopRetry) stopRetry = later(retryAfter, retry);
    if ("done" in answer) store.drop(item.id);
    if ("refused" in answer) store.put({ ...item, refused: answer.refused });
    drain();
    tell();
    if ("done" in answer || "refused" in answer) answered(item, answer);
  }

  /**
   * @param {I} item
   * @returns {Promise<Answer>}
   */
  async function ask(item) {
    try {
      return await send(item);
    } catch {
      return { away: true };
    }
  }

  function retry() {
    stopRetry?.();
    stopRetry = null;
    drain();
    tell();
  }

  return {
    /** @param {I} item */
    put(item) {
      for (const other of waiting()) if (item.slot !== undefined && other.slot === item.slot && !sent(other)) store.drop(other.id);
      store.put(item);
      drain();
      tell();
    },
    // drop takes an item out that was not sent yet, or that was refused; false when it
    // is too late.
    /** @param {string} id */
    drop(id) {
      const item = store.all().find((other) => other.id === id);
      if (!item || sent(item)) return false;
      store.drop(id);
      tell();
      return true;
    },
    // retry sends what waits at once: contact is back, another window put something in.
    retry,
    signedIn() {
      signedOut = false;
      retry();
    },
    // What stands in sight: items that wait or are on their way, and refused ones.
    waiting,
    refused: () => store.all().filter((item) => item.refused),
    sending: () => [...underWay.values()],
    away: () => away,
    signedOut: () => signedOut,
    // idle is true when nothing of this page is left to send.
    idle: () => underWay.size === 0 && waiting().filter(mine).length === 0,
  };
}

/**
 * memoryStore keeps items as long as the page lives.
 * @template {Item} I
 * @returns {Store<I>}
 */
export function memoryStore() {
  /** @type {Map<string, I>} */
  const items = new Map();
  return { all: () => [...items.values()], put: (item) => items.set(item.id, item), drop: (id) => items.delete(id) };
}

// localStore keeps items on the device, over a reload and for all windows of it. Each
// has a place of its own: two windows that wrote one list would lose each other's.
// What a device does not keep, because it is full or may not, the page still does.
// changed() hears of other windows.

/**
 * @template {Item} I
 * @param {string} name
 * @param {() => void} [changed]
 * @returns {Store<I> & { gone: (id: string) => boolean }}
 */
export function localStore(name, changed = () => {}) {
  const prefix = `${name} `;
  /** @param {string} key */
  const own = (key) => key.startsWith(prefix) && !key.includes(" ", prefix.length);
  /** @type {Map<string, I>} */
  const items = new Map();

  function read() {
    items.clear();
    for (const key of device.keys(prefix).filter(own)) {
      const item = tried(() => JSON.parse(device.get(key) ?? "null")); // null where another window was faster
      if (item) items.set(key.slice(prefix.length), item);
    }
  }

  read();
  globalThis.addEventListener?.("storage", (e) => {
    if (e.key !== null && !own(e.key)) return;
    read();
    changed();
  });
  return {
    all: () => [...items].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item),
    put(item) {
      items.set(item.id, item);
      device.keep(prefix + item.id, JSON.stringify(item));
    },
    drop(id) {
      items.delete(id);
      device.drop(prefix + id);
    },
    // gone tells that another window has seen to an item.
    gone: (id) => device.get(prefix + id) === null,
  };
}

let last = "";

// newId is an id that sorts by the time it was made, also of two in one millisecond
// and when the clock of the device is set back.
export function newId() {
  const now = Date.now().toString(36).padStart(9, "0");
  const count = last.slice(0, 9) >= now ? parseInt(last.slice(9, 13), 36) + 1 : 0;
  const time = last.slice(0, 9) > now ? last.slice(0, 9) : now;
  last = time + count.toString(36).padStart(4, "0");
  return last + oneTimeKey().slice(0, 8);
}

// oneTimeKey makes a second send of the same thing harmless.
export function oneTimeKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");
}
