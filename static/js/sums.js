// A number of the standings opens its sum under its row. The team's own page has
// the sums and is read for them; without script or contact the link of the points
// leads there.
const points = 2; // the column of the first sum
const opened = new Map(); // by team: the number that was tapped

const rowOf = (slug) => document.querySelector(`.ranking.opens tr[data-team="${CSS.escape(slug)}"]`);
const linkOf = (row) => row.cells[points].querySelector("a");

function close(row) {
  if (row.nextElementSibling?.matches(".sums")) row.nextElementSibling.remove();
  linkOf(row).removeAttribute("aria-expanded");
}

async function open(row, number) {
  const address = new URL(linkOf(row).href);
  address.hash = "";
  const answer = await fetch(address);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const sums = page.querySelector(".rows-fold");
  if (!answer.ok || !sums) throw new Error("the team's page has no sums");
  const wanted = sums.querySelector(`#sum-${number}`);
  for (const one of sums.children) one.open = one.contains(wanted);
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
  const cell = e.target.closest(".ranking.opens tr[data-team] > td");
  if (!cell || cell.cellIndex < points || e.metaKey || e.ctrlKey || e.shiftKey) return;
  if (cell.cellIndex === points && !e.target.closest("a")) return;
  e.preventDefault();
  const row = cell.parentElement;
  const slug = row.dataset.team;
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
