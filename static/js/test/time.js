// A clock for tests that is turned by hand, and chance that repeats: what goes wrong
// with one seed goes wrong again.
export function createTime() {
  let now = 0;
  let count = 0;
  /** @type {{ at: number, order: number, work: () => void }[]} */
  const due = [];

  /**
   * @param {number} ms
   * @param {() => void} work
   */
  function later(ms, work) {
    const entry = { at: now + ms, order: count++, work };
    due.push(entry);
    return () => {
      const i = due.indexOf(entry);
      if (i >= 0) due.splice(i, 1);
    };
  }

  // settle lets everything run that needs no time.
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  return {
    now: () => now,
    later,
    settle,
    /** @param {number} ms */
    wait: (ms) => new Promise((/** @type {(done: void) => void} */ resolve) => later(ms, resolve)),
    // run turns the clock until nothing is due any more; it fails when that never ends.
    async run(most = 100_000) {
      for (let steps = 0; ; steps++) {
        await settle();
        if (due.length === 0) return;
        if (steps === most) throw new Error(`still busy after ${steps} steps at ${now} ms`);
        due.sort((a, b) => a.at - b.at || a.order - b.order);
        const [next] = due.splice(0, 1);
        now = next.at;
        next.work();
      }
    },
  };
}

/**
 * createChance is a small generator (mulberry32).
 * @param {number} seed
 */
export function createChance(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    /** @param {number} n */
    below: (n) => Math.floor(next() * n),
    /** @param {number} probability */
    happens: (probability) => next() < probability,
  };
}
