// The key that moves the planned times, and the one that takes the move back. They act where no
// field and no other button has the focus; each press is one form, sent once.
const singleKeys = () => document.body.dataset.singleKeys !== "false";
const forms = { l: "[data-later] [data-later-form]", z: "[data-later] [data-back-form]" };
const elsewhere = "input, textarea, select, [contenteditable], dialog *";

document.addEventListener("keydown", (e) => {
  if (!forms[e.key] || !singleKeys() || e.repeat || e.ctrlKey || e.metaKey || e.altKey || e.target.matches(elsewhere)) return;
  const form = document.querySelector(forms[e.key]);
  if (!form || form.dataset.pressed) return;
  e.preventDefault();
  form.dataset.pressed = "yes";
  form.requestSubmit();
});
