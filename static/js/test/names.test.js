import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fold, lookUp } from "../names.js";

/** @type {{ teams: import("../server.d.ts").KeptName[], cases: { typed: string, found: string[] }[], keys: [string, string][] }} */
const { teams, cases, keys } = JSON.parse(readFileSync(new URL("../../../internal/publicpages/testdata/find.json", import.meta.url), "utf8"));

test("without contact the phone finds what the server finds", () => {
  for (const { typed, found } of cases) {
    assert.deepEqual(lookUp(teams, typed, ["Table", "Tisch", "Stůl", "Mesa"]).map((team) => team.slug), found, typed);
  }
});

test("a name has the key that the server gives it", () => {
  for (const [name, key] of keys) assert.equal(fold(name), key);
});
