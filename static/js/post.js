// Posts of a page that stays. The answer is that of a page that asks by itself: short,
// and in words for people where something was refused.

const patience = 30_000; // milliseconds; a line that died in silence counts as no contact
const kept = 20_000; // letters; a browser sends no more after a page has gone

// postForm sends the fields of a form in the background and resolves to an answer of
// an outbox (outbox.js): done with what the server said, refused with why, no answer,
// or signed out.
export async function postForm(to, entries) {
  const body = new URLSearchParams(entries);
  const answer = await fetch(to, { method: "POST", body, headers: { "X-Refetch": "1" }, keepalive: body.toString().length < kept, signal: AbortSignal.timeout(patience) });
  if (answer.status === 401) {
    document.dispatchEvent(new Event("tandem:sign-in")); // and tandem:signed-in when that is done
    return { signedOut: true };
  }
  if (answer.status >= 500 || answer.status === 429) return { away: true };
  const said = await answer.json().catch(() => ({}));
  return answer.ok ? { done: said } : { refused: said };
}
