// A device may refuse to keep anything, in a private window or where cookies are blocked.

/**
 * tried does what a device may refuse: without a place to keep things nothing is kept.
 * @template T
 * @param {() => T} work
 */
export function tried(work) {
  try {
    return work();
  } catch {
    return null;
  }
}
