// Where nothing can be saved, desk pages say so, and buttons that would save are off.
// A server without its database says it with its status alone.
import { all, find } from "./elements.js";

document.addEventListener("tandem:read-only", (e) => {
  const off = e instanceof CustomEvent && e.detail;
  const bar = find("[data-read-only]");
  if (!bar) return;
  bar.hidden = !off;
  for (const button of all("form[method=post] button:not([type=button])", document, HTMLButtonElement)) {
    if (off && !button.disabled) button.toggleAttribute("data-off", (button.disabled = true));
    else if (!off && button.hasAttribute("data-off")) button.disabled = button.toggleAttribute("data-off", false);
  }
});
