import assert from "node:assert/strict";
import { test } from "node:test";
import { createOutbox, localStore, memoryStore, newId } from "../outbox.js";
import { createChance, createTime } from "./time.js";

/** @import { Answer, Item, Store } from "../outbox.js" */
/** @typedef {ReturnType<typeof createTime>} Time */
/** @typedef {ReturnType<typeof createChance>} Chance */

/** @typedef {Item & { key?: number, bad?: boolean, text?: string, who?: string }} Thing what these tests send */

/** @returns {Store<Thing>} */
const emptyStore = () => memoryStore();

// A server that takes a moment, is away now and then, and whose answers are lost now
// and then after it has stored what came. It knows one-time keys.

/**
 * @param {Time} time
 * @param {Chance} chance
 * @param {{ failures?: number }} [more]
 */
function createServer(time, chance, { failures = 0.2 } = {}) {
  /** @type {Thing[]} */
  const stored = [];
  /** @type {string[]} */
  const underWay = [];
  let most = 0;
  return {
    stored,
    mostAtOnce: () => most,
    /**
     * @param {Thing} item
     * @returns {Promise<Answer>}
     */
    async take(item) {
      assert.ok(!underWay.includes(item.lane), `two of lane ${item.lane} at once`);
      underWay.push(item.lane);
      most = Math.max(most, underWay.length);
      await time.wait(chance.below(900));
      const lost = chance.happens(failures);
      const before = lost && chance.happens(0.5);
      if (!before && !stored.some((other) => other.key === item.key)) stored.push(item);
      await time.wait(chance.below(900));
      underWay.splice(underWay.indexOf(item.lane), 1);
      if (lost && chance.happens(0.3)) throw new Error("network");
      if (lost) return { away: true };
      return item.bad ? { refused: { problem: "no" } } : { done: {} };
    },
  };
}

test("every item is stored once and in the order of its lane, whatever the network does", async () => {
  for (let seed = 1; seed <= 150; seed++) {
    const time = createTime();
    const chance = createChance(seed);
    const server = createServer(time, chance);
    /** @type {number[]} */
    const finals = [];
    const outbox = createOutbox({ send: server.take, store: emptyStore(), later: time.later, most: 3, answered: (item) => finals.push(item.key ?? -1) });
    /** @type {Thing[]} */
    const put = [];
    for (let at = 0, n = 0; n < 60; n++) {
      at += chance.below(120);
      const item = { id: newId(), lane: `table ${chance.below(8)}`, key: n, bad: chance.happens(0.1) };
      put.push(item);
      time.later(at, () => outbox.put(item));
      if (chance.happens(0.1)) time.later(at + chance.below(2000), outbox.retry); // contact is back, they say
    }
    await time.run();
    /** @param {Thing[]} list */
    const keys = (list) => list.map((item) => item.key ?? -1).sort((a, b) => a - b);
    assert.deepEqual(keys(server.stored), keys(put), `seed ${seed}`);
    assert.deepEqual(finals.toSorted((a, b) => a - b), keys(put), `seed ${seed}: each has one final answer`);
    for (const lane of new Set(put.map((item) => item.lane))) {
      /** @param {Thing[]} list */
      const of = (list) => list.filter((item) => item.lane === lane).map((item) => item.key);
      assert.deepEqual(of(server.stored), of(put), `seed ${seed}: order of ${lane}`);
    }
    assert.deepEqual(keys(outbox.refused()), keys(put.filter((item) => item.bad)), `seed ${seed}: refused ones stay in sight`);
    assert.ok(server.mostAtOnce() <= 3);
    assert.ok(outbox.idle());
  }
});

test("a refusal stops neither its lane nor the others, and can be put aside", async () => {
  const time = createTime();
  const outbox = createOutbox({
    send: async (item) => (item.bad ? { refused: { problem: "locked" } } : { done: {} }),
    store: emptyStore(),
    later: time.later,
  });
  outbox.put({ id: "1", lane: "8", bad: true });
  outbox.put({ id: "2", lane: "8" });
  await time.run();
  assert.deepEqual(outbox.refused(), [{ id: "1", lane: "8", bad: true, refused: { problem: "locked" } }]);
  assert.equal(outbox.waiting().length, 0);
  assert.equal(outbox.drop("1"), true);
  assert.equal(outbox.refused().length, 0);
  assert.equal(outbox.drop("1"), false);
});

test("nobody signed in: everything waits, nothing is asked again and again", async () => {
  const time = createTime();
  let signedIn = false;
  let asked = 0;
  const outbox = createOutbox({
    async send() {
      asked++;
      return signedIn ? { done: {} } : { signedOut: true };
    },
    store: emptyStore(),
    later: time.later,
  });
  for (let i = 0; i < 5; i++) outbox.put({ id: String(i), lane: "a" });
  await time.run();
  assert.equal(asked, 1);
  assert.equal(outbox.waiting().length, 5);
  signedIn = true;
  outbox.signedIn();
  await time.run();
  assert.ok(outbox.idle());
});

