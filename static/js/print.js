// The print buttons of lists and of a page of sheets; the browser's own command
// works as well.
import { during } from "./settled.js";
import { all, around, bodyOf } from "./elements.js";

for (const form of all("[data-print-note]", document, HTMLFormElement)) {
  form.addEventListener("submit", (e) => {
    e.preventDefault();
    during("sending", () => fetch(form.action, { method: "POST", body: bodyOf(form), headers: { "X-Refetch": "1" }, keepalive: true })).catch(() => {});
    print();
  });
}

const buttons = "[data-print], [data-print-page]";

function show() {
  for (const button of all(buttons)) button.hidden = false;
}

document.addEventListener("click", (e) => around(e.target, buttons) && print());
document.addEventListener("tandem:fresh", show); // a page that was drawn anew has them as the server sends them
show();
