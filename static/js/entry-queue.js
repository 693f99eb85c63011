// Results and undos on their way to the server, in the background, those of one table
// in the order they were made. What is not sent yet is kept on the device, over a
// reload and for all its windows and pages together; an entry goes in the name of the
// person who made it or waits for that person. What was refused stays until somebody
// has seen to it.
import { createOutbox, localStore, newId, oneTimeKey } from "./outbox.js";
import { postForm } from "./post.js";
import { flag } from "./settled.js";

const atOnce = 3; // of different tables: a browser opens six connections to one server
const person = document.querySelector(".deskbar .person")?.textContent ?? "";
const mine = (entry) => !entry.who || entry.who === person;
const busy = flag("sending");
const listeners = { tell: [], answered: [] };

const store = localStore("tandem-queue", () => outbox.retry());

const outbox = createOutbox({
  store,
  mine: (entry) => person !== "" && mine(entry),
  most: atOnce,
  later: (ms, work) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
  send: (entry) => onlyHere(entry, () => postForm(entry.to, entry.form)),
  answered: (entry, answer) => listeners.answered.forEach((hear) => hear(entry, answer)),
  tell,
});

// Two windows of one device do not send the same entry at the same time, where the
// browser can tell. Where it cannot, the entry's key makes the second send harmless.
function onlyHere(entry, send) {
  if (!navigator.locks) return send();
  return navigator.locks.request(`tandem-queue ${entry.id}`, () => (store.gone(entry.id) ? { done: {} } : send()));
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
export function entriesOf(wall, { answered, changed }) {
  const here = (entry) => entry.wall === wall;
  listeners.answered.push((entry, answer) => here(entry) && answered(entry, answer));
  listeners.tell.push(changed);
  const make = (entry) => ({ id: newId(), who: person, wall, ...entry, lane: `${wall} ${entry.table}` });
  return {
    // send takes { to, form, said, table, match }; form is a list of names and values.
    send(entry) {
      const made = make(entry);
      outbox.put(made);
      return made.id;
    },
    // refuse keeps what is not sent, with why, as if the server had said so.
    refuse(entry, refused) {
      const made = { ...make(entry), refused };
      outbox.put(made);
      return made.id;
    },
    // sendRefused sends an entry all the same.
    sendRefused(id) {
      const entry = outbox.refused().find((other) => other.id === id);
      if (!entry) return;
      outbox.drop(id);
      const { refused, ...rest } = entry;
      outbox.put(rest);
    },
    // undo takes an entry of this page back: out of the queue, or behind it.
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
