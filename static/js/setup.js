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

// A code of the list of tie-breaks goes to the end of the order.
for (const button of document.querySelectorAll("[data-add-code]")) {
  const into = button.closest("form").elements[button.dataset.into];
  button.hidden = false;
  button.addEventListener("click", () => {
    into.value = [...into.value.split(",").map((c) => c.trim()).filter((c) => c !== "" && c !== button.dataset.addCode), button.dataset.addCode].join(",");
  });
}

// A new event is most likely where its maker is.
const zone = document.querySelector("[data-own-zone]");
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone && here && zone.value === zone.defaultValue) zone.value = here;

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

// The key of the check-in page outside of fields: / to the search. Its letters are
// check-in.js's.
document.addEventListener("keydown", (e) => {
  const page = document.querySelector("[data-team-keys]");
  if (!page || e.key !== "/" || e.ctrlKey || e.metaKey || e.altKey || e.target.matches("input, select, textarea") || document.body.dataset.singleKeys === "false") return;
  const search = page.querySelector("[data-filter]");
  e.preventDefault();
  search?.focus();
  search?.select();
});
