// A number of the standings opens its sum under its row. The team's own page has
// the sums and is read for them; without script or contact the link of the points
// leads there.
import { all, around, find, need, pageOf } from "./elements.js";

const points = 2; // the column of the first sum
/** @type {Map<string, number>} */
const opened = new Map(); // by team: the number that was tapped

/** @param {string} slug */
const rowOf = (slug) => find(`.ranking.opens tr[data-team="${CSS.escape(slug)}"]`, document, HTMLTableRowElement);

/** @param {HTMLTableRowElement} row */
const linkOf = (row) => need(`:scope > :nth-child(${points + 1}) a`, row, HTMLAnchorElement);

/** @param {HTMLTableRowElement} row */
function close(row) {
  if (row.nextElementSibling?.matches(".sums")) row.nextElementSibling.remove();
  linkOf(row).removeAttribute("aria-expanded");
}

/**
 * @param {HTMLTableRowElement} row
 * @param {number} number of the sum, from 0
 */
async function open(row, number) {
  const address = new URL(linkOf(row).href);
  address.hash = "";
  const answer = await fetch(address);
  const page = pageOf(await answer.text());
  const sums = page.querySelector(".rows-fold");
  if (!answer.ok || !sums) throw new Error("the team's page has no sums");
  const wanted = sums.querySelector(`#sum-${number}`);
  for (const one of all(":scope > details", sums, HTMLDetailsElement)) one.open = one.contains(wanted);
  for (const named of sums.querySelectorAll("[id]")) named.removeAttribute("id");
  close(row);
  const under = document.createElement("tr");
  under.className = "sums";
  const cell = under.insertCell();
  cell.colSpan = row.cells.length;
  cell.append(sums);
  row.after(under);
  linkOf(row).setAttribute("aria-expanded", "true");
}

document.addEventListener("click", async (e) => {
  const cell = around(e.target, ".ranking.opens tr[data-team] > td", HTMLTableCellElement);
  if (!cell || cell.cellIndex < points || e.metaKey || e.ctrlKey || e.shiftKey) return;
  if (cell.cellIndex === points && !around(e.target, "a")) return;
  const row = around(cell, "tr", HTMLTableRowElement);
  const slug = row?.dataset.team;
  if (!row || slug === undefined) return;
  e.preventDefault();
  const number = cell.cellIndex - points;
  if (opened.get(slug) === number) {
    opened.delete(slug);
    close(row);
    return;
  }
  try {
    await open(row, number);
    opened.set(slug, number);
  } catch {
    location.assign(linkOf(row).href);
  }
});

// What was open opens again with the new numbers.
document.addEventListener("tandem:fresh", () => {
  for (const [slug, number] of opened) {
    const row = rowOf(slug);
    if (row) open(row, number).catch(() => close(row));
  }
});
