import assert from "node:assert/strict";
import { test } from "node:test";

import * as device from "../device.js";

const window = new EventTarget();
globalThis.addEventListener = window.addEventListener.bind(window);

// leaves tells whether somebody who leaves the page is asked first.
function leaves() {
  return !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
}

for (const [name, storage] of /** @type {[string, () => Storage | null][]} */ ([
  ["that may keep nothing", () => { throw new Error("denied"); }],
  ["without a place for it", () => null],
  ["that is full", () => /** @type {Storage} */ (Object.defineProperties({}, {
    getItem: { value: () => null },
    removeItem: { value: () => {} },
    setItem: { value: () => { throw new Error("full"); } },
  }))],
])) {
  test(`on a device ${name} the page knows what it was to keep, and work is asked about`, () => {
    Object.defineProperty(globalThis, "localStorage", { get: storage, configurable: true });
    assert.equal(device.get("a 1"), null);
    device.set("a 1", "convenient");
    assert.equal(leaves(), false);
    device.keep("a 2", "work");
    assert.deepEqual([device.get("a 1"), device.get("a 2"), device.keys("a ")], ["convenient", "work", ["a 1", "a 2"]]);
    assert.deepEqual(device.keys("b"), []);
    assert.equal(leaves(), true);
    device.drop("a 2");
    device.drop("a 1");
    assert.equal(leaves(), false);
    assert.deepEqual([device.get("a 1"), device.keys("a ")], [null, []]);
  });
}

test("what the device keeps is asked about by nobody", () => {
  /** @type {Record<string, string>} */
  const kept = {};
  const methods = { getItem: (/** @type {string} */ key) => kept[key] ?? null, setItem: (/** @type {string} */ key, /** @type {string} */ value) => { kept[key] = value; }, removeItem: (/** @type {string} */ key) => { delete kept[key]; } };
  const storage = new Proxy(kept, { get: (_, name) => methods[/** @type {keyof typeof methods} */ (name)] });
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
  device.keep("a 2", "work");
  device.keep("a 1", "more");
  assert.deepEqual(kept, { "a 2": "work", "a 1": "more" });
  assert.deepEqual(device.keys("a "), ["a 1", "a 2"]);
  assert.equal(leaves(), false);
  device.drop("a 1");
  assert.deepEqual(kept, { "a 2": "work" });
});
