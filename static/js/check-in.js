// Check-in by typed or scanned codes: each is on its way at Enter and the box is free for
// the next; what came of it is said below. Nothing waits for the network, a code that
// finds nobody does not spoil the one after it, and no page is loaded for a code. A
// scanner types wherever the hand was last: what it types outside of a field goes into
// the box, from its first letter.
import { entriesOf } from "./entry-queue.js";
import { look } from "./live.js";
import { oneTimeKey } from "./outbox.js";
import { beep } from "./sound.js";

const shortest = 200; // milliseconds between two keys of a hand; a scanner takes a tenth of it

const page = document.querySelector("[data-check-in]");

if (page) {
  const said = page.querySelector("[data-check-in-said]");
  const tally = page.querySelector("[data-check-in-tally]");
  const missed = page.querySelector("[data-check-in-missed]");
  const queue = entriesOf(location.pathname, { answered, changed: tell });

  function answered(entry, { done, refused }) {
    if (done?.said) said.textContent = done.said;
    said.hidden = said.textContent === "";
    if (refused) beep();
    look();
  }

  // tell keeps in sight what is on its way and what found nobody.
  function tell() {
    const n = queue.waiting().length;
    tally.hidden = n === 0;
    tally.textContent = (queue.away() ? tally.dataset.away : tally.dataset.words).replace("{n}", n);
    const refused = queue.refused();
    missed.hidden = refused.length === 0;
    missed.replaceChildren(...refused.map(line));
  }

  function line(entry) {
    const note = document.createElement("p");
    note.className = "note s-conflict";
    const words = document.createElement("span");
    words.className = "grow";
    words.append(Object.assign(document.createElement("strong"), { textContent: Object.values(entry.refused.fields ?? {})[0] ?? entry.refused.problem ?? "" }));
    const aside = Object.assign(document.createElement("button"), { type: "button", className: "btn btn-s", textContent: missed.dataset.dropWord });
    aside.addEventListener("click", () => queue.drop(entry.id));
    note.append(words, aside);
    return note;
  }

  document.addEventListener("submit", (e) => {
    const form = e.target;
    if (!form.closest("[data-check-in-form]")) return;
    e.preventDefault();
    const box = form.querySelector("[data-filter]");
    if (box && box.value.trim() === "") return;
    const entries = [...new FormData(form, e.submitter)].filter(([name]) => name !== "key");
    queue.send({ to: form.action, form: [...entries, ["key", oneTimeKey()]], said: box?.value ?? "", table: "check-in", match: "" });
    empty(); // also behind a row that was found by typing: the next code is typed into nothing
  });

  const input = () => page.querySelector("[data-check-in-form] [data-filter]");

  function empty() {
    const box = input();
    if (!box) return;
    box.value = "";
    box.dispatchEvent(new Event("input", { bubbles: true })); // the list shows all rows again
  }

  // The letters of the page's own keys wait a moment: behind a scanner's first letter
  // the second follows at once.
  let held = "";
  let timer = 0;

  document.addEventListener(
    "keydown",
    (e) => {
      const box = input();
      const own = document.body.dataset.singleKeys !== "false";
      if (!box || !own || e.ctrlKey || e.metaKey || e.altKey || e.target.matches("input, select, textarea")) return;
      if (!/^[\p{L}\p{N}-]$/u.test(e.key)) return;
      e.stopImmediatePropagation();
      clearTimeout(timer);
      if (e.key === "n" && held === "") {
        e.preventDefault();
        held = e.key;
        timer = setTimeout(() => {
          held = "";
          page.querySelector("[data-new-team]")?.click();
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
