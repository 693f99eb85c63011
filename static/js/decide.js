// The pages on which somebody decides: a digit or letter picks a choice, Ctrl+Enter
// signs. Single keys act only while the focus is inside the form and not in a text
// field. The button says the effect of the choice, and what changes is shown
// beside it as soon as something is chosen. Drafts.js keeps what was written,
// send-again.js sends it.
import { morph } from "./exchange.js";
import { during } from "./settled.js";
import { all, bodyOf, find, fits, isField, named, pageOf } from "./elements.js";
import { chord, meant, singleKeys } from "./keys.js";

const found = find("form[data-decide]", document, HTMLFormElement);
const narrow = 700;

/** @param {HTMLFormElement} form */
function decide(form) {
  const other = find("[data-other]", form, HTMLDetailsElement);
  const label = find("[data-sign-label]", form);
  const chosen = () => find(".opt input[data-sign]:checked", form, HTMLInputElement);

  function mark() {
    for (const choice of all(".opt", form)) choice.classList.toggle("on", choice.querySelector("input")?.checked);
    const sign = chosen()?.dataset.sign;
    if (label && sign) label.textContent = sign;
    const choice = chosen()?.value;
    if (other && choice === "other") other.open = true;
    for (const part of all("[data-for]", form)) part.hidden = !part.dataset.for?.split(" ").includes(choice ?? "");
  }

  let asked = 0;

  // What changes comes from the server: the page as it would be with this choice. The
  // answer to an earlier choice is not shown after that to a later one.
  async function effect() {
    const mine = ++asked;
    const query = bodyOf(form);
    for (const own of ["key", "seen", "revision", "reason", "note"]) query.delete(own);
    try {
      const answer = await fetch(`${form.dataset.decide}?${query}`, { headers: { "X-Refetch": "1" } });
      if (!answer.ok) return;
      const page = pageOf(await answer.text());
      for (const slot of all("[data-effect]")) {
        const fresh = page.querySelector(`[data-effect="${slot.dataset.effect}"]`);
        if (fresh && mine === asked) await morph(slot, fresh.innerHTML);
      }
      mark();
    } catch {
      // Without contact the effect stays as it was; the age of the page says so.
    }
  }

  form.addEventListener("change", (e) => {
    mark();
    if (fits(e.target, "input:not([type=hidden]), select")) during("opening", effect);
  });
  document.addEventListener("keydown", (e) => {
    if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) {
      e.preventDefault();
      form.requestSubmit(find("[data-sign-button]", form));
      return;
    }
    if (!singleKeys() || chord(e)) return;
    if (!(e.target instanceof Node && form.contains(e.target)) || fits(e.target, "input:not([type=radio]), textarea, select")) return;
    const choice = find(`[data-key="${CSS.escape(meant(e))}"]`, form, HTMLInputElement);
    if (!choice || choice.matches(":disabled")) return;
    e.preventDefault();
    choice.checked = true;
    choice.focus();
    choice.dispatchEvent(new Event("change", { bubbles: true }));
  });
  ladder(form);
  mark();
}

// The next step of the ladder is chosen for the player and the offence.
/** @param {HTMLFormElement} form */
function ladder(form) {
  const part = find("[data-ladder]", form);
  if (!part) return;
  part.addEventListener("change", (e) => {
    if (isField(e.target) && e.target.name === "penalty") return;
    /** @param {string} name */
    const value = (name) => named(name, part)[0]?.value;
    /** @param {string | undefined} who */
    const step = (who) => find(`[data-next-step="${CSS.escape(`${who} ${value("penalty_offence")}`)}"]`, form);
    const next = step(value("penalty_seat")) ?? (value("penalty_seat") ? step("any") : null);
    for (const penalty of next ? named("penalty", part) : []) penalty.value = next?.dataset.kind ?? "";
  });
}

if (found) decide(found);
// Boards are folded where the proposal should come first.
if (innerWidth <= narrow) for (const fold of all("[data-fold]", document, HTMLDetailsElement)) fold.open = false;
