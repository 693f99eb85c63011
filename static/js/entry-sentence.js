// What an entry of a result says: the sentence that reads it back with both team
// names before it is sent, and the points of the table that come of it. All words
// come from the form.

// What the dialog of rare results says: a forfeit, or how the boards ended.
export const forfeitOf = (form) => form.querySelector("[name=forfeit]:checked")?.value || "";
export const endsOf = (form) => ["a", "b"].filter((board) => form.querySelector(`[name=reason_${board}]`)?.value);
export const rareFilled = (form) => forfeitOf(form) !== "" || endsOf(form).length > 0;

// Two boards have ended in a way that decides the match only with their order, and
// no order is chosen. Which ends those are, the server says.
export function asksOrder(form) {
  const question = form.querySelector("[data-ended-first]");
  if (!question || forfeitOf(form) !== "" || endsOf(form).length < 2 || form.querySelector("[name=order]:checked")) return false;
  const value = (name) => form.querySelector(`[name=${name}]`).value;
  const stands = (board) => (value(`winner_${board}`) !== "0" ? value(`winner_${board}`) : value(`reason_${board}`));
  return question.dataset.endedFirst.split(" ").includes(`${stands("a")}/${stands("b")}`);
}

export const fill = (words, values) => words.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);

export function placeOf(form) {
  return { table: form.querySelector("[name=table]").value, match: form.querySelector("[name=match]").value, matches: form.dataset.matches };
}

// Reads the entry back as a sentence with both team names.
export function echo(form) {
  for (const label of form.querySelectorAll("label.res, label.how")) label.classList.toggle("on", label.querySelector("input").checked);
  const reason = form.querySelector("[name=reason]");
  const forfeit = forfeitOf(form);
  reason.required = forfeit !== "";
  form.querySelector("[data-rare-button]")?.classList.toggle("on", rareFilled(form));
  const line = form.querySelector("[data-echo]");
  line.dataset.empty ??= line.innerHTML;
  const outcome = forfeit || form.querySelector("[name=outcome]:checked")?.value;
  const { place, first, second, win, draw, forfeit: byForfeit, doubleLoss, how } = line.dataset;
  const at = fill(place, placeOf(form));
  const [winner, loser] = outcome === "slot2" ? [second, first] : [first, second];
  if (!forfeit && endsOf(form).length > 0) {
    line.textContent = fill(line.dataset.ends, { place: at, ends: endsOf(form).map((board) => endWords(form, line, board)).join("; ") });
  } else if (!outcome) {
    line.innerHTML = line.dataset.empty;
  } else {
    const words = forfeit ? { "double-loss": doubleLoss }[forfeit] || byForfeit : { draw }[outcome] || win;
    line.textContent = `${fill(words, { place: at, winner, loser, how: howEnded(form, how) })} ${scoreWords(form, line, outcome)}`.trim();
  }
}

function howEnded(form, words) {
  const board = form.querySelector("[name=board]:checked");
  const how = form.querySelector("[name=how]:checked");
  return board && how ? fill(words, { board: board.dataset.label, reason: how.dataset.label }) : "";
}

function endWords(form, line, board) {
  const chosen = (name) => form.querySelector(`[name=${name}_${board}]`).selectedOptions[0];
  const winner = chosen("winner").value === "0" ? "" : chosen("winner").textContent;
  return fill(winner ? line.dataset.endWon : line.dataset.endDrawn, { board: board.toUpperCase(), winner, reason: chosen("reason").textContent });
}

// Points of the table, in half points: those of its other matches and of this one.
export const pointsOf = (outcome) => ({ slot1: [2, 0], slot2: [0, 2], draw: [1, 1] })[outcome] || [0, 0];
export const othersOf = (form) => form.dataset.others.split(" ").map(Number);
const half = (points) => `${points > 1 || points === 0 ? Math.floor(points / 2) : ""}${points % 2 ? "½" : ""}`;

function scoreWords(form, line, outcome) {
  if (Number(form.dataset.matches) < 2) return "";
  const others = othersOf(form);
  return fill(line.dataset.score, { score: pointsOf(outcome).map((points, i) => half(points + others[i])).join("–") });
}
