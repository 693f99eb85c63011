// Keys that meant nothing to the panel that takes a result: none is lost without a word.
// What was typed stands below the wall until it is put aside, one sentence a panel.
import { need } from "./elements.js";
import { fill } from "./fill.js";
import { beep } from "./sound.js";

/** @import { Place } from "./entry-panel.js" */

const longNotes = 4; // of keys that were not used

/**
 * createUnused: place() is the match that is open, null for the box that waits for a
 * number.
 * @param {HTMLElement} page
 * @param {() => Place | null} place
 */
export function createUnused(page, place) {
  const part = need("[data-unused]", page);
  const lines = need("div", part);
  let panel = 0; // counts what was open
  /** @type {string[]} */
  let typed = []; // since the panel opened
  /** @type {{ panel: number, sentence: string }[]} */
  let notes = [];

  /**
   * hint says something for the moment, below what stands.
   * @param {string} sentence
   */
  function hint(sentence) {
    const said = [...notes.map((note) => note.sentence), sentence].filter((line) => line !== "");
    lines.replaceChildren(...said.map((line) => Object.assign(document.createElement("p"), { textContent: line })));
    part.hidden = said.length === 0;
  }

  /**
   * note stands until it is put aside; a panel has one.
   * @param {string[]} keys
   */
  function note(keys) {
    const here = place();
    const sentence = fill(here ? part.dataset.panelWords : part.dataset.box, { ...here, keys: keys.join(" ") });
    notes = [...notes.filter((other) => other.panel !== panel), { panel, sentence }].slice(-longNotes);
    hint("");
  }

  return {
    hint,
    note,
    // Another panel is open.
    turn() {
      panel++;
      typed = [];
    },
    // add says aloud that a key meant nothing. Keys without a letter, such as those that
    // move the focus, are not ours.
    /** @param {string} k */
    add(k) {
      if (k.length > 1 && k !== "Enter") return false;
      typed.push(k === "Enter" ? "⏎" : k === " " ? "␣" : k);
      if (typed.length === 1) beep();
      note(typed);
      return true;
    },
    typed: () => typed,
    choose: () => hint(fill(part.dataset.choose, { ...place() })),
    // seen puts the note of this panel aside: it is said elsewhere.
    seen() {
      notes = notes.filter((other) => other.panel !== panel);
      hint("");
    },
    clear() {
      notes = [];
      hint("");
    },
  };
}
