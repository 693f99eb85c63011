// The pairing workbench by keyboard: arrows move between teams, space marks (it
// is the browser's own checkbox), Enter swaps, p pairs, u unpairs, c checks, z takes
// back. A button
// is sent in the background and the page redrawn in place, so that focus stays.
const bench = () => document.querySelector("[data-bench]");
const cells = () => [...document.querySelectorAll("[data-bench] [data-cell]")];
const singleKeys = () => document.body.dataset.singleKeys !== "false";

// The cell beside or below, by where they are on the screen.
function neighbour(from, key) {
  const all = cells();
  const at = all.indexOf(from);
  if (key === "ArrowLeft") return all[at - 1];
  if (key === "ArrowRight") return all[at + 1];
  const here = from.getBoundingClientRect();
  const order = key === "ArrowDown" ? all.slice(at + 1) : all.slice(0, at).reverse();
  return order.find((cell) => Math.abs(cell.getBoundingClientRect().left - here.left) < 4 && cell.getBoundingClientRect().top !== here.top);
}

const acts = { p: "pair", u: "unpair", c: "check", z: "undo" };

const press = (name) => document.querySelector(`[data-bench] [data-draft] button[name="do"][value="${name}"]`)?.click();

async function send(form, button) {
  const body = new URLSearchParams(new FormData(form, button));
  const focused = document.activeElement?.id;
  const answer = await fetch(form.action, { method: "POST", body });
  if (answer.status >= 500) throw new Error("not saved");
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector("#main");
  if (!fresh || !page.querySelector("[data-bench]")) {
    location.assign(answer.url);
    return;
  }
  document.querySelector("#main").innerHTML = fresh.innerHTML;
  document.body.dataset.version = page.body.dataset.version;
  history.replaceState(null, "", answer.url); // a later look says what was said last
  (document.getElementById(focused) || cells()[0])?.focus();
}

document.addEventListener("submit", (e) => {
  const form = e.target;
  if (!bench()?.contains(form) || !e.submitter || form.dataset.sending) return;
  e.preventDefault();
  form.dataset.sending = "yes";
  send(form, e.submitter).catch(() => {
    delete form.dataset.sending;
    const note = document.querySelector("[data-not-sent]");
    note.hidden = false;
    note.scrollIntoView({ block: "nearest" });
  });
});

document.addEventListener("keydown", (e) => {
  if (!bench() || e.ctrlKey || e.metaKey || e.altKey || !e.target.matches?.("[data-cell]")) return;
  if (e.key.startsWith("Arrow")) {
    const next = neighbour(e.target, e.key);
    if (next) next.focus();
    e.preventDefault();
  } else if (e.key === "Enter") {
    press("swap");
    e.preventDefault();
  } else if (singleKeys() && acts[e.key]) {
    press(acts[e.key]);
    e.preventDefault();
  }
});
