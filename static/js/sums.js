// A number of the standings opens its sum under its row. The team's own page has
// the sums and is read for them; without script or contact the link leads there.
const opened = new Map(); // by team: the number that was tapped

const rowOf = (slug) => document.querySelector(`.ranking tr[data-team="${CSS.escape(slug)}"]`);

function close(row) {
  if (row.nextElementSibling?.matches(".sums")) row.nextElementSibling.remove();
  for (const link of row.querySelectorAll("[aria-expanded]")) link.removeAttribute("aria-expanded");
}

async function open(row, link) {
  const address = new URL(link.href);
  const tapped = address.hash.slice(1);
  address.hash = "";
  const answer = await fetch(address);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const sums = page.querySelector(".rows-fold");
  if (!answer.ok || !sums) throw new Error("the team's page has no sums");
  const wanted = sums.querySelector(`#${CSS.escape(tapped)}`);
  for (const one of sums.children) one.open = one.contains(wanted);
  for (const named of sums.querySelectorAll("[id]")) named.removeAttribute("id");
  close(row);
  const under = document.createElement("tr");
  under.className = "sums";
  const cell = under.insertCell();
  cell.colSpan = row.cells.length;
  cell.append(sums);
  row.after(under);
  link.setAttribute("aria-expanded", "true");
}

document.addEventListener("click", async (e) => {
  const link = e.target.closest('.ranking td > a[href*="#sum-"]');
  if (!link || e.metaKey || e.ctrlKey || e.shiftKey) return;
  e.preventDefault();
  const row = link.closest("tr");
  const slug = row.dataset.team;
  if (link.hasAttribute("aria-expanded")) {
    opened.delete(slug);
    close(row);
    return;
  }
  try {
    await open(row, link);
    opened.set(slug, link.hash);
  } catch {
    location.assign(link.href);
  }
});

// What was open opens again with the new numbers.
document.addEventListener("tandem:fresh", () => {
  for (const [slug, hash] of opened) {
    const row = rowOf(slug);
    const link = row?.querySelector(`td > a[href$="${hash}"]`);
    if (link) open(row, link).catch(() => close(row));
  }
});
