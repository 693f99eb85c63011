// The board wall with result entry by keyboard. The server draws everything; this
// moves the focus, gives every key to the panel (entry-panel.js) or to the wall, and has
// what is saved, on its way and not saved kept in sight (entry-queue.js, wall-entries.js).
import { plainDigits } from "./digits.js";
import { all, around, find, formOf, inputNamed, need, textsOf } from "./elements.js";
import { openRare } from "./entry-form.js";
import { createPanel } from "./entry-panel.js";
import { entriesOf } from "./entry-queue.js";
import { echo } from "./entry-sentence.js";
import { openHelp } from "./help.js";
import { chord, meant, singleKeys } from "./keys.js";
import { look } from "./live.js";
import { takeBack } from "./take-back.js";
import { createEntries } from "./wall-entries.js";
import { createSearch } from "./wall-search.js";

/** @import { Place } from "./entry-panel.js" */
/** @import { Entry } from "./entry-queue.js" */
/** @import { Answer } from "./outbox.js" */

const lookEvery = 30_000; // minutes late grow without a change of the event
const besideEvery = 3000;

const shown = () => document.visibilityState === "visible";

/**
 * wallAddress is the wall in its present view, with a table opened or without one.
 * @param {string} [table]
 * @param {string} [match]
 */
function wallAddress(table, match) {
  const address = new URL(location.href);
  for (const name of ["table", "match", "said"]) address.searchParams.delete(name);
  if (table) address.searchParams.set("table", table);
  if (match) address.searchParams.set("match", match);
  return address;
}

/**
 * @param {string} table
 * @param {string} [match]
 */
function panelAddress(table, match) {
  const address = wallAddress(table, match);
  address.searchParams.set("part", "entry");
  return address;
}

const found = find("[data-wall]");
if (found) wall(found);