test("without contact one probe goes out at a time", async () => {
  const time = createTime();
  let up = false;
  let atOnce = 0;
  let most = 0;
  const outbox = createOutbox({
    async send() {
      most = Math.max(most, ++atOnce);
      await time.wait(10);
      atOnce--;
      return up ? { done: {} } : { away: true };
    },
    store: emptyStore(),
    later: time.later,
    most: 3,
    retryAfter: 100,
  });
  outbox.put({ id: "0", lane: "0" });
  time.later(50, () => {
    most = 0;
    for (let i = 1; i < 9; i++) outbox.put({ id: String(i), lane: String(i) });
  });
  time.later(950, () => {
    assert.equal(most, 1);
    assert.ok(outbox.away());
    up = true;
  });
  await time.run();
  assert.ok(outbox.idle());
  assert.equal(outbox.away(), false);
});

test("an item takes the place of the one in its slot that still waits, never of one under way", async () => {
  const time = createTime();
  /** @type {(string | undefined)[]} */
  const sent = [];
  const outbox = createOutbox({
    async send(item) {
      sent.push(item.text);
      await time.wait(100);
      return { done: {} };
    },
    store: emptyStore(),
    later: time.later,
  });
  for (const text of ["a", "b", "c"]) outbox.put({ id: text, lane: "card", slot: "save", text });
  await time.run();
  assert.deepEqual(sent, ["a", "c"]);
});

test("an item of another person stays on the device and is not sent", async () => {
  const time = createTime();
  /** @type {(string | undefined)[]} */
  const sent = [];
  const outbox = createOutbox({ send: async (item) => (sent.push(item.id), { done: {} }), store: emptyStore(), later: time.later, mine: (item) => item.who === "Kim" });
  outbox.put({ id: "1", lane: "8", who: "Lou" });
  outbox.put({ id: "2", lane: "9", who: "Kim" });
  await time.run();
  assert.deepEqual(sent, ["2"]);
  assert.equal(outbox.waiting().length, 1);
  assert.ok(outbox.idle(), "what is not its own does not keep a page busy");
});

/**
 * storage stands in for the browser's: its keys are properties as well.
 * @param {Map<string, string>} kept
 * @param {(key: string, value: string) => void} setItem
 * @returns {Storage}
 */
function storage(kept, setItem) {
  const { length, clear, key } = { length: 0, clear: () => kept.clear(), key: (/** @type {number} */ i) => [...kept.keys()][i] ?? null };
  return new Proxy(
    { length, clear, key, getItem: (name) => kept.get(name) ?? null, setItem, removeItem: (name) => void kept.delete(name) },
    { ownKeys: () => [...kept.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) },
  );
}

test("a device keeps items over a reload, in order, and two windows lose none", () => {
  /** @type {Map<string, string>} */
  const kept = new Map();
  globalThis.localStorage = storage(kept, (key, value) => kept.set(key, value));
  const one = localStore("queue /wall");
  const two = localStore("queue /wall");
  /** @type {string[]} */
  const ids = [];
  for (const store of [one, two, one, two]) {
    const id = newId();
    ids.push(id);
    store.put({ id, lane: "a" });
  }
  one.drop(ids[0]);
  assert.deepEqual(localStore("queue /wall").all(), ids.slice(1).map((id) => ({ id, lane: "a" })));
  assert.deepEqual(localStore("queue").all(), []);
});

test("what a full device cannot keep stays in the page", () => {
  globalThis.localStorage = storage(new Map(), () => {
    throw new Error("full");
  });
  const windows = new EventTarget();
  globalThis.addEventListener = windows.addEventListener.bind(windows);
  const store = localStore("queue");
  store.put({ id: "1", lane: "a" });
  windows.dispatchEvent(Object.assign(new Event("storage"), { key: null })); // another window wrote something
  assert.deepEqual(store.all(), [{ id: "1", lane: "a" }]);
  assert.equal(store.gone("1"), false);
  store.drop("1");
  assert.deepEqual(store.all(), []);
});

test("ids sort by the time they were made, also within a millisecond and when the clock goes back", (t) => {
  let now = 1_700_000_000_000;
  t.mock.method(Date, "now", () => now);
  /** @type {string[]} */
  const ids = [];
  for (const step of [0, 0, 0, 5, -1000, 0, 2000]) {
    now += step;
    ids.push(newId());
  }
  assert.deepEqual(ids.toSorted(), ids);
  assert.equal(new Set(ids).size, ids.length);
});
