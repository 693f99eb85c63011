// The panel that takes a result, by keys and by touch. What it shows and where the
// next key goes is its own affair: a table opens at the key, out of what its tile
// knows, and what only the server knows is added when it comes. No key waits for the
// network, and none is lost: it becomes part of an entry, or the page says aloud that
// it was not used. Every slip takes the same keys, table, Enter, then key and Enter
// for each match, whatever is in the way; so the keys of one slip never become those
// of the next.
import { exchange } from "./exchange.js";
import { during } from "./settled.js";
import { beep } from "./sound.js";
import { asksOrder, echo, endsOf, fill, forfeitOf, othersOf, placeOf, pointsOf, rareFilled } from "./entry-sentence.js";
import { oneTimeKey } from "./outbox.js";

const none = "-"; // a match without a result, on a tile
const outcomes = ["slot1", "slot2", "draw", "double-loss"];
const longNotes = 4; // of keys that were not used

// createPanel: page is the wall; queue takes entries (entry-queue.js); at(table, match)
// is the address that answers with a panel; keys are the single keys of the wall that
// work here too; opened() hears when another table is open.
export function createPanel({ page, queue, at, keys, opened }) {
  const unused = page.querySelector("[data-unused]"); // its first child holds the lines
  const words = page.querySelector("[data-refused]").dataset;
  const singleKeys = () => document.body.dataset.singleKeys !== "false";
  const entry = () => page.querySelector("[data-entry]");
  const entryForm = () => entry().querySelector("[data-entry-form]");
  const box = () => entry().querySelector("[data-find] [name=table]");
  const template = (name) => page.querySelector(`template[data-${name}]`);

  let turn = 0; // of the panel: what was asked for an earlier one is not shown in a later one
  let typed = []; // keys since the panel opened that meant nothing to it
  let notes = []; // sentences about such keys, the panel's own with its turn
  let held = null; // the id of an entry that another Enter sends
  let stack = []; // entries of this page, to be taken back from the last

  // What the panel is about; null for the box that waits for a number.
  function place() {
    const panel = entry().querySelector("[data-panel]");
    return panel && { table: panel.dataset.atTable, match: panel.dataset.atMatch, matches: panel.dataset.ofMatches };
  }

  // --- what stands in the panel

  function show(html, focus = true) {
    turn++;
    typed = [];
    entry().innerHTML = html;
    ready(focus);
  }

  function ready(focus = true) {
    const form = entryForm();
    opened();
    if (form) echo(form);
    if (!focus) return;
    const closed = entry().querySelector("[data-closed-panel]");
    if (form) (form.querySelector("[data-asked] [name=order]") || form.querySelector("[name=outcome]:checked") || form.querySelector("[name=outcome]")).focus();
    else if (closed) closed.focus();
    else if (matchMedia("(pointer: coarse)").matches) box()?.blur(); // the keyboard of a phone comes up only when it is asked for
    else {
      box()?.focus();
      box()?.select();
    }
  }

  const empty = () => show(template("empty")?.innerHTML ?? "");

  const knownAs = (table) => page.querySelector(`.tile[data-table="${CSS.escape(table)}"], [data-elsewhere] [data-table="${CSS.escape(table)}"]`);

  // open shows a table at once; match is the first one without a result, also not one
  // on its way, unless it is given.
  function open(table, match) {
    const number = String(Number(table));
    if (!template("blank")) return ask(number, match); // who only reads waits for the server
    const known = knownAs(number);
    if (!known) {
      draw(template("no-table"), { table: number, match: match ?? 1 });
      beep();
      return;
    }
    const stored = known.dataset.stored.split(" ");
    const onWay = new Set(queue.waiting().filter((other) => other.table === number && !other.undo).map((other) => Number(other.match)));
    const first = stored.findIndex((outcome, i) => outcome === none && !onWay.has(i + 1));
    const values = { table: number, match: String(match ?? Math.max(first, 0) + 1), matches: String(stored.length) };
    draw(template("blank"), values, known);
    ask(number, values.match);
  }

  // draw fills a template in for a table.
  function draw(from, given, known) {
    const panel = from.content.cloneNode(true);
    const section = panel.querySelector("[data-panel]");
    const values = { matches: section.dataset.ofMatches, ...given };
    Object.assign(section.dataset, { atTable: values.table, atMatch: values.match, ofMatches: values.matches });
    for (const field of panel.querySelectorAll("[name=table]")) field.setAttribute("value", values.table);
    for (const line of panel.querySelectorAll("[data-words]")) line.textContent = fill(line.dataset.words, values);
    const form = panel.querySelector("[data-entry-form]");
    if (form && known) {
      const teams = [...known.querySelectorAll(".t")].map((t) => t.textContent);
      const stored = known.dataset.stored.split(" ");
      form.querySelector("[name=match]").setAttribute("value", values.match);
      form.querySelector("[name=key]").setAttribute("value", oneTimeKey());
      form.dataset.matches = values.matches;
      form.dataset.stored = outcomes.includes(stored[values.match - 1]) ? stored[values.match - 1] : "";
      form.dataset.others = sum(stored.filter((_, i) => i !== values.match - 1).map(pointsOf)).join(" ");
      for (const name of panel.querySelectorAll("[data-team]")) name.textContent = teams[name.dataset.team - 1];
      [form.querySelector("[data-echo]").dataset.first, form.querySelector("[data-echo]").dataset.second] = teams;
    }
    const html = document.createElement("div");
    html.append(panel);
    show(html.innerHTML);
  }

  const sum = (list) => list.reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);

  let asking = null;

  // ask fetches what the server knows of a table; keys typed meanwhile stay.
  async function ask(table, match) {
    asking?.abort();
    asking = new AbortController();
    const { signal } = asking;
    const mine = turn;
    try {
      await during("opening", async () => {
        const answer = await fetch(at(table, match), { headers: { "X-Refetch": "1" }, signal });
        if (!answer.ok) return;
        const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-entry]");
        if (fresh && mine === turn) await exchange(() => mine === turn && enrich(fresh));
      });
    } catch {
      // Without contact the panel is as its tile was.
    }
  }

  // enrich puts the server's panel in the place of ours, with what was chosen meanwhile.
  function enrich(fresh) {
    const form = entryForm();
    const picks = form ? [...form.querySelectorAll(":checked[data-key]")].map((input) => [input.name, input.value]) : [];
    const next = fresh.querySelector("[data-entry-form]");
    const under = entry().querySelector(":popover-open");
    if (under || (form && rareFilled(form)) || (picks.length > 0 && !next)) return; // the server says itself what it does not take
    const focus = entry().contains(document.activeElement);
    const before = typed;
    if (next) keepLocal(form, next);
    entry().innerHTML = fresh.innerHTML;
    for (const [name, value] of picks) entryForm().querySelector(`[name="${name}"][value="${value}"]`).checked = true;
    ready(focus);
    typed = before;
  }

  // What is on its way is newer than what the server says of the other matches.
  function keepLocal(form, next) {
    if (!form) return;
    const earlier = entry().querySelector("[data-earlier]")?.querySelectorAll("[data-just]") ?? [];
    if (earlier.length === 0) return;
    next.dataset.others = form.dataset.others;
    next.closest("[data-entry]").querySelector("[data-earlier]")?.replaceChildren(...earlier);
  }

  // --- what becomes of what was typed

  // take ends the form of a match: what was chosen goes on its way or stands refused,
  // and the next match of the table is open. by is "key" where somebody types without
  // looking, "hand" where somebody looks: then a question is asked in the form.
  function take(form, by) {
    const picked = form.querySelector("[name=outcome]:checked");
    if (!picked && !rareFilled(form)) {
      if (by === "key" && confirmHeld()) return;
      if (by === "key" && typed.length > 0) refuse(words.noResult);
      else hint(fill(unused.dataset.choose, place()));
      return;
    }
    if (!form.reportValidity()) return; // the dialog for rare results opens at what is missing
    if (asksOrder(form)) {
      askOrder(form);
      return;
    }
    if (halfEnd(form)) {
      if (by === "key") refuse(words.half);
      else form.querySelector("[data-half-end]").hidden = false;
      return;
    }
    const question = form.querySelector("[data-ask]");
    if (picked && form.dataset.stored && picked.value !== form.dataset.stored && question.hidden) {
      if (by === "key") held = refuse(words.stored, { held: true });
      else question.hidden = false;
      return;
    }
    const entry = made(form);
    stack.push({ id: queue.send(entry), table: entry.table, match: entry.match });
    goOn(entry);
  }

  // made is the entry of a form.
  function made(form) {
    const said = form.querySelector("[data-echo]").textContent.trim();
    const points = endsOf(form).length > 0 ? [0, 0] : pointsOf(forfeitOf(form) || form.querySelector("[name=outcome]:checked")?.value);
    const { table, match } = placeOf(form);
    return { to: form.action, form: [...new FormData(form)], table, match, said, points };
  }

  // refuse keeps what cannot be sent in sight, says so, and goes on.
  function refuse(why, more = {}) {
    const here = place();
    const form = entryForm();
    const chosen = form && (form.querySelector("[name=outcome]:checked") || rareFilled(form));
    const entry = chosen ? made(form) : { to: "", form: [], table: here.table, match: here.match, said: fill(words.typed, { place: fill(words.place, here), keys: typed.join(" ") }) };
    notes = notes.filter((note) => note.turn !== turn);
    hint("");
    const id = queue.refuse(entry, { problem: why, ...more });
    beep();
    goOn();
    return id;
  }

  // goOn opens the next match of the table, which hears what was just entered, or the
  // box.
  function goOn(entered) {
    const here = place();
    const points = entered && sum([entered.points, othersOf(entryForm())]);
    const next = entry().querySelector(":scope > template[data-next]");
    hint("");
    held = null;
    if (Number(here.match) >= Number(here.matches)) empty();
    else if (next) show(next.innerHTML);
    else if (knownAs(here.table)) open(here.table, Number(here.match) + 1);
    else draw(template("no-table"), { table: here.table, match: String(Number(here.match) + 1), matches: here.matches });
    if (entered) carry(entered.said, points);
  }

  // carry tells the form of the next match what was just entered for the one before.
  function carry(said, points) {
    const form = entryForm();
    const earlier = entry().querySelector("[data-earlier]");
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

  // askOrder puts the question which board ended first; a key answers it.
  function askOrder(form) {
    openRare(form);
    form.querySelector("[data-ask-order]").hidden = false;
    form.querySelector("[name=order]").focus();
  }

  // answer takes the key of an answer to that question, while the focus is in it.
  function answer(target, k) {
    const choice = singleKeys() && target.closest("[data-ended-first]")?.querySelector(`[data-order-key="${CSS.escape(k)}"]`);
    if (!choice) return false;
    const form = entryForm();
    choice.checked = true;
    choice.focus();
    form.querySelector("[data-ask-order]").hidden = true;
    echo(form);
    return true;
  }

  // halfEnd reports whether only one of board and how is chosen.
  function halfEnd(form) {
    const chosen = (name) => form.querySelector(`[name=${name}]:checked`) !== null;
    return form.querySelector("[name=board]") !== null && !rareFilled(form) && chosen("board") !== chosen("how");
  }

  // --- keys

  // key does what a key means here and reports whether it was one of ours. inBox tells
  // that the browser writes it into the box by itself: who went back to the box while a
  // slip is open names another table, and never answers this one.
  function key(k, { inBox = false } = {}) {
    if (inBox && /^[0-9]$/.test(k) && place()) {
      empty(); // and with it the box that the browser would have written into
      return boxKey(k, false);
    }
    const form = entryForm();
    if (k === "Escape") return place() ? (empty(), true) : escapeBox();
    if (form) return formKey(form, k);
    return place() ? closedKey(k) : boxKey(k, inBox);
  }

  function formKey(form, k) {
    if (k === "Enter") {
      take(form, "key");
      return true;
    }
    const input = singleKeys() && form.querySelector(`[data-key="${CSS.escape(k)}"]`);
    if (input) {
      held = null;
      input.checked = input.name === "outcome" ? true : !input.checked;
      if (input.name === "outcome") input.focus();
      hint("");
      echo(form);
      return true;
    }
    if (singleKeys() && k === "0") {
      form.reset();
      echo(form);
      return true;
    }
    if (singleKeys() && k === "x") {
      openRare(form);
      return true;
    }
    return wallKey(k) || notUsed(k);
  }

  // A panel that takes nothing takes the keys of its slip all the same, and says what
  // became of them.
  function closedKey(k) {
    if (k !== "Enter") return wallKey(k) || notUsed(k);
    if (confirmHeld()) return true;
    if (typed.length > 0) refuse(entry().querySelector("[data-closed-panel] strong, [data-closed-panel] .strong")?.textContent || words.closed);
    else notUsed(k);
    return true;
  }

  function boxKey(k, inBox) {
    const field = box();
    if (k === "Enter") {
      if (field.value.trim() === "") return confirmHeld() || notUsed(k);
      held = null;
      if (/^\s*\d+\s*$/.test(field.value)) open(field.value);
      else {
        note([field.value]);
        field.select();
      }
      return true;
    }
    if (/^[0-9]$/.test(k)) {
      held = null;
      if (inBox) return false;
      field.focus();
      field.value = replaced(field) + k;
      return true;
    }
    if (k === "Backspace" && !inBox) {
      field.focus();
      field.value = field.value.slice(0, -1);
      return true;
    }
    return wallKey(k) || notUsed(k);
  }

  // Escape in the box also puts aside what was said about keys.
  function escapeBox() {
    const field = box();
    if (!field) return false;
    notes = [];
    hint("");
    field.value = "";
    field.focus();
    return true;
  }

  // A number that stands marked in the box is typed over.
  function replaced(field) {
    const kept = field.selectionStart < field.selectionEnd ? "" : field.value;
    field.setSelectionRange(field.value.length, field.value.length);
    return kept;
  }

  function wallKey(k) {
    return singleKeys() && keys(k, place());
  }

  // notUsed says aloud that a key meant nothing. Keys without a letter, such as those
  // that move the focus, are not ours.
  function notUsed(k) {
    if (k.length > 1 && k !== "Enter") return false;
    typed.push({ Enter: "⏎", " ": "␣" }[k] ?? k);
    if (typed.length === 1) beep();
    note(typed);
    return true;
  }

  // note stands until it is put aside; a panel has one.
  function note(keys) {
    const here = place();
    const sentence = fill(here ? unused.dataset.panelWords : unused.dataset.box, { ...here, keys: keys.join(" ") });
    notes = [...notes.filter((other) => other.turn !== turn), { turn, sentence }].slice(-longNotes);
    hint("");
  }

  // hint says something for the moment, below what stands.
  function hint(sentence) {
    const lines = [...notes.map((other) => other.sentence), sentence].filter((line) => line !== "");
    unused.firstElementChild.replaceChildren(...lines.map((line) => Object.assign(document.createElement("p"), { textContent: line })));
    unused.hidden = lines.length === 0;
  }

  function openRare(form) {
    const dialog = form.querySelector(".rare[popover]");
    if (dialog && !dialog.matches(":popover-open")) dialog.showPopover();
    form.querySelector(".rare").querySelector("[name=forfeit]:checked, [name=forfeit], select").focus();
  }

  // undo takes the last entry of this page back, wherever it is by now: "dropped" when
  // it was not sent yet, "sent" when an undo is on its way, "" when there is none.
  function undo() {
    const last = stack.pop();
    if (!last) return "";
    return queue.undo(last, page.dataset.undoAt) ? "dropped" : "sent";
  }

  // again opens the table of an entry that was refused, with what was typed.
  function again(refused) {
    open(refused.table, refused.match);
    const form = entryForm();
    if (!form) return;
    for (const [name, value] of refused.form) {
      if (["key", "view", "table", "match", "revision"].includes(name)) continue;
      for (const field of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
        if (field.matches("[type=radio], [type=checkbox]")) field.checked = field.value === value;
        else field.value = value;
      }
    }
    echo(form);
  }

  return {
    key, answer, take, open, empty, again, openRare, undo, place, entryForm, ready, box, note,
    forget: (gone) => (stack = stack.filter((last) => !gone(last))),
  };
}
