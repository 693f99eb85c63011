// The incident card saves at every change (self-saver.js). "Saved" means the server has
// it; without contact the card is kept on the device with its time and sent when
// contact is back. A sign of life every half minute says who writes, so that a second
// official reads along. On phones the card is three steps.
import * as device from "./device.js";
import { asItWas } from "./as-it-was.js";
import { look } from "./live.js";
import { oneTimeKey } from "./outbox.js";
import { postForm } from "./post.js";
import { acts } from "./incident-acts.js";
import { createSaver } from "./self-saver.js";
import { serverNow } from "./server-time.js";
import { flag } from "./settled.js";
import { all, around, buttonOf, find, fits, formOf, inputNamed, isField, isTicked, need } from "./elements.js";
import { later } from "./timer.js";

/** @import { Answer } from "./outbox.js" */
/** @import { CardWriter } from "./server.d.ts" */

const aliveEvery = 30_000;
const own = ["key", "revision", "then", "answer"]; // of a post, not of the facts

// factsOf is what a card says, as text that compares.

/** @param {HTMLFormElement} card */
const factsOf = (card) => JSON.stringify([...new FormData(card)].filter(([name]) => !own.includes(name)));

/**
 * served is what the server sent: a browser fills a form in by itself after "back".
 * @param {HTMLFormElement} form
 */
function served(form) {
  const card = document.importNode(form, true);
  card.reset();
  return factsOf(card);
}

