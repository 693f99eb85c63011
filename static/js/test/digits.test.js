import assert from "node:assert/strict";
import { test } from "node:test";
import { plainDigits } from "../digits.js";

test("digits of all scripts count", () => {
  for (const [typed, want] of [
    ["", ""],
    ["Table 7 – é", "Table 7 – é"],
    ["١٢", "12"],
    ["۴۵۶", "456"],
    ["१०", "10"],
    ["１：３０", "1:30"],
    ["－２．５", "-2.5"],
    ["๐๙", "09"],
    ["𝟘𝟡𝟎𝟗", "0909"],
    ["½四", "½四"],
  ]) {
    assert.equal(plainDigits(typed), want, typed);
  }
});