/** @param {HTMLElement} page */
function wall(page) {
  const queue = entriesOf(page.dataset.wall ?? "", { answered, changed: () => entries.tell() });
  const panel = createPanel({
    page,
    queue,
    at: panelAddress,
    keys: wallKey,
    opened() {
      beside();
      entries.markTiles();
    },
  });
  const entries = createEntries({ page, queue, opened: () => panel.place()?.table, again: panel.again, aside: () => panel.box()?.focus() });
  const search = createSearch(page, panel);

  /**
   * answered hears what the server said about an entry: it is said, and the wall shows it.
   * @param {Entry} entry
   * @param {Answer} answer
   */
  function answered(entry, { done, refused }) {
    if (done) {
      if (!entry.undo) entries.stored();
      if (done.said) entries.announce(done.said);
    }
    if (refused) panel.forget((last) => last.id === entry.id);
    entries.tell();
    look();
  }

  // --- keys

  /**
   * wallKey is a single key that means the same on the wall and in the panel; place is
   * the match that is open there, null for the box.
   * @param {string} k
   * @param {Place | null} place
   */
  function wallKey(k, place) {
    if (k === "z") return undo();
    if (k === "?") return openHelp();
    if (k === "d") return dispute(place?.table, place?.match);
    if (place) return false;
    if (k === "f") return search.focus();
    if (k === "o") return focusTile(need("[data-grid]", page).dataset.oldest);
    if (k === "v") return verify("");
    const caret = k === "ArrowLeft" || k === "ArrowRight"; // which a number that is typed has for itself
    if (k.startsWith("Arrow") && (!caret || panel.box()?.value === "")) return focusTile(find(".tile", page)?.dataset.table);
    return false;
  }

  // undo takes back the last entry of this page, wherever it is; a page that made none
  // takes back the newest one of the log that is this person's.
  function undo() {
    const done = panel.undo();
    if (done === "dropped") entries.dropped();
    if (done) return true;
    const pending = queue.waiting().filter((entry) => entry.undo).map((entry) => `${entry.table} ${entry.match}`);
    const button = all("[data-undo]", page, HTMLButtonElement).find((other) => !pending.includes(other.dataset.undo ?? ""));
    if (!button) return !panel.place() && takeBack();
    undoBy(button);
    return true;
  }

  /** @param {HTMLButtonElement} button */
  function undoBy(button) {
    const [table, match] = button.dataset.undo?.split(" ") ?? [];
    if (!button.form) return;
    panel.forget((last) => last.table === table && last.match === match);
    queue.send({ to: button.form.action, form: textsOf(button.form), table, match, undo: true });
  }

  /**
   * @param {string} [table]
   * @param {string} [match]
   */
  function dispute(table, match) {
    const at = page.dataset.disputeAt;
    if (!at) return false;
    location.href = table ? `${at}&table=${table}&match=${match || 1}` : at;
    return true;
  }

  /** @param {string} [first] the match to begin with */
  function verify(first) {
    location.href = page.dataset.wall?.replace(/wall$/, "verify") + (first ? `?first=${first}` : "");
    return true;
  }

  /** @param {string} [table] */
  function focusTile(table) {
    const tile = find(`.tile[data-table="${table}"]`, page);
    tile?.focus();
    return Boolean(tile);
  }

  /**
   * gridKey is a key on a tile.
   * @param {HTMLElement} tile
   * @param {string} k
   */
  function gridKey(tile, k) {
    const grid = need("[data-grid]", page);
    const tiles = all(".tile", grid);
    const columns = getComputedStyle(grid).gridTemplateColumns.split(" ").length;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[k];
    if (step) {
      tiles[tiles.indexOf(tile) + step]?.focus();
      return true;
    }
    if (k === "Enter" || !singleKeys()) return false; // a tile is a link
    if (/^[0-9]$/.test(k)) {
      panel.empty();
      return panel.key(k);
    }
    if (k === "d") return dispute(tile.dataset.table, tile.dataset.match);
    if (k === "v") return verify(tile.dataset.reported);
    return wallKey(k, null);
  }

  /** @param {KeyboardEvent} e */
  function keydown(e) {
    if (e.defaultPrevented || chord(e) || document.querySelector("dialog[open]")) return;
    if (search.searching() ? search.keep(e.key) : e.target instanceof Element && pressed(e.target, e)) e.preventDefault();
  }

  /**
   * pressed gives a key to the wall or to the panel, wherever the focus is: only fields,
   * and Enter and Space on what can be pressed, have their keys to themselves.
   * @param {Element} target
   * @param {KeyboardEvent} e
   */
  function pressed(target, e) {
    const k = meant(e);
    const tile = around(target, ".tile");
    if (tile) return gridKey(tile, k);
    if (target.matches("[name=find]") && k === "Escape") return focusTile(find(".tile", page)?.dataset.table);
    const inBox = target.matches("[data-find] [name=table]");
    if (panel.answer(target, k)) return true;
    const own = target.matches("input:not([type=radio], [type=checkbox], [type=hidden]), select, textarea") && !inBox;
    const inDialog = target.closest("[popover]");
    if (own || (inDialog && k !== "Enter")) return false;
    if ((k === "Enter" || k === " ") && target.matches("button, a, summary, [type=checkbox]")) return false;
    if (k === " " && target.matches("[type=radio]")) return false;
    const form = inDialog ? panel.entryForm() : null;
    if (form) {
      panel.take(form, "hand");
      return true;
    }
    return panel.key(k, { inBox, typed: e.key });
  }

  // --- who else is here

  // beside shows who else has this table open.
  async function beside() {
    const line = need("[data-beside]", page);
    const table = (panel.entryForm() && panel.place()?.table) || "0";
    if (table === "0" && !line.dataset.at) return;
    line.dataset.at = table === "0" ? "" : table;
    try {
      const answer = await fetch(line.dataset.beside ?? "", { method: "POST", body: new URLSearchParams({ table }), headers: { "X-Refetch": "1" } });
      const words = answer.ok ? await answer.text() : "";
      if (line.textContent !== words) line.textContent = words;
    } catch {
      line.textContent = "";
    }
  }

  /** @param {SubmitEvent} e */
  function submit(e) {
    const form = formOf(e);
    if (!form) return;
    if (form.matches("[data-find]")) {
      e.preventDefault();
      panel.key("Enter");
    } else if (form.matches("[data-entry-form]")) {
      e.preventDefault();
      panel.take(form, "hand");
    } else if (form.matches("[data-undo-form]")) {
      e.preventDefault();
      undoBy(need("[data-undo]", form, HTMLButtonElement));
    } else if (form.matches("[data-wall-find]")) {
      e.preventDefault();
      search.now(form);
    } else if (form.matches("[data-densities]")) {
      inputNamed("next", form).value = wallAddress().pathname + wallAddress().search;
    }
  }

  /** @param {MouseEvent} e */
  function click(e) {
    const tile = around(e.target, ".tile");
    if (tile?.dataset.table && find("template[data-blank]", page) && !e.ctrlKey && !e.metaKey) {
      e.preventDefault();
      panel.open(tile.dataset.table);
    } else if (around(e.target, "[data-clear]")) {
      e.preventDefault();
      panel.empty();
    } else if (e.target instanceof HTMLInputElement && e.target.matches(".how input") && e.target.dataset.was) {
      e.target.checked = false; // a second tap takes the choice back, as a second press of its key does
      if (e.target.form) echo(e.target.form);
    }
  }

  /** @param {Event} e */
  function typed(e) {
    const given = e instanceof CompositionEvent || (e instanceof InputEvent && !e.isComposing) ? e.data : null;
    if (given && around(e.target, "[data-find] [name=table]") && panel.place()) panel.named(plainDigits(given));
  }

  document.addEventListener("keydown", keydown);
  document.addEventListener("input", typed);
  document.addEventListener("compositionend", typed);
  document.addEventListener("submit", submit);
  document.addEventListener("click", click);
  document.addEventListener("change", (e) => {
    const form = around(e.target, "[data-entry-form]", HTMLFormElement);
    if (form) echo(form);
  });
  document.addEventListener("pointerdown", (e) => {
    const input = around(e.target, "label.how")?.querySelector("input");
    if (input) input.dataset.was = input.checked ? "yes" : "";
  });
  // A field that is wanted but out of sight comes into sight.
  document.addEventListener(
    "invalid",
    (e) => {
      const form = around(e.target, "[data-entry-form]", HTMLFormElement);
      if (form) openRare(form);
    },
    true,
  );
  document.addEventListener("tandem:fresh", entries.markTiles);
  setInterval(() => shown() && look(), lookEvery);
  setInterval(() => shown() && panel.entryForm() && beside(), besideEvery);
  entries.tell();
  if (panel.entryForm()) panel.ready();
}
