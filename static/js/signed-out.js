// A form that was typed for long is not lost when the session has ended: before
// it is sent the page asks whether somebody is still signed in, and otherwise
// opens a sheet to sign in again. Then the form goes its way. What is sent in the
// background finds out by itself: it asks for the sheet by the event tandem:sign-in
// and hears tandem:signed-in. Such forms are none of this page's business: a form
// that is held back here while its own script has gone on would be sent too late,
// from a panel that shows something else by then. They stand in [data-background].
const sheet = document.querySelector("[data-sign-in]");
const stillGood = 60_000;
let known = Date.now(); // when the session was last known to hold
let waiting = []; // forms that wait for the sheet, as they were when they were sent

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

// asItWas sends a form with what it held when it was sent: meanwhile the page may have
// exchanged it. A form that is out of the page sends nothing, and one that stands for
// another row by now would send that.
function asItWas(form, button) {
  const held = () => [...new FormData(form, button)];
  const entries = held();
  const same = (list) => list.length === entries.length && list.every(([name, value], i) => name === entries[i][0] && value === entries[i][1]);
  return () => {
    if (form.isConnected && (!button || button.isConnected) && same(held())) {
      form.requestSubmit(button);
      return;
    }
    const again = document.createElement("form");
    again.method = button?.formMethod || "post";
    again.action = button?.hasAttribute("formaction") ? button.formAction : form.action;
    again.enctype = form.enctype;
    again.hidden = true;
    for (const [name, value] of entries) again.append(field(name, value));
    document.body.append(again);
    again.submit();
  };
}

function field(name, value) {
  const input = document.createElement("input");
  input.name = name;
  if (value instanceof File) {
    const files = new DataTransfer();
    if (value.name) files.items.add(value);
    input.type = "file";
    input.files = files.files;
  } else {
    input.type = "hidden";
    input.value = value;
  }
  return input;
}

function goOn() {
  const forms = waiting;
  waiting = [];
  for (const send of forms) send();
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
      const outside = form.method !== "post" || form.closest("[data-background]") || sheet.contains(form);
      if (outside || Date.now() - known < stillGood) return;
      e.preventDefault();
      e.stopImmediatePropagation();
      const send = asItWas(form, e.submitter);
      holds().then((fine) => {
        waiting.push(send);
        if (!fine) return sheet.open || sheet.showModal();
        known = Date.now();
        goOn();
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
    goOn();
  });
  sheet.querySelector("[data-close]").addEventListener("click", () => {
    waiting = [];
    sheet.close();
  });
}
