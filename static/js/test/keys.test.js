import assert from "node:assert/strict";
import { test } from "node:test";
import { meant } from "../keys.js";

/**
 * @param {string} key what the layout makes of the key
 * @param {string} code where the key is
 */
const press = (key, code, shiftKey = false) => meant(/** @type {KeyboardEvent} */ ({ key, code, shiftKey }));

test("a key means the same on every layout", () => {
  for (const [layout, key, code, want, shift] of /** @type {[string, string, string, string, boolean?][]} */ ([
    ["US", "1", "Digit1", "1"],
    ["French", "&", "Digit1", "1"],
    ["French with Shift", "1", "Digit1", "1", true],
    ["French", "à", "Digit0", "0"],
    ["French", "a", "KeyQ", "a"],
    ["Czech", "+", "Digit1", "1"],
    ["Czech", "š", "Digit3", "3"],
    ["German, where Z is", "z", "KeyY", "z"],
    ["German with Shift", "/", "Digit7", "/", true],
    ["Bépo", "/", "Digit9", "/"],
    ["Russian", "м", "KeyV", "v"],
    ["Greek", "δ", "KeyD", "d"],
    ["Hebrew", "ז", "KeyZ", "z"],
    ["Persian", "۲", "Digit2", "2"],
    ["Caps Lock", "V", "KeyV", "v"],
    ["number pad", "7", "Numpad7", "7"],
    ["Swedish", "ö", "Semicolon", "ö"],
    ["a key on the screen", "D", "", "d"],
    ["any", "Enter", "Enter", "Enter"],
    ["any", "Escape", "Escape", "Escape"],
    ["any", "?", "Slash", "?", true],
  ])) {
    assert.equal(press(key, code, shift), want, `${layout}: ${key}`);
  }
});
