// How much room a text field has left. Browsers stop at the limit without a word, also
// in the middle of what somebody pastes; so the line below the field counts along. It is
// there from the start below fields of several lines, and comes when four fifths are
// full below the others. Without this script the line says the limit alone.
import { all, find } from "./elements.js";
import { fill } from "./fill.js";

const full = 0.8;

/** @param {HTMLElement} line */
function count(line) {
  const field = document.getElementById(line.dataset.room ?? "");
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  const used = [...field.value].length; // characters, as the server counts them
  line.hidden = line.dataset.roomLate !== undefined && used < full * field.maxLength;
  if (used > 0) line.textContent = fill(line.dataset.words, { n: used.toLocaleString(document.documentElement.lang) });
}

const countAll = () => all("[data-room]").forEach(count);

document.addEventListener("input", (e) => {
  const line = e.target instanceof Element && e.target.id ? find(`[data-room="${CSS.escape(e.target.id)}"]`) : null;
  if (line) count(line);
});

// A form that was fetched again, or comes back with what was typed before.
document.addEventListener("tandem:fresh", countAll);
countAll();
