// How much room a text field has left. Browsers stop at the limit without a word, also
// in the middle of what somebody pastes; so the line below the field counts along. It is
// there from the start below fields of several lines, and comes when four fifths are
// full below the others. Without this script the line says the limit alone.

const full = 0.8;

function count(line) {
  const field = document.getElementById(line.dataset.room);
  if (!field) return;
  const used = [...field.value].length; // characters, as the server counts them
  line.hidden = line.dataset.roomLate !== undefined && used < full * field.maxLength;
  if (used > 0) line.textContent = line.dataset.words.replace("{n}", used.toLocaleString(document.documentElement.lang));
}

const countAll = () => document.querySelectorAll("[data-room]").forEach(count);

document.addEventListener("input", (e) => {
  const line = e.target.id && document.querySelector(`[data-room="${CSS.escape(e.target.id)}"]`);
  if (line) count(line);
});

// A form that was fetched again, or comes back with what was typed before.
document.addEventListener("tandem:fresh", countAll);
countAll();
