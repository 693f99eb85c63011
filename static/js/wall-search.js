// The search of the wall: it narrows while somebody types; Enter opens the only table
// that is left, and what is typed meanwhile is meant for that table.
import { all, around, find, need } from "./elements.js";
import { look } from "./live.js";
import { during } from "./settled.js";

/** @import { createPanel } from "./entry-panel.js" */

const typingPause = 150; // milliseconds

/**
 * @param {HTMLElement} page
 * @param {ReturnType<typeof createPanel>} panel
 */
export function createSearch(page, panel) {
  /** @type {string[]} */
  const ahead = []; // keys typed while a search is asked for
  let searching = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let typing;

  /**
   * search shows what the search form asks for, without a new page.
   * @param {HTMLFormElement} form
   */
  async function search(form) {
    const address = new URL(form.action);
    for (const [name, value] of new FormData(form)) if (value) address.searchParams.set(name, String(value));
    history.replaceState(null, "", address);
    need("[data-newer]", page).setAttribute("data-asked", "");
    await look();
  }

  document.addEventListener("change", (e) => {
    const form = around(e.target, "[data-wall-find] select", HTMLSelectElement)?.form;
    if (form) search(form);
  });
  document.addEventListener("input", (e) => {
    const form = around(e.target, "[data-wall-find]", HTMLFormElement);
    if (!form) return;
    clearTimeout(typing);
    typing = setTimeout(() => search(form), typingPause);
  });

  return {
    /**
     * now is Enter in the search: it opens the only table left, or goes to the first.
     * @param {HTMLFormElement} form
     */
    async now(form) {
      clearTimeout(typing);
      searching = true;
      await during("opening", () => search(form));
      searching = false;
      const tiles = all(".tile", page);
      const table = tiles.length === 1 ? tiles[0].dataset.table : undefined;
      if (table) panel.open(table);
      else {
        panel.empty(); // keys that were meant for a table do not go to another
        tiles[0]?.focus();
      }
      const keys = ahead.splice(0);
      if (table) for (const k of keys) panel.key(k);
      else if (keys.length > 0) panel.note(keys.map((k) => (k === "Enter" ? "⏎" : k)));
    },
    searching: () => searching,
    /**
     * keep takes a key for the table that a search will open; false when it is none of
     * those.
     * @param {string} k
     */
    keep(k) {
      if (k.length > 1 && k !== "Enter" && k !== "Escape") return false;
      ahead.push(k);
      return true;
    },
    focus() {
      const field = find("[name=find]", page, HTMLInputElement);
      field?.focus();
      field?.select();
      return true;
    },
  };
}
