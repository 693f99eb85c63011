// The panel that takes a result, by keys (entry-keys.js) and by touch. What it shows and
// where the next key goes is its own affair: a table opens at the key, out of what its
// tile knows (entry-template.js), and what only the server knows is added when it comes.
// No key waits for the network, and none is lost: it becomes part of an entry, or the
// page says aloud that it was not used (unused-keys.js). Every slip takes the same keys,
// table, Enter, then key and Enter for each match, whatever is in the way; so the keys of
// one slip never become those of the next.
import { all, find, need, pageOf } from "./elements.js";
import { asksOrder, entryOf, halfEnd, openRare, othersOf, pickedIn, rareFilled, rareIsOpen, refill, sum } from "./entry-form.js";
import { createKeys } from "./entry-keys.js";
import { echo } from "./entry-sentence.js";
import { panelFor, storedOf } from "./entry-template.js";
import { exchange } from "./exchange.js";
import { fill } from "./fill.js";
import { singleKeys } from "./keys.js";
import { during } from "./settled.js";
import { beep } from "./sound.js";
import { createUnused } from "./unused-keys.js";

/** @import { Entry, Sent, entriesOf } from "./entry-queue.js" */

/** @typedef {{ table: string, match: string, matches: string }} Place the match that a panel is about */
/** @typedef {{ id: string, table: string, match: string }} Made an entry of this page */

const none = "-"; // a match without a result, on a tile

/**
 * createPanel: page is the wall; queue takes entries; at(table, match) is the address
 * that answers with a panel; keys are the single keys of the wall that work here too;
 * opened() hears when another table is open.
 * @param {object} wall
 * @param {HTMLElement} wall.page
 * @param {ReturnType<typeof entriesOf>} wall.queue
 * @param {(table: string, match?: string) => URL} wall.at
 * @param {(k: string, place: Place | null) => boolean} wall.keys
 * @param {() => void} wall.opened
 */
