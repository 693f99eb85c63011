// The incident card saves at every change (self-saver.js). "Saved" means the server has
// it; without contact the card is kept on the device with its time and sent when
// contact is back. A sign of life every half minute says who writes, so that a second
// official reads along. On phones the card is three steps.
import { asItWas } from "./as-it-was.js";
import { look } from "./live.js";
import { oneTimeKey } from "./outbox.js";
import { postForm } from "./post.js";
import { createSaver } from "./self-saver.js";
import { flag } from "./settled.js";

const form = document.querySelector("form[data-card]");
const aliveEvery = 30_000;
const own = ["key", "revision", "then", "answer"]; // of a post, not of the facts

// factsOf is what a card says, as text that compares.
const factsOf = (card) => JSON.stringify([...new FormData(card)].filter(([name]) => !own.includes(name)));

// served is what the server sent: a browser fills a form in by itself after "back".
function served() {
  const card = form.cloneNode(true);
  card.reset();
  return factsOf(card);
}

function card() {
  const device = `tandem-card ${location.pathname}`;
  const state = document.querySelector("[data-saved]");
  const noContact = document.querySelector("[data-no-contact]");
  const busy = flag("sending");
  let problem = "";

  const kept = () => JSON.parse(localStorage.getItem(device) || "null");

  // keep leaves the card on the device until the server has answered; where there was no
  // contact with the time of its first post. A page that is left, a session that has
  // ended and a server that is busy are no want of contact.
  function keep(facts, contact) {
    const at = kept()?.filter(([name]) => name === "written_at") ?? [];
    if (!contact && at.length === 0) at.push(["written_at", new Date().toISOString()]);
    localStorage.setItem(device, JSON.stringify([...JSON.parse(facts), ...at]));
  }

  let leaving = false;
  addEventListener("pagehide", () => {
    leaving = true;
  });
  addEventListener("pageshow", () => {
    leaving = false;
  });

  async function send(facts, more) {
    const writtenAt = kept()?.filter(([name]) => name === "written_at") ?? [];
    let answer = { away: true };
    try {
      answer = await postForm(form.action, [...JSON.parse(facts), ["revision", form.elements.revision.value], ...more, ...writtenAt]);
    } finally {
      if ("done" in answer || "refused" in answer) localStorage.removeItem(device);
      else keep(facts, leaving || answer.signedOut || answer.heard);
    }
    return answer;
  }

  async function post(facts, key) {
    const answer = await send(facts, [["key", key], ["then", "keep"]]);
    if (answer.done) {
      form.elements.revision.value = answer.done.revision;
      look();
    }
    problem = answer.refused?.problem ?? "";
    return answer;
  }

  const saver = createSaver({
    read: () => factsOf(form),
    saved: served(),
    post,
    tell,
    later: (ms, work) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
  });

  let shown = "";

  function tell() {
    const now = saver.state();
    busy(now === "saving" || now === "changed");
    if (now === shown && now !== "refused") return;
    if (now === "saved" && shown === "") return; // nothing was saved yet
    shown = now;
    state.hidden = false;
    state.textContent = { saved: state.dataset.wordSaved, kept: state.dataset.wordKept, refused: state.dataset.wordRefused }[now] ?? state.dataset.wordSaving;
    if (now === "refused" && problem) state.textContent += `: ${problem}`;
    state.classList.toggle("tag-ok", now === "saved");
    state.classList.toggle("tag-warn", now === "kept" || now === "refused");
    noContact.hidden = !saver.away();
    form.classList.toggle("unsaved", now === "refused");
  }

  form.addEventListener("change", saver.changed);
  form.addEventListener("input", (e) => e.target.matches("textarea, input:not([type=radio], [type=checkbox])") && saver.changed());

  // A button of the form takes everything typed with it. What the server does not take
  // comes back as its page, which says why.
  let passing = false;
  form.addEventListener("submit", (e) => {
    if (passing) return;
    e.preventDefault();
    const button = e.submitter;
    form.elements.key.value = oneTimeKey();
    saver.leave(() => lead(button), { carries: true });
  });

  async function lead(button) {
    const answer = await send(factsOf(form), [["key", form.elements.key.value], ...(button?.name ? [[button.name, button.value]] : [])]);
    if (answer.done) location.assign(answer.done.to);
    if (!answer.refused) return answer;
    passing = true;
    form.requestSubmit(button);
    passing = false;
    return { done: null };
  }

  // Other forms of the page, such as a statement, lead to a new page: they go behind
  // what is not saved yet.
  const passed = new WeakSet();
  document.addEventListener(
    "submit",
    (e) => {
      const other = e.target;
      if (other === form || other.method !== "post" || passed.delete(other) || (saver.settled() && saver.state() !== "changed")) return;
      e.preventDefault();
      e.stopImmediatePropagation();
      const go = asItWas(other, e.submitter);
      saver.leave(
        () => {
          passed.add(other);
          go();
        },
        { carries: false },
      );
    },
    true,
  );
  addEventListener("online", saver.retry);
  document.addEventListener("tandem:signed-in", saver.signedIn);

  // What a reload left on the device comes back into the fields and is sent.
  if (kept()) for (const box of form.querySelectorAll("[type=checkbox]")) box.checked = false;
  for (const [name, value] of kept() ?? []) {
    const field = form.elements[name];
    if (!field || own.includes(name) || name === "written_at") continue;
    if (field instanceof RadioNodeList || !/^(radio|checkbox)$/.test(field.type)) field.value = value;
    else field.checked = field.value === value;
  }
  for (const name of ["a", "b", "other_a", "other_b"]) if (kept()) form.elements[name]?.dispatchEvent(new Event("change", { bubbles: true }));
  saver.save();
  acts(saver.changed);
  // The place and the claim are known by now: the keyboard begins at who claims.
  const { by } = form.elements;
  if (form.matches("[data-writes]") && by && !by.value && !location.hash && document.activeElement === document.body) by.focus({ preventScroll: true });
  return saver;
}

