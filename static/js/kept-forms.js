// Forms that are not lost without contact: a new incident, a statement. When the
// server cannot be reached the form is kept on the device with its time and the
// person who wrote it, and sent later in that person's name; its one-time key makes
// a second send harmless. What the server refuses stays, and comes back into the
// fields of its page.
const store = "tandem-kept-forms";
const retryAfter = 5_000;
const note = document.querySelector("[data-no-contact]");
const refused = document.querySelector("[data-kept-refused]");
const person = document.querySelector(".deskbar .person")?.textContent ?? "";
let retry = 0;
let sending = false;

const all = () => JSON.parse(localStorage.getItem(store) || "[]");
const mine = (kept) => !kept.who || kept.who === person;
const waiting = () => all().filter((kept) => mine(kept) && !kept.refused);

function keep(list) {
  if (list.length > 0) localStorage.setItem(store, JSON.stringify(list));
  else localStorage.removeItem(store);
  if (note && !document.querySelector("form[data-card]")) note.hidden = waiting().length === 0;
}

const same = (a, b) => JSON.stringify(a.entries) === JSON.stringify(b.entries);
const drop = (kept) => keep(all().filter((other) => !same(other, kept)));
const refuse = (kept) => keep(all().map((other) => (same(other, kept) ? { ...other, refused: true } : other)));

async function post(to, entries) {
  const answer = await fetch(to, { method: "POST", body: new URLSearchParams(entries) });
  if (answer.status >= 500) throw new Error("not sent");
  return answer;
}

// drain sends what was kept, oldest first; where the last one leads is shown.
async function drain() {
  clearTimeout(retry);
  const [first, ...rest] = waiting();
  if (!first || sending || !person) return;
  sending = true;
  try {
    const answer = await post(first.to, first.entries);
    if (answer.status === 401) throw new Error("signed out");
    if (!answer.ok) {
      refuse(first);
      giveBack();
    } else {
      drop(first);
      if (rest.length === 0 && answer.redirected && first.page === location.pathname) location.href = answer.url;
    }
    sending = false;
    if (rest.length > 0) drain();
  } catch {
    sending = false;
    retry = setTimeout(drain, retryAfter);
  }
}

// giveBack puts a form that was refused back into its page, to be mended there.
function giveBack() {
  const kept = all().find((other) => mine(other) && other.refused && other.page === location.pathname);
  const form = kept && [...document.querySelectorAll("[data-kept-form]")].find((other) => other.action === kept.to);
  if (!form) return;
  for (const [name, value] of kept.entries) {
    if (name === "key") continue;
    for (const field of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
      if (field.type === "radio") field.checked = field.value === value;
      else field.value = value;
    }
  }
  if (refused) refused.hidden = false;
  drop(kept);
}

document.addEventListener("submit", async (e) => {
  // closest, not matches: a form with a field named "matches" has no such method.
  if (!e.target.closest("[data-kept-form]")) return;
  e.preventDefault();
  const form = e.target;
  const entries = [...new FormData(form, e.submitter)];
  try {
    const answer = await post(form.action, entries);
    if (answer.redirected) location.href = answer.url;
    else form.submit(); // refused: the page that says why comes the usual way
  } catch {
    const kept = { to: form.action, page: location.pathname, who: person, entries: [...entries, ["written_at", new Date().toISOString()]] };
    keep([...all(), kept]);
    if (note) note.hidden = false;
    for (const field of form.querySelectorAll("textarea, input:not([type=hidden], [type=radio], [type=checkbox])")) field.value = "";
    // The next one of this page is a form of its own.
    const key = form.querySelector("[name=key]");
    key.value += "+";
    retry = setTimeout(drain, retryAfter);
  }
});

addEventListener("online", drain);
giveBack();
if (waiting().length > 0) drain();
