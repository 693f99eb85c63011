/**
 * later runs work after a while, by the device's clock, and returns what calls it off.
 * @param {number} ms
 * @param {() => void} work
 */
export function later(ms, work) {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}
