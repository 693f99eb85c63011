// What a device keeps between pages, for all windows of it. A device may refuse, because it
// is full or may not: then what was to be kept stays in this page, and whoever leaves it
// with work of theirs is asked first.
import { tried } from "./tried.js";

/** @type {Map<string, string>} */
const loose = new Map(); // what this page alone has
/** @type {Set<string>} */
const work = new Set(); // of that, what somebody would have to do again

export const keeps = () => tried(() => localStorage.length) !== null;

/**
 * @param {string} key
 * @returns {string | null}
 */
export const get = (key) => loose.get(key) ?? tried(() => localStorage.getItem(key));

/** @param {string} prefix */
export const keys = (prefix) => [...new Set([...(tried(() => Object.keys(localStorage)) ?? []), ...loose.keys()])].filter((key) => key.startsWith(prefix)).sort();

/**
 * set keeps what is convenient.
 * @param {string} key
 * @param {string} value
 */
export function set(key, value) {
  loose.set(key, value);
  tried(() => {
    localStorage.setItem(key, value);
    loose.delete(key);
  });
}

/**
 * keep keeps what is work.
 * @param {string} key
 * @param {string} value
 */
export function keep(key, value) {
  set(key, value);
  if (!loose.has(key)) return;
  work.add(key);
  globalThis.addEventListener?.("beforeunload", ask);
}

/** @param {string} key */
export function drop(key) {
  loose.delete(key);
  tried(() => localStorage.removeItem(key));
}

/** @param {BeforeUnloadEvent} e */
function ask(e) {
  if ([...work].some((key) => loose.has(key))) e.preventDefault();
}
