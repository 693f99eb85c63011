import assert from "node:assert/strict";
import { test } from "node:test";
import { createSaver } from "../self-saver.js";
import { createChance, createTime } from "./time.js";

/** @import { Answer } from "../outbox.js" */

/**
 * @typedef {object} Card
 * @property {string} facts
 * @property {number} revision
 * @property {string[]} journal
 * @property {number} stale
 * @property {number} posts
 * @property {number} answered
 * @property {number} atOnce
 * @property {boolean} away
 * @property {(facts: string, key: string) => Promise<Answer>} post
 * @property {(facts: string) => void} carry the way on that takes everything typed with it
 */

// A card as the server has it: a change needs the revision it was made on; equal
// facts change nothing; half of the lost answers were stored.

/**
 * @param {ReturnType<typeof createTime>} time
 * @param {ReturnType<typeof createChance>} chance
 * @param {{ failures?: number, refuses?: (facts: string) => boolean }} [more]
 */
function createCard(time, chance, { failures = 0, refuses = () => false } = {}) {
  /** @type {Card} */
  const card = { facts: "0", revision: 1, journal: [], stale: 0, posts: 0, answered: 0, atOnce: 0, away: false, post, carry: (facts) => store(facts, shown) };
  let shown = 1; // the revision in the form
  const known = new Set(); // one-time keys

  /**
   * @param {string} facts
   * @param {string} key
   */
  async function post(facts, key) {
    card.posts++;
    assert.equal(++card.atOnce, 1, "one post at a time");
    const revision = shown;
    await time.wait(chance.below(1500));
    const lost = card.away || chance.happens(failures);
    if ((!lost || chance.happens(0.5)) && !known.has(key)) {
      known.add(key);
      store(facts, revision);
    }
    await time.wait(chance.below(1500));
    card.atOnce--;
    if (lost) return { away: true };
    card.answered++;
    if (refuses(facts)) return { refused: { problem: "wrong" } };
    shown = card.revision;
    return { done: { revision: card.revision } };
  }

  /**
   * @param {string} facts
   * @param {number} revision
   */
  function store(facts, revision) {
    if (refuses(facts) || facts === card.facts) return;
    if (revision !== card.revision) card.stale++;
    card.facts = facts;
    card.revision++;
    card.journal.push(facts);
  }
  return card;
}

test("a click on the way on while a save is on its way leads on once, with one post per change", async () => {
  for (let clickAt = 0; clickAt <= 4000; clickAt += 50) {
    const time = createTime();
    const card = createCard(time, createChance(clickAt + 7));
    let typed = "0";
    let led = 0;
    const saver = createSaver({ read: () => typed, post: card.post, later: time.later });
    /** @param {string} text */
    const type = (text) => () => {
      typed = text;
      saver.changed();
    };
    time.later(10, type("1"));
    time.later(900, type("2"));
    time.later(1000 + clickAt, () =>
      saver.leave(() => {
        led++;
        card.carry(typed);
      }, { carries: true }),
    );
    await time.run();
    assert.equal(led, 1, `click after ${clickAt} ms`);
    assert.equal(card.facts, "2");
    assert.ok(card.posts <= 2, `${card.posts} posts for two changes, click after ${clickAt} ms`);
    assert.ok(card.journal.length <= 2 && card.journal.at(-1) === "2");
    assert.ok(saver.settled());
  }
});

test("random typing, delays, failures and clicks: every change once, the way on always opens, rest in the end", async () => {
  for (let seed = 1; seed <= 300; seed++) {
    const time = createTime();
    const chance = createChance(seed);
    const card = createCard(time, chance, { failures: chance.happens(0.5) ? 0.3 : 0, refuses: (facts) => facts.endsWith("7") });
    let typed = "0";
    let changes = 0;
    let clicks = 0;
    let led = 0;
    let changedSince = false;
    const saver = createSaver({ read: () => typed, post: card.post, later: time.later });
    let at = 0;
    for (let n = 1; n <= 25; n++) {
      at += chance.below(1200);
      if (chance.happens(0.8)) {
        const text = chance.happens(0.2) ? typed : String(n);
        time.later(at, () => {
          if (typed !== text) changes++;
          typed = text;
          changedSince = true;
          saver.changed();
        });
      } else if (chance.happens(0.5)) {
        time.later(at, () => {
          card.away = !card.away;
          if (!card.away) saver.retry();
        });
      }
    }
    time.later(at + 1, () => (card.away = false));
    const carries = chance.happens(0.5);
    for (let n = 0; n < 1 + chance.below(3); n++) {
      time.later(at + 2 + chance.below(2500), () => {
        clicks++;
        changedSince = false;
        saver.leave(() => {
          led++;
          if (carries) card.carry(typed);
        }, { carries });
      });
    }
    await time.run();
    assert.ok(led >= 1 && led <= clicks, `seed ${seed}: ${clicks} clicks led on ${led} times`);
    assert.equal(changedSince, false);
    assert.equal(card.facts, typed.endsWith("7") ? card.facts : typed, `seed ${seed}: what was typed last is stored`);
    for (let i = 1; i < card.journal.length; i++) assert.notEqual(card.journal[i], card.journal[i - 1], `seed ${seed}: a change stored twice`);
    assert.equal(card.stale, 0, `seed ${seed}: a save on a revision of the past`);
    assert.ok(card.answered <= changes, `seed ${seed}: ${card.answered} answered posts for ${changes} changes`);
    assert.ok(saver.settled(), `seed ${seed}: rest`);
  }
});

test("what equals the saved state is not posted", async () => {
  const time = createTime();
  const card = createCard(time, createChance(1));
  let typed = "0";
  const saver = createSaver({ read: () => typed, post: card.post, later: time.later });
  saver.changed();
  time.later(100, () => {
    typed = "1";
    saver.changed();
  });
  time.later(200, () => {
    typed = "0";
    saver.changed();
  });
  await time.run();
  assert.equal(card.posts, 0);
  assert.equal(saver.state(), "saved");
});

test("a refusal is said once, is not posted again as it is, and never bars the way on", async () => {
  const time = createTime();
  const card = createCard(time, createChance(2), { refuses: (facts) => facts === "bad" });
  let typed = "0";
  let led = 0;
  const saver = createSaver({ read: () => typed, post: card.post, later: time.later });
  typed = "bad";
  saver.changed();
  await time.run();
  assert.equal(saver.state(), "refused");
  saver.save();
  await time.run();
  assert.equal(card.posts, 1);
  for (const carries of [true, false]) {
    saver.leave(() => void led++, { carries });
    await time.run();
  }
  assert.equal(led, 2);
  typed = "good";
  saver.changed();
  await time.run();
  assert.equal(card.facts, "good");
  assert.equal(saver.state(), "saved");
});

test("without contact the way on waits for an answer, and a change calls it off", async () => {
  const time = createTime();
  const card = createCard(time, createChance(3));
  card.away = true;
  let typed = "0";
  let led = 0;
  const saver = createSaver({ read: () => typed, post: card.post, later: time.later, retryAfter: 1000 });
  typed = "1";
  saver.changed();
  time.later(5000, () => {
    assert.equal(saver.state(), "kept");
    saver.leave(() => void led++, { carries: true });
  });
  time.later(9000, () => {
    assert.equal(led, 0);
    typed = "2";
    saver.changed();
  });
  time.later(12_000, () => (card.away = false));
  await time.run();
  assert.equal(led, 0, "called off by the change");
  assert.equal(card.facts, "2");
  saver.leave(() => void led++, { carries: true });
  await time.run();
  assert.equal(led, 1);
});
