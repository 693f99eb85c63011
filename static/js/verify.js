// The verify queue by keyboard: y confirms, n asks for the reason and rejects,
// on the first waiting result.
const queue = document.querySelector("[data-verify]");

if (queue) {
  document.addEventListener("keydown", (e) => {
    if (document.body.dataset.singleKeys === "false" || e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.target.matches("input, select, textarea")) return;
    const first = queue.querySelector("[data-waiting]");
    if (!first) return;
    if (e.key === "y") first.querySelector("[value=confirm]").click();
    if (e.key === "n") {
      e.preventDefault();
      first.querySelector("[name=reason]").focus();
    }
  });
}
