// Posts of a page that stays. The answer is that of a page that asks by itself: short,
// and in words for people where something was refused.

const patience = 30_000; // milliseconds; a line that died in silence counts as no contact
const kept = 20_000; // letters; a browser sends no more after a page has gone

// postForm sends the fields of a form in the background and resolves to an answer of
// an outbox (outbox.js): done with what the server said, refused with why, no answer,
// or signed out. heard says that the server was there and could not answer now.

/** @import { Answer } from "./outbox.js" */
/** @import { Done, Refusal, SavedIncident } from "./server.d.ts" */

/**
 * @param {string} to
 * @param {[string, string][]} entries
 * @returns {Promise<Answer>}
 */
export async function postForm(to, entries) {
  const body = new URLSearchParams(entries);
  const answer = await fetch(to, { method: "POST", body, headers: { "X-Refetch": "1" }, keepalive: body.toString().length < kept, signal: AbortSignal.timeout?.(patience) });
  if (answer.status === 401) {
    document.dispatchEvent(new Event("tandem:sign-in")); // and tandem:signed-in when that is done
    return { signedOut: true };
  }
  if (answer.status >= 500 || answer.status === 429) {
    const ours = answer.status === 429 || answer.headers.get("Content-Type")?.includes("json"); // and no proxy's
    return ours ? { away: true, heard: true } : { away: true };
  }
  if (answer.ok) {
    /** @type {Partial<Done & SavedIncident>} */
    const done = await answer.json().catch(() => ({}));
    return { done };
  }
  /** @type {Refusal} */
  const refused = await answer.json().catch(() => ({ problem: "" }));
  return { refused };
}

/**
 * whyOf says why something was refused, for people: what is wrong with a field comes first.
 * @param {Refusal | undefined} refused
 */
export const whyOf = (refused) => Object.values(refused?.fields ?? {})[0] ?? refused?.problem ?? "";

// fetchSignedIn is fetch that asks for a sign-in where the session has ended, and then
// goes on. It fails when nobody signs in.

/**
 * @param {string | URL} to
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
export async function fetchSignedIn(to, options) {
  const answer = await fetch(to, options);
  if (answer.status !== 401) return answer;
  const decided = new Promise((resolve) => {
    for (const name of ["tandem:signed-in", "tandem:not-signed-in"]) document.addEventListener(name, () => resolve(name === "tandem:signed-in"), { once: true });
  });
  document.dispatchEvent(new Event("tandem:sign-in"));
  if (await decided) return fetchSignedIn(to, options);
  throw new Error("nobody is signed in");
}
