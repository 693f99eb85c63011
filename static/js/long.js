// Work that takes longer than a moment says so below the button that began it.
// The sentence is the button's own; without it nothing is shown. Behind it stand the
// seconds that passed, so that a long draft is told from a page that hangs.
const patience = 700; // milliseconds

function show(form, sentence) {
  const note = document.createElement("p");
  note.className = "note at-work";
  note.setAttribute("role", "status");
  const passed = document.createElement("span");
  passed.className = "second nowrap";
  passed.setAttribute("aria-hidden", "true"); // the sentence is said once, not every second
  note.append(document.createElement("progress"), document.createTextNode(sentence), passed);
  form.append(note);
  return { note, passed };
}

document.addEventListener("submit", (e) => {
  const sentence = e.submitter?.dataset.long;
  if (!sentence) return;
  const begun = Date.now();
  let shown, counting;
  const timer = setTimeout(() => {
    shown = show(e.target, sentence);
    shown.note.scrollIntoView({ block: "nearest" });
    const count = () => (shown.passed.textContent = ` ${Math.round((Date.now() - begun) / 1000)} s`);
    count();
    counting = setInterval(count, 1000);
  }, patience);
  const end = () => {
    clearTimeout(timer);
    clearInterval(counting);
    shown?.note.remove();
  };
  e.target.addEventListener("htmx:afterRequest", end, { once: true });
  window.addEventListener("pageshow", end, { once: true }); // back from the next page
});
