// The print buttons of lists and of a page of sheets; the browser's own command
// works as well.
import { during } from "./settled.js";
import { all, bodyOf } from "./elements.js";

for (const form of all("[data-print-note]", document, HTMLFormElement)) {
  form.addEventListener("submit", (e) => {
    e.preventDefault();
    during("sending", () => fetch(form.action, { method: "POST", body: bodyOf(form), headers: { "X-Refetch": "1" }, keepalive: true })).catch(() => {});
    print();
  });
}

for (const button of all("[data-print], [data-print-page]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
