// What counts as no contact: nobody answered, or only somebody in between did. A server
// that is busy, or asks for a sign-in, was there.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { postForm } from "../post.js";

const real = globalThis.fetch;
Object.defineProperty(globalThis, "document", { value: new EventTarget(), configurable: true });
afterEach(() => {
  globalThis.fetch = real;
});

/**
 * @param {number} status
 * @param {string} [body]
 * @param {string} [type]
 */
const answering = (status, body = "{}", type = "application/json") => {
  globalThis.fetch = async () => new Response(body, { status, headers: { "Content-Type": type } });
};

test("a busy or failing server is no answer, and was heard", async () => {
  for (const status of [429, 500, 503]) {
    answering(status);
    assert.deepEqual(await postForm("/x", []), { away: true, heard: true });
  }
});

test("behind a proxy without its server there is no contact", async () => {
  for (const status of [502, 503, 504]) {
    answering(status, "Bad gateway", "text/html");
    assert.deepEqual(await postForm("/x", []), { away: true });
  }
});

test("a session that ended is no want of contact", async () => {
  answering(401);
  assert.deepEqual(await postForm("/x", []), { signedOut: true });
});

test("what the server says is final", async () => {
  answering(200, '{"to":"/y"}');
  assert.deepEqual(await postForm("/x", []), { done: { to: "/y" } });
  answering(409, '{"problem":"no"}');
  assert.deepEqual(await postForm("/x", []), { refused: { problem: "no" } });
});
