// Work that takes longer than a moment says so below the button that began it.
// The sentence is the button's own; without it nothing is shown.
const patience = 700; // milliseconds

function show(form, sentence) {
  const note = document.createElement("p");
  note.className = "note at-work";
  note.setAttribute("role", "status");
  note.append(document.createElement("progress"), document.createTextNode(sentence));
  form.append(note);
  return note;
}

document.addEventListener("submit", (e) => {
  const sentence = e.submitter?.dataset.long;
  if (!sentence) return;
  let note;
  const timer = setTimeout(() => (note = show(e.target, sentence)), patience);
  const end = () => {
    clearTimeout(timer);
    note?.remove();
  };
  e.target.addEventListener("htmx:afterRequest", end, { once: true });
  window.addEventListener("pageshow", end, { once: true }); // back from the next page
});
