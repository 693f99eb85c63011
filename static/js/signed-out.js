// A form that was typed for long is not lost when the session has ended: before
// it is sent the page asks whether somebody is still signed in, and otherwise
// opens a sheet to sign in again. Then the form goes its way. What is sent in the
// background asks for the sheet by the event tandem:sign-in and hears tandem:signed-in.
const sheet = document.querySelector("[data-sign-in]");
const stillGood = 60_000;
let known = Date.now(); // when the session was last known to hold
let waiting = null; // the form and button that wait for the sheet

async function holds() {
  if (Date.now() - known < stillGood) return true;
  try {
    const answer = await fetch("/account/here", { cache: "no-store" });
    if (answer.status === 401) return false;
    known = Date.now();
  } catch {
    // No contact: the form finds out itself.
  }
  return true;
}

function send() {
  const { form, button } = waiting;
  waiting = null;
  if (button?.isConnected) form.requestSubmit(button);
  else form.requestSubmit();
}

// refused signs in and resolves to why that was not possible, in the words of the
// server; "" when it was.
async function refused(form) {
  const silent = sheet.querySelector("[data-problem]").dataset.silent;
  try {
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), redirect: "manual" });
    if (answer.type === "opaqueredirect") return "";
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return page.querySelector("main [role=alert], .problem p")?.textContent.trim() || silent;
  } catch {
    return silent;
  }
}

document.addEventListener("tandem:signed-out", () => {
  known = 0;
});

if (sheet) {
  document.addEventListener("tandem:sign-in", () => {
    known = 0;
    if (!sheet.open) sheet.showModal();
  });
  document.addEventListener(
    "submit",
    (e) => {
      const form = e.target;
      if (form.method !== "post" || sheet.contains(form) || Date.now() - known < stillGood) return;
      e.preventDefault();
      e.stopImmediatePropagation();
      const button = e.submitter;
      holds().then((fine) => {
        waiting = { form, button };
        if (!fine) return sheet.showModal();
        known = Date.now();
        send();
      });
    },
    true,
  );
  sheet.querySelector("form").addEventListener("submit", async (e) => {
    e.preventDefault();
    const form = e.target;
    const problem = sheet.querySelector("[data-problem]");
    const refusal = await refused(form);
    problem.hidden = refusal === "";
    problem.querySelector("strong").textContent = refusal;
    if (refusal !== "") return;
    known = Date.now();
    form.reset();
    sheet.close();
    document.dispatchEvent(new Event("tandem:signed-in"));
    if (waiting) send();
  });
  sheet.querySelector("[data-close]").addEventListener("click", () => {
    waiting = null;
    sheet.close();
  });
}
