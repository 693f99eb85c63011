// The pages on which somebody decides: a digit or letter picks a choice, Ctrl+Enter
// signs. Single keys act only while the focus is inside the form and not in a text
// field. The button says the effect of the choice, and what changes is shown
// beside it as soon as something is chosen. Drafts.js keeps what was written,
// send-again.js sends it.
import { morph } from "./exchange.js";
import { during } from "./settled.js";

const form = document.querySelector("form[data-decide]");
const narrow = 700;

function decide() {
  const other = form.querySelector("[data-other]");
  const label = form.querySelector("[data-sign-label]");
  const chosen = () => form.querySelector(".opt input[data-sign]:checked");

  function mark() {
    for (const choice of form.querySelectorAll(".opt")) choice.classList.toggle("on", choice.querySelector("input").checked);
    const sign = chosen()?.dataset.sign;
    if (label && sign) label.textContent = sign;
    const choice = chosen()?.value;
    if (other && choice === "other") other.open = true;
    for (const part of form.querySelectorAll("[data-for]")) part.hidden = !part.dataset.for.split(" ").includes(choice);
  }

  let asked = 0;

  // What changes comes from the server: the page as it would be with this choice. The
  // answer to an earlier choice is not shown after that to a later one.
  async function effect() {
    const mine = ++asked;
    const query = new URLSearchParams(new FormData(form));
    for (const own of ["key", "seen", "revision", "reason", "note"]) query.delete(own);
    try {
      const answer = await fetch(`${form.dataset.decide}?${query}`, { headers: { "X-Refetch": "1" } });
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const slot of document.querySelectorAll("[data-effect]")) {
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
    if (e.target.matches("input, select") && !e.target.matches("[type=hidden]")) during("opening", effect);
  });
  document.addEventListener("keydown", (e) => {
    if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) {
      e.preventDefault();
      form.requestSubmit(form.querySelector("[data-sign-button]"));
      return;
    }
    if (document.body.dataset.singleKeys === "false" || e.ctrlKey || e.metaKey || e.altKey) return;
    if (!form.contains(e.target) || e.target.matches("input:not([type=radio]), textarea, select")) return;
    const choice = form.querySelector(`[data-key="${CSS.escape(e.key)}"]`);
    if (!choice || choice.matches(":disabled")) return;
    e.preventDefault();
    choice.checked = true;
    choice.focus();
    choice.dispatchEvent(new Event("change", { bubbles: true }));
  });
  ladder();
  mark();
}

// The next step of the ladder is chosen for the player and the offence.
function ladder() {
  const part = form.querySelector("[data-ladder]");
  if (!part) return;
  part.addEventListener("change", (e) => {
    if (e.target.name === "penalty") return;
    const value = (name) => part.querySelector(`[name="${name}"]`).value;
    const step = (who) => form.querySelector(`[data-next-step="${CSS.escape(`${who} ${value("penalty_offence")}`)}"]`);
    const next = step(value("penalty_seat")) ?? (value("penalty_seat") && step("any"));
    if (next) part.querySelector('[name="penalty"]').value = next.dataset.kind;
  });
}

if (form) decide();
// Boards are folded where the proposal should come first.
if (innerWidth <= narrow) for (const fold of document.querySelectorAll("[data-fold]")) fold.open = false;
