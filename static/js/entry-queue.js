// Sends entries in order, one after the other, in the background. What is not sent
// yet is kept on the device, over a reload and for all its windows together; a
// one-time key in each form makes a second send harmless. An entry goes in the name
// of the person who made it or waits for that person.
const retryAfter = 3000;

// openQueue keeps the entries of one page. answered(text, answer, sent) shows what
// the server said; changed(waiting, away) shows the entries that wait, each with the
// sentence it was read back by and whose it is where it is not this person's, and
// whether the server is away.
export function openQueue(name, { answered, changed }) {
  const person = document.querySelector(".deskbar .person")?.textContent ?? "";
  const all = () => JSON.parse(localStorage.getItem(name) || "[]");
  const mine = (entry) => !entry.who || entry.who === person;
  const same = (a, b) => JSON.stringify(a.form) === JSON.stringify(b.form);
  let sending = false;
  let away = false;
  let retry = 0;

  const tell = () => changed(all().map((entry) => ({ said: entry.said, other: mine(entry) ? "" : entry.who })), away);

  function keep(list) {
    if (list.length > 0) localStorage.setItem(name, JSON.stringify(list));
    else localStorage.removeItem(name);
    tell();
  }

  async function drain() {
    const first = all().find(mine);
    if (sending || !first) return;
    clearTimeout(retry);
    sending = true;
    let text, answer;
    try {
      answer = await fetch(first.to, { method: "POST", body: new URLSearchParams(first.form), headers: { "X-Refetch": "1" } });
      text = await answer.text();
      away = answer.status >= 500 || answer.status === 429;
    } catch {
      away = true;
    }
    sending = false;
    if (away) {
      retry = setTimeout(drain, retryAfter);
      tell();
      return;
    }
    if (answer.status === 401) {
      tell();
      document.dispatchEvent(new Event("tandem:sign-in")); // signed in again, the queue goes on
      return;
    }
    keep(all().filter((entry) => !same(entry, first)));
    drain();
    await answered(text, answer, first);
  }

  addEventListener("online", drain);
  document.addEventListener("tandem:signed-in", drain);
  addEventListener("storage", (e) => e.key === name && tell());
  tell();
  drain();
  return {
    send(form, said) {
      keep([...all(), { to: form.action, form: [...new FormData(form)], said, who: person }]);
      drain();
    },
  };
}
