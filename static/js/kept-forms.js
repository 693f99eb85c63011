// Forms that are not lost without contact: a new incident, a statement. When the
// server cannot be reached the form is kept on the device with its time, and sent
// later; its one-time key makes a second send harmless.
const store = "tandem-kept-forms";
const retryAfter = 5_000;
const note = document.querySelector("[data-no-contact]");
let retry = 0;

const waiting = () => JSON.parse(localStorage.getItem(store) || "[]");

function keep(list) {
  if (list.length > 0) localStorage.setItem(store, JSON.stringify(list));
  else localStorage.removeItem(store);
  if (note && !document.querySelector("form[data-card]")) note.hidden = list.length === 0;
}

async function post(to, entries) {
  const answer = await fetch(to, { method: "POST", body: new URLSearchParams(entries) });
  if (answer.status >= 500) throw new Error("not sent");
  return answer;
}

// drain sends what was kept, oldest first; where the last one leads is shown.
async function drain() {
  clearTimeout(retry);
  const [first, ...rest] = waiting();
  if (!first) return;
  try {
    const answer = await post(first.to, first.entries);
    keep(rest);
    if (rest.length > 0) drain();
    else if (answer.redirected && first.page === location.pathname) location.href = answer.url;
  } catch {
    retry = setTimeout(drain, retryAfter);
  }
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
    keep([...waiting(), { to: form.action, page: location.pathname, entries: [...entries, ["written_at", new Date().toISOString()]] }]);
    if (note) note.hidden = false;
    for (const field of form.querySelectorAll("textarea, input:not([type=hidden], [type=radio], [type=checkbox])")) field.value = "";
    // The next one of this page is a form of its own.
    const key = form.querySelector("[name=key]");
    key.value += "+";
    retry = setTimeout(drain, retryAfter);
  }
});

addEventListener("online", drain);
if (waiting().length > 0) drain();
