// The sentence that reads an entry back with both team names before it is sent, and the
// points of the table that come of it. All words come from the form.
import { all, find, named, need } from "./elements.js";
import { endsOf, forfeitOf, othersOf, pickedIn, placeOf, pointsOf, rareFilled } from "./entry-form.js";
import { fill } from "./fill.js";

/**
 * echo writes the sentence into the form.
 * @param {HTMLFormElement} form
 */
export function echo(form) {
  for (const label of all("label.res, label.how", form)) label.classList.toggle("on", label.querySelector("input")?.checked);
  const forfeit = forfeitOf(form);
  for (const reason of named("reason", form)) reason.required = forfeit !== "";
  find("[data-rare-button]", form)?.classList.toggle("on", rareFilled(form));
  const line = need("[data-echo]", form);
  line.dataset.empty ??= line.innerHTML;
  const outcome = forfeit || pickedIn(form)?.value;
  const { place, first, second, win, draw, forfeit: byForfeit, doubleLoss, how } = line.dataset;
  const at = fill(place, placeOf(form));
  const [winner, loser] = outcome === "slot2" ? [second, first] : [first, second];
  if (!forfeit && endsOf(form).length > 0) {
    line.textContent = fill(line.dataset.ends, { place: at, ends: endsOf(form).map((board) => endWords(form, line, board)).join("; ") });
  } else if (!outcome) {
    line.innerHTML = line.dataset.empty;
  } else {
    const words = forfeit ? (forfeit === "double-loss" ? doubleLoss : byForfeit) : outcome === "draw" ? draw : win;
    line.textContent = `${fill(words, { place: at, winner, loser, how: howEnded(form, how) })} ${scoreWords(form, line, outcome)}`.trim();
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {string | undefined} words
 */
function howEnded(form, words) {
  const board = find("[name=board]:checked", form);
  const how = find("[name=how]:checked", form);
  return board && how ? fill(words, { board: board.dataset.label, reason: how.dataset.label }) : "";
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} line
 * @param {string} board
 */
function endWords(form, line, board) {
  /** @param {string} name */
  const chosen = (name) => need(`[name=${name}_${board}]`, form, HTMLSelectElement).selectedOptions[0];
  const winner = chosen("winner").value === "0" ? "" : chosen("winner").textContent;
  return fill(winner ? line.dataset.endWon : line.dataset.endDrawn, { board: board.toUpperCase(), winner, reason: chosen("reason").textContent });
}

/** @param {number} points half points */
const half = (points) => `${points > 1 || points === 0 ? Math.floor(points / 2) : ""}${points % 2 ? "½" : ""}`;

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} line
 * @param {string} outcome
 */
function scoreWords(form, line, outcome) {
  if (Number(form.dataset.matches) < 2) return "";
  const others = othersOf(form);
  return fill(line.dataset.score, { score: pointsOf(form, outcome).map((points, i) => half(points + others[i])).join("–") });
}
