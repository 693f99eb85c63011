// Keys of the pages on which somebody decides: a digit or letter picks a choice,
// Ctrl+Enter signs. Single keys act only while the focus is inside the form and
// not in a text field.
const form = document.querySelector("form[data-decide]");

if (form) {
  const mark = () => {
    for (const label of form.querySelectorAll(".opt")) label.classList.toggle("on", label.querySelector("input").checked);
  };
  form.addEventListener("change", mark);
  document.addEventListener("keydown", (e) => {
    if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) {
      e.preventDefault();
      form.requestSubmit();
      return;
    }
    if (document.body.dataset.singleKeys === "false" || e.ctrlKey || e.metaKey || e.altKey) return;
    if (!form.contains(e.target) || e.target.matches("input:not([type=radio]), textarea, select")) return;
    const choice = form.querySelector(`[data-key="${CSS.escape(e.key)}"]`);
    if (!choice || choice.matches(":disabled")) return;
    e.preventDefault();
    choice.checked = true;
    choice.focus();
    mark();
  });
}
