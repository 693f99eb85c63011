// A message of the floor goes away in place, so that nothing typed on the page is
// lost. Without script the form does the same by a new page.
import { bodyOf, formOf } from "./elements.js";

document.addEventListener("submit", async (e) => {
  const form = formOf(e);
  if (!form?.closest("[data-dismiss]")) return; // not matches: a field may have that name
  e.preventDefault();
  try {
    const answer = await fetch(form.action, { method: "POST", body: bodyOf(form) });
    if (!answer.ok) throw new Error("not saved");
    (form.closest(".desk-alert") ?? form).remove();
  } catch {
    form.submit();
  }
});
