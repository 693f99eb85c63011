// Set-up and teams: a list narrows while somebody types, a link is copied, and
// choosing another rulebook shows its open points. Every page works without it.

// fold makes typed text comparable with the folded text of a row.
const fold = (text) => text.normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase().trim().replace(/\s+/g, " ");

function narrow(input) {
  const words = fold(input.value);
  for (const row of document.querySelectorAll(input.dataset.filter)) {
    row.hidden = words !== "" && !row.dataset.teamRow.includes(words);
  }
}

document.addEventListener("input", (e) => {
  if (e.target.matches("[data-filter]")) narrow(e.target);
});

// A list that was fetched again keeps what was typed.
document.addEventListener("tandem:fresh", () => document.querySelectorAll("[data-filter]").forEach(narrow));

document.addEventListener("change", (e) => {
  const button = e.target.closest("[data-resubmit]")?.querySelector("button");
  if (button && e.target.matches("select")) e.target.form.requestSubmit(button);
});

document.addEventListener("click", async (e) => {
  const button = e.target.closest("[data-copy-button]");
  if (!button) return;
  const link = document.querySelector("[data-copy]");
  try {
    await navigator.clipboard.writeText(link.value);
    button.textContent = button.dataset.done;
  } catch {
    link.select(); // without the clipboard the link is at least marked for copying
  }
});
