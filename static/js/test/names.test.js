import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { lookUp } from "../names.js";

/** @type {{ teams: import("../server.d.ts").KeptName[], cases: { typed: string, found: string[] }[] }} */
const { teams, cases } = JSON.parse(readFileSync(new URL("../../../internal/publicpages/testdata/find.json", import.meta.url), "utf8"));

test("without contact the phone finds what the server finds", () => {
  for (const { typed, found } of cases) {
    assert.deepEqual(lookUp(teams, typed, ["Table", "Tisch", "Stůl", "Mesa"]).map((team) => team.slug), found, typed);
  }
});
