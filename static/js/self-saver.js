// A form that saves itself at every change, and the buttons that lead on from it,
// without a document (incident-card.js has one). It is one lane of an outbox:
// - a change is posted once, when the typing pauses; while a post is on its way
//   later changes wait and go together as the next one;
// - what equals the last saved state is not posted;
// - a post without an answer goes again as it was, with its key, before anything
//   newer: the server may have it;
// - a way on is taken exactly once, behind the post under way and instead of the one
//   that waits: it carries everything typed, or it follows a last save;
// - whatever the server says about the content, the way on opens; only without any
//   answer it waits, and a change after the click calls it off.
import { createOutbox, memoryStore, newId, oneTimeKey } from "./outbox.js";

// createSaver: read() is what is typed now, as text that compares; post(state, key)
// resolves to an outbox answer; saved is what the server has already; later and tell as
// for the outbox.

/** @import { Answer, Item, Later } from "./outbox.js" */

/** @typedef {Item & { go?: () => Way, carries?: boolean }} Step */
/** @typedef {Promise<Answer | void> | Answer | void} Way what a way on leads to */

/**
 * @param {object} form
 * @param {() => string} form.read
 * @param {string} [form.saved]
 * @param {(state: string, key: string) => Promise<Answer>} form.post
 * @param {Later} form.later
 * @param {() => void} [form.tell]
 * @param {number} [form.saveAfter] milliseconds
 * @param {number} [form.retryAfter] milliseconds
 */
export function createSaver({ read, saved = read(), post, later, tell = () => {}, saveAfter = 500, retryAfter = 4000 }) {
  let stored = saved;
  /** @type {string | null} */
  let refused = null; // what it would not take: not posted again as it is
  /** @type {(() => void) | null} */
  let stopTimer = null;
  /** @type {{ state: string, key: string } | null} */
  let attempt = null; // the post that has no answer yet

  const unsaved = () => read() !== stored && read() !== refused;
  const carried = () => outbox.waiting().some((item) => item.carries);

  /** @type {import("./outbox.js").Store<Step>} */
  const store = memoryStore();
  const outbox = createOutbox({
    store,
    later,
    tell: () => tell(),
    retryAfter,
    async send(item) {
      if (item.go) return (await item.go()) ?? { done: null };
      while (attempt || unsaved()) {
        attempt ??= { state: read(), key: oneTimeKey() };
        const answer = await post(attempt.state, attempt.key);
        if (!("done" in answer || "refused" in answer)) return answer;
        if ("done" in answer) stored = attempt.state;
        refused = "refused" in answer ? attempt.state : null;
        attempt = null;
        if (stopTimer || carried()) break;
      }
      return { done: null }; // the content of the form stays in the form, whatever was said about it
    },
  });

  function stop() {
    stopTimer?.();
    stopTimer = null;
  }

  /** @param {string} slot */
  const drop = (slot) => outbox.waiting().filter((item) => item.slot === slot).forEach((item) => outbox.drop(item.id));

  function save() {
    stop();
    if (unsaved() && !carried()) outbox.put({ id: newId(), lane: "form", slot: "save" });
    else tell();
  }

  return {
    // changed hears of every change of the form.
    changed() {
      drop("on");
      stop();
      stopTimer = later(saveAfter, save);
      tell();
    },
    // save posts what is typed at once.
    save,
    // leave takes a way on: go() leads there; it may resolve to an outbox answer.
    // carries says that it takes what is typed with it.
    /**
     * @param {() => Way} go
     * @param {{ carries: boolean }} how
     */
    leave(go, { carries }) {
      stop();
      // Without contact a save goes first, to find out when there is some.
      if (carries && !attempt) drop("save");
      if (!carries && unsaved()) outbox.put({ id: newId(), lane: "form", slot: "save" });
      outbox.put({ id: newId(), lane: "form", slot: "on", go, carries });
    },
    retry: outbox.retry,
    away: outbox.away,
    signedIn: outbox.signedIn,
    state() {
      if (outbox.signedOut()) return "kept";
      if (outbox.away()) return "kept";
      if (outbox.sending().length > 0) return "saving";
      if (read() === refused) return "refused";
      return unsaved() ? "changed" : "saved";
    },
    // settled is true when nothing waits to be sent.
    settled: () => !stopTimer && outbox.idle(),
  };
}
