// The incident card saves at every change. "Saved" means the server has it; without
// contact the card is kept on the device with its time and sent when contact is
// back. A sign of life every half minute says who writes, so that a second
// official reads along. On phones the card is three steps.
const form = document.querySelector("form[data-card]");
const saveAfter = 500;
const retryAfter = 4_000;
const aliveEvery = 30_000;

function card() {
  const key = `tandem-card ${location.pathname}`;
  const state = document.querySelector("[data-saved]");
  const noContact = document.querySelector("[data-no-contact]");
  let timer = 0;
  let saving = null;
  let again = false;

  function say(word, kept) {
    state.hidden = false;
    state.textContent = state.dataset[word];
    state.classList.toggle("tag-ok", word === "wordSaved");
    state.classList.toggle("tag-warn", kept);
    noContact.hidden = word !== "wordKept";
    form.classList.toggle("unsaved", word === "wordRefused");
  }

  // What is typed now, with the time it was written.
  function typed() {
    const data = new FormData(form);
    data.delete("key");
    data.set("then", "keep");
    return [...data];
  }

  async function send(entries) {
    say("wordSaving", false);
    let answer;
    try {
      answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(entries), headers: { "X-Refetch": "1" } });
      if (answer.status >= 500) throw new Error("not saved");
    } catch {
      const at = entries.find(([name]) => name === "written_at") || ["written_at", new Date().toISOString()];
      localStorage.setItem(key, JSON.stringify([...entries.filter(([name]) => name !== "written_at"), at]));
      say("wordKept", true);
      clearTimeout(timer);
      timer = setTimeout(save, retryAfter);
      return false;
    }
    if (!answer.ok) {
      localStorage.removeItem(key);
      const { problem } = await answer.json().catch(() => ({}));
      say("wordRefused", true);
      if (problem) state.textContent = `${state.dataset.wordRefused}: ${problem}`;
      return false;
    }
    localStorage.removeItem(key);
    form.elements.revision.value = (await answer.json()).revision;
    say("wordSaved", false);
    document.dispatchEvent(new CustomEvent("tandem:look"));
    return true;
  }

  // One save at a time; a change meanwhile is saved behind it.
  async function save() {
    clearTimeout(timer);
    timer = 0;
    if (saving) {
      again = true;
      return saving;
    }
    const kept = JSON.parse(localStorage.getItem(key) || "null");
    const entries = typed();
    if (kept) entries.push(["written_at", kept.find(([name]) => name === "written_at")?.[1] || new Date().toISOString()]);
    saving = send(entries);
    await saving;
    saving = null;
    if (again) {
      again = false;
      await save();
    }
  }

  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(save, saveAfter);
  };
  form.addEventListener("change", soon);
  form.addEventListener("input", (e) => {
    if (e.target.matches("textarea, input:not([type=radio], [type=checkbox])")) soon();
  });
  // A button of the form saves by itself; what waits here has to come first.
  form.addEventListener("submit", async (e) => {
    if (!timer && !saving) return;
    e.preventDefault();
    const button = e.submitter;
    await save();
    form.requestSubmit(button);
  });
  // Other forms of the page, such as a statement, lead to a new page: they wait once
  // for what is not saved yet.
  const waited = new WeakSet();
  document.addEventListener("submit", async (e) => {
    const other = e.target;
    if (other === form || waited.has(other) || (!timer && !saving)) return;
    e.preventDefault();
    e.stopImmediatePropagation();
    waited.add(other);
    const button = e.submitter;
    await save();
    other.requestSubmit(button);
  }, true);
  addEventListener("online", save);

  // What a reload left on the device comes back into the fields and is sent.
  const left = JSON.parse(localStorage.getItem(key) || "null");
  if (left) {
    for (const [name, value] of left) {
      const field = form.elements[name];
      if (field && !["revision", "then"].includes(name)) field.value = value;
    }
    for (const name of ["a", "b", "other_a", "other_b"]) form.elements[name]?.dispatchEvent(new Event("change", { bubbles: true }));
    save();
  }
  acts(soon);
  // The place and the claim are known by now: the keyboard begins at who claims.
  const { by } = form.elements;
  if (form.matches("[data-writes]") && by && !by.value && !location.hash && document.activeElement === document.body) by.focus({ preventScroll: true });
  return save;
}

// The acts are lines of text; this adds and removes lines.
function acts(soon) {
  const text = form.elements.acts;
  const builder = form.querySelector("[data-act-builder]");
  const part = (name) => builder.querySelector(`[data-act-${name}]`);
  const lines = () => text.value.split("\n").filter((line) => line.trim());
  const write = (list) => {
    text.value = list.join("\n");
    soon();
  };
  const unhide = () => {
    for (const button of form.querySelectorAll("[data-remove-act]")) button.hidden = false;
  };
  builder.hidden = false;
  const hint = () => {
    const detail = part("kind").selectedOptions[0].dataset.detail;
    part("detail").placeholder = detail;
    part("detail").parentElement.hidden = !detail;
  };
  part("kind").addEventListener("change", hint);
  hint();
  unhide();
  document.addEventListener("tandem:fresh", unhide);
  builder.querySelector("[data-add-act]").addEventListener("click", () => {
    write([...lines(), [part("by").value, part("kind").value, part("detail").value].join(" ").trim()]);
    part("detail").value = "";
  });
  builder.addEventListener("keydown", (e) => {
    if (e.key !== "Enter" || !e.target.matches("input")) return;
    e.preventDefault();
    builder.querySelector("[data-add-act]").click();
  });
  builder.addEventListener("change", (e) => e.stopPropagation()); // choosing an act is no change of the card
  form.addEventListener("click", (e) => {
    const remove = e.target.closest("[data-remove-act]");
    if (remove) write(lines().filter((_, i) => i !== Number(remove.dataset.removeAct)));
  });
  form.addEventListener("tandem:act", (e) => write([...lines(), e.detail]));
}

// The page says that it is open, and hears who writes.
async function alive(writes) {
  if (document.hidden) return;
  const answer = await fetch(form.dataset.card, { method: "POST" }).catch(() => null);
  if (!answer?.ok) return;
  const { mine } = await answer.json();
  if (mine !== writes) location.reload();
}

function steps(save) {
  const nav = form.querySelector("[data-card-steps]");
  nav.hidden = false;
  const go = (step) => {
    form.dataset.at = step;
    for (const b of nav.querySelectorAll("[data-to-step]")) b.setAttribute("aria-pressed", String(b.dataset.toStep === step));
  };
  nav.addEventListener("click", (e) => {
    const button = e.target.closest("[data-to-step]");
    if (!button) return;
    go(button.dataset.toStep);
    save?.();
    scrollTo({ top: nav.offsetTop - 8 });
  });
  go(form.querySelector(".field-bad, .field-error") ? "facts" : "a");
}

if (form) {
  const writes = form.hasAttribute("data-writes");
  const save = writes ? card() : null;
  steps(save);
  alive(writes);
  setInterval(() => alive(writes), aliveEvery);
}

// Statements that came while the page was open say that they are new.
for (const part of document.querySelectorAll("[data-said-new]")) {
  const seen = part.querySelectorAll(".says > li").length;
  document.addEventListener("tandem:fresh", () => {
    for (const said of [...part.querySelectorAll(".says > li")].slice(seen)) {
      if (said.querySelector(".tag")) continue;
      const tag = document.createElement("span");
      tag.className = "tag tag-warn";
      tag.textContent = part.dataset.saidNew;
      said.firstElementChild.append(" ", tag);
    }
  });
}
