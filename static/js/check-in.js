// Check-in by typed or scanned codes: each is on its way at Enter and the box is free for
// the next; what came of it is said below. Nothing waits for the network, a code that
// finds nobody does not spoil the one after it, and no page is loaded for a code. A
// scanner types wherever the hand was last: what it types outside of a field goes into
// the box, from its first letter.
import { entriesOf } from "./entry-queue.js";
import { look } from "./live.js";
import { oneTimeKey } from "./outbox.js";
import { whyOf } from "./post.js";
import { beep } from "./sound.js";
import { buttonOf, find, fits, formOf, need, textsOf } from "./elements.js";
import { fill } from "./fill.js";
import { chord, meant, singleKeys } from "./keys.js";
import { takeBack } from "./take-back.js";

const shortest = 200; // milliseconds between two keys of a hand; a scanner takes a tenth of it

/** @import { Entry } from "./entry-queue.js" */
/** @import { Answer } from "./outbox.js" */

const found = find("[data-check-in]");
if (found) checkIn(found);

/** @param {HTMLElement} page */
function checkIn(page) {
  const said = need("[data-check-in-said]", page);
  const tally = need("[data-check-in-tally]", page);
  const missed = need("[data-check-in-missed]", page);
  const queue = entriesOf(location.pathname, { answered, changed: tell });

  /**
   * @param {Entry} _
   * @param {Answer} answer
   */
  function answered(_, { done, refused }) {
    if (done?.said) said.textContent = done.said;
    said.hidden = said.textContent === "";
    if (refused) beep();
    look();
  }

  // tell keeps in sight what is on its way and what found nobody.
  function tell() {
    const n = queue.waiting().length;
    tally.hidden = n === 0;
    tally.textContent = fill(queue.away() ? tally.dataset.away : tally.dataset.words, { n });
    const refused = queue.refused();
    missed.hidden = refused.length === 0;
    missed.replaceChildren(...refused.map(line));
  }

  /** @param {Entry} entry */
  function line(entry) {
    const note = document.createElement("p");
    note.className = "note s-conflict";
    const words = document.createElement("span");
    words.className = "grow";
    words.append(Object.assign(document.createElement("strong"), { textContent: whyOf(entry.refused) }));
    const aside = Object.assign(document.createElement("button"), { type: "button", className: "btn btn-s", textContent: missed.dataset.dropWord });
    aside.addEventListener("click", () => queue.drop(entry.id));
    note.append(words, aside);
    return note;
  }

  document.addEventListener("submit", (e) => {
    const form = formOf(e);
    if (!form?.closest("[data-check-in-form]")) return;
    e.preventDefault();
    const box = find("[data-filter]", form, HTMLInputElement);
    if (box && box.value.trim() === "") return;
    const entries = textsOf(form, buttonOf(e)).filter(([name]) => name !== "key");
    queue.send({ to: form.action, form: [...entries, ["key", oneTimeKey()]], said: box?.value ?? "", table: "check-in", match: "" });
    empty(); // also behind a row that was found by typing: the next code is typed into nothing
  });

  const input = () => find("[data-check-in-form] [data-filter]", page, HTMLInputElement);

  function empty() {
    const box = input();
    if (!box) return;
    box.value = "";
    box.dispatchEvent(new Event("input", { bubbles: true })); // the list shows all rows again
  }

  // The letters of the page's own keys wait a moment: behind a scanner's first letter
  // the second follows at once.
  /** @type {Record<string, () => void>} */
  const ownKeys = { n: () => find("[data-new-team]", page)?.click(), z: takeBack };
  let held = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  document.addEventListener(
    "keydown",
    (e) => {
      const box = input();
      if (!box || !singleKeys() || chord(e) || fits(e.target, "input, select, textarea, dialog *")) return;
      if (!/^[\p{L}\p{N}-]$/u.test(e.key)) return;
      e.stopImmediatePropagation();
      clearTimeout(timer);
      const own = held === "" ? ownKeys[meant(e)] : undefined;
      if (own) {
        e.preventDefault();
        held = e.key;
        timer = setTimeout(() => {
          held = "";
          own();
        }, shortest);
        return;
      }
      box.focus();
      box.value = held; // what was typed there before belongs to something else
      held = "";
    },
    true,
  );

  tell();
  input()?.select();
}