export function createPanel({ page, queue, at, keys, opened }) {
  const said = need("[data-refused]", page); // its words, in its data attributes
  const entry = () => need("[data-entry]", page);
  const entryForm = () => find("[data-entry-form]", entry(), HTMLFormElement);
  const box = () => find("[data-find] [name=table]", entry(), HTMLInputElement);
  const noTable = () => need("template[data-no-table]", page, HTMLTemplateElement);

  let turn = 0; // of the panel: what was asked for an earlier one is not shown in a later one
  /** @type {string | null} */
  let held = null; // the id of an entry that another Enter sends
  /** @type {Made[]} */
  let stack = []; // entries of this page, to be taken back from the last

  // What the panel is about; null for the box that waits for a number.
  /** @returns {Place | null} */
  function place() {
    const { atTable, atMatch, ofMatches } = find("[data-panel]", entry())?.dataset ?? {};
    return atTable ? { table: atTable, match: atMatch ?? "", matches: ofMatches ?? "" } : null;
  }

  const unused = createUnused(page, place);

  // --- what stands in the panel

  /**
   * @param {string} html
   * @param {boolean} [focus]
   */
  function show(html, focus = true) {
    turn++;
    unused.turn();
    entry().innerHTML = html;
    ready(focus);
  }

  function ready(focus = true) {
    const form = entryForm();
    opened();
    if (form) echo(form);
    if (!focus) return;
    const closed = find("[data-closed-panel]", entry());
    if (form) (find("[data-asked] [name=order]", form) ?? pickedIn(form) ?? need("[name=outcome]", form)).focus();
    else if (closed) closed.focus();
    else if (matchMedia("(pointer: coarse)").matches) box()?.blur(); // the keyboard of a phone comes up only when it is asked for
    else {
      box()?.focus();
      box()?.select();
    }
  }

  const empty = () => show(find("template[data-empty]", page)?.innerHTML ?? "");

  /** @param {string} table */
  const knownAs = (table) => find(`.tile[data-table="${CSS.escape(table)}"], [data-elsewhere] [data-table="${CSS.escape(table)}"]`, page);

  /**
   * open shows a table at once; match is the first one without a result, also not one
   * on its way, unless it is given.
   * @param {string} typed the number of the table
   * @param {string} [match]
   */
  function open(typed, match) {
    const table = String(Number(typed));
    const blank = find("template[data-blank]", page, HTMLTemplateElement);
    if (!blank) return ask(table, match); // who only reads waits for the server
    const known = knownAs(table);
    if (!known) {
      show(panelFor(noTable(), { table, match: match ?? "1" }, null));
      beep();
      return;
    }
    const stored = storedOf(known);
    const onWay = new Set(queue.waiting().filter((other) => other.table === table && !other.undo).map((other) => Number(other.match)));
    const first = stored.findIndex((outcome, i) => outcome === none && !onWay.has(i + 1));
    const opens = match ?? String(Math.max(first, 0) + 1);
    show(panelFor(blank, { table, match: opens, matches: String(stored.length) }, known));
    ask(table, opens);
  }

  /** @type {AbortController | null} */
  let asking = null;

  /**
   * ask fetches what the server knows of a table; keys typed meanwhile stay.
   * @param {string} table
   * @param {string} [match]
   */
  async function ask(table, match) {
    asking?.abort();
    asking = new AbortController();
    const { signal } = asking;
    const mine = turn;
    try {
      await during("opening", async () => {
        const answer = await fetch(at(table, match), { headers: { "X-Refetch": "1" }, signal });
        if (!answer.ok) return;
        const fresh = find("[data-entry]", pageOf(await answer.text()));
        if (fresh && mine === turn) await exchange(() => (mine === turn ? enrich(fresh) : undefined));
      });
    } catch {
      // Without contact the panel is as its tile was.
    }
  }

  /**
   * enrich puts the server's panel in the place of ours, with what was chosen meanwhile.
   * @param {HTMLElement} fresh
   */
  function enrich(fresh) {
    const form = entryForm();
    const picks = form ? all(":checked[data-key]", form, HTMLInputElement).map((input) => [input.name, input.value]) : [];
    const next = find("[data-entry-form]", fresh, HTMLFormElement);
    if (rareIsOpen(entry()) || (form && rareFilled(form)) || (picks.length > 0 && !next)) return; // the server says itself what it does not take
    const focus = entry().contains(document.activeElement);
    if (form && next) keepLocal(form, next, fresh);
    entry().innerHTML = fresh.innerHTML;
    for (const [name, value] of picks) need(`[data-entry-form] [name="${name}"][value="${value}"]`, entry(), HTMLInputElement).checked = true;
    ready(focus);
  }

  /**
   * keepLocal: what is on its way is newer than what the server says of the other matches.
   * @param {HTMLFormElement} form
   * @param {HTMLFormElement} next
   * @param {HTMLElement} fresh
   */
  function keepLocal(form, next, fresh) {
    const earlier = all("[data-earlier] [data-just]", entry());
    if (earlier.length === 0) return;
    next.dataset.others = form.dataset.others;
    find("[data-earlier]", fresh)?.replaceChildren(...earlier);
  }

  // --- what becomes of what was typed

  /**
   * take ends the form of a match: what was chosen goes on its way or stands refused,
   * and the next match of the table is open. by is "key" where somebody types without
   * looking, "hand" where somebody looks: then a question is asked in the form.
   * @param {HTMLFormElement} form
   * @param {"key" | "hand"} by
   */
  function take(form, by) {
    const picked = pickedIn(form);
    if (!picked && !rareFilled(form)) {
      if (by === "key" && confirmHeld()) return;
      if (by === "key" && unused.typed().length > 0) refuse(said.dataset.noResult);
      else unused.choose();
      return;
    }
    if (!form.reportValidity()) return; // the dialog for rare results opens at what is missing
    if (asksOrder(form)) {
      openRare(form);
      need("[data-ask-order]", form).hidden = false;
      need("[name=order]", form).focus(); // a key answers it
      return;
    }
    if (halfEnd(form)) {
      if (by === "key") refuse(said.dataset.half);
      else need("[data-half-end]", form).hidden = false;
      return;
    }
    const question = need("[data-ask]", form);
    if (picked && form.dataset.stored && picked.value !== form.dataset.stored && question.hidden) {
      if (by === "key") held = refuse(said.dataset.stored, { held: true });
      else question.hidden = false;
      return;
    }
    const made = entryOf(form);
    stack.push({ id: queue.send(made), table: made.table, match: made.match });
    goOn(made);
  }

  /**
   * refuse keeps what cannot be sent in sight, says so, and goes on.
   * @param {string | undefined} why
   * @param {{ held?: boolean }} [more]
   */
  function refuse(why, more = {}) {
    const form = entryForm();
    const chosen = form && (pickedIn(form) || rareFilled(form));
    const id = queue.refuse(chosen ? entryOf(form) : typedHere(), { problem: why ?? "", ...more });
    unused.seen();
    beep();
    goOn();
    return id;
  }

  // typedHere is an entry of keys that chose nothing.
  /** @returns {Sent} */
  function typedHere() {
    const here = { table: "", match: "", ...place() };
    return { to: "", form: [], table: here.table, match: here.match, said: fill(said.dataset.typed, { place: fill(said.dataset.place, here), keys: unused.typed().join(" ") }) };
  }

  /**
   * goOn opens the next match of the table, which hears what was just entered, or the
   * box.
   * @param {{ said: string, points: number[] }} [entered]
   */
  function goOn(entered) {
    const here = place();
    const form = entryForm();
    const points = entered && form ? sum([entered.points, othersOf(form)]) : [];
    const next = find(":scope > template[data-next]", entry(), HTMLTemplateElement);
    unused.hint("");
    held = null;
    if (!here || Number(here.match) >= Number(here.matches)) empty();
    else if (next) show(next.innerHTML);
    else {
      const match = String(Number(here.match) + 1);
      if (knownAs(here.table)) open(here.table, match);
      else show(panelFor(noTable(), { ...here, match }, null));
    }
    if (entered) carry(entered.said, points);
  }

  /**
   * carry tells the form of the next match what was just entered for the one before.
   * @param {string} said
   * @param {number[]} points
   */
  function carry(said, points) {
    const form = entryForm();
    const earlier = find("[data-earlier]", entry());
    if (!form || !earlier) return;
    form.dataset.others = points.join(" ");
    const line = document.createElement("div");
    line.className = "second";
    line.dataset.just = "";
    line.textContent = said;
    earlier.append(line);
  }

  function confirmHeld() {
    if (!held) return false;
    queue.sendRefused(held);
    held = null;
    return true;
  }

  /**
   * answer takes the key of an answer to the question which board ended first, while the
   * focus is in it.
   * @param {Element} target
   * @param {string} k
   */
  function answer(target, k) {
    const question = singleKeys() ? target.closest("[data-ended-first]") : null;
    const choice = question && find(`[data-order-key="${CSS.escape(k)}"]`, question, HTMLInputElement);
    const form = entryForm();
    if (!choice || !form) return false;
    choice.checked = true;
    choice.focus();
    need("[data-ask-order]", form).hidden = true;
    echo(form);
    return true;
  }

  const { key, named } = createKeys({
    entry, entryForm, box, place, unused, empty, open, take, confirmHeld,
    letGo: () => (held = null),
    refuse: (why) => refuse(why || said.dataset.closed),
    wall: (k) => singleKeys() && keys(k, place()),
  });

  /**
   * undo takes the last entry of this page back, wherever it is by now: "dropped" when
   * it was not sent yet, "sent" when an undo is on its way, "" when there is none.
   */
  function undo() {
    const last = stack.pop();
    if (!last) return "";
    return queue.undo(last, page.dataset.undoAt ?? "") ? "dropped" : "sent";
  }

  /**
   * again opens the table of an entry that was refused, with what was typed.
   * @param {Entry} refused
   */
  function again(refused) {
    open(refused.table, refused.match);
    const form = entryForm();
    if (!form) return;
    refill(form, refused);
    echo(form);
  }

  return {
    key, named, answer, take, open, empty, again, undo, place, entryForm, ready, box,
    note: unused.note,
    /** @param {(last: Made) => boolean} gone */
    forget(gone) {
      stack = stack.filter((last) => !gone(last));
    },
  };
}
