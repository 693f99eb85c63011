// For pages of other sites: gives every frame marked data-tandem the height of what it
// shows. It listens to these frames alone, and takes nothing from them but a height.
import { all } from "./elements.js";

const highest = 20_000;

window.addEventListener("message", (e) => {
  if (!e.data || e.data.tandem !== "height" || !Number.isFinite(e.data.height)) return;
  for (const frame of all("iframe[data-tandem]", document, HTMLIFrameElement)) {
    if (frame.contentWindow !== e.source || new URL(frame.src, location.href).origin !== e.origin) continue;
    frame.style.height = `${Math.min(Math.max(e.data.height, 40), highest)}px`;
  }
});

// Frames that were there before this script have spoken to nobody.
for (const frame of all("iframe[data-tandem]", document, HTMLIFrameElement)) {
  frame.contentWindow?.postMessage({ tandem: "ask" }, "*");
}