// The acts are lines of text; this adds and removes lines.
function acts(soon) {
  const text = form.elements.acts;
  const builder = form.querySelector("[data-act-builder]");
  if (!builder) return; // nobody acts at a board away from the tables
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
  const choice = () => builder.querySelector(`[data-act-choice="${part("kind").value}"]`);
  const hint = () => {
    const detail = part("kind").selectedOptions[0].dataset.detail;
    for (const other of builder.querySelectorAll("[data-act-choice]")) other.hidden = other !== choice();
    part("detail").placeholder = detail;
    part("detail").parentElement.hidden = !detail || choice() !== null;
  };
  part("kind").addEventListener("change", hint);
  hint();
  unhide();
  document.addEventListener("tandem:fresh", unhide);
  builder.querySelector("[data-add-act]").addEventListener("click", () => {
    const detail = choice()?.querySelector("select").value ?? part("detail").value;
    write([...lines(), [part("by").value, part("kind").value, detail].join(" ").trim()]);
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

// The page says that it is open, and hears who writes. It is read again once nothing
// typed is under way.
async function alive(writes, saver) {
  if (document.hidden) return;
  const answer = await fetch(form.dataset.card, { method: "POST" }).catch(() => null);
  if (!answer?.ok) return;
  const { mine } = await answer.json();
  if (mine !== writes && (!saver || (saver.settled() && saver.state() === "saved"))) location.reload();
}

function steps(saver) {
  const nav = form.querySelector("[data-card-steps]");
  if (!nav) return;
  nav.hidden = false;
  const go = (step) => {
    form.dataset.at = step;
    for (const b of nav.querySelectorAll("[data-to-step]")) b.setAttribute("aria-pressed", String(b.dataset.toStep === step));
  };
  nav.addEventListener("click", (e) => {
    const button = e.target.closest("[data-to-step]");
    if (!button) return;
    go(button.dataset.toStep);
    saver?.save();
    scrollTo({ top: nav.offsetTop - 8 });
  });
  go(form.querySelector(".field-bad, .field-error") ? "facts" : "a");
}

if (form) {
  const writes = form.hasAttribute("data-writes");
  const saver = writes ? card() : null;
  steps(saver);
  alive(writes, saver);
  setInterval(() => alive(writes, saver), aliveEvery);
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
