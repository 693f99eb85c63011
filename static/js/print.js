// The print buttons of lists and of a page of sheets; the browser's own command
// works as well.
for (const button of document.querySelectorAll("[data-print], [data-print-page]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
