// What became of entries, in sight of the wall: what the server said last, how many are
// saved, on their way and not saved, what was refused and what can be done about it, and
// the tiles that wait.
import { all, find, need } from "./elements.js";
import { fill } from "./fill.js";
import { whyOf } from "./post.js";

/** @import { Entry, entriesOf } from "./entry-queue.js" */

/** @typedef {Entry & { other?: string }} Waiting other is whoever it waits for */

/**
 * createEntries: opened() is the table that is open; again opens a refused entry once
 * more; aside hears that one was put aside.
 * @param {object} wall
 * @param {HTMLElement} wall.page
 * @param {ReturnType<typeof entriesOf>} wall.queue
 * @param {() => string | undefined} wall.opened
 * @param {(entry: Entry) => void} wall.again
 * @param {() => void} wall.aside
 */
export function createEntries({ page, queue, opened, again, aside }) {
  const list = need("[data-refused]", page); // holds words of all entries as well
  let saved = 0; // entries of this page that the server has

  /** @param {string | undefined} sentence */
  function announce(sentence) {
    const place = need(".entry", page);
    let line = find(":scope > .said", place);
    if (!line) {
      line = document.createElement("p");
      line.className = "said";
      line.setAttribute("role", "status");
      place.prepend(line);
    }
    line.textContent = sentence ?? "";
  }

  // tell keeps the state of all entries in sight.
  function tell() {
    const waiting = queue.waiting();
    listWaiting(waiting);
    const tally = need("[data-tally]", page);
    /** @type {[string | undefined, number][]} */
    const counts = [[tally.dataset.saved, saved], [tally.dataset.waiting, waiting.length], [tally.dataset.notSaved, queue.refused().length]];
    tally.textContent = counts.filter(([, n]) => n > 0).map(([words, n]) => fill(words, { n })).join(" · ");
    tally.hidden = tally.textContent === "";
    listRefused();
    markTiles();
  }

  /** @param {Waiting[]} waiting */
  function listWaiting(waiting) {
    const note = need("[data-queue]", page);
    note.hidden = waiting.length === 0 || !(queue.away() || waiting.some((entry) => entry.other));
    need("[data-queue-count]", note).textContent = String(waiting.length);
    /** @param {Waiting} entry */
    const whose = (entry) => (entry.other ? fill(note.dataset.other, { person: entry.other }) : "");
    need("[data-queue-list]", note).replaceChildren(
      ...waiting.map((entry) => Object.assign(document.createElement("li"), { textContent: `${entry.said || ""} ${whose(entry)}`.trim() })),
    );
  }

  function listRefused() {
    const refused = queue.refused();
    list.hidden = refused.length === 0;
    const have = new Map(all(":scope > *", list).map((line) => [line.dataset.entry, line]));
    list.replaceChildren(...refused.map((entry) => have.get(entry.id) ?? refusedLine(entry)));
  }

  /** @param {Entry} entry */
  function refusedLine(entry) {
    const note = document.createElement("div");
    note.className = "note s-conflict";
    note.dataset.entry = entry.id;
    const words = document.createElement("span");
    words.append(Object.assign(document.createElement("strong"), { textContent: `${whyOf(entry.refused)} ` }), entry.said ?? "", " ");
    /**
     * @param {string | undefined} word
     * @param {() => void} does
     */
    const act = (word, does) => {
      const button = Object.assign(document.createElement("button"), { type: "button", className: "btn btn-s", textContent: word });
      button.addEventListener("click", does);
      words.append(button, " ");
    };
    if (entry.refused?.held) act(list.dataset.sendWord, () => queue.sendRefused(entry.id));
    if (!entry.undo && entry.form.length > 0) {
      act(list.dataset.openWord, () => {
        queue.drop(entry.id);
        again(entry);
      });
    }
    act(list.dataset.dropWord, () => {
      queue.drop(entry.id);
      aside();
    });
    note.append(words);
    return note;
  }

  // markTiles says on a tile that an entry of it is on its way or was refused, and which
  // table is open.
  function markTiles() {
    /** @type {Map<string | undefined, { state: string, word: string | undefined }>} */
    const marks = new Map();
    for (const entry of queue.waiting()) marks.set(entry.table, { state: "waiting", word: list.dataset.sendingWord });
    for (const entry of queue.refused()) marks.set(entry.table, { state: "refused", word: list.dataset.tileWord });
    const open = opened();
    for (const tile of all(".tile", page)) {
      const { state, word } = marks.get(tile.dataset.table) ?? {};
      tile.classList.toggle("refused", state === "refused");
      tile.classList.toggle("waiting", state === "waiting");
      tile.classList.toggle("sel", tile.dataset.table === open);
      const mark = find(".mark", tile);
      if (mark?.textContent === word) continue;
      mark?.remove();
      if (word) need(".ago", tile).after(Object.assign(document.createElement("span"), { className: "mark", textContent: word }));
    }
  }

  return {
    tell,
    markTiles,
    announce,
    // stored counts an entry that the server has.
    stored: () => saved++,
    dropped: () => announce(list.dataset.dropped),
  };
}
