// The print buttons of lists and of a page of sheets; the browser's own command
// works as well.
import { during } from "./settled.js";

for (const form of document.querySelectorAll("[data-print-note]")) {
  form.addEventListener("submit", (e) => {
    e.preventDefault();
    during("sending", () => fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), headers: { "X-Refetch": "1" }, keepalive: true })).catch(() => {});
    print();
  });
}

for (const button of document.querySelectorAll("[data-print], [data-print-page]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