/** @param {HTMLFormElement} form */
function card(form) {
  const place = `tandem-card ${location.pathname}`;
  const state = need("[data-saved]");
  const noContact = need("[data-no-contact]");
  const busy = flag("sending");
  let problem = "";

  const revision = () => inputNamed("revision", form);
  const key = () => inputNamed("key", form);

  /**
   * @param {string} facts
   * @returns {[string, string][]}
   */
  const entriesIn = (facts) => JSON.parse(facts);

  /** @returns {[string, string][] | null} */
  const kept = () => JSON.parse(device.get(place) || "null");

  // keep leaves the card on the device until the server has answered; where there was no
  // contact with the time of its first post. A page that is left, a session that has
  // ended and a server that is busy are no want of contact.

  /**
   * @param {string} facts
   * @param {boolean} contact
   */
  function keep(facts, contact) {
    const at = kept()?.filter(([name]) => name === "written_at") ?? [];
    if (!contact && at.length === 0) at.push(["written_at", new Date(serverNow()).toISOString()]);
    device.keep(place, JSON.stringify([...entriesIn(facts), ...at]));
  }

  let leaving = false;
  addEventListener("pagehide", () => {
    leaving = true;
  });
  addEventListener("pageshow", () => {
    leaving = false;
  });

  /**
   * @param {string} facts
   * @param {[string, string][]} more
   */
  async function send(facts, more) {
    const writtenAt = kept()?.filter(([name]) => name === "written_at") ?? [];
    /** @type {Answer} */
    let answer = { away: true };
    try {
      answer = await postForm(form.action, [...entriesIn(facts), ["revision", revision().value], ...more, ...writtenAt]);
    } finally {
      if ("done" in answer || "refused" in answer) device.drop(place);
      else keep(facts, Boolean(leaving || answer.signedOut || answer.heard));
    }
    return answer;
  }

  /**
   * @param {string} facts
   * @param {string} once
   */
  async function post(facts, once) {
    const answer = await send(facts, [["key", once], ["then", "keep"]]);
    if (answer.done) {
      revision().value = String(answer.done.revision);
      look();
    }
    problem = answer.refused?.problem ?? "";
    return answer;
  }

  const saver = createSaver({
    read: () => factsOf(form),
    saved: served(form),
    post,
    tell,
    later,
  });

  let shown = "";

  function tell() {
    const now = saver.state();
    busy(now === "saving" || now === "changed");
    if (now === shown && now !== "refused") return;
    if (now === "saved" && shown === "") return; // nothing was saved yet
    shown = now;
    state.hidden = false;
    const { wordSaved, wordKept, wordRefused, wordSaving } = state.dataset;
    state.textContent = { saved: wordSaved, kept: wordKept, refused: wordRefused, saving: wordSaving, changed: wordSaving }[now] ?? "";
    if (now === "refused" && problem) state.textContent += `: ${problem}`;
    state.classList.toggle("tag-ok", now === "saved");
    state.classList.toggle("tag-warn", now === "kept" || now === "refused");
    noContact.hidden = !saver.away();
    form.classList.toggle("unsaved", now === "refused");
  }

  form.addEventListener("change", saver.changed);
  form.addEventListener("input", (e) => {
    if (fits(e.target, "textarea, input:not([type=radio], [type=checkbox])")) saver.changed();
  });

  // A button of the form takes everything typed with it. What the server does not take
  // comes back as its page, which says why.
  let passing = false;
  form.addEventListener("submit", (e) => {
    if (passing) return;
    e.preventDefault();
    const button = buttonOf(e);
    key().value = oneTimeKey();
    saver.leave(() => lead(button), { carries: true });
  });

  /** @param {HTMLButtonElement | null} button */
  async function lead(button) {
    const answer = await send(factsOf(form), button?.name ? [["key", key().value], [button.name, button.value]] : [["key", key().value]]);
    if (answer.done?.to) location.assign(answer.done.to);
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
      const other = formOf(e);
      if (!other || other === form || other.method !== "post" || passed.delete(other) || (saver.settled() && saver.state() !== "changed")) return;
      e.preventDefault();
      e.stopImmediatePropagation();
      const go = asItWas(other, buttonOf(e));
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
  if (kept()) for (const box of all("[type=checkbox]", form, HTMLInputElement)) box.checked = false;
  for (const [name, value] of kept() ?? []) {
    const field = form.elements.namedItem(name);
    if (own.includes(name) || name === "written_at") continue;
    if (isTicked(field)) field.checked = field.value === value;
    else if (isField(field) || field instanceof RadioNodeList) field.value = value;
  }
  for (const name of kept() ? ["a", "b", "other_a", "other_b"] : []) find(`[name=${name}]`, form)?.dispatchEvent(new Event("change", { bubbles: true }));
  saver.save();
  acts(form, saver.changed);
  // The place and the claim are known by now: the keyboard begins at who claims.
  const by = form.elements.namedItem("by");
  if (form.matches("[data-writes]") && isField(by) && !by.value && !location.hash && document.activeElement === document.body) by.focus({ preventScroll: true });
  return saver;
}

// The page says that it is open, and hears who writes. It is read again once nothing
// typed is under way.

/** @typedef {ReturnType<typeof createSaver>} Saver */

/**
 * @param {HTMLFormElement} form
 * @param {boolean} writes
 * @param {Saver | null} saver
 */
async function alive(form, writes, saver) {
  if (document.hidden) return;
  const answer = await fetch(form.dataset.card ?? "", { method: "POST" }).catch(() => null);
  if (!answer?.ok) return;
  /** @type {CardWriter} */
  const { mine } = await answer.json();
  if (mine !== writes && (!saver || (saver.settled() && saver.state() === "saved"))) location.reload();
}

/**
 * @param {HTMLFormElement} form
 * @param {Saver | null} saver
 */
function steps(form, saver) {
  const nav = find("[data-card-steps]", form);
  if (!nav) return;
  nav.hidden = false;
  /** @param {string} step */
  const go = (step) => {
    form.dataset.at = step;
    for (const b of all("[data-to-step]", nav)) b.setAttribute("aria-pressed", String(b.dataset.toStep === step));
  };
  nav.addEventListener("click", (e) => {
    const step = around(e.target, "[data-to-step]")?.dataset.toStep;
    if (!step) return;
    go(step);
    saver?.save();
    scrollTo({ top: nav.offsetTop - 8 });
  });
  go(form.querySelector(".field-bad, .field-error") ? "facts" : "a");
}

const form = find("form[data-card]", document, HTMLFormElement);
if (form) {
  const writes = form.hasAttribute("data-writes");
  const saver = writes ? card(form) : null;
  steps(form, saver);
  alive(form, writes, saver);
  setInterval(() => alive(form, writes, saver), aliveEvery);
}

// Statements that came while the page was open say that they are new.
for (const part of all("[data-said-new]")) {
  const seen = part.querySelectorAll(".says > li").length;
  document.addEventListener("tandem:fresh", () => {
    for (const said of [...part.querySelectorAll(".says > li")].slice(seen)) {
      if (said.querySelector(".tag")) continue;
      const tag = document.createElement("span");
      tag.className = "tag tag-warn";
      tag.textContent = part.dataset.saidNew ?? "";
      said.firstElementChild?.append(" ", tag);
    }
  });
}
