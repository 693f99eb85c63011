// Results and undos on their way to the server, in the background, those of one table
// in the order they were made. What is not sent yet is kept on the device, over a
// reload and for all its windows and pages together; an entry goes in the name of the
// person who made it or waits for that person. What was refused stays until somebody
// has seen to it.
import { createOutbox, localStore, newId, oneTimeKey } from "./outbox.js";
import { postForm } from "./post.js";
import { flag } from "./settled.js";
import { later } from "./timer.js";

/** @import { Answer, Item, Store } from "./outbox.js" */
/** @import { Refusal } from "./server.d.ts" */

/**
 * Sent is a result, an undo or a code, as a page sends it. held says of a refused one
 * that another Enter sends it all the same.
 * @typedef {object} Sent
 * @property {string} to the address
 * @property {[string, string][]} form names and values
 * @property {string} table
 * @property {string} match
 * @property {string} [said] what it says, for people
 * @property {number[]} [points] that it brings each team, in half points
 * @property {boolean} [undo]
 */

/** @typedef {Refusal & { held?: boolean }} Refused */
/** @typedef {Item & Sent & { wall: string, who: string, refused?: Refused }} Entry who made it, on which wall */

const atOnce = 3; // of different tables: a browser opens six connections to one server
const person = document.querySelector(".deskbar .person")?.textContent ?? "";
/** @param {Entry} entry */
const mine = (entry) => !entry.who || entry.who === person;
const busy = flag("sending");
/** @type {{ tell: (() => void)[], answered: ((entry: Entry, answer: Answer) => void)[] }} */
const listeners = { tell: [], answered: [] };

/** @type {Store<Entry> & { gone: (id: string) => boolean }} */
const store = localStore("tandem-queue", () => outbox.retry());

const outbox = createOutbox({
  store,
  mine: (entry) => person !== "" && mine(entry),
  most: atOnce,
  later,
  send: (entry) => onlyHere(entry, () => postForm(entry.to, entry.form)),
  answered: (entry, answer) => listeners.answered.forEach((hear) => hear(entry, answer)),
  tell,
});

// Two windows of one device do not send the same entry at the same time, where the
// browser can tell. Where it cannot, the entry's key makes the second send harmless.

/**
 * @param {Entry} entry
 * @param {() => Promise<Answer>} send
 */
function onlyHere(entry, send) {
  if (!navigator.locks) return send();
  return navigator.locks.request(`tandem-queue ${entry.id}`, async () => (store.gone(entry.id) ? { done: {} } : send()));
}

function tell() {
  busy(!outbox.away() && !outbox.signedOut() && !outbox.idle());
  for (const hear of listeners.tell) hear();
}

addEventListener("online", outbox.retry);
document.addEventListener("tandem:signed-in", outbox.signedIn);
outbox.retry();

// entriesOf is the queue as one wall sees it. answered(entry, answer) hears what came
// of each entry, changed() of everything else.

/**
 * @param {string} wall
 * @param {{ answered: (entry: Entry, answer: Answer) => void, changed: () => void }} hears
 */
export function entriesOf(wall, { answered, changed }) {
  /** @param {Entry} entry */
  const here = (entry) => entry.wall === wall;
  listeners.answered.push((entry, answer) => {
    if (here(entry)) answered(entry, answer);
  });
  listeners.tell.push(changed);
  /**
   * @param {Sent} entry
   * @returns {Entry}
   */
  const make = (entry) => ({ id: newId(), who: person, wall, ...entry, lane: `${wall} ${entry.table}` });
  return {
    /** @param {Sent} entry */
    send(entry) {
      const made = make(entry);
      outbox.put(made);
      return made.id;
    },
    /**
     * refuse keeps what is not sent, with why, as if the server had said so.
     * @param {Sent} entry
     * @param {Refused} refused
     */
    refuse(entry, refused) {
      const made = { ...make(entry), refused };
      outbox.put(made);
      return made.id;
    },
    /**
     * sendRefused sends an entry all the same.
     * @param {string} id
     */
    sendRefused(id) {
      const entry = outbox.refused().find((other) => other.id === id);
      if (!entry) return;
      outbox.drop(id);
      outbox.put({ ...entry, refused: undefined });
    },
    /**
     * undo takes an entry of this page back: out of the queue, or behind it.
     * @param {{ id: string, table: string, match: string }} entry
     * @param {string} to the address of undos
     */
    undo(entry, to) {
      if (outbox.drop(entry.id)) return true;
      const { table, match } = entry;
      outbox.put(make({ to, table, match, undo: true, form: [["key", oneTimeKey()], ["table", table], ["match", match]] }));
      return false;
    },
    drop: outbox.drop,
    waiting: () => outbox.waiting().filter(here).map((entry) => ({ ...entry, other: mine(entry) ? "" : entry.who })),
    refused: () => outbox.refused().filter(here),
    away: outbox.away,
  };
}
