// A message of the floor goes away in place, so that nothing typed on the page is
// lost. Without script the form does the same by a new page.
document.addEventListener("submit", async (e) => {
  const form = e.target;
  if (!form.closest("[data-dismiss]")) return; // not matches: a field may have that name
  e.preventDefault();
  try {
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
    if (!answer.ok) throw new Error("not saved");
    (form.closest(".desk-alert") ?? form).remove();
  } catch {
    form.submit();
  }
});
