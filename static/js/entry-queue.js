// Sends entries in order, one after the other, in the background. What is not
// sent yet is kept on the device, also over a reload; a one-time key in each form
// makes a second send harmless.
const retryAfter = 3000;

// openQueue keeps the entries of one page. answered(text, answer, sent) shows what
// the server said; changed(waiting, away) shows the entries that wait, each with the
// sentence it was read back by, and whether the server is away.
export function openQueue(name, { answered, changed }) {
  const waiting = JSON.parse(localStorage.getItem(name) || "[]");
  let sending = false;
  let away = false;
  let retry = 0;

  function keep() {
    if (waiting.length > 0) localStorage.setItem(name, JSON.stringify(waiting));
    else localStorage.removeItem(name);
    changed(waiting, away);
  }

  async function drain() {
    if (sending || waiting.length === 0) return;
    clearTimeout(retry);
    sending = true;
    let text, answer;
    try {
      answer = await fetch(waiting[0].to, { method: "POST", body: new URLSearchParams(waiting[0].form), headers: { "X-Refetch": "1" } });
      text = await answer.text();
      away = answer.status >= 500;
    } catch {
      away = true;
    }
    sending = false;
    if (away) {
      retry = setTimeout(drain, retryAfter);
      keep();
      return;
    }
    const sent = waiting.shift();
    keep();
    drain();
    await answered(text, answer, sent);
  }

  window.addEventListener("online", drain);
  keep();
  drain();
  return {
    send(form, said) {
      waiting.push({ to: form.action, form: [...new FormData(form)], said });
      keep();
      drain();
    },
  };
}
